package dev.heddle.physical.plan;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.Share;
import dev.heddle.physical.expr.ExprRowFilter;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.expr.PruningForm;
import dev.heddle.physical.expr.PruningPredicates;
import dev.heddle.physical.expr.QueryTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides a table among tasks by the values of a column: each task reads the rows from the bound
 * before it on up to its own, and the first one those without a value, too. So rows of several
 * tables that have equal values are read by one task where all are divided by the same bounds.
 *
 * @param column position in the request's columns, of integers or dates
 * @param bounds ascending, one fewer than there are tasks
 */
public record KeyBounds(int column, List<Long> bounds) {
  private static final QueryTime NO_TIME = new QueryTime(0, ZoneOffset.UTC);

  /** Copies the list and checks the order. */
  public KeyBounds {
    bounds = List.copyOf(bounds);
    for (int i = 1; i < bounds.size(); i++) {
      if (bounds.get(i - 1) >= bounds.get(i)) {
        throw new IllegalArgumentException("Bounds out of order: " + bounds);
      }
    }
  }

  /**
   * Returns what is true of the rows that a task reads.
   *
   * @param name the column's name, for {@code explain}
   * @throws IllegalArgumentException if the bounds are for another number of tasks
   */
  public ScanFilter.Conjunct conjunct(String name, DataType type, Share share) {
    if (share.parts() != bounds.size() + 1) {
      throw new IllegalArgumentException(
          "Bounds for " + (bounds.size() + 1) + " tasks, and not " + share.parts());
    }
    PhysicalExpr key = new PhysicalExpr.ColumnRef(column, type, true);
    List<PhysicalExpr> parts = new ArrayList<>();
    if (share.part() > 0) {
      parts.add(compare(ScalarFunction.GT_EQ, key, type, bounds.get(share.part() - 1)));
    }
    if (share.part() < bounds.size()) {
      parts.add(compare(ScalarFunction.LT, key, type, bounds.get(share.part())));
    }
    if (share.part() == 0) {
      parts.add(call(ScalarFunction.IS_NULL, List.of(key), false));
    }
    PhysicalExpr predicate =
        parts.size() == 1
            ? parts.getFirst()
            : call(share.part() == 0 ? ScalarFunction.OR : ScalarFunction.AND, parts, true);
    PruningForm form = PruningPredicates.of(predicate);
    return new ScanFilter.Conjunct(
        name + " in the range of the task",
        ExprRowFilter.of(predicate, NO_TIME),
        form.predicate(),
        form.residual());
  }

  private static PhysicalExpr compare(
      ScalarFunction function, PhysicalExpr key, DataType type, long bound) {
    PhysicalExpr constant = PhysicalExpr.Literal.of(ScanValue.Whole.of(bound), type);
    return call(function, List.of(key, constant), true);
  }

  private static PhysicalExpr call(
      ScalarFunction function, List<PhysicalExpr> arguments, boolean nullable) {
    return new PhysicalExpr.Call(function, arguments, DataType.BOOL, nullable);
  }
}
