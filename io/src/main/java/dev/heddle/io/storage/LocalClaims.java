package dev.heddle.io.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files that are locked by their makers, so that others see which makers died: the system drops the
 * locks of an ended process.
 *
 * <p>Closing any channel of a locked file drops the process's lock on it (POSIX). So files claimed
 * by this process are recorded in a set, and are never opened to find out. Thread-safe.
 */
final class LocalClaims {
  private static final Set<Path> CLAIMED = new HashSet<>(); // guarded by itself

  /** Behind the end of every file. */
  private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

  private LocalClaims() {}

  /** Makes a file that was not there, claimed; it ends with {@link #release}. */
  static FileChannel create(Path file) throws IOException {
    synchronized (CLAIMED) {
      while (true) {
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        try {
          lock(channel);
          if (Files.exists(file)) { // or somebody took it for dead before it was locked
            CLAIMED.add(file);
            return channel;
          }
        } catch (OverlappingFileLockException e) {
          channel.close();
          Files.deleteIfExists(file);
          throw e;
        }
        channel.close();
      }
    }
  }

  /** Where files cannot be locked only this process knows, and others take the maker for alive. */
  private static void lock(FileChannel channel) {
    try {
      tryLock(channel);
    } catch (IOException e) {
      return;
    }
  }

  /** Where locks are mandatory (Windows), nobody reads what is locked: so it is no byte of data. */
  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    return channel.tryLock(LOCKED_BYTE, 1, false);
  }

  /** Gives a claimed file another name; it is claimed under one of both at any time. */
  static void rename(Path file, Path to) throws IOException {
    synchronized (CLAIMED) {
      Files.move(file, to, StandardCopyOption.ATOMIC_MOVE);
      CLAIMED.remove(file);
      CLAIMED.add(to);
    }
  }

  /** Ends a claim. */
  static void release(Path file, FileChannel channel) throws IOException {
    synchronized (CLAIMED) {
      CLAIMED.remove(file);
      channel.close();
    }
  }

  /** Returns whether a file is there and is claimed by this or another process. */
  static boolean isClaimed(Path file) throws IOException {
    synchronized (CLAIMED) {
      if (CLAIMED.contains(file)) {
        return true;
      }
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        return isLocked(channel);
      } catch (NoSuchFileException e) {
        return false;
      }
    }
  }

  private static boolean isLocked(FileChannel channel) {
    try {
      return tryLock(channel) == null;
    } catch (OverlappingFileLockException | IOException e) {
      return true;
    }
  }
}
