package dev.heddle.planner.translate;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.catalogue.Argument;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.Stability;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Turns a frame's scalar expressions over the columns of a schema into row expressions over inputs
 * of the same order.
 */
final class ExprTranslator {
  private final HeddleRexBuilder rex;
  private final Schema schema;
  private final List<? extends RexNode> columns;
  private final LogicalPlanTranslator plans;
  private final Function<Expr.Subquery, RexNode> subqueries;
  private final Function<Expr.Call, RexNode> draws;
  private final ExprTyper typer;
  private @Nullable RepeatedParts repeated; // of the expression in hand
  private IdentityHashMap<Expr, RexNode> bound = new IdentityHashMap<>(1); // by their parameters
  private int binding; // of the innermost of these

  /**
   * Makes a translator.
   *
   * @param plans knows what the columns of rows outside are
   * @param columns what the columns of the schema have become, in order
   * @param subqueries gives the value of a subquery
   * @param draws gives the column of a random number
   */
  ExprTranslator(
      LogicalPlanTranslator plans,
      Schema schema,
      List<? extends RexNode> columns,
      Function<Expr.Subquery, RexNode> subqueries,
      Function<Expr.Call, RexNode> draws) {
    this.rex = plans.rex();
    this.plans = plans;
    this.schema = schema;
    this.columns = columns;
    this.subqueries = subqueries;
    this.draws = draws;
    this.typer = new ExprTyper(schema, "Cannot plan");
  }

  HeddleRexBuilder rex() {
    return rex;
  }

  ExprTyper typer() {
    return typer;
  }

  RexNode column(int index) {
    return columns.get(index);
  }

  /** Returns what an expression is over the columns. What it repeats is evaluated once in it. */
  RexNode translate(Expr expr) {
    RepeatedParts around = repeated;
    repeated = RepeatedParts.of(expr);
    if (around == null && repeated == null) {
      return node(expr);
    }
    IdentityHashMap<Expr, RexNode> given = bound;
    int lastBinding = binding;
    bound = new IdentityHashMap<>();
    binding = repeated == null ? 0 : repeated.highestBinding();
    RexNode result = node(expr);
    repeated = around;
    bound = given;
    binding = lastBinding;
    return result;
  }

  private RexNode node(Expr expr) {
    CancelPoint.check();
    if (repeated == null) {
      return plain(expr);
    }
    RexNode known = bound.get(expr);
    return known != null ? known : binding(expr, repeated.boundAt(expr));
  }

  /** Returns an expression in which the values of parts are parameters. */
  private RexNode binding(Expr expr, List<RepeatedParts.Bound> parts) {
    if (parts.isEmpty()) {
      return plain(expr);
    }
    RepeatedParts.Bound part = parts.getFirst();
    List<RepeatedParts.Bound> others = parts.subList(1, parts.size());
    RexNode value = node(part.expr());
    DataType type = TypeMapping.dataType(value.getType());
    boolean mayBeEarly = part.isSure() || !Failing.canFail(value);
    if (!mayBeEarly || type instanceof DataType.Null) {
      return binding(expr, others);
    }
    binding++;
    bound.put(part.expr(), FunctionCalls.element(rex, binding, type));
    RexNode body = binding(expr, others);
    bound.remove(part.expr());
    RexNode whole = FunctionCalls.with(rex, binding, value, body);
    binding--;
    return whole;
  }

  private RexNode plain(Expr expr) {
    return switch (expr) {
      case Expr.Column column ->
          column(
              schema
                  .indexOf(column.name())
                  .orElseThrow(
                      () ->
                          new AnalysisException(
                              "Cannot run: "
                                  + NearestNames.missing(
                                      "column", column.name(), schema.names()))));
      case Expr.BoundColumn column -> column(column.index());
      case Expr.OuterColumn column -> plans.outer(column);
      case Expr.OuterName column ->
          throw new AnalysisException(
              "Cannot run: "
                  + column
                  + " is a column outside, and the frame is no subquery of another one");
      case Expr.SqlText text -> throw misplaced(text);
      case Expr.Parameter parameter ->
          throw new AnalysisException(
              "Cannot run: parameter " + parameter.name() + " has no value; bind one");
      case Expr.Subquery query -> subqueries.apply(query);
      case Expr.Literal literal -> RexLiterals.of(rex, literal);
      case Expr.Call call when call.function().stability() == Stability.VOLATILE ->
          draws.apply(call);
      case Expr.Call call -> call(call);
      case Expr.UserCall call -> FunctionCalls.call(rex, call.function(), nodes(call.arguments()));
      case Expr.Cast cast -> cast(cast);
      case Expr.Case cases -> cases(cases);
      case Expr.In in -> in(in);
      case Expr.Alias alias -> node(alias.operand());
      case Expr.Aggregate call -> throw misplaced(call);
      case Expr.WindowCall call -> throw misplaced(call);
      case Expr.Over over -> throw misplaced(over);
    };
  }

