package dev.heddle.io.parquet.decode;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.parquet.fetch.PartReads;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.scan.ConjunctGroup;
import dev.heddle.io.scan.ConjunctState;

/**
 * Reads the rows of one column of a row group, front to back.
 *
 * <p>Reused for one row group after the other. Used by one thread; what it has returned belongs to
 * the caller and outlives it.
 */
public interface ChunkReader extends AutoCloseable {
  /** Turns to a row group; what has been planned to be read stays the caller's. */
  void start(
      PartReads reads, String file, ParquetColumn column, ChunkInfo chunk, int rowGroup, long rows);

  /** Leaves rows out; pages among them are not read or not decompressed where possible. */
  void skip(long rows);

  /** Announces that the next rows will be requested, so that their pages can be fetched. */
  void announce(int rows);

  /**
   * Returns the next rows.
   *
   * @param form whether values of any layout may come as codes
   */
  Column read(int rows, ValueForm form);

  /**
   * Goes over the next rows and returns some of them.
   *
   * @param positions where {@code count} ascending int32 positions among the next rows start
   * @param count one at least
   * @param form as for {@link #read}
   */
  Column pick(int rows, long positions, int count, ValueForm form);

  /**
   * Goes over the next rows and finds those of some of them that pass a conjunct over this column.
   *
   * @param positions as for {@link #pick}, or 0 to look at all {@code rows}
   * @param count how many rows to look at, one at least
   * @param conjunct is decided by the column's value
   * @param output where to write which of the rows looked at pass, ascending from 0
   * @return how many pass
   */
  default int narrow(int rows, long positions, int count, ConjunctState conjunct, long output) {
    Column column =
        positions == 0
            ? read(rows, ValueForm.CODES)
            : pick(rows, positions, count, ValueForm.CODES);
    try {
      return conjunct.narrow(new Column[] {column}, count, 0, count, output);
    } finally {
      column.release();
    }
  }

  /**
   * As {@link #narrow}, but stays before the next rows, so that they can be picked then.
   *
   * @param positions as for {@link #pick}
   * @return how many pass, or -1 if that is unknown without decoding
   */
  default int peek(int rows, long positions, int count, ConjunctState conjunct, long output) {
    return -1;
  }

  /**
   * Clears the bits of those of the next rows that fail a conjunct over this column, and stays
   * before them.
   *
   * @param bitmap a bit for each row, from the first on, in whole words
   * @return how many bits are left, or -1, with the bitmap unchanged, if that is unknown without
   *     decoding
   */
  default int mask(int rows, ConjunctState conjunct, long bitmap) {
    return -1;
  }

  /**
   * Returns whether it is known that no row of the row group passes all of some conjuncts over this
   * column, so that its pages need not be looked at.
   */
  default boolean failsAll(ConjunctGroup conjuncts) {
    return false;
  }

  /** Returns how many of the next rows are in the current page, or 0 if that is not known. */
  default int rowsAtHand() {
    return 0;
  }

  /** Returns how many rows make a batch of useful size. */
  default int batchRows() {
    return Batch.MAX_ROWS;
  }

  @Override
  void close();
}
