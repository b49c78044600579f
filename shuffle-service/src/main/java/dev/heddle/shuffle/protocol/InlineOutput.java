package dev.heddle.shuffle.protocol;

/**
 * The output of an attempt in an exchange of one partition, small enough to go along with the
 * report that the attempt has won. Its readers then need not ask its server, which has it too.
 *
 * @param attempt the attempt that wrote it
 * @param blocks its blocks, behind each other
 */
public record InlineOutput(MapAttempt attempt, byte[] blocks) {
  private static final long MAX_BYTES = 64 << 10; // of all maps, if each has the same
  private static final int MAX_MAPS = 64;

  /** Returns whether what each map of an exchange has written may go along. */
  public static boolean isLittle(ExchangeShape shape, long bytes) {
    return shape.partitions() == 1 && shape.maps() <= MAX_MAPS && bytes * shape.maps() <= MAX_BYTES;
  }
}
