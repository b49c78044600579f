package dev.heddle.engine.database;

import dev.heddle.io.storage.FileLocks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The locks of databases that this process has. A system drops all locks that a process has on a
 * file when it closes any channel to it, so that each file is open once. Thread-safe.
 */
final class FolderLocks {
  private static final FolderLocks OF_PROCESS = new FolderLocks();
  private static final String WRITER = "writer.lock";
  private static final String READERS = "readers.lock";

  private final Map<Path, FileChannel> writers = new HashMap<>(); // guarded by this
  private final Map<Path, Shared> readers = new HashMap<>(); // guarded by this

  private static final class Shared {
    private final FileChannel channel;
    private int users = 1;

    Shared(FileChannel channel) {
      this.channel = channel;
    }
  }

  private FolderLocks() {}

  static FolderLocks ofProcess() {
    return OF_PROCESS;
  }

  /**
   * Locks a folder for writing.
   *
   * @param folder the real path
   * @return who writes it; null if this process does from now on
   */
  synchronized @Nullable String lockToWrite(Path folder) throws IOException {
    if (writers.containsKey(folder)) {
      return "this process, " + ProcessHandle.current().pid() + ",";
    }
    Path file = folder.resolve(WRITER);
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (!FileLocks.tryLock(channel)) {
        channel.close();
        String holder = Files.readString(file).strip();
        return holder.isEmpty() ? "another process" : holder;
      }
      channel.truncate(0);
      String holder = "process " + ProcessHandle.current().pid();
      channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    writers.put(folder, channel);
    return null;
  }

  synchronized void unlockToWrite(Path folder) throws IOException {
    FileChannel channel = writers.remove(folder);
    if (channel != null) {
      channel.close();
    }
  }

  /** Keeps writers from removing files, until it is ended. */
  synchronized void beginReading(Path folder) throws IOException {
    Shared known = readers.get(folder);
    if (known != null) {
      known.users++;
      return;
    }
    FileChannel channel = openReaders(folder);
    try {
      channel.lock(0, Long.MAX_VALUE, true); // nobody holds it exclusively for long
    } catch (IOException | OverlappingFileLockException e) {
      channel.close();
      throw e;
    }
    readers.put(folder, new Shared(channel));
  }

  private static FileChannel openReaders(Path folder) throws IOException {
    return FileChannel.open(
        folder.resolve(READERS),
        StandardOpenOption.CREATE,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE);
  }

  synchronized void endReading(Path folder) throws IOException {
    Shared known = readers.get(folder);
    if (known != null && --known.users == 0) {
      readers.remove(folder);
      known.channel.close();
    }
  }

  /** Something that is done with files. */
  interface FileWork {
    /** Does it. */
    void run() throws IOException;
  }

  /** Does work while nobody reads a folder; returns whether it was done. */
  synchronized boolean runWithoutReaders(Path folder, FileWork work) throws IOException {
    if (readers.containsKey(folder)) {
      return false;
    }
    try (FileChannel channel = openReaders(folder)) {
      if (!FileLocks.tryLock(channel)) {
        return false;
      }
      work.run();
      return true;
    }
  }
}
