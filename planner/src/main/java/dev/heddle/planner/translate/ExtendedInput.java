package dev.heddle.planner.translate;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.Stability;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.rel.DependentJoin;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * The rows over which a node's expressions are translated: its input's, and behind their columns
 * what the subqueries in the expressions need and give, and the random numbers that they draw.
 *
 * <p>Each subquery puts a {@link DependentJoin} on the input. The columns of the input keep their
 * positions, so that what has been translated before stays right.
 */
final class ExtendedInput {
  private final LogicalPlanTranslator plans;
  private final HeddleRexBuilder rex;
  private final ExprTranslator expressions;
  private final IdentityHashMap<Expr.Subquery, RexNode> values = new IdentityHashMap<>();
  private final Map<Expr.Call, RexNode> draws = new HashMap<>(1);
  private RelNode rel;

  /** Makes an input whose columns are those of the schema. */
  ExtendedInput(LogicalPlanTranslator plans, Schema schema, RelNode input) {
    this(plans, schema, plans.rex().identityProjects(input.getRowType()), input);
  }

  /**
   * Makes an input.
   *
   * @param columns what the columns of the schema are over the input
   */
  ExtendedInput(
      LogicalPlanTranslator plans, Schema schema, List<? extends RexNode> columns, RelNode input) {
    this.plans = plans;
    this.rex = plans.rex();
    this.rel = input;
    this.expressions = new ExprTranslator(plans, schema, columns, this::value, this::draw);
  }

  ExprTranslator expressions() {
    return expressions;
  }

  /** Returns the rows, once all expressions have been translated. */
  RelNode rel() {
    return rel;
  }

  /** Adds the values of the subqueries in an expression, and its random numbers, to the rows. */
  void prepare(Expr expr) {
    if (expr instanceof Expr.Subquery query) {
      RexNode unused = value(query);
    } else if (expr instanceof Expr.Call call
        && call.function().stability() == Stability.VOLATILE) {
      RexNode unused = draw(call);
    } else {
      expr.children().forEach(this::prepare);
    }
  }

  /** Returns the value of a subquery, a column that is added to the rows at its first use. */
  RexNode value(Expr.Subquery query) {
    RexNode known = values.get(query);
    if (known == null) {
      known = added(query);
      values.put(query, known);
    }
    return known;
  }

  /** Returns the random numbers of a call, a column that is added to the rows at its first use. */
  private RexNode draw(Expr.Call call) {
    RexNode known = draws.get(call);
    if (known == null) {
      rel = plans.seeds().drawn(rel, call);
      known = last();
      draws.put(call, known);
    }
    return known;
  }

  private RexNode added(Expr.Subquery query) {
    return switch (query) {
      case Expr.ScalarSubquery scalar -> {
        join(scalar, DependentJoin.Kind.SINGLE, right -> right);
        yield last();
      }
      case Expr.ExistsSubquery exists -> {
        join(exists, DependentJoin.Kind.MARK, right -> right);
        yield last();
      }
      case Expr.ArraySubquery array -> {
        join(array, DependentJoin.Kind.SINGLE, this::collected);
        RexNode list = last();
        DataType type = TypeMapping.dataType(list.getType());
        RexNode empty =
            FunctionCalls.cast(
                rex, FunctionCalls.call(rex, ScalarFunction.LIST_OF, List.of()), type);
        yield rex.makeCall(
            TypeMapping.notNullType(rex.getTypeFactory(), type),
            SqlStdOperatorTable.COALESCE,
            List.of(list, empty));
      }
      case Expr.QuantifiedSubquery quantified -> {
        List<RexNode> operands = operands(quantified);
        join(quantified, DependentJoin.Kind.MARK, operands);
        yield last();
      }
    };
  }

  private RexNode last() {
    return rex.makeInputRef(rel, rel.getRowType().getFieldCount() - 1);
  }

