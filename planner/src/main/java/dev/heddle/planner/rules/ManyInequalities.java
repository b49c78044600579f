package dev.heddle.planner.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Makes one set of the many values that a column is to differ from: {@code x <> 1 and x <> 2 ...}
 * becomes {@code x not in (1, 2, ...)}, which treats nulls alike.
 *
 * <p>Calcite's own simplification comes to that, too, but in a time that grows with the cube of
 * their number.
 */
final class ManyInequalities extends PlanRule {
  private static final int MIN_OPERANDS = 50;

  ManyInequalities() {
    super(
        "ManyInequalities",
        upper ->
            upper
                .operand(LogicalFilter.class)
                .predicate(
                    filter -> RelOptUtil.conjunctions(filter.getCondition()).size() >= MIN_OPERANDS)
                .anyInputs());
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalFilter filter = call.rel(0);
    RexBuilder rex = filter.getCluster().getRexBuilder();
    List<RexNode> others = new ArrayList<>();
    Map<RexNode, List<RexNode>> values = new LinkedHashMap<>(); // by column
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      RexCall inequality = comparison(conjunct, SqlKind.NOT_EQUALS);
      if (inequality == null) {
        others.add(conjunct);
      } else {
        values
            .computeIfAbsent(inequality.getOperands().get(0), _ -> new ArrayList<>())
            .add(inequality.getOperands().get(1));
      }
    }
    if (values.values().stream().noneMatch(list -> list.size() >= MIN_OPERANDS)) {
      return;
    }
    values.forEach(
        (column, list) ->
            others.add(rex.makeCall(SqlStdOperatorTable.NOT, rex.makeIn(column, list))));
    call.transformTo(
        filter.copy(
            filter.getTraitSet(), filter.getInput(), RexUtil.composeConjunction(rex, others)));
  }

  /** Returns a comparison of a column with a constant of its type, or null. */
  static @Nullable RexCall comparison(RexNode node, SqlKind kind) {
    return node instanceof RexCall call
            && call.isA(kind)
            && call.getOperands().get(0) instanceof RexInputRef column
            && call.getOperands().get(1) instanceof RexLiteral constant
            && !constant.isNull()
            && !SqlTypeUtil.isApproximateNumeric(column.getType())
            && SqlTypeUtil.equalSansNullability(column.getType(), constant.getType())
        ? call
        : null;
  }
}
