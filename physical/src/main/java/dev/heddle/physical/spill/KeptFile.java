package dev.heddle.physical.spill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A file of a spill folder that holds bytes as they came, until it is closed. Thread-safe. */
public final class KeptFile implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KeptFile.class);

  private final SpillFolder folder;
  private final Path path;
  private final long bytes;
  private boolean isClosed; // guarded by this

  KeptFile(SpillFolder folder, Path path, long bytes) {
    this.folder = folder;
    this.path = path;
    this.bytes = bytes;
  }

  /** Returns where it is. */
  public Path path() {
    return path;
  }

  /** Deletes the file. */
  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      LOG.warn("cannot delete {}", path, e);
    }
    folder.giveBack(bytes);
  }
}