  /** Keeps the rows for which all conditions are true. */
  void filter(List<Expr> conditions) {
    List<RexNode> below = new ArrayList<>();
    List<Expr.Subquery> joined = new ArrayList<>();
    List<Boolean> negated = new ArrayList<>();
    List<Expr> above = new ArrayList<>();
    for (Expr condition : conditions) {
      boolean isNegated =
          condition instanceof Expr.Call call && call.function() == ScalarFunction.NOT;
      Expr inner = isNegated ? condition.children().getFirst() : condition;
      if (inner instanceof Expr.ExistsSubquery
          || (inner instanceof Expr.QuantifiedSubquery quantified
              && (!isNegated || !expressions.typer().type(quantified).nullable()))) {
        joined.add((Expr.Subquery) inner);
        negated.add(isNegated);
      } else if (OuterReads.hasSubquery(condition)) {
        above.add(condition);
      } else {
        RexNode translated = expressions.translate(condition);
        boolean isFirst = joined.isEmpty() && above.isEmpty();
        if (isFirst || !Failing.canFail(translated)) {
          below.add(translated);
        } else {
          above.add(condition);
        }
      }
    }
    keep(below);
    for (int i = 0; i < joined.size(); i++) {
      DependentJoin.Kind kind = negated.get(i) ? DependentJoin.Kind.ANTI : DependentJoin.Kind.SEMI;
      if (joined.get(i) instanceof Expr.QuantifiedSubquery quantified) {
        List<RexNode> operands = operands(quantified);
        join(quantified, kind, operands);
      } else {
        join(joined.get(i), kind, right -> right);
      }
    }
    keep(above.stream().map(expressions::translate).toList());
  }

  private void keep(List<RexNode> conditions) {
    if (!conditions.isEmpty()) {
      rel = LogicalFilter.create(rel, expressions.and(conditions));
    }
  }

  private List<RexNode> operands(Expr.QuantifiedSubquery query) {
    List<RexNode> operands = new ArrayList<>();
    for (int i = 0; i < query.operands().size(); i++) {
      operands.add(expressions.translate(query.operands().get(i), query.comparedAs().get(i)));
    }
    return operands;
  }

  private void join(
      Expr.Subquery query, DependentJoin.Kind kind, Function<RelNode, RelNode> shape) {
    CorrelationId id = rel.getCluster().createCorrel();
    List<RexNode> arguments = arguments(query.arguments(), id);
    RelNode right = shape.apply(plans.subplan((LogicalPlan) query.plan(), arguments));
    rel = DependentJoin.create(rel, right, kind, id, rex.makeLiteral(true));
  }

