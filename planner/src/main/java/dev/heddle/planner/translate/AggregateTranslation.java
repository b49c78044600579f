package dev.heddle.planner.translate;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.Signature;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedAggregate;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * A frame's group-by: its keys, arguments, conditions and orders are projected, then aggregated by
 * position.
 */
final class AggregateTranslation {
  private static final int NO_FILTER = -1;

  private final ExprTranslator expressions;
  private final List<RexNode> columns = new ArrayList<>();
  private final Map<RexNode, Integer> columnOf = new HashMap<>();

  private AggregateTranslation(ExprTranslator expressions) {
    this.expressions = expressions;
  }

  static RelNode translate(LogicalPlan.Aggregate plan, ExtendedInput input) {
    return new AggregateTranslation(input.expressions()).columnsOf(plan, input);
  }

  private RelNode columnsOf(LogicalPlan.Aggregate plan, ExtendedInput input) {
    for (NamedExpr key : plan.keys()) {
      RexNode value = expressions.translate(key.expr());
      columnOf.putIfAbsent(value, columns.size());
      columns.add(value); // one column each, also for equal keys
    }
    List<Parts> calls = new ArrayList<>();
    for (NamedAggregate aggregate : plan.aggregates()) {
      calls.add(parts(aggregate.name(), aggregate.call()));
    }
    List<@Nullable String> names = new ArrayList<>(Collections.nCopies(columns.size(), null));
    for (int i = 0; i < plan.keys().size(); i++) {
      names.set(i, plan.keys().get(i).name());
    }
    RelNode projected =
        columns.isEmpty()
            ? input.rel()
            : LogicalPlanTranslator.project(input.rel(), columns, names);
    ImmutableBitSet keys = ImmutableBitSet.range(plan.keys().size());
    List<ImmutableBitSet> sets =
        plan.groupingSets().stream()
            .map(ImmutableBitSet::of)
            .sorted(ImmutableBitSet.ORDERING)
            .distinct()
            .toList();
    boolean hasEmptyGroup = sets.contains(ImmutableBitSet.of());
    List<AggregateCall> aggregateCalls = new ArrayList<>();
    for (Parts parts : calls) {
      aggregateCalls.add(
          AggregateCall.create(
              parts.function,
              parts.isDistinct,
              false,
              false,
              List.of(),
              parts.arguments,
              parts.filter,
              null,
              parts.order,
              hasEmptyGroup,
              projected,
              null,
              parts.name));
    }
    return LogicalAggregate.create(projected, List.of(), keys, sets, aggregateCalls);
  }

  private record Parts(
      String name,
      SqlAggFunction function,
      boolean isDistinct,
      List<Integer> arguments,
      int filter,
      RelCollation order) {}

  private Parts parts(String name, Expr.Aggregate call) {
    Signature signature = expressions.typer().signature(call);
    SqlAggFunction function = operator(call);
    int count = call.function().takesFraction() ? 1 : call.arguments().size();
    RexNode condition = call.condition() == null ? null : filter(call.condition());
    List<Integer> arguments = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      RexNode argument =
          expressions.translate(call.arguments().get(i), signature.argumentTypes().get(i));
      arguments.add(column(condition == null ? argument : guarded(argument, condition)));
    }
    int filter = condition == null ? NO_FILTER : column(condition);
    List<RelFieldCollation> order = new ArrayList<>();
    for (SortKey key : call.orderBy()) {
      order.add(SortKeys.collation(key, column(expressions.translate(key.expr()))));
    }
    return new Parts(name, function, call.isDistinct(), arguments, filter, RelCollations.of(order));
  }

  static SqlAggFunction operator(Expr.Aggregate call) {
    if (call.user() != null) {
      return new UserAggregateOperator(call.user());
    }
    if (call.function().takesFraction()
        && call.arguments().get(1) instanceof Expr.Literal literal
        && literal.value() instanceof Number fraction) {
      return OperatorMapping.quantile(call.function(), fraction.doubleValue());
    }
    return OperatorMapping.operator(call.function());
  }

  /** A filter's column must not be nullable. */
  private RexNode filter(Expr condition) {
    RexNode value = expressions.translate(condition);
    if (value.getType().isNullable()) {
      value =
          FunctionCalls.call(
              expressions.rex(),
              ScalarFunction.IS_TRUE,
              List.of(FunctionCalls.cast(expressions.rex(), value, DataType.BOOL)));
    }
    return value;
  }

  /** Returns an argument that is not computed for rows which the filter leaves out. */
  private RexNode guarded(RexNode argument, RexNode condition) {
    if (!Failing.canFail(argument)) {
      return argument;
    }
    HeddleRexBuilder rex = expressions.rex();
    RelDataType type = rex.getTypeFactory().createTypeWithNullability(argument.getType(), true);
    List<RexNode> operands = List.of(condition, argument, rex.makeNullLiteral(type));
    return rex.makeCall(type, SqlStdOperatorTable.CASE, operands);
  }

  private int column(RexNode value) {
    Integer known = columnOf.putIfAbsent(value, columns.size());
    if (known == null) {
      columns.add(value);
    }
    return known == null ? columns.size() - 1 : known;
  }
}
