package dev.heddle.physical.plan;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.ExprRowFilter;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.expr.PruningForm;
import dev.heddle.physical.expr.PruningPredicates;
import dev.heddle.physical.expr.QueryTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One of the intervals that bounds cut the values of a column into. The first one has the rows
 * without a value, too.
 *
 * @param column position in a request's columns
 * @param type of the column
 * @param from no value is less; none in the first interval
 * @param to all values are less; none in the last interval
 */
public record KeyInterval(
    int column, DataType type, Optional<ScanValue> from, Optional<ScanValue> to) {
  private static final QueryTime NO_TIME = new QueryTime(0, ZoneOffset.UTC);

  /**
   * Returns an interval of those between bounds.
   *
   * @param number of the interval, from 0 to the number of bounds
   */
  public static KeyInterval of(int column, DataType type, List<ScanValue> bounds, int number) {
    return new KeyInterval(
        column,
        type,
        number == 0 ? Optional.empty() : Optional.of(bounds.get(number - 1)),
        number == bounds.size() ? Optional.empty() : Optional.of(bounds.get(number)));
  }

  /**
   * Returns what is true of the rows of the interval, which must not be the only one.
   *
   * @param text what it is, for {@code explain}
   */
  public ScanFilter.Conjunct conjunct(String text) {
    PhysicalExpr key = new PhysicalExpr.ColumnRef(column, type, true);
    List<PhysicalExpr> parts = new ArrayList<>();
    from.ifPresent(bound -> parts.add(compare(ScalarFunction.GT_EQ, key, bound)));
    to.ifPresent(bound -> parts.add(compare(ScalarFunction.LT, key, bound)));
    if (from.isEmpty()) {
      parts.add(call(ScalarFunction.IS_NULL, List.of(key), false));
    }
    PhysicalExpr predicate =
        parts.size() == 1
            ? parts.getFirst()
            : call(from.isEmpty() ? ScalarFunction.OR : ScalarFunction.AND, parts, true);
    PruningForm form = PruningPredicates.of(predicate);
    return new ScanFilter.Conjunct(
        text, ExprRowFilter.of(predicate, NO_TIME), form.predicate(), form.residual());
  }

  private PhysicalExpr compare(ScalarFunction function, PhysicalExpr key, ScanValue bound) {
    return call(function, List.of(key, PhysicalExpr.Literal.of(bound, type)), true);
  }

  private static PhysicalExpr call(
      ScalarFunction function, List<PhysicalExpr> arguments, boolean nullable) {
    return new PhysicalExpr.Call(function, arguments, DataType.BOOL, nullable);
  }
}
