package dev.heddle.planner.cost;

import dev.heddle.io.catalog.Table;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.planner.rel.CteScan;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * How many rows a relation has at most: by what its nodes do and by exact counts of its tables,
 * never by an estimate. Infinite where that is not known.
 */
public final class RowBounds {
  /** Statistics tell all values of a column to be different exactly for so few rows. */
  private static final long MAX_EXACT_ROWS = 99;

  private RowBounds() {}

  /** Returns the most rows that a relation can have. */
  public static double of(RelNode rel) {
    return switch (rel) {
      case TableScan scan -> ofTable(scan);
      case Filter filter -> hasOneRow(filter) ? 1 : of(filter.getInput());
      case Project project -> of(project.getInput());
      case Aggregate aggregate ->
          aggregate.getGroupCount() == 0
              ? aggregate.getGroupSets().size()
              : of(aggregate.getInput()) * aggregate.getGroupSets().size();
      case Sort sort -> {
        double rows = of(sort.getInput());
        yield sort.fetch instanceof RexLiteral fetch ? Math.min(rows, ValueScale.of(fetch)) : rows;
      }
      case Values values -> values.getTuples().size();
      case CteScan scan -> of(scan.definition().plan());
      case Join join when isSubset(join.getJoinType()) -> of(join.getLeft());
      default -> Double.POSITIVE_INFINITY;
    };
  }

  private static boolean isSubset(JoinRelType kind) {
    return kind == JoinRelType.SEMI || kind == JoinRelType.ANTI;
  }

  private static double ofTable(TableScan scan) {
    Table table = scan.getTable() == null ? null : scan.getTable().unwrap(Table.class);
    if (table == null || !table.statistics().exact()) {
      return Double.POSITIVE_INFINITY;
    }
    TableStatistics statistics = table.statistics();
    return statistics.rowCount().isPresent()
        ? statistics.rowCount().getAsLong()
        : Double.POSITIVE_INFINITY;
  }

  /** Whether a filter asks for one value of a column whose values all differ. */
  private static boolean hasOneRow(Filter filter) {
    RelNode input = filter.getInput();
    while (input instanceof Filter below) {
      input = below.getInput();
    }
    double rows = input instanceof TableScan scan ? ofTable(scan) : Double.POSITIVE_INFINITY;
    if (!(input instanceof TableScan scan) || rows > MAX_EXACT_ROWS) {
      return false;
    }
    TableStatistics statistics = scan.getTable().unwrapOrThrow(Table.class).statistics();
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      int column = equalColumn(conjunct);
      if (column >= 0 && statistics.columns().get(column).distinctCount().orElse(0) >= rows) {
        return true;
      }
    }
    return false;
  }

  /** Returns the column that a condition compares with a constant for equality, or -1. */
  private static int equalColumn(RexNode condition) {
    if (!condition.isA(SqlKind.EQUALS) || !(condition instanceof RexCall call)) {
      return -1;
    }
    RexNode one = call.getOperands().get(0);
    RexNode other = call.getOperands().get(1);
    if (one instanceof RexInputRef column && other instanceof RexLiteral) {
      return column.getIndex();
    }
    return other instanceof RexInputRef column && one instanceof RexLiteral
        ? column.getIndex()
        : -1;
  }
}
