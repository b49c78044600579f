package dev.heddle.shuffle.store;

import dev.heddle.io.memory.Memory;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Headers of parts, specified by the package: the same in memory, on wires and on disk. */
public final class PartFormat {
  /** How long the header is. */
  public static final int HEADER_BYTES = 40;

  private static final int MAP = 0;
  private static final int ATTEMPT = 4;
  private static final int PARTITION = 8;
  private static final int SEQUENCE = 12;
  private static final int ROWS = 16;
  private static final int PAYLOAD_BYTES = 20;
  private static final int CHECKSUM = 24; // of the rows
  private static final int METADATA_BYTES = 32;
  private static final int SUM = 36; // of all bytes but its own
  private static final int MAX_PAYLOAD_BYTES = 1 << 30;

  private PartFormat() {}

  /**
   * Writes a header but for what {@link #seal} adds.
   *
   * @param metadataBytes how much of the payload is the metadata of an Arrow message; 0 if the
   *     payload is small rows
   */
  public static void put(
      long part,
      int map,
      int attempt,
      int partition,
      int rows,
      long checksum,
      int payloadBytes,
      int metadataBytes) {
    Memory.putInt(part + MAP, map);
    Memory.putInt(part + ATTEMPT, attempt);
    Memory.putInt(part + PARTITION, partition);
    Memory.putInt(part + ROWS, rows);
    Memory.putInt(part + PAYLOAD_BYTES, payloadBytes);
    Memory.putLong(part + CHECKSUM, checksum);
    Memory.putInt(part + METADATA_BYTES, metadataBytes);
  }

  /**
   * Completes a part.
   *
   * @param sequence number of the part among those of its map and partition, from 0
   */
  public static void seal(long part, int sequence) {
    Memory.putInt(part + SEQUENCE, sequence);
    Memory.putInt(part + SUM, sum(part));
  }

  private static int sum(long part) {
    CRC32C sum = new CRC32C();
    ByteBuffer all = Memory.byteBuffer(part, HEADER_BYTES + payloadBytes(part));
    sum.update(all.slice(0, SUM));
    sum.update(all.position(HEADER_BYTES));
    return (int) sum.getValue();
  }

  /** Returns the map. */
  public static int map(long part) {
    return Memory.getInt(part + MAP);
  }

  /** Returns the attempt of the map. */
  public static int attempt(long part) {
    return Memory.getInt(part + ATTEMPT);
  }

  /** Returns the partition. */
  public static int partition(long part) {
    return Memory.getInt(part + PARTITION);
  }

  /** Returns the number of the part among those of its map and partition. */
  public static int sequence(long part) {
    return Memory.getInt(part + SEQUENCE);
  }

  /** Returns the number of rows. */
  public static int rows(long part) {
    return Memory.getInt(part + ROWS);
  }

  /** Returns the sum of the rows' hashes. */
  public static long checksum(long part) {
    return Memory.getLong(part + CHECKSUM);
  }

  /** Returns where the payload starts. */
  public static long payload(long part) {
    return part + HEADER_BYTES;
  }

  /** Returns how long the payload is. */
  public static int payloadBytes(long part) {
    return Memory.getInt(part + PAYLOAD_BYTES);
  }

  /** Returns how much of the payload is metadata of an Arrow message; 0 if it is small rows. */
  public static int metadataBytes(long part) {
    return Memory.getInt(part + METADATA_BYTES);
  }

  /** Returns how long a part is. */
  public static int bytes(long part) {
    return HEADER_BYTES + payloadBytes(part);
  }

  /** Returns whether a part fits into bytes, of which there are enough for a header. */
  public static boolean fits(long part, long bytes) {
    int payload = payloadBytes(part);
    return payload >= 0 && payload <= MAX_PAYLOAD_BYTES && HEADER_BYTES + (long) payload <= bytes;
  }

  /** Returns what is wrong with a part at the start of bytes, or null if it is what was written. */
  public static @Nullable String defect(long part, long bytes) {
    if (bytes < HEADER_BYTES || !fits(part, bytes)) {
      return "its header is not what was written";
    }
    int metadata = metadataBytes(part);
    if (sum(part) != Memory.getInt(part + SUM) || metadata < 0 || metadata > payloadBytes(part)) {
      return "its checksum is wrong";
    }
    return null;
  }
}
