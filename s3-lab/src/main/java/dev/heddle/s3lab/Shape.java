package dev.heddle.s3lab;

/**
 * A link as the proxy imitates it.
 *
 * @param firstByteMillis time before the first byte of each answer
 * @param connectionBytesPerSecond most that one connection carries; 0 for no limit
 * @param totalBytesPerSecond most that all connections carry; 0 for no limit
 */
public record Shape(long firstByteMillis, long connectionBytesPerSecond, long totalBytesPerSecond) {
  /** As fast as the machine is. */
  public static final Shape NONE = new Shape(0, 0, 0);
}
