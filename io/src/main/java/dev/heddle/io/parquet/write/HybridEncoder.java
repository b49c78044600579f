package dev.heddle.io.parquet.write;

/** Encodes levels, codes and booleans as Parquet's mix of runs and bit-packed groups. */
final class HybridEncoder {
  private static final int GROUP = 8;
  private static final int MAX_GROUPS = 63; // of a bit-packed run, so that its header is one byte

  private HybridEncoder() {}

  /** Returns how many bits numbers up to {@code most} take. */
  static int width(int most) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(most);
  }

  /** Appends one run. */
  static void run(int value, int count, int width, GrowingBytes out) {
    if (count > 0) {
      out.putVarInt(count << 1);
      out.putLittleEndian(value, (width + 7) / 8);
    }
  }

  /** Appends numbers of a bit width. */
  static void encode(int[] values, int count, int width, GrowingBytes out) {
    int at = 0;
    while (at < count) {
      int end = runEnd(values, at, count);
      if (end - at >= GROUP) {
        run(values[at], end - at, width, out);
        at = end;
      } else {
        at = packed(values, at, count, width, out);
      }
    }
  }

  private static int runEnd(int[] values, int from, int count) {
    int value = values[from];
    int end = from + 1;
    while (end < count && values[end] == value) {
      end++;
    }
    return end;
  }

  private static boolean isRun(int[] values, int from, int count) {
    if (count - from < GROUP) {
      return false;
    }
    for (int i = from + 1; i < from + GROUP; i++) {
      if (values[i] != values[from]) {
        return false;
      }
    }
    return true;
  }

  /** Appends groups up to the next run; returns where it starts. */
  private static int packed(int[] values, int from, int count, int width, GrowingBytes out) {
    int header = out.extend(1);
    int groups = 0;
    int at = from;
    do {
      pack(values, at, Math.min(GROUP, count - at), width, out);
      at += GROUP;
      groups++;
    } while (at < count && groups < MAX_GROUPS && !isRun(values, at, count));
    out.array()[header] = (byte) (groups << 1 | 1);
    return Math.min(at, count);
  }

  private static void pack(int[] values, int from, int count, int width, GrowingBytes out) {
    int to = out.extend(width);
    byte[] bytes = out.array();
    int end = to + width;
    long buffered = 0;
    int bits = 0;
    for (int i = 0; i < count; i++) {
      buffered |= (long) values[from + i] << bits;
      bits += width;
      while (bits >= 8) {
        bytes[to++] = (byte) buffered;
        buffered >>>= 8;
        bits -= 8;
      }
    }
    while (to < end) { // what is missing of the last group
      bytes[to++] = (byte) buffered;
      buffered >>>= 8;
    }
  }
}
