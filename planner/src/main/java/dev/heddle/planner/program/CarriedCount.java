package dev.heddle.planner.program;

import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlCountAggFunction;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate that is zero over no row, as a count, which is the only one that decorrelators know
 * to be so.
 */
final class CarriedCount extends SqlCountAggFunction implements CarriedCall {
  private final SqlAggFunction function;

  private CarriedCount(SqlAggFunction function) {
    super(function.getName() + "_COUNT");
    this.function = function;
  }

  /** Returns a call that stands for one of a function that counts. */
  static AggregateCall of(AggregateCall call) {
    return renamed(call, new CarriedCount(call.getAggregation()));
  }

  @Override
  public AggregateCall restored(AggregateCall call) {
    return renamed(call, function);
  }

  private static AggregateCall renamed(AggregateCall call, SqlAggFunction function) {
    return CarriedCall.changed(
        call, function, call.isDistinct(), call.getArgList(), RelCollations.EMPTY);
  }

  @Override
  public RelDataType inferReturnType(SqlOperatorBinding binding) {
    return CarriedCall.typeOf(function, binding.collectOperandTypes(), binding);
  }

  /** Parts of it do not add up as those of a count do. */
  @Override
  public <T> @Nullable T unwrap(Class<T> type) {
    return type.isInstance(this) ? type.cast(this) : null;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CarriedCount that && function.equals(that.function);
  }

  @Override
  public int hashCode() {
    return function.hashCode();
  }
}
