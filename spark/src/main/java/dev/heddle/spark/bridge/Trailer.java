package dev.heddle.spark.bridge;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The last record that a map writes for a partition: what it has written of it, in {@value #BYTES}
 * bytes, little-endian: magic, map, rows, checksum of the rows. Blocks are longer.
 */
public final class Trailer {
  /** How long it is. */
  public static final int BYTES = 24;

  private static final int MAGIC = 'H' | 'X' << 8 | 'T' << 16 | '1' << 24;
  private static final int MAP = 4;
  private static final int ROWS = 8;
  private static final int CHECKSUM = 16;

  private Trailer() {}

  /** Returns the bytes. */
  public static byte[] of(int map, long rows, long checksum) {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(0, MAGIC).putInt(MAP, map).putLong(ROWS, rows).putLong(CHECKSUM, checksum);
    return bytes.array();
  }

  /** Returns whether a record is a trailer. */
  public static boolean isTrailer(byte[] record) {
    return record.length == BYTES && view(record).getInt(0) == MAGIC;
  }

  /** Returns the map that has written it. */
  public static int map(byte[] trailer) {
    return view(trailer).getInt(MAP);
  }

  /** Returns how many rows the map has written of the partition. */
  public static long rows(byte[] trailer) {
    return view(trailer).getLong(ROWS);
  }

  /** Returns the sum of their hashes. */
  public static long checksum(byte[] trailer) {
    return view(trailer).getLong(CHECKSUM);
  }

  private static ByteBuffer view(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