  /** Returns a call, to whose types a constant that is no literal is a value like any other. */
  private RexNode call(Expr.Call call) {
    List<RexNode> operands = nodes(call.arguments());
    List<Argument> arguments = new ArrayList<>(operands.size());
    for (int i = 0; i < operands.size(); i++) {
      RexNode operand = operands.get(i);
      arguments.add(
          call.arguments().get(i) instanceof Expr.Literal
              ? FunctionCalls.argument(operand)
              : Argument.of(TypeMapping.dataType(operand.getType())));
    }
    return FunctionCalls.call(rex, call.function(), operands, arguments);
  }

  private RexNode in(Expr.In in) {
    List<@Nullable RexNode> values = ConstantMembers.values(rex, in.values());
    if (values == null) {
      return FunctionCalls.in(rex, nodes(in.children()));
    }
    List<RexNode> operands = new ArrayList<>(in.values().size() + 1);
    List<Argument> arguments = new ArrayList<>(in.values().size() + 1);
    operands.add(node(in.operand()));
    arguments.add(FunctionCalls.argument(operands.getFirst()));
    for (int i = 0; i < values.size(); i++) {
      RexNode value = values.get(i);
      RexNode operand = value == null ? node(in.values().get(i)) : value;
      operands.add(operand);
      arguments.add(
          value == null
              ? FunctionCalls.argument(operand)
              : Argument.of(TypeMapping.dataType(operand.getType())));
    }
    return FunctionCalls.in(rex, operands, arguments);
  }

  private List<RexNode> nodes(List<Expr> exprs) {
    List<RexNode> nodes = new ArrayList<>(exprs.size());
    for (Expr expr : exprs) {
      nodes.add(node(expr));
    }
    return nodes;
  }

  /** Returns the value in the type. */
  RexNode translate(Expr expr, DataType type) {
    return FunctionCalls.cast(rex, translate(expr), type);
  }

  private static IllegalArgumentException misplaced(Expr expr) {
    return new IllegalArgumentException("No scalar expression: " + expr);
  }

  private RexNode cast(Expr.Cast cast) {
    RexNode value = node(cast.operand());
    if (TypeMapping.dataType(value.getType()).equals(cast.type())) {
      return value;
    }
    RexNode operand = JsonCasts.operand(rex, value, cast.type());
    boolean safe = cast.mode() == CastMode.TRY;
    RelDataType type =
        TypeMapping.relType(
            rex.getTypeFactory(),
            new ExprType(cast.type(), safe || operand.getType().isNullable()));
    return rex.makeCast(type, operand, true, safe);
  }

  private RexNode cases(Expr.Case cases) {
    DataType common = typer.commonType(cases);
    List<RexNode> operands = new ArrayList<>();
    boolean nullable = false;
    for (Expr.Branch branch : cases.branches()) {
      operands.add(node(branch.condition()));
      RexNode value = FunctionCalls.cast(rex, node(branch.value()), common);
      nullable |= value.getType().isNullable();
      operands.add(value);
    }
    RexNode otherwise = FunctionCalls.cast(rex, node(cases.otherwise()), common);
    operands.add(otherwise);
    RelDataType type =
        TypeMapping.relType(
            rex.getTypeFactory(),
            new ExprType(common, nullable || otherwise.getType().isNullable()));
    return rex.makeCall(type, SqlStdOperatorTable.CASE, operands);
  }

  /** Returns the conjunction of conditions; true if there are none. */
  RexNode and(List<RexNode> conditions) {
    return conditions.isEmpty()
        ? rex.makeLiteral(true)
        : conditions.size() == 1
            ? conditions.getFirst()
            : FunctionCalls.call(rex, ScalarFunction.AND, conditions);
  }
}
