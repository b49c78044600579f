package dev.heddle.io.parquet;

import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.PruningPredicate.Operator;
import dev.heddle.io.scan.ScanValue;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Decides by statistics whether a row group can hold a row for which a predicate is true.
 *
 * <p>Says no only with proof. NaN is above every number in comparisons and outside of every bound,
 * so an upper bound disproves nothing where NaN may be; where values and bounds are of different
 * kinds nothing is disproved either.
 */
final class RowGroupPruner {
  private final List<ParquetColumn> columns;
  private final List<ChunkInfo> chunks;
  private final long rows;

  /**
   * Makes a pruner for one row group.
   *
   * @param columns the request's columns as this file has them
   * @param chunks their chunks in this row group
   */
  RowGroupPruner(List<ParquetColumn> columns, List<ChunkInfo> chunks, long rows) {
    this.columns = columns;
    this.chunks = chunks;
    this.rows = rows;
  }

  /** Returns whether certainly no row satisfies the predicate. */
  boolean excludes(PruningPredicate predicate) {
    return switch (predicate) {
      case PruningPredicate.Compare(int column, Operator operator, ScanValue value) ->
          isAllNull(column) || excludes(column, operator, value);
      case PruningPredicate.In(int column, List<ScanValue> values) ->
          isAllNull(column)
              || values.stream().allMatch(value -> excludes(column, Operator.EQUAL, value));
      case PruningPredicate.StartsWith(int column, ScanValue prefix) ->
          isAllNull(column) || excludesPrefix(column, prefix);
      case PruningPredicate.IsNull(int column) -> nulls(column) == 0;
      case PruningPredicate.IsNotNull(int column) -> isAllNull(column);
      case PruningPredicate.AnyOf(List<PruningPredicate> predicates) ->
          predicates.stream().allMatch(this::excludes);
      case PruningPredicate.AllOf(List<PruningPredicate> predicates) ->
          predicates.stream().anyMatch(this::excludes);
    };
  }

  private long nulls(int column) {
    return chunks.get(column).statistics().nullCount();
  }

  private boolean isAllNull(int column) {
    return nulls(column) == rows;
  }

  private Bounds bounds(int column) {
    return Bounds.of(columns.get(column), chunks.get(column).statistics());
  }

  private boolean excludes(int column, Operator operator, ScanValue value) {
    if (value instanceof ScanValue.Floating(double number) && Double.isNaN(number)) {
      return false;
    }
    Bounds bounds = bounds(column);
    boolean belowMinimum = isBelow(value, bounds.minimum());
    boolean aboveMaximum = isBelow(bounds.maximum(), value);
    return switch (operator) {
      case EQUAL -> belowMinimum || aboveMaximum;
      case NOT_EQUAL ->
          !bounds.mayHaveNan()
              && isEqual(value, bounds.minimum())
              && isEqual(value, bounds.maximum());
      case LESS -> belowMinimum || isEqual(value, bounds.minimum());
      case LESS_OR_EQUAL -> belowMinimum;
      case GREATER -> !bounds.mayHaveNan() && (aboveMaximum || isEqual(value, bounds.maximum()));
      case GREATER_OR_EQUAL -> !bounds.mayHaveNan() && aboveMaximum;
    };
  }

  private boolean excludesPrefix(int column, ScanValue prefix) {
    Bounds bounds = bounds(column);
    if (isBelow(bounds.maximum(), prefix)) {
      return true;
    }
    return prefix instanceof ScanValue.Bytes(byte[] start)
        && bounds.minimum() instanceof ScanValue.Bytes(byte[] least)
        && Arrays.compareUnsigned(least, start) > 0
        && !(least.length >= start.length
            && Arrays.equals(least, 0, start.length, start, 0, start.length));
  }

  private static boolean isBelow(@Nullable ScanValue left, @Nullable ScanValue right) {
    if (left == null || right == null) {
      return false;
    }
    OptionalInt order = Bounds.compare(left, right);
    return order.isPresent() && order.getAsInt() < 0;
  }

  private static boolean isEqual(ScanValue left, @Nullable ScanValue right) {
    if (right == null) {
      return false;
    }
    OptionalInt order = Bounds.compare(left, right);
    return order.isPresent() && order.getAsInt() == 0;
  }
}
