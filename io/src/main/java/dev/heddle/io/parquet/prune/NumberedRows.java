package dev.heddle.io.parquet.prune;

import dev.heddle.io.parquet.footer.RowRanges;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.SortedIntegers;
import java.math.BigInteger;
import java.util.List;

/** Finds rows by their numbers, which need no statistics. */
final class NumberedRows {
  private NumberedRows() {}

  /**
   * Returns the rows of a row group for which a predicate on their numbers may be true.
   *
   * @param first number of the row group's first row
   */
  static RowSelection select(PruningPredicate leaf, long first, long rows) {
    return switch (leaf) {
      case PruningPredicate.Among(int _, SortedIntegers values) -> {
        RowRanges.Builder found = new RowRanges.Builder();
        for (int i = values.firstFrom(first); i < values.size(); i++) {
          long row = values.at(i) - first;
          if (row >= rows) {
            break;
          }
          found.add(row, row + 1);
        }
        RowRanges all = found.build();
        yield new RowSelection(all, all);
      }
      case PruningPredicate.In(int _, List<ScanValue> values) -> {
        RowSelection all = new RowSelection(RowRanges.NONE, RowRanges.NONE);
        for (ScanValue value : values) {
          if (value instanceof ScanValue.Whole(BigInteger number)) {
            BigInteger row = number.subtract(BigInteger.valueOf(first));
            if (row.signum() >= 0 && row.compareTo(BigInteger.valueOf(rows)) < 0) {
              RowRanges one = RowRanges.of(row.longValue(), row.longValue() + 1);
              all = all.or(new RowSelection(one, one));
            }
          }
        }
        yield all;
      }
      case PruningPredicate.Compare _,
          PruningPredicate.StartsWith _,
          PruningPredicate.IsNull _,
          PruningPredicate.IsNotNull _,
          PruningPredicate.InStruct _,
          PruningPredicate.Runtime _,
          PruningPredicate.AnyOf _,
          PruningPredicate.AllOf _ ->
          new RowSelection(RowRanges.of(0, rows), RowRanges.NONE);
    };
  }
}
