package dev.heddle.physical.sort;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.batch.Column;
import dev.heddle.io.ipc.IpcBlockWriter;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.Closing;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillSpace;
import dev.heddle.physical.spill.SpillWriter;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Writes a {@link SortRun}. Used by one thread; closing it without {@link #finish} deletes what it
 * wrote.
 */
final class SortRunWriter implements AutoCloseable {
  /** How many bytes of rows a block has, unless a row alone has more. */
  static final int BLOCK_BYTES = 256 << 10;

  private static final int WIDEST_SAMPLE_BYTES = 4096;

  private final int number;
  private final MemoryAccount account;
  private final int[] keys;
  private final SpillWriter writer;
  private final BatchAppender samples;
  private final LongStream.Builder marks = LongStream.builder();
  private long bytesSinceMark;
  private long bytes;
  private long largestBlockBytes;

  SortRunWriter(
      int number,
      List<DataType> types,
      List<SortOrder> order,
      SpillSpace space,
      MemoryAccount account) {
    this.number = number;
    this.account = account;
    this.keys = order.stream().mapToInt(SortOrder::column).toArray();
    this.writer = space.writer("sort", types, account, BLOCK_BYTES);
    this.samples =
        new BatchAppender(order.stream().map(key -> types.get(key.column())).toList(), account);
  }

  /** Adds rows of about a block at most, which stay the caller's, behind those before. */
  void write(Batch batch) {
    long batchBytes = IpcBlockWriter.bytes(batch);
    if (bytesSinceMark >= BLOCK_BYTES && batchBytes / batch.rowCount() <= WIDEST_SAMPLE_BYTES) {
      marks.add(writer.endBlock());
      bytesSinceMark = 0;
      Column[] columns =
          Column.makeAll(keys.length, key -> batch.physicalColumn(keys[key]).retain());
      try (Batch first = Batch.of(account, 1, columns)) {
        samples.append(first);
      }
    }
    writer.write(batch);
    bytesSinceMark += batchBytes;
    bytes += batchBytes;
    largestBlockBytes = Math.max(largestBlockBytes, batchBytes + BLOCK_BYTES);
  }

  /** Ends writing; the run is the caller's. */
  SortRun finish() {
    SpillFile file = writer.finish();
    try {
      return new SortRun(
          number, file, marks.build().toArray(), samples.build(), bytes, largestBlockBytes);
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  @Override
  public void close() {
    Closing.all(writer, samples);
  }
}
