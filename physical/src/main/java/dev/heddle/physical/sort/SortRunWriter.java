package dev.heddle.physical.sort;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.ipc.IpcBlockWriter;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.spill.SpillSpace;
import dev.heddle.physical.spill.SpillWriter;
import java.util.List;

/**
 * Writes a {@link SortRun}. Used by one thread; closing it without {@link #finish} deletes what it
 * wrote.
 */
final class SortRunWriter implements AutoCloseable {
  /** How many bytes of rows a block has, unless a row alone has more. */
  static final int BLOCK_BYTES = 256 << 10;

  private static final int WIDEST_SAMPLE_BYTES = 4096;

  private final int number;
  private final SpillWriter writer;
  private final SortSamples samples;
  private long bytesSinceSample;
  private long bytes;
  private long readBytes;

  SortRunWriter(
      int number,
      List<DataType> types,
      SortSamples samples,
      SpillSpace space,
      MemoryAccount account) {
    this.number = number;
    this.samples = samples;
    this.writer = space.writer("sort", types, account, BLOCK_BYTES);
  }

  /** Adds rows of about a block at most, which stay the caller's, behind those before. */
  void write(Batch batch) {
    long batchBytes = IpcBlockWriter.bytes(batch);
    if (bytesSinceSample >= samples.distanceBytes()
        && batchBytes / batch.rowCount() <= WIDEST_SAMPLE_BYTES) {
      samples.add(number, writer.endBlock(), batch);
      bytesSinceSample = 0;
    }
    writer.write(batch);
    bytesSinceSample += batchBytes;
    bytes += batchBytes;
    long blockBytes = Math.max(batchBytes, BLOCK_BYTES + BLOCK_BYTES / 2);
    readBytes = Math.max(readBytes, SortBlock.bytes(batch, batchBytes, blockBytes));
  }

  /** Ends writing; the run is the caller's. */
  SortRun finish() {
    return new SortRun(number, writer.finish(), bytes, readBytes);
  }

  @Override
  public void close() {
    writer.close();
  }
}
