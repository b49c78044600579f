package dev.heddle.io.parquet;

/**
 * What statistics prove of a predicate over the rows of a row group. Immutable.
 *
 * @param possible the rows for which it may be true
 * @param certain those of them for which it certainly is
 */
record RowSelection(RowRanges possible, RowRanges certain) {
  /** Returns what one verdict for all rows of a row group means. */
  static RowSelection of(Verdict verdict, long rows) {
    RowRanges all = RowRanges.of(0, rows);
    return switch (verdict) {
      case NEVER -> new RowSelection(RowRanges.NONE, RowRanges.NONE);
      case MAYBE -> new RowSelection(all, RowRanges.NONE);
      case ALWAYS -> new RowSelection(all, all);
    };
  }

  /** Returns what is proven of the conjunction of both predicates. */
  RowSelection and(RowSelection other) {
    return new RowSelection(possible.and(other.possible), certain.and(other.certain));
  }

  /** Returns what is proven of the disjunction of both predicates. */
  RowSelection or(RowSelection other) {
    return new RowSelection(possible.or(other.possible), certain.or(other.certain));
  }
}
