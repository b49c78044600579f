package dev.heddle.planner.lower;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.physical.plan.SortOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelFieldCollation;

/** Orders of rows. Null placement is last unless stated. */
final class Orders {
  private Orders() {}

  static List<SortOrder> of(RelCollation collation, Lowered input) {
    List<SortOrder> order = new ArrayList<>();
    for (RelFieldCollation key : collation.getFieldCollations()) {
      order.add(of(input.at(key.getFieldIndex()), key.direction, key.nullDirection));
    }
    return order;
  }

  static SortOrder of(
      int column, RelFieldCollation.Direction direction, RelFieldCollation.NullDirection nulls) {
    return new SortOrder(
        column,
        direction.isDescending() ? SortDirection.DESCENDING : SortDirection.ASCENDING,
        nulls == RelFieldCollation.NullDirection.FIRST ? NullPlacement.FIRST : NullPlacement.LAST);
  }
}
