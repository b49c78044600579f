package dev.heddle.planner.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate over ordered rows whose order keys stand behind its arguments, so that who moves the
 * arguments to other columns moves the keys as well.
 */
final class CarriedOrder extends SqlAggFunction implements CarriedCall {
  private final SqlAggFunction function;
  private final boolean isDistinct;
  private final int arguments;
  private final List<RelFieldCollation> keys; // each with its place among all arguments

  private CarriedOrder(
      SqlAggFunction function, boolean isDistinct, int arguments, List<RelFieldCollation> keys) {
    super(
        function.getName() + "_ORDERED",
        null,
        SqlKind.OTHER_FUNCTION,
        null,
        null,
        null,
        SqlFunctionCategory.USER_DEFINED_FUNCTION,
        false,
        false,
        Optionality.FORBIDDEN);
    this.function = function;
    this.isDistinct = isDistinct;
    this.arguments = arguments;
    this.keys = keys;
  }

  /** Returns a call without an order that stands for one with. */
  static AggregateCall of(AggregateCall call) {
    List<Integer> columns = new ArrayList<>(call.getArgList());
    List<RelFieldCollation> keys = new ArrayList<>();
    for (RelFieldCollation key : call.getCollation().getFieldCollations()) {
      keys.add(key.withFieldIndex(columns.size()));
      columns.add(key.getFieldIndex());
    }
    SqlAggFunction carried =
        new CarriedOrder(
            call.getAggregation(), call.isDistinct(), call.getArgList().size(), List.copyOf(keys));
    return CarriedCall.changed(call, carried, false, columns, RelCollations.EMPTY);
  }

  @Override
  public AggregateCall restored(AggregateCall call) {
    List<Integer> columns = call.getArgList();
    List<RelFieldCollation> order = new ArrayList<>();
    for (RelFieldCollation key : keys) {
      order.add(key.withFieldIndex(columns.get(key.getFieldIndex())));
    }
    return CarriedCall.changed(
        call, function, isDistinct, columns.subList(0, arguments), RelCollations.of(order));
  }

  @Override
  public RelDataType inferReturnType(SqlOperatorBinding binding) {
    return CarriedCall.typeOf(
        function, binding.collectOperandTypes().subList(0, arguments), binding);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CarriedOrder that
        && function.equals(that.function)
        && isDistinct == that.isDistinct
        && arguments == that.arguments
        && keys.equals(that.keys);
  }

  @Override
  public int hashCode() {
    return Objects.hash(function, isDistinct, arguments, keys);
  }
}
