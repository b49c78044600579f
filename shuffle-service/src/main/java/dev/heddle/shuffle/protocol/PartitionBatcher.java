package dev.heddle.shuffle.protocol;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;

/**
 * Collects the rows of each partition of an exchange into compact batches. Used by one thread at a
 * time.
 */
public final class PartitionBatcher implements AutoCloseable {
  /** Takes batches that are full. */
  @FunctionalInterface
  public interface Target {
    /** Takes over a batch, of which the bytes are known. */
    void put(int partition, Batch batch, long bytes);
  }

  private static final int MIN_FLUSHED_BYTES = 8 << 10;

  private final BatchAppender[] open;
  private final int maxOpenBytes;
  private final int maxRows;
  private final MemoryAccount scratch;
  private final Target target;

  /**
   * Makes an empty one.
   *
   * @param maxOpenBytes how many bytes of rows make a batch full
   * @param maxRows how many rows a batch may have, if they come in batches of at most that
   * @param scratch pays for working memory
   * @param account pays for the batches
   */
  public PartitionBatcher(
      ExchangeShape shape,
      int maxOpenBytes,
      int maxRows,
      MemoryAccount scratch,
      MemoryAccount account,
      Target target) {
    this.maxOpenBytes = maxOpenBytes;
    this.maxRows = maxRows;
    this.scratch = scratch;
    this.target = target;
    this.open = new BatchAppender[shape.partitions()];
    for (int i = 0; i < open.length; i++) {
      open[i] = new BatchAppender(shape.types(), account);
    }
  }

  /**
   * Adds the rows of a batch, each to its partition. The batch stays the caller's.
   *
   * @param partitions where one int32 partition number for each row that counts starts
   */
  public void write(Batch batch, long partitions) {
    int rows = batch.rowCount();
    Buffer grouped = scratch.allocate(4L * rows);
    try {
      int[] starts = new int[open.length + 1];
      for (int i = 0; i < rows; i++) {
        starts[Memory.getInt(partitions + 4L * i) + 1]++;
      }
      for (int p = 0; p < open.length; p++) {
        starts[p + 1] += starts[p];
      }
      int[] next = starts.clone();
      long selection = batch.selection();
      for (int i = 0; i < rows; i++) {
        int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
        int at = next[Memory.getInt(partitions + 4L * i)]++;
        Memory.putInt(grouped.address() + 4L * at, row);
      }
      for (int p = 0; p < open.length; p++) {
        append(p, batch, grouped.address() + 4L * starts[p], starts[p + 1] - starts[p]);
      }
    } finally {
      grouped.release();
    }
  }

  /** Adds all rows of a batch to one partition. The batch stays the caller's. */
  public void write(Batch batch, int partition) {
    append(partition, batch, batch.selection(), batch.rowCount());
  }

  private void append(int partition, Batch batch, long positions, int count) {
    if (count == 0) {
      return;
    }
    BatchAppender appender = open[partition];
    if (appender.rows() > 0 && appender.rows() + (long) count > maxRows) {
      flush(partition);
    }
    appender.append(batch, positions, count);
    if (appender.bytes() >= maxOpenBytes) {
      flush(partition);
    }
  }

  private void flush(int partition) {
    if (open[partition].rows() > 0) {
      long bytes = open[partition].bytes();
      target.put(partition, open[partition].build(), bytes);
    }
  }

  /** Gives the largest batch away though it is not full; returns whether it was worth it. */
  public boolean flushLargest() {
    int largest = 0;
    long most = 0;
    for (int p = 0; p < open.length; p++) {
      long bytes = open[p].bytes();
      if (bytes > most) {
        most = bytes;
        largest = p;
      }
    }
    if (most < MIN_FLUSHED_BYTES) {
      return false;
    }
    flush(largest);
    return true;
  }

  /** Gives away what is not full. */
  public void flush() {
    for (int p = 0; p < open.length; p++) {
      flush(p);
    }
  }

  @Override
  public void close() {
    for (BatchAppender appender : open) {
      appender.close();
    }
  }
}
