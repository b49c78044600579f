package dev.heddle.planner.rules;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Computes sums of one integer column, each with another constant added, from one sum and one
 * count: {@code sum(x + c)} is {@code sum(x) + c * count(x)}.
 *
 * <p>For integers of up to 32 bits, whose sums are exact in 64. An addition that would overflow is
 * not made then, so its error is not raised.
 */
final class ShiftedSums extends PlanRule {
  ShiftedSums() {
    super(
        "ShiftedSums",
        upper ->
            upper
                .operand(LogicalAggregate.class)
                .oneInput(lower -> lower.operand(LogicalProject.class).anyInputs()));
  }

  /** What is summed up: an expression, and which rows by their filter, or -1. */
  private record Base(RexNode value, int filter) {}

  /** A sum of a base with a constant added in each row. */
  private record Shifted(Base base, BigDecimal by) {}

  @Override
  public void onMatch(RelOptRuleCall call) {
    Aggregate aggregate = call.rel(0);
    Project project = call.rel(1);
    List<AggregateCall> calls = aggregate.getAggCallList();
    List<@Nullable Shifted> sums = calls.stream().map(c -> shifted(c, project)).toList();
    Map<Base, List<Shifted>> byBase =
        sums.stream()
            .filter(Objects::nonNull)
            .collect(Collectors.groupingBy(Shifted::base, LinkedHashMap::new, Collectors.toList()));
    byBase.values().removeIf(s -> s.size() < 2 || s.stream().allMatch(one -> one.by.signum() == 0));
    if (!byBase.isEmpty()) {
      call.transformTo(rewritten(aggregate, project, sums, byBase));
    }
  }

  private static @Nullable Shifted shifted(AggregateCall call, Project project) {
    if (call.getAggregation().getKind() != SqlKind.SUM
        || call.isDistinct()
        || call.getArgList().size() != 1
        || call.getType().getSqlTypeName() != SqlTypeName.BIGINT) {
      return null;
    }
    RexNode value = project.getProjects().get(call.getArgList().getFirst());
    BigDecimal by = BigDecimal.ZERO;
    if (value instanceof RexCall sum && isSum(sum)) {
      boolean isSecond = literal(sum.getOperands().get(1)) != null;
      BigDecimal literal = literal(sum.getOperands().get(isSecond ? 1 : 0));
      if (literal != null && (isSecond || sum.getKind() == SqlKind.PLUS)) {
        value = sum.getOperands().get(isSecond ? 0 : 1);
        by = sum.getKind() == SqlKind.PLUS ? literal : literal.negate();
      }
    }
    value = narrow(value);
    return isNarrow(value.getType()) ? new Shifted(new Base(value, call.filterArg), by) : null;
  }

  private static boolean isSum(RexCall call) {
    return (call.getKind() == SqlKind.PLUS || call.getKind() == SqlKind.MINUS)
        && call.getOperands().size() == 2
        && call.getOperands().stream().allMatch(operand -> isNarrow(operand.getType()));
  }

  private static @Nullable BigDecimal literal(RexNode node) {
    return node instanceof RexLiteral literal && !literal.isNull()
        ? literal.getValueAs(BigDecimal.class)
        : null;
  }

  private static boolean isNarrow(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER -> true;
      default -> false;
    };
  }

  /** Returns the integer that is made wider. */
  private static RexNode narrow(RexNode node) {
    RexNode value = node;
    while (value instanceof RexCall cast
        && cast.getKind() == SqlKind.CAST
        && isNarrow(cast.getOperands().getFirst().getType())
        && cast.getType().getPrecision()
            >= cast.getOperands().getFirst().getType().getPrecision()) {
      value = cast.getOperands().getFirst();
    }
    return value;
  }

  private static LogicalProject rewritten(
      Aggregate aggregate,
      Project project,
      List<@Nullable Shifted> sums,
      Map<Base, List<Shifted>> byBase) {
    List<RexNode> values = new ArrayList<>(project.getProjects());
    Map<Base, Integer> columns = new LinkedHashMap<>();
    for (Base base : byBase.keySet()) {
      columns.put(base, values.size());
      values.add(base.value);
    }
    LogicalProject input =
        LogicalProject.create(project.getInput(), List.of(), values, (List<String>) null, Set.of());
    int groups = aggregate.getGroupCount();
    List<AggregateCall> calls = new ArrayList<>();
    Map<Base, Integer> places = new HashMap<>(); // of the sum; the count is behind it
    List<Integer> results = new ArrayList<>(); // where each old call is now
    for (int i = 0; i < sums.size(); i++) {
      Base base = base(sums.get(i), byBase);
      if (base == null) {
        results.add(groups + calls.size());
        calls.add(aggregate.getAggCallList().get(i));
        continue;
      }
      if (!places.containsKey(base)) {
        places.put(base, groups + calls.size());
        int column = columns.get(base);
        calls.add(call(SqlStdOperatorTable.SUM, column, base.filter, aggregate, input));
        calls.add(call(SqlStdOperatorTable.COUNT, column, base.filter, aggregate, input));
      }
      results.add(places.get(base));
    }
    LogicalAggregate changed =
        LogicalAggregate.create(
            input, aggregate.getHints(), aggregate.getGroupSet(), aggregate.getGroupSets(), calls);
    RexBuilder rex = aggregate.getCluster().getRexBuilder();
    List<RexNode> columnsOut = new ArrayList<>();
    for (int i = 0; i < groups; i++) {
      columnsOut.add(rex.makeInputRef(changed, i));
    }
    for (int i = 0; i < sums.size(); i++) {
      RexNode result = rex.makeInputRef(changed, results.get(i));
      if (base(sums.get(i), byBase) != null) {
        RexNode count = rex.makeInputRef(changed, results.get(i) + 1);
        result = sum(rex, result, count, sums.get(i).by);
      }
      columnsOut.add(rex.ensureType(aggregate.getAggCallList().get(i).getType(), result, true));
    }
    return LogicalProject.create(
        changed, List.of(), columnsOut, aggregate.getRowType().getFieldNames(), Set.of());
  }

  private static @Nullable Base base(@Nullable Shifted sum, Map<Base, List<Shifted>> byBase) {
    return sum != null && byBase.containsKey(sum.base) ? sum.base : null;
  }

  private static AggregateCall call(
      SqlAggFunction function, int column, int filter, Aggregate aggregate, RelNode input) {
    return AggregateCall.create(
        function,
        false,
        false,
        false,
        List.of(),
        List.of(column),
        filter,
        null,
        RelCollations.EMPTY,
        PlanRule.hasGroupOfAll(aggregate),
        input,
        null,
        null);
  }

  private static RexNode sum(RexBuilder rex, RexNode sum, RexNode count, BigDecimal by) {
    if (by.signum() == 0) {
      return sum;
    }
    RexNode factor = rex.makeExactLiteral(by, count.getType());
    RexNode shift =
        rex.makeCall(count.getType(), SqlStdOperatorTable.MULTIPLY, List.of(factor, count));
    return rex.makeCall(sum.getType(), SqlStdOperatorTable.PLUS, List.of(sum, shift));
  }
}
