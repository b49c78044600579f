package dev.heddle.shuffle.client;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.ipc.IpcBlockReader;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangePart;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.ReadTotals;
import dev.heddle.shuffle.protocol.RowLedger;
import dev.heddle.shuffle.store.PartFormat;
import dev.heddle.shuffle.store.SmallRowsReader;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Makes batches of parts, and proves the rows of each part: those of small parts together, once a
 * batch of them is full. Used by one thread.
 */
final class PartDecoder implements AutoCloseable {
  private final ExchangeId exchange;
  private final boolean hasAllColumns;
  private final MemoryAccount account;
  private final IpcBlockReader blocks;
  private final SmallRowsReader small;
  private int[] rows = new int[64]; // of each small part
  private int[] maps = new int[64];
  private long[] checksums = new long[64];
  private int parts; // small ones that are not proved
  private @Nullable BiFunction<Integer, String, FetchLostException> loss;
  private boolean isInBlock;
  private PartitionTotals expected = PartitionTotals.NONE; // of the block
  private final ReadTotals found;
  private int blockMap;
  private boolean isDue; // what is small, before anything else

  PartDecoder(ExchangeId exchange, ExchangeShape shape, ExchangePart part, MemoryAccount account) {
    this.exchange = exchange;
    this.hasAllColumns = part.hasAllColumns(shape);
    this.account = account;
    this.found = new ReadTotals(part, shape, account);
    this.blocks = new IpcBlockReader(shape.types(), part.columns(), account);
    this.small = new SmallRowsReader(shape.types(), part.columns(), account);
  }

  /**
   * Adds a part, which is not needed afterwards; returns false if batches have to be taken before.
   *
   * @param ifLost words that a map is not what it should be
   */
  boolean add(long part, BiFunction<Integer, String, FetchLostException> ifLost) {
    int count = PartFormat.rows(part);
    int metadata = PartFormat.metadataBytes(part);
    boolean isSmall = metadata == 0;
    if (small.rows() > 0 && (!isSmall || small.rows() + (long) count > Batch.MAX_ROWS)) {
      isDue = true;
      return false;
    }
    loss = ifLost;
    if (isSmall) {
      small.add(PartFormat.payload(part), count);
      note(PartFormat.map(part), count, PartFormat.checksum(part));
    } else {
      long payload = PartFormat.payload(part);
      blocks.open(
          Memory.byteBuffer(payload, metadata),
          payload + metadata,
          PartFormat.payloadBytes(part) - metadata);
      isInBlock = true;
      blockMap = PartFormat.map(part);
      expected = new PartitionTotals(count, PartFormat.checksum(part));
      found.clear();
    }
    return true;
  }

  private void note(int map, int count, long checksum) {
    if (parts == rows.length) {
      rows = Arrays.copyOf(rows, 2 * parts);
      maps = Arrays.copyOf(maps, 2 * parts);
      checksums = Arrays.copyOf(checksums, 2 * parts);
    }
    rows[parts] = count;
    maps[parts] = map;
    checksums[parts++] = checksum;
  }

  /** Returns a batch that is full, which is the caller's, or null if more parts may be added. */
  @Nullable Batch take() {
    if (isInBlock) {
      Batch batch = blocks.next();
      if (batch != null) {
        return found.add(batch);
      }
      isInBlock = false;
      if (!found.areProved(expected)) {
        throw lost(blockMap, found.difference(expected));
      }
    }
    return isDue || small.rows() >= Batch.MAX_ROWS ? takeLast() : null;
  }

  /** Returns what has been added and not taken, or null if there is nothing. */
  @Nullable Batch takeLast() {
    isDue = false;
    if (small.rows() == 0) {
      return null;
    }
    Batch batch = small.build();
    try {
      if (hasAllColumns) {
        prove(batch);
      }
      parts = 0;
      return batch;
    } catch (Throwable e) {
      batch.close();
      throw e;
    }
  }

  /** Proves the rows of each small part of a batch. */
  private void prove(Batch batch) {
    int count = batch.rowCount();
    Buffer hashes = account.allocate(8L * count);
    try {
      if (batch.columnCount() > 0) {
        RowHash.hashColumns(batch::column, batch.columnCount(), count, hashes.address());
      }
      int row = 0;
      for (int i = 0; i < parts; i++) {
        long sum = 0;
        for (int end = row + rows[i]; row < end; row++) {
          sum += batch.columnCount() == 0 ? 0 : Memory.getLong(hashes.address() + 8L * row);
        }
        if (sum != checksums[i]) {
          throw lost(
              maps[i],
              RowLedger.difference(
                  new PartitionTotals(rows[i], checksums[i]), new PartitionTotals(rows[i], sum)));
        }
      }
    } finally {
      hashes.release();
    }
  }

  private FetchLostException lost(int map, String difference) {
    String why = "rows were lost, doubled or changed: " + difference;
    return loss == null
        ? new FetchLostException(exchange, List.of(map), why, null)
        : loss.apply(map, why);
  }

  @Override
  public void close() {
    blocks.close();
    small.close();
  }
}
