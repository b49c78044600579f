package dev.heddle.io.parquet;

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
   * @param target where the column's values start; for truth values a bitmap whose bits from {@code
   *     at} on are zero
   * @param at position of the first value in the target
   * @param data receives the buffers that decoded views refer to
   */
  void read(long target, int at, int count, ViewData data);

  /** Leaves values out. */
  void skip(int count);

  /** Frees what the decoder holds beside the page. */
  default void close() {}
}
