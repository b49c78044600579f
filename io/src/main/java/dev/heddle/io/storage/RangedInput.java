package dev.heddle.io.storage;

/** An open file that is read in ranges. Used by one thread; closed by whoever opened it. */
public interface RangedInput extends AutoCloseable {
  /**
   * Reads bytes into memory, all of them.
   *
   * @param position where they start in the file
   * @param address where they go; the caller owns {@code bytes} bytes there
   * @throws dev.heddle.frame.error.HeddleException with code {@code IO} if the file ends before, or
   *     reading fails
   */
  void read(long position, long address, int bytes);

  /** Reads bytes into a new array, all of them. */
  byte[] readArray(long position, int bytes);

  @Override
  void close();
}
