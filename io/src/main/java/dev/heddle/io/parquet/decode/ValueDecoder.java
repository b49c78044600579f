package dev.heddle.io.parquet.decode;

import dev.heddle.io.parquet.codec.CorruptDataException;

/**
 * Decodes the values of one page, front to back. Nulls have no value.
 *
 * <p>Used by one thread. Reads only within the page's bytes and what may be over-read behind them;
 * wrong bytes are a {@link CorruptDataException}.
 */
interface ValueDecoder {
  /**
   * Decodes values.
   *
   * @param target where the column's values start; for booleans a bitmap whose bits from {@code at}
   *     on are zero
   * @param at position of the first value in the target
   * @param data receives the buffers that decoded views refer to
   */
  void read(long target, int at, int count, ViewData data);

  /**
   * Goes over values and decodes some of them, if that costs less than to decode all.
   *
   * @param positions where {@code count} ascending int32 positions below {@code span} start
   * @param span how many values to go over, one at least
   * @param target where the first of them goes, the others behind it
   * @param data receives the buffers that decoded views refer to
   * @return whether it has been done; if not, nothing has
   */
  default boolean pick(long positions, int count, int span, long target, ViewData data) {
    return false;
  }

  /** Leaves values out. */
  void skip(int count);

  /** Frees what the decoder holds beside the page. */
  default void close() {}
}
