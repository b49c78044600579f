package dev.heddle.planner.translate;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.physical.plan.SortOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate over a window that has a filter or an order of its own, for which Calcite's calls
 * over windows have no place. Its operands are the aggregate's, then the keys of its order, then
 * its condition, which is not null. Two are equal if the aggregate, the directions and the presence
 * of the condition are.
 */
public final class OverWindowOperator extends SqlAggFunction {
  /** Direction of a key and the place of its nulls. */
  private record Direction(SortDirection direction, NullPlacement nulls) {}

  private final SqlAggFunction aggregate;
  private final List<Direction> directions;
  private final boolean isFiltered;

  private OverWindowOperator(
      SqlAggFunction aggregate, List<Direction> directions, boolean isFiltered) {
    super(
        aggregate.getName(),
        null,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG0_FORCE_NULLABLE, // calls state their type
        null,
        null,
        SqlFunctionCategory.USER_DEFINED_FUNCTION,
        false,
        true,
        Optionality.FORBIDDEN);
    this.aggregate = aggregate;
    this.directions = List.copyOf(directions);
    this.isFiltered = isFiltered;
  }

  /** Returns the operator of an aggregate whose rows are in an order, or all those taken. */
  static OverWindowOperator ordered(SqlAggFunction aggregate, List<SortKey> order) {
    return new OverWindowOperator(aggregate, directions(order), false);
  }

  /** Returns the operator of an aggregate over the rows for which the last operand is true. */
  static OverWindowOperator filtered(SqlAggFunction aggregate, List<SortKey> order) {
    return new OverWindowOperator(aggregate, directions(order), true);
  }

  private static List<Direction> directions(List<SortKey> order) {
    return order.stream().map(key -> new Direction(key.direction(), key.nulls())).toList();
  }

  /** Returns the aggregate, which takes the first operands. */
  public SqlAggFunction aggregate() {
    return aggregate;
  }

  /** Returns whether the last operand is a condition that rows must meet. */
  public boolean isFiltered() {
    return isFiltered;
  }

  /** Returns how many operands of a number of them are the aggregate's. */
  public int argumentCount(int operands) {
    return operands - directions.size() - (isFiltered ? 1 : 0);
  }

  /** Returns the order whose keys are columns. */
  public List<SortOrder> order(List<Integer> columns) {
    List<SortOrder> order = new ArrayList<>();
    for (int i = 0; i < directions.size(); i++) {
      Direction key = directions.get(i);
      order.add(new SortOrder(columns.get(i), key.direction(), key.nulls()));
    }
    return order;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof OverWindowOperator that
        && aggregate.equals(that.aggregate)
        && directions.equals(that.directions)
        && isFiltered == that.isFiltered;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * aggregate.hashCode() + directions.hashCode()) + Boolean.hashCode(isFiltered);
  }

  @Override
  public String toString() {
    return aggregate + "_" + directions + (isFiltered ? "_FILTERED" : "");
  }
}
