package dev.heddle.shuffle.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The maps that a reader of packs asks a server for, ascending, 16 bytes each: number, attempt and
 * digest of its winner.
 *
 * @param bytes the maps, behind each other, little-endian; not changed
 */
public record MapSelection(byte[] bytes) {
  private static final int MAP_BYTES = 16;
  private static final int ATTEMPT = 4;
  private static final int DIGEST = 8;

  /** Collects maps. */
  public static final class Builder {
    private ByteBuffer out = ByteBuffer.allocate(64 * MAP_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    /** Adds a map, which follows those before. */
    public void add(int map, int attempt, long digest) {
      if (out.remaining() < MAP_BYTES) {
        ByteBuffer grown = ByteBuffer.allocate(2 * out.capacity()).order(ByteOrder.LITTLE_ENDIAN);
        out = grown.put(out.flip());
      }
      out.putInt(map).putInt(attempt).putLong(digest);
    }

    /** Returns all. */
    public MapSelection build() {
      return new MapSelection(Arrays.copyOf(out.array(), out.position()));
    }
  }

  private int intAt(int at) {
    return (bytes[at] & 0xff)
        | (bytes[at + 1] & 0xff) << 8
        | (bytes[at + 2] & 0xff) << 16
        | bytes[at + 3] << 24;
  }

  /** Returns how many there are. */
  public int count() {
    return bytes.length / MAP_BYTES;
  }

  /** Returns the number of a map by its place. */
  public int map(int place) {
    return intAt(place * MAP_BYTES);
  }

  /** Returns the number of the attempt that won. */
  public int attempt(int place) {
    return intAt(place * MAP_BYTES + ATTEMPT);
  }

  /** Returns the winner's {@link SealedMap#digest}. */
  public long digest(int place) {
    int at = place * MAP_BYTES + DIGEST;
    return (intAt(at) & 0xffffffffL) | (long) intAt(at + 4) << 32;
  }

  /** Returns the place of the first map with a number or a higher one. */
  public int first(int map) {
    int low = 0;
    int high = count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (map(middle) < map) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns whether an attempt of a map is asked for. */
  public boolean has(int map, int attempt) {
    int place = first(map);
    return place < count() && map(place) == map && attempt(place) == attempt;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MapSelection that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return count() + " maps";
  }
}
