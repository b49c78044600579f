package dev.heddle.shuffle.store;

import dev.heddle.io.ipc.IpcBlockWriter;
import dev.heddle.io.memory.Memory;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.MapAttempt;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Headers of blocks, specified by the package: the same in memory, on wires and on disk. */
public final class BlockFormat {
  /** How long the header is. */
  public static final int HEADER_BYTES = 64;

  private static final int MAGIC = 'H' | 'X' << 8 | 'B' << 16 | '1' << 24;
  private static final int PACK_MAGIC = 'H' | 'X' << 8 | 'P' << 16 | '1' << 24;
  private static final int CHECKSUM = 4;
  private static final int SUMMED = 8; // from here on
  private static final int JOB = 8;
  private static final int EXCHANGE = 16;
  private static final int EPOCH = 20;
  private static final int MAP = 24;
  private static final int ATTEMPT = 28;
  private static final int PARTITION = 32;
  private static final int SEQUENCE = 36;
  private static final int ROWS = 40;
  private static final int METADATA_BYTES = 44;
  private static final int BODY_BYTES = 48;

  private BlockFormat() {}

  /**
   * Returns header and metadata of a block; its body follows.
   *
   * @param sequence number of the block among those of the partition, from 0
   */
  public static ByteBuffer head(
      BundleId bundle, int partition, int sequence, IpcBlockWriter.Block block) {
    ByteBuffer metadata = block.metadata();
    ByteBuffer head =
        ByteBuffer.allocate(HEADER_BYTES + metadata.remaining()).order(ByteOrder.LITTLE_ENDIAN);
    put(head, MAGIC, bundle, block.rows(), metadata.remaining(), block.bodyBytes());
    head.putInt(PARTITION, partition);
    head.putInt(SEQUENCE, sequence);
    head.put(HEADER_BYTES, metadata, metadata.position(), metadata.remaining());
    CRC32C sum = new CRC32C();
    sum.update(head.duplicate().position(SUMMED));
    sum.update(Memory.byteBuffer(block.body().address(), block.bodyBytes()));
    head.putInt(CHECKSUM, (int) sum.getValue());
    return head;
  }

  private static void put(
      ByteBuffer head, int magic, BundleId bundle, int rows, int metadataBytes, int bodyBytes) {
    MapAttempt attempt = bundle.attempt();
    head.putInt(0, magic);
    head.putLong(JOB, attempt.exchange().job());
    head.putInt(EXCHANGE, attempt.exchange().exchange());
    head.putInt(EPOCH, bundle.epoch());
    head.putInt(MAP, attempt.map());
    head.putInt(ATTEMPT, attempt.attempt());
    head.putInt(ROWS, rows);
    head.putInt(METADATA_BYTES, metadataBytes);
    head.putInt(BODY_BYTES, bodyBytes);
  }

  /** Writes the header of a pack, whose index is behind it in the head. */
  static void putPack(
      ByteBuffer head, BundleId bundle, int first, int last, int rows, int bodyBytes) {
    put(head, PACK_MAGIC, bundle, rows, head.capacity() - HEADER_BYTES, bodyBytes);
    head.putInt(PARTITION, first);
    head.putInt(SEQUENCE, last);
    CRC32C sum = new CRC32C();
    sum.update(head.duplicate().position(SUMMED));
    head.putInt(CHECKSUM, (int) sum.getValue());
  }

  /** Returns whether header and index of a pack are what was written. */
  static boolean isIntactHead(long address) {
    CRC32C sum = new CRC32C();
    int bytes = HEADER_BYTES + metadataBytes(address) - SUMMED;
    sum.update(Memory.byteBuffer(address + SUMMED, bytes));
    return (int) sum.getValue() == Memory.getInt(address + CHECKSUM);
  }

  /** Returns what a block's header says that it is of; it has a header at least. */
  public static BundleId bundle(long address) {
    ExchangeId exchange =
        new ExchangeId(Memory.getLong(address + JOB), Memory.getInt(address + EXCHANGE));
    return new BundleId(
        new MapAttempt(exchange, map(address), attempt(address)), Memory.getInt(address + EPOCH));
  }

  /** Returns whether bytes, which have a header at least, begin with that of a pack. */
  public static boolean isPack(long address) {
    return Memory.getInt(address) == PACK_MAGIC;
  }

  /** Returns the attempt in the header of a block; it has a header at least. */
  static int attempt(long address) {
    return Memory.getInt(address + ATTEMPT);
  }

  /** Returns how long a block's metadata, or a pack's index, is; it has a header at least. */
  static int metadataBytes(long address) {
    return Memory.getInt(address + METADATA_BYTES);
  }

  /** Returns the partition in the header of a block; it has a header at least. */
  public static int partition(long address) {
    return Memory.getInt(address + PARTITION);
  }

  /** Returns the number of rows in the header of a block; it has a header at least. */
  public static int rows(long address) {
    return Memory.getInt(address + ROWS);
  }

  /** Returns the map in the header of a block; it has a header at least. */
  public static int map(long address) {
    return Memory.getInt(address + MAP);
  }

  /** Returns the block's number among those of its partition; it has a header at least. */
  public static int sequence(long address) {
    return Memory.getInt(address + SEQUENCE);
  }

  /** Returns where a checked block's body starts. */
  public static long body(long address) {
    return address + HEADER_BYTES + Memory.getInt(address + METADATA_BYTES);
  }

  /** Returns how long a checked block's body is. */
  public static int bodyBytes(long address) {
    return Memory.getInt(address + BODY_BYTES);
  }

  /** Returns a checked block's metadata. */
  public static ByteBuffer metadata(long address) {
    return Memory.byteBuffer(address + HEADER_BYTES, Memory.getInt(address + METADATA_BYTES));
  }

  /** Returns how long a block is that has been found whole. */
  public static int bytes(long address) {
    return HEADER_BYTES
        + Memory.getInt(address + METADATA_BYTES)
        + Memory.getInt(address + BODY_BYTES);
  }

  /** Returns whether bytes have the header of a block of that length. */
  public static boolean isWhole(long address, long bytes) {
    if (bytes < HEADER_BYTES || (Memory.getInt(address) != MAGIC && !isPack(address))) {
      return false;
    }
    long metadata = Memory.getInt(address + METADATA_BYTES);
    long body = Memory.getInt(address + BODY_BYTES);
    return metadata >= 0 && body >= 0 && HEADER_BYTES + metadata + body == bytes;
  }

  /** Returns what is wrong with the bytes of a block, or null if they are what was written. */
  public static @Nullable String defect(long address, long bytes) {
    if (!isWhole(address, bytes) || isPack(address)) {
      return "its header is not what was written";
    }
    CRC32C sum = new CRC32C();
    sum.update(Memory.byteBuffer(address + SUMMED, (int) (bytes - SUMMED)));
    return (int) sum.getValue() == Memory.getInt(address + CHECKSUM)
        ? null
        : "its checksum is wrong";
  }

  /** Returns whether a checked block belongs to a bundle. */
  public static boolean isOf(long address, BundleId bundle) {
    MapAttempt attempt = bundle.attempt();
    ExchangeId exchange = attempt.exchange();
    return Memory.getLong(address + JOB) == exchange.job()
        && Memory.getInt(address + EXCHANGE) == exchange.exchange()
        && Memory.getInt(address + EPOCH) == bundle.epoch()
        && Memory.getInt(address + MAP) == attempt.map()
        && Memory.getInt(address + ATTEMPT) == attempt.attempt();
  }
}
