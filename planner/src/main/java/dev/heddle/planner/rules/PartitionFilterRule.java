package dev.heddle.planner.rules;

import dev.heddle.planner.translate.Failing;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Moves conjuncts below window functions, if they hold for all rows of a partition or for none: all
 * that they read follows from expressions by which each of the functions partitions.
 *
 * <p>Keys with floating-point numbers decide nothing: 0.0 and -0.0 are of one partition, but may
 * differ for what is made of them. Keys of nested types are left alone too.
 */
final class PartitionFilterRule extends PlanRule {
  PartitionFilterRule() {
    super(
        "PartitionFilterRule",
        upper ->
            upper
                .operand(LogicalFilter.class)
                .oneInput(
                    lower ->
                        lower.operand(Project.class).predicate(Project::containsOver).anyInputs()));
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalFilter filter = call.rel(0);
    Project windows = call.rel(1);
    List<RexNode> keys = keys(windows);
    if (keys.isEmpty()) {
      return;
    }
    List<RexNode> below = new ArrayList<>();
    List<RexNode> above = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      RexNode moved = moved(conjunct, windows, keys);
      if (moved == null) {
        above.add(conjunct);
      } else {
        below.add(moved);
      }
    }
    if (below.isEmpty()) {
      return;
    }
    RexBuilder rex = filter.getCluster().getRexBuilder();
    RelNode input =
        LogicalFilter.create(windows.getInput(), RexUtil.composeConjunction(rex, below));
    RelNode moved = windows.copy(windows.getTraitSet(), List.of(input));
    call.transformTo(
        above.isEmpty()
            ? moved
            : LogicalFilter.create(moved, RexUtil.composeConjunction(rex, above)));
  }

  /** Returns the expressions by which all window functions partition; none if one has none. */
  private static List<RexNode> keys(Project windows) {
    List<List<RexNode>> all = new ArrayList<>();
    for (RexNode column : windows.getProjects()) {
      column.accept(
          new RexVisitorImpl<@Nullable Void>(true) {
            @Override
            public @Nullable Void visitOver(RexOver over) {
              all.add(over.getWindow().partitionKeys);
              return null;
            }
          });
    }
    List<RexNode> common = new ArrayList<>(all.getFirst());
    all.forEach(common::retainAll);
    common.removeIf(key -> !RexUtil.isDeterministic(key) || !isExact(key));
    return common;
  }

  private static boolean isExact(RexNode key) {
    SqlTypeName type = key.getType().getSqlTypeName();
    return !SqlTypeName.APPROX_TYPES.contains(type)
        && key.getType().getComponentType() == null
        && key.getType().getKeyType() == null
        && !key.getType().isStruct();
  }

  /** Returns a conjunct over the columns below the functions; null if it has to stay. */
  private static @Nullable RexNode moved(RexNode conjunct, Project windows, List<RexNode> keys) {
    if (RelOptUtil.InputFinder.bits(conjunct).isEmpty()
        || RexUtil.containsCorrelation(conjunct)
        || VolatilityGuard.isWrittenOften(conjunct, windows)) {
      return null;
    }
    RexNode below = RelOptUtil.pushPastProject(conjunct, windows);
    return follows(below, keys) && RexUtil.isDeterministic(below) && !Failing.canFail(below)
        ? below
        : null;
  }

  /** Whether an expression is made of keys and constants alone. */
  private static boolean follows(RexNode expression, List<RexNode> keys) {
    return keys.contains(expression)
        || switch (expression) {
          case RexLiteral _ -> true;
          case RexOver _ -> false;
          case RexCall call -> call.getOperands().stream().allMatch(part -> follows(part, keys));
          case RexFieldAccess field -> follows(field.getReferenceExpr(), keys);
          default -> false;
        };
  }
}
