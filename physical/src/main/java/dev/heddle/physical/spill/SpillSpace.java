package dev.heddle.physical.spill;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.MemoryAccount;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The spill files of one query. Thread-safe; closing it deletes what files there are left, open or
 * not.
 */
public final class SpillSpace implements AutoCloseable {
  /** How many bytes of rows a large block is meant to have, before compression. */
  public static final int BLOCK_BYTES = 512 << 10;

  private final SpillFolder folder;
  private final String name;
  private final Set<SpillFile> files = new LinkedHashSet<>(); // guarded by this
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong made = new AtomicLong();
  private boolean closed; // guarded by this

  SpillSpace(SpillFolder folder, String name) {
    this.folder = folder;
    this.name = name;
  }

  /**
   * Opens a writer of rows of the types, with blocks of this number of bytes. Nothing is made on
   * the disk before the first block is full.
   *
   * @param what is part of the file's name
   * @param account pays for the rows of a block that is not full, about the bytes that a block has,
   *     and for the same again while a block is written
   */
  public SpillWriter writer(
      String what, List<DataType> types, MemoryAccount account, int blockBytes) {
    synchronized (this) {
      if (closed) {
        throw new HeddleException(ErrorCode.CLOSED, "Cannot spill: the query has ended");
      }
      SpillFile file =
          new SpillFile(this, folder, name + "-" + made.incrementAndGet() + "-" + what, types);
      files.add(file);
      return new SpillWriter(file, types, account, blockBytes);
    }
  }

  void noteWritten(long bytes) {
    written.addAndGet(bytes);
  }

  synchronized void forget(SpillFile file) {
    files.remove(file);
  }

  /** Returns all bytes that have been written, whether they are there still or not. */
  public long writtenBytes() {
    return written.get();
  }

  /** Returns how many files have been begun. */
  public long fileCount() {
    return made.get();
  }

  @Override
  public void close() {
    List<SpillFile> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(files);
    }
    left.forEach(SpillFile::close);
  }
}
