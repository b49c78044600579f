package dev.heddle.physical.spill;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.ipc.CompressionCost;
import dev.heddle.io.storage.FileLocks;
import dev.heddle.io.storage.LocalFolders;
import dev.heddle.io.storage.OwnerAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a session's spill files are, and how much they may take. Made on the disk when the first
 * file is; deleted when it is closed. Thread-safe.
 */
public final class SpillFolder implements AutoCloseable {
  /** How names of folders begin. */
  static final String PREFIX = "heddle-spill-";

  static final String LOCK = "lock";

  private static final Logger LOG = LoggerFactory.getLogger(SpillFolder.class);
  private static final Duration SWEPT_AGE = Duration.ofMinutes(1);

  /** Folders of this process: to open and close such a lock's file would give the lock back. */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path base;
  private final long quotaBytes;
  private final Channels channels;
  private final CompressionCost cost = new CompressionCost();
  private final AtomicLong usedBytes = new AtomicLong();
  private final AtomicLong spaces = new AtomicLong();
  private @Nullable Path folder; // guarded by this
  private @Nullable FileChannel lock; // guarded by this
  private boolean closed; // guarded by this

  /** How files are opened for writing. */
  interface Channels {
    FileChannel open(Path file) throws IOException;
  }

  /**
   * Makes a folder to be.
   *
   * @param base where it will be made; null means the system's folder for temporary files
   * @param quotaBytes the most bytes of all files in it
   * @throws HeddleException {@code INVALID_ARGUMENT} if nothing can be written to {@code base}
   */
  public SpillFolder(@Nullable Path base, long quotaBytes) {
    this(base, quotaBytes, file -> FileChannel.open(file, StandardOpenOption.APPEND));
  }

  SpillFolder(@Nullable Path base, long quotaBytes, Channels channels) {
    if (base != null) {
      LocalFolders.requireWritable("the spill folder", base);
    }
    this.base = base == null ? Path.of(System.getProperty("java.io.tmpdir")) : base;
    this.quotaBytes = quotaBytes;
    this.channels = channels;
  }

  /** Returns a space for the files of one query; the caller closes it. */
  public SpillSpace open() {
    return new SpillSpace(this, "q" + spaces.incrementAndGet());
  }

  /** Returns the bytes of all files now. */
  public long usedBytes() {
    return usedBytes.get();
  }

  /** Returns what decides whether bytes are compressed before they are written here. */
  CompressionCost compressionCost() {
    return cost;
  }

  /** Counts bytes that are about to be written. */
  void take(long bytes) {
    long used = usedBytes.addAndGet(bytes);
    if (used > quotaBytes) {
      usedBytes.addAndGet(-bytes);
      throw new HeddleException(
          ErrorCode.DISK_FULL,
          String.format(
              Locale.ROOT,
              "Cannot spill %d more bytes to %s: %d of the quota of %d bytes are in use; raise the"
                  + " quota (option spill quota), give more memory or read less",
              bytes,
              place(),
              used - bytes,
              quotaBytes));
    }
  }

  void giveBack(long bytes) {
    usedBytes.addAndGet(-bytes);
  }

  FileChannel openForWriting(Path file) throws IOException {
    return channels.open(file);
  }

  private synchronized Path place() {
    return folder == null ? base : folder;
  }

  /** Makes an empty file of a name that there is none of yet. */
  Path create(String name) {
    try {
      return Files.createFile(folder().resolve(name));
    } catch (IOException e) {
      throw failed("create a file in", place(), e);
    }
  }

  /**
   * Writes a file whose name begins so; the caller closes it.
   *
   * @throws HeddleException {@code DISK_FULL} if disk or quota do not suffice, {@code IO} if it
   *     cannot be written
   */
  public KeptFile keep(String name, byte[] content) {
    take(content.length);
    Path file = null;
    try {
      file = create(name + "-" + spaces.incrementAndGet());
      Files.write(file, content);
      return new KeptFile(this, file, content.length);
    } catch (IOException e) {
      giveUp(file, content.length);
      throw failed("write", file == null ? place() : file, e);
    } catch (HeddleException e) {
      giveUp(file, content.length);
      throw e;
    }
  }

  private void giveUp(@Nullable Path file, long bytes) {
    giveBack(bytes);
    if (file != null) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        LOG.debug("cannot delete {}", file, e); // the folder goes later
      }
    }
  }

  private synchronized Path folder() throws IOException {
    if (closed) {
      throw new HeddleException(ErrorCode.CLOSED, "Cannot spill: the session has been closed");
    }
    Path made = folder;
    if (made == null) {
      Files.createDirectories(base);
      sweep();
      made = Files.createTempDirectory(base, PREFIX, LocalFolders.privateFolder(base)).toRealPath();
      OwnerAccess.restrict(made);
      HELD.add(made);
      folder = made;
      FileChannel channel =
          FileChannel.open(
              made.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      lock = channel;
      channel.lock(); // until the channel is closed
    }
    return made;
  }

  /** Deletes the folders of processes that are gone. */
  private void sweep() {
    Instant youngest = Instant.now().minus(SWEPT_AGE);
    try (var folders = Files.newDirectoryStream(base, PREFIX + "*")) {
      for (Path other : folders) {
        try {
          if (Files.getLastModifiedTime(other).toInstant().isBefore(youngest) && isLeft(other)) {
            LOG.info("deleting spill files that were left behind: {}", other);
            LocalFolders.delete(other);
          }
        } catch (IOException | UncheckedIOException e) {
          LOG.debug("cannot delete {}", other, e); // somebody else's, or being deleted
        }
      }
    } catch (IOException e) {
      LOG.debug("cannot list {}", base, e);
    }
  }

  private static boolean isLeft(Path other) throws IOException {
    if (HELD.contains(other.toRealPath())) {
      return false;
    }
    Path file = other.resolve(LOCK);
    if (!Files.exists(file)) {
      return true;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      return FileLocks.tryLock(channel);
    }
  }

  /** Returns the typed error of a failure of the disk. */
  static HeddleException failed(String what, Path place, IOException e) {
    String text = String.valueOf(e.getMessage());
    if (text.contains("No space left") || text.contains("quota")) {
      return new HeddleException(
          ErrorCode.DISK_FULL,
          "Cannot "
              + what
              + " "
              + place
              + ": "
              + text
              + "; free some space, choose another folder (option spill folder) or give more"
              + " memory",
          e);
    }
    return new HeddleException(
        ErrorCode.IO,
        "Cannot "
            + what
            + " "
            + place
            + ": "
            + e
            + "; check the folder or choose another one (option spill folder)",
        e);
  }

  /** The lock's file goes last, and when it is closed: some systems keep what is open. */
  private synchronized void deleteLocked(Path made) throws IOException {
    Path file = made.resolve(LOCK);
    try (FileChannel _ = lock;
        var all = Files.newDirectoryStream(made, each -> !each.equals(file))) {
      for (Path each : all) {
        LocalFolders.delete(each);
      }
    } catch (NoSuchFileException e) {
      return;
    } finally {
      lock = null;
    }
    LocalFolders.delete(made);
  }

  /** Deletes the folder with all that is in it. */
  @Override
  public synchronized void close() {
    closed = true;
    if (folder != null) {
      Path made = folder;
      folder = null;
      try {
        deleteLocked(made);
      } catch (IOException e) {
        LOG.warn("cannot delete spill folder {}", made, e);
      } finally {
        HELD.remove(made);
      }
    }
  }
}
