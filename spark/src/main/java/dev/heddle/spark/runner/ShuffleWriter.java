package dev.heddle.spark.runner;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.ipc.IpcBlockWriter;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.PartitionBatcher;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.RowLedger;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.store.BlockFormat;
import dev.heddle.shuffle.store.BundleId;
import dev.heddle.spark.bridge.Trailer;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Writes an attempt's rows as blocks, which Spark's writer takes from a queue, and at the end a
 * trailer for each partition. The threads of the task take turns.
 */
final class ShuffleWriter implements ExchangeWriter, ExchangeWriter.Lane {
  private static final int OPEN_BYTES = 32 << 20; // of all partitions
  private static final int MIN_OPEN_BYTES = 32 << 10;
  private static final int MAX_OPEN_BYTES = 2 << 20;

  private final MapAttempt attempt;
  private final BundleId bundle;
  private final ShuffleSide side;
  private final MemoryAccount account;
  private final IpcBlockWriter blocks;
  private final PartitionBatcher rows;
  private final PartitionTotals[] totals; // by partition
  private final long[] bytes; // by partition
  private final int[] sequences; // by partition, of the next block
  private boolean ended;

  ShuffleWriter(MapAttempt attempt, ExchangeShape shape, ShuffleSide side, MemoryAccount account) {
    this.attempt = attempt;
    this.bundle = new BundleId(attempt, 0);
    this.side = side;
    this.account = account;
    this.blocks = IpcBlockWriter.packingAndCompressing(account);
    int partitions = shape.partitions();
    this.totals = new PartitionTotals[partitions];
    Arrays.fill(totals, PartitionTotals.NONE);
    this.bytes = new long[partitions];
    this.sequences = new int[partitions];
    this.rows =
        new PartitionBatcher(
            shape,
            Math.clamp(OPEN_BYTES / partitions, MIN_OPEN_BYTES, MAX_OPEN_BYTES),
            Batch.MAX_ROWS,
            account,
            account,
            this::send);
  }

  @Override
  public Lane lane() {
    return this;
  }

  @Override
  public synchronized void write(Batch batch, long partitions) {
    rows.write(batch, partitions);
  }

  @Override
  public synchronized void write(Batch batch, int partition) {
    rows.write(batch, partition);
  }

  private void send(int partition, Batch batch, long batchBytes) {
    try (batch) {
      totals[partition] = totals[partition].plus(RowLedger.totals(batch, account));
      try (IpcBlockWriter.Block block = blocks.write(batch)) {
        ByteBuffer head = BlockFormat.head(bundle, partition, sequences[partition]++, block);
        byte[] record = new byte[head.remaining() + block.bodyBytes()];
        int headBytes = head.remaining();
        head.get(record, 0, headBytes);
        Memory.copyToArray(block.body().address(), record, headBytes, block.bodyBytes());
        bytes[partition] += record.length;
        side.put(partition, record);
      }
    }
  }

  @Override
  public synchronized SealedMap commit() {
    rows.flush();
    for (int partition = 0; partition < totals.length; partition++) {
      PartitionTotals written = totals[partition];
      side.put(partition, Trailer.of(attempt.map(), written.rows(), written.checksum()));
    }
    close();
    return RowLedger.seal(attempt, ShuffleAddress.HERE, partition -> totals[partition], bytes);
  }

  @Override
  public synchronized void close() {
    if (!ended) {
      ended = true;
      rows.close();
    }
  }
}
