package dev.heddle.physical.aggregate;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.codegen.LoopCache;
import dev.heddle.physical.codegen.LoopTranslator;
import dev.heddle.physical.expr.Expressions;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An aggregation that takes in the input of the projection below it, so that generated code can
 * compute the arguments and update the states of a row in one pass.
 *
 * <p>Immutable; shared by all threads.
 *
 * @param expressions by the columns that the aggregation names, over the columns of the batches
 * @param isProjected whether there is a projection; otherwise the expressions are the columns
 * @param loops keeps the code
 */
public record FusedAggregation(
    List<PhysicalExpr> expressions, boolean isProjected, LoopCache loops) {
  /** Those whose states generated code updates by values. */
  private static final Set<AggregateFunction> UPDATED =
      EnumSet.of(
          AggregateFunction.SUM,
          AggregateFunction.AVG,
          AggregateFunction.MIN,
          AggregateFunction.MAX);

  private static final int FEWEST_PLAIN_UPDATES = 3; // of columns as they are

  /** Copies the list. */
  public FusedAggregation {
    expressions = List.copyOf(expressions);
  }

  /** Returns how an aggregation takes in rows if it may pay to generate code for it. */
  public static Optional<FusedAggregation> of(PhysicalPlan.Aggregate node, LoopCache loops) {
    if (node.mode().readsStates()) {
      return Optional.empty();
    }
    FusedAggregation fused = over(node.input(), loops);
    Set<PhysicalExpr> updated = new HashSet<>();
    boolean isComputed = false;
    for (AggregateCall call : node.calls()) {
      if (isUpdated(call)) {
        PhysicalExpr argument = fused.expressions.get(call.arguments().getFirst());
        isComputed |= !(argument instanceof PhysicalExpr.ColumnRef);
        if (LoopTranslator.kind(argument.type()).isPresent()) {
          updated.add(argument);
        }
      }
    }
    boolean pays = updated.size() >= FEWEST_PLAIN_UPDATES || (isComputed && !updated.isEmpty());
    return pays ? Optional.of(fused) : Optional.empty();
  }

  /** Returns the columns of the batches that the expressions are, or null if some are computed. */
  int @Nullable [] references() {
    int[] columns = new int[expressions.size()];
    for (int i = 0; i < columns.length; i++) {
      if (!(expressions.get(i) instanceof PhysicalExpr.ColumnRef reference)) {
        return null;
      }
      columns[i] = reference.index();
    }
    return columns;
  }

  private static FusedAggregation over(PhysicalPlan input, LoopCache loops) {
    if (input instanceof PhysicalPlan.Project project
        && project.expressions().stream().allMatch(Expressions::isDeterministic)) {
      return new FusedAggregation(project.expressions(), true, loops);
    }
    Schema schema = input.output();
    List<PhysicalExpr> columns = new ArrayList<>();
    for (Field field : schema.fields()) {
      columns.add(new PhysicalExpr.ColumnRef(columns.size(), field.type(), field.nullable()));
    }
    return new FusedAggregation(columns, false, loops);
  }

  private static boolean isUpdated(AggregateCall call) {
    return !call.distinct() && call.filter().isEmpty() && UPDATED.contains(call.function());
  }
}
