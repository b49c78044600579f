package dev.heddle.shuffle.client;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.ipc.IpcBlockWriter;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.store.PartFormat;
import dev.heddle.shuffle.store.SmallRows;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Collects the rows of all partitions in one place, whatever their number, and makes packs of them
 * when there are enough: sorted by partition, a part for each. Used by one thread.
 */
final class PackBuilder implements AutoCloseable {
  /** Takes packs. */
  interface Target {
    /** Takes over parts, behind each other, ascending by partition, that are not sealed yet. */
    void put(Buffer parts, int bytes, int count);
  }

  private static final int PACK_BYTES = 256 << 10;
  private static final int SMALL_BYTES = 2 << 10; // what a part has at most as small rows
  private static final int SMALL_ROWS = 1 << 10;
  private static final int MAX_PART_BYTES = 192 << 10;
  private static final int MIN_FLUSHED_BYTES = 64 << 10;

  private final MapAttempt attempt;
  private final ExchangeShape shape;
  private final long maxOpenBytes;
  private final MemoryAccount scratch;
  private final IpcBlockWriter blocks;
  private final Target target;
  private final boolean canBeSmall;
  private final BatchAppender arena;
  private final BatchAppender gathered; // rows of one part
  private final MemoryAccount account;
  private @Nullable Buffer partitions; // an int32 for each row of the arena
  private int rows;
  private int[] starts = new int[0]; // by partition; while packs are made
  private @Nullable Buffer pack;
  private int packBytes;
  private int packParts;

  /**
   * Makes an empty one.
   *
   * @param maxOpenBytes how many bytes of rows are enough
   * @param scratch pays for working memory
   * @param account pays for the rows
   */
  PackBuilder(
      MapAttempt attempt,
      ExchangeShape shape,
      long maxOpenBytes,
      MemoryAccount scratch,
      MemoryAccount account,
      IpcBlockWriter blocks,
      Target target) {
    this.attempt = attempt;
    this.shape = shape;
    this.maxOpenBytes = maxOpenBytes;
    this.scratch = scratch;
    this.account = account;
    this.blocks = blocks;
    this.target = target;
    this.canBeSmall = SmallRows.canWrite(shape.types());
    this.arena = new BatchAppender(shape.types(), account);
    this.gathered = new BatchAppender(shape.types(), account);
  }

  /** Adds the rows of a batch, each to its partition: int32 from an address on. */
  void write(Batch batch, long ofRows) {
    int count = batch.rowCount();
    long to = reserve(count);
    Memory.copy(ofRows, to, 4L * count);
    append(batch);
  }

  /** Adds all rows of a batch to one partition. */
  void write(Batch batch, int partition) {
    int count = batch.rowCount();
    long to = reserve(count);
    for (int i = 0; i < count; i++) {
      Memory.putInt(to + 4L * i, partition);
    }
    append(batch);
  }

  private long reserve(int count) {
    long bytes = 4L * (rows + (long) count);
    Buffer old = partitions;
    if (old == null) {
      old = account.allocate(Math.max(bytes, 4L * Batch.MAX_ROWS));
    } else if (old.capacity() < bytes) {
      old = account.grow(old, 4L * rows, Math.max(bytes, 2 * old.capacity()));
    }
    partitions = old;
    return old.address() + 4L * rows;
  }

  private void append(Batch batch) {
    arena.append(batch);
    rows += batch.rowCount();
    if (bytes() >= maxOpenBytes) {
      flush();
    }
  }

  private long bytes() {
    return arena.bytes() + 4L * rows;
  }

  /** Makes packs though there are few rows; returns whether it was worth it. */
  boolean flushEarly() {
    if (bytes() < MIN_FLUSHED_BYTES) {
      return false;
    }
    flush();
    return true;
  }

  /** Makes packs of all rows. */
  void flush() {
    Buffer targets = partitions;
    if (rows == 0 || targets == null) {
      return;
    }
    int count = rows;
    long rowBytes = Math.max(1, arena.bytes() / count);
    rows = 0;
    partitions = null;
    Buffer order = null;
    Buffer hashes = null;
    try (Batch batch = arena.build()) {
      order = scratch.allocate(4L * count);
      sort(targets.address(), count, order.address());
      hashes = scratch.allocate(8L * count);
      if (batch.columnCount() > 0) {
        RowHash.hashColumns(batch::column, batch.columnCount(), count, hashes.address());
      } else {
        Memory.fill(hashes.address(), 8L * count, (byte) 0);
      }
      int from = 0;
      for (int partition = 0; partition < shape.partitions(); partition++) {
        int end = starts[partition];
        if (end > from) {
          addPartition(batch, partition, order.address(), from, end, hashes.address(), rowBytes);
          from = end;
        }
      }
      endPack();
    } finally {
      targets.release();
      if (order != null) {
        order.release();
      }
      if (hashes != null) {
        hashes.release();
      }
    }
  }

