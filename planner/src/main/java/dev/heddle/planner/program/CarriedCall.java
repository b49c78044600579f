package dev.heddle.planner.program;

import java.util.List;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlOperatorBinding;

/** An operator that stands for an aggregate's own while correlations are removed. Immutable. */
sealed interface CarriedCall permits CarriedOrder, CarriedCount {
  /** Returns the call that one of this operator stands for. */
  AggregateCall restored(AggregateCall call);

  /** Returns a call with another function, arguments and order, and else as it is. */
  static AggregateCall changed(
      AggregateCall call,
      SqlAggFunction function,
      boolean isDistinct,
      List<Integer> columns,
      RelCollation order) {
    return AggregateCall.create(
        call.getParserPosition(),
        function,
        isDistinct,
        call.isApproximate(),
        call.ignoreNulls(),
        call.rexList,
        columns,
        call.filterArg,
        call.distinctKeys,
        order,
        call.getType(),
        call.getName());
  }

  /** Returns the type of a function's result over some of a call's arguments. */
  static RelDataType typeOf(
      SqlAggFunction function, List<RelDataType> arguments, SqlOperatorBinding call) {
    return function.inferReturnType(
        new Aggregate.AggCallBinding(
            call.getTypeFactory(),
            function,
            List.of(),
            arguments,
            call.hasEmptyGroup(),
            call.hasFilter()));
  }
}
