package dev.heddle.planner.cost;

import dev.heddle.physical.plan.SubPlanRows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * What is expected of a relation: its rows and its columns. Immutable.
 *
 * @param rows number of rows
 * @param columns one entry a column
 * @param origin which sub-plan of the query has exactly these rows
 */
public record RelEstimate(double rows, List<ColumnEstimate> columns, SubPlanRows origin) {
  /** More than any relation has; estimates of joins on joins would end in infinity. */
  public static final double MAX_ROWS = 1e40;

  /** Copies the columns, and takes no more rows than {@link #MAX_ROWS}. */
  public RelEstimate {
    rows = Math.min(rows, MAX_ROWS);
    columns = List.copyOf(columns);
  }

  /** An estimate of rows whose count is of no use to others. */
  public RelEstimate(double rows, List<ColumnEstimate> columns) {
    this(rows, columns, SubPlanRows.NONE);
  }

  /** Returns this estimate of the rows of a sub-plan, which may have been counted. */
  public RelEstimate counted(SubPlanRows counted) {
    double number = counted.rows();
    if (number == rows) {
      return new RelEstimate(rows, columns, counted);
    }
    List<ColumnEstimate> changed =
        number < rows ? thinned(number).columns : map(column -> column.grown(rows, number));
    return new RelEstimate(number, changed, counted);
  }

  /** Returns the estimate of a column. */
  public ColumnEstimate column(int index) {
    return columns.get(index);
  }

  /** Returns the average size of a row of these columns in memory. */
  public double rowBytes(ImmutableBitSet kept) {
    double bytes = 0;
    for (int column : kept) {
      bytes += columns.get(column).bytes();
    }
    return bytes;
  }

  /** Returns this relation with this number of its rows, chosen at random. */
  public RelEstimate thinned(double keptRows) {
    return new RelEstimate(keptRows, map(column -> column.thinned(rows, keptRows)));
  }

  /** Returns how many different combinations of values the columns have, at most one a row. */
  public double distinctCombinations(Iterable<Integer> keys) {
    double product = 1;
    for (int key : keys) {
      ColumnEstimate column = columns.get(key);
      product *= Math.max(1, column.distinct()) + (column.nullFraction() > 0 ? 1 : 0);
      if (product >= rows) {
        return Math.max(rows, Math.min(1, rows));
      }
    }
    return Math.min(product, rows);
  }

  /** Returns this relation with no column having more distinct values than there are rows. */
  public RelEstimate bounded() {
    double most = Math.max(1, rows);
    return new RelEstimate(rows, map(c -> c.distinct() > most ? c.withDistinct(most) : c), origin);
  }

  List<ColumnEstimate> map(UnaryOperator<ColumnEstimate> change) {
    List<ColumnEstimate> changed = new ArrayList<>(columns.size());
    for (ColumnEstimate column : columns) {
      changed.add(change.apply(column));
    }
    return changed;
  }
}
