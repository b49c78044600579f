package dev.heddle.shuffle.protocol;

import java.util.Arrays;

/**
 * About how many bytes each partition of a map's output has, in at most {@value #MAX_CODES} bytes:
 * a code represents a range of partitions and their mean, and is at most 13 % too high.
 *
 * @param partitions number of partitions
 * @param codes one code for each run of partitions
 */
public record PartitionSizes(int partitions, byte[] codes) {
  /** The most codes there are. */
  public static final int MAX_CODES = 512;

  private static final double STEP = Math.log(2) * 45 / 255; // the last code is 2^45 bytes
  private static final long[] BYTES = bytesOfCodes();

  /** Keeps the sizes of partitions. */
  public static PartitionSizes of(long[] bytes) {
    int count = codes(bytes.length);
    byte[] codes = new byte[count];
    for (int i = 0; i < count; i++) {
      int from = start(i, bytes.length, count);
      int to = start(i + 1, bytes.length, count);
      long sum = 0;
      for (int p = from; p < to; p++) {
        sum += bytes[p];
      }
      codes[i] = (byte) code((sum + to - from - 1) / (to - from));
    }
    return new PartitionSizes(bytes.length, codes);
  }

  private static long[] bytesOfCodes() {
    long[] bytes = new long[256];
    for (int code = 1; code < bytes.length; code++) {
      bytes[code] = (long) Math.ceil(Math.exp(code * STEP));
    }
    return bytes;
  }

  private static int start(int code, int partitions, int codes) {
    return (int) ((long) code * partitions / codes);
  }

  private static int code(long bytes) {
    return bytes == 0 ? 0 : Math.clamp((long) Math.ceil(Math.log((double) bytes) / STEP), 1, 255);
  }

  /** Returns how many codes the sizes of a number of partitions have. */
  public static int codes(int partitions) {
    return Math.min(MAX_CODES, partitions);
  }

  /** Returns the place of the code that represents a partition. */
  public static int place(int partition, int partitions) {
    return (int) (((partition + 1L) * codes(partitions) - 1) / partitions);
  }

  /** Returns about how many bytes a partition has; 0 only if it has none. */
  public long bytes(int partition) {
    return BYTES[codes[place(partition, partitions)] & 0xff];
  }

  /** Adds about how many bytes each partition has to sums, one for each code. */
  public void addTo(long[] sums) {
    for (int i = 0; i < codes.length; i++) {
      sums[i] += BYTES[codes[i] & 0xff];
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PartitionSizes that
        && partitions == that.partitions
        && Arrays.equals(codes, that.codes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(codes);
  }
}
