package dev.heddle.io.storage;

import dev.heddle.io.memory.MemoryAccount;

/** An open file that is read in ranges. Used by one thread; closed by its opener. */
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

  /**
   * Starts to read bytes into a buffer of their own.
   *
   * <p>Returns at once. Where the storage is far away, reads go on in the background, many at a
   * time and in the order in which they were started, as far as its window allows; where it is
   * near, the work may be done when it is waited for. An input takes the memory from the account
   * when it begins to fill it, not before, and one that finds none in the background tries again in
   * {@link PendingRead#await}: so reads may be started far ahead of their use.
   */
  PendingRead start(long position, int bytes, MemoryAccount account);

  /** Returns whether started reads go on while nobody waits for them. */
  default boolean worksInBackground() {
    return false;
  }

  /**
   * Returns the most bytes between two wanted ranges that are better read along with them than left
   * out by a second read.
   */
  int coalesceGap();

  @Override
  void close();
}
