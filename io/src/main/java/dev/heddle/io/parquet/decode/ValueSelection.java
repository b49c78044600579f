package dev.heddle.io.parquet.decode;

/**
 * Which of a page's next values are wanted.
 *
 * @param positions where their ascending int32 positions start, counted from the next value
 * @param values how many values are gone over; -1 if all that are asked for are wanted
 */
record ValueSelection(long positions, int values) {
  static final ValueSelection ALL = new ValueSelection(0, -1);

  boolean isAll() {
    return values < 0;
  }
}