  /** Sorts rows by partition; their starts are the ends of the partitions then. */
  private void sort(long targets, int count, long order) {
    if (starts.length == 0) {
      starts = new int[shape.partitions() + 1];
    } else {
      Arrays.fill(starts, 0);
    }
    for (int i = 0; i < count; i++) {
      starts[Memory.getInt(targets + 4L * i) + 1]++;
    }
    for (int p = 0; p < shape.partitions(); p++) {
      starts[p + 1] += starts[p];
    }
    for (int i = 0; i < count; i++) {
      Memory.putInt(order + 4L * starts[Memory.getInt(targets + 4L * i)]++, i);
    }
  }

  private void addPartition(
      Batch batch, int partition, long order, int from, int end, long hashes, long rowBytes) {
    int most = Math.clamp(MAX_PART_BYTES / rowBytes, 1, end - from);
    for (int at = from; at < end; at += most) {
      int count = Math.min(most, end - at);
      long positions = order + 4L * at;
      long checksum = 0;
      for (int i = 0; i < count; i++) {
        checksum += Memory.getLong(hashes + 8L * Memory.getInt(positions + 4L * i));
      }
      long smallBytes =
          canBeSmall && count <= SMALL_ROWS && count * rowBytes <= 2 * SMALL_BYTES
              ? SmallRows.maxBytes(batch, positions, count)
              : Long.MAX_VALUE;
      if (smallBytes <= SMALL_BYTES) {
        long part = reservePart((int) smallBytes);
        long payload = PartFormat.payload(part);
        int bytes = (int) (SmallRows.write(batch, positions, count, payload) - payload);
        put(part, partition, count, checksum, bytes, 0);
      } else {
        addBlock(batch, partition, positions, count, checksum);
      }
    }
  }

  private void addBlock(Batch batch, int partition, long positions, int count, long checksum) {
    gathered.append(batch, positions, count);
    try (Batch rowsOfPart = gathered.build();
        IpcBlockWriter.Block block = blocks.write(rowsOfPart)) {
      int metadata = block.metadata().remaining();
      int bytes = Math.addExact(metadata, block.bodyBytes());
      long part = reservePart(bytes);
      long payload = PartFormat.payload(part);
      Memory.byteBuffer(payload, metadata).put(block.metadata().duplicate());
      Memory.copy(block.body().address(), payload + metadata, block.bodyBytes());
      put(part, partition, count, checksum, bytes, metadata);
    }
  }

  /** Returns where there is room for a part whose payload has at most a number of bytes. */
  private long reservePart(int payloadBytes) {
    int bytes = Math.addExact(PartFormat.HEADER_BYTES, payloadBytes);
    if (pack != null && pack.capacity() - packBytes < bytes) {
      endPack();
    }
    Buffer open = pack;
    if (open == null) {
      open = scratch.allocate(Math.max(PACK_BYTES, bytes));
      pack = open;
    }
    return open.address() + packBytes;
  }

  private void put(
      long part, int partition, int count, long checksum, int payloadBytes, int metadataBytes) {
    PartFormat.put(
        part,
        attempt.map(),
        attempt.attempt(),
        partition,
        count,
        checksum,
        payloadBytes,
        metadataBytes);
    packBytes += PartFormat.HEADER_BYTES + payloadBytes;
    packParts++;
  }

  private void endPack() {
    Buffer full = pack;
    if (full == null) {
      return;
    }
    pack = null;
    int bytes = packBytes;
    int count = packParts;
    packBytes = 0;
    packParts = 0;
    if (count == 0) {
      full.release();
    } else {
      target.put(full, bytes, count);
    }
  }

  @Override
  public void close() {
    arena.close();
    gathered.close();
    if (partitions != null) {
      partitions.release();
      partitions = null;
    }
    if (pack != null) {
      pack.release();
      pack = null;
    }
  }
}