  private void join(
      Expr.QuantifiedSubquery query, DependentJoin.Kind kind, List<RexNode> operands) {
    CorrelationId id = rel.getCluster().createCorrel();
    List<RexNode> arguments = arguments(query.arguments(), id);
    RelNode right = plans.subplan((LogicalPlan) query.plan(), arguments);
    int width = rel.getRowType().getFieldCount();
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      RexNode column = rex.makeInputRef(right.getRowType().getFieldList().get(i).getType(), i);
      columns.add(FunctionCalls.cast(rex, RexUtil.shift(column, width), query.comparedAs().get(i)));
    }
    rel =
        DependentJoin.create(rel, right, kind, id, compared(query.comparison(), operands, columns));
  }

  /**
   * Returns what the arguments are in the plan of the subquery. Those that are no columns become
   * ones first, unless they read no column of these rows at all.
   */
  List<RexNode> arguments(List<Expr> arguments, CorrelationId id) {
    List<RexNode> values = arguments.stream().map(expressions::translate).toList();
    List<RexNode> columns = new ArrayList<>(rex.identityProjects(rel.getRowType()));
    int width = columns.size();
    int[] place = new int[values.size()];
    for (int i = 0; i < place.length; i++) {
      RexNode value = values.get(i);
      boolean isOutside =
          RelOptUtil.InputFinder.bits(value).isEmpty() && RexUtil.isDeterministic(value);
      place[i] = isOutside ? -1 : LogicalPlanTranslator.position(value, columns);
    }
    if (columns.size() > width) {
      rel = LogicalPlanTranslator.project(rel, columns, null);
    }
    RexNode row = rex.makeCorrel(rel.getRowType(), id);
    List<RexNode> bound = new ArrayList<>();
    for (int i = 0; i < place.length; i++) {
      bound.add(place[i] < 0 ? values.get(i) : rex.makeFieldAccess(row, place[i]));
    }
    return bound;
  }

  private RexNode compared(ScalarFunction comparison, List<RexNode> left, List<RexNode> right) {
    if (left.size() == 1) {
      return call(comparison, left.getFirst(), right.getFirst());
    }
    if (comparison == ScalarFunction.EQ || comparison == ScalarFunction.NOT_EQ) {
      List<RexNode> fields = new ArrayList<>();
      for (int i = 0; i < left.size(); i++) {
        fields.add(call(comparison, left.get(i), right.get(i)));
      }
      return FunctionCalls.call(
          rex, comparison == ScalarFunction.EQ ? ScalarFunction.AND : ScalarFunction.OR, fields);
    }
    return switch (comparison) {
      case LT -> before(left, right, false);
      case LT_EQ -> before(left, right, true);
      case GT -> before(right, left, false);
      default -> before(right, left, true);
    };
  }

  /** Compares rows as the structs that they make, with null behind all values: never unknown. */
  private RexNode before(List<RexNode> left, List<RexNode> right, boolean orEqual) {
    int last = left.size() - 1;
    RexNode rest =
        orEqual
            ? FunctionCalls.call(
                rex, ScalarFunction.NOT, List.of(before(right.get(last), left.get(last))))
            : before(left.get(last), right.get(last));
    for (int i = last - 1; i >= 0; i--) {
      RexNode equal = call(ScalarFunction.IS_NOT_DISTINCT_FROM, left.get(i), right.get(i));
      RexNode behind = FunctionCalls.call(rex, ScalarFunction.AND, List.of(equal, rest));
      rest =
          FunctionCalls.call(
              rex, ScalarFunction.OR, List.of(before(left.get(i), right.get(i)), behind));
    }
    return rest;
  }

  private RexNode before(RexNode left, RexNode right) {
    RexNode less = call(ScalarFunction.LT, left, right);
    if (!left.getType().isNullable() && !right.getType().isNullable()) {
      return less;
    }
    RexNode known = FunctionCalls.call(rex, ScalarFunction.IS_TRUE, List.of(less));
    if (!right.getType().isNullable()) {
      return known;
    }
    RexNode isSet = FunctionCalls.call(rex, ScalarFunction.IS_NOT_NULL, List.of(left));
    RexNode isNull = FunctionCalls.call(rex, ScalarFunction.IS_NULL, List.of(right));
    RexNode beforeNull = FunctionCalls.call(rex, ScalarFunction.AND, List.of(isSet, isNull));
    return FunctionCalls.call(rex, ScalarFunction.OR, List.of(known, beforeNull));
  }

  private RexNode call(ScalarFunction function, RexNode one, RexNode other) {
    return FunctionCalls.call(rex, function, List.of(one, other));
  }

  /** One row with the list of all values in the order of the rows. */
  private RelNode collected(RelNode rows) {
    OrderedRows order = OrderedRows.of(rows);
    AggregateCall call =
        AggregateCall.create(
            OperatorMapping.operator(AggregateFunction.ARRAY_AGG),
            false,
            false,
            false,
            List.of(),
            List.of(0),
            -1,
            null,
            order.collation(),
            true,
            order.rel(),
            null,
            null);
    return LogicalAggregate.create(
        order.rel(), List.of(), ImmutableBitSet.of(), null, List.of(call));
  }
}
