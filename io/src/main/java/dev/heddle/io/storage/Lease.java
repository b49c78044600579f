package dev.heddle.io.storage;

/**
 * A small file that proves that its maker lives: {@link Storage#isLive} is true of it until the
 * lease is closed or the process ends, however it ends. Thread-safe.
 */
public interface Lease extends AutoCloseable {
  /**
   * Returns whether nobody can have taken the maker for dead so far. A storage without locks looks
   * at how long ago the lease was renewed.
   */
  boolean isHeld();

  /** Ends the claim. The file stays; an owner that ends in good order deletes it before. */
  @Override
  void close();
}
