package dev.heddle.planner.program;

import dev.heddle.frame.expr.AggregateFamily;
import dev.heddle.frame.expr.AggregateFunction;
import dev.heddle.planner.translate.DeepShuttle;
import dev.heddle.planner.translate.OperatorMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;

/**
 * Brings aggregates through decorrelators, which put the columns of the outer row in front of an
 * aggregate's input and then move its arguments and filter, but not the keys it is ordered by; and
 * which know no aggregate that is zero over no row but {@code COUNT}.
 *
 * <p>Before them such calls are replaced by {@link CarriedCall}s, and after them restored.
 */
final class CarriedCalls extends DeepShuttle {
  private final UnaryOperator<AggregateCall> change;

  private CarriedCalls(UnaryOperator<AggregateCall> change) {
    this.change = change;
  }

  /** Returns the plan, and those of its subqueries, with calls that can be carried. */
  static RelNode pack(RelNode rel) {
    return rel.accept(new CarriedCalls(CarriedCalls::packed));
  }

  /** Returns the plan with its own calls again. */
  static RelNode unpack(RelNode rel) {
    return rel.accept(
        new CarriedCalls(
            call ->
                call.getAggregation() instanceof CarriedCall carried
                    ? carried.restored(call)
                    : call));
  }

  /**
   * Returns whether some aggregate has another result over a row of nulls than over no row, not
   * counting those that are zero over both.
   */
  static boolean keepsNulls(RelNode rel) {
    boolean[] found = {false};
    rel.accept(
        new CarriedCalls(
            call -> {
              found[0] |=
                  OperatorMapping.aggregate(call.getAggregation())
                      .filter(function -> function == AggregateFunction.ARRAY_AGG)
                      .isPresent();
              return call;
            }));
    return found[0];
  }

  private static AggregateCall packed(AggregateCall call) {
    return OperatorMapping.aggregate(call.getAggregation())
        .map(
            function ->
                function.isZeroOverNoRow() && isOurs(function.family())
                    ? CarriedCount.of(call)
                    : call.hasCollation() && function.usesOrder()
                        ? CarriedOrder.of(call)
                        : call.withCollation(RelCollations.EMPTY)) // does not depend on it
        .orElse(call);
  }

  /** Calcite itself knows what counts and groupings give over no row. */
  private static boolean isOurs(AggregateFamily family) {
    return family != AggregateFamily.COUNT && family != AggregateFamily.GROUPING;
  }

  @Override
  protected RelNode rewritten(RelNode node) {
    RelNode visited = super.rewritten(node);
    return visited instanceof Aggregate aggregate ? changed(aggregate) : visited;
  }

  private RelNode changed(Aggregate aggregate) {
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      calls.add(change.apply(call));
    }
    return calls.equals(aggregate.getAggCallList())
        ? aggregate
        : aggregate.copy(
            aggregate.getTraitSet(),
            aggregate.getInput(),
            aggregate.getGroupSet(),
            aggregate.getGroupSets(),
            calls);
  }
}
