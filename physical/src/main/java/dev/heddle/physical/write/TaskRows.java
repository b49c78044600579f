package dev.heddle.physical.write;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the rows that a task of a write has read, and sums their hashes where they are divided
 * among files. Thread-safe.
 */
final class TaskRows {
  private final AtomicLong rows = new AtomicLong();
  private final AtomicLong checksum = new AtomicLong();
  private volatile boolean isDivided;

  /** Counts rows that all go to the same file. */
  void add(int count) {
    rows.addAndGet(count);
  }

  /** Counts rows that are divided. */
  void add(int count, long sum) {
    isDivided = true;
    rows.addAndGet(count);
    checksum.addAndGet(sum);
  }

  /** Demands that the files have together what was read. */
  void check(WrittenFile files) {
    if (files.rows() != rows.get() || (isDivided && files.checksum() != checksum.get())) {
      throw new HeddleException(
          ErrorCode.INTERNAL,
          "Rows were lost, doubled or changed while they were written: read "
              + rows.get()
              + " with checksum "
              + Long.toHexString(checksum.get())
              + ", wrote "
              + files.rows()
              + " with checksum "
              + Long.toHexString(files.checksum()));
    }
  }
}
