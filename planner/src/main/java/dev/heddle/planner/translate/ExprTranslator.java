package dev.heddle.planner.translate;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

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
  private final ExprTyper typer;

  /**
   * Makes a translator.
   *
   * @param plans knows what the columns of rows outside are
   * @param columns what the columns of the schema have become, in order
   * @param subqueries gives the value of a subquery
   */
  ExprTranslator(
      LogicalPlanTranslator plans,
      Schema schema,
      List<? extends RexNode> columns,
      Function<Expr.Subquery, RexNode> subqueries) {
    this.rex = plans.rex();
    this.plans = plans;
    this.schema = schema;
    this.columns = columns;
    this.subqueries = subqueries;
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

  RexNode translate(Expr expr) {
    CancelPoint.check();
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
      case Expr.Call call ->
          FunctionCalls.call(
              rex, call.function(), call.arguments().stream().map(this::translate).toList());
      case Expr.UserCall call ->
          FunctionCalls.call(
              rex, call.function(), call.arguments().stream().map(this::translate).toList());
      case Expr.Cast cast -> cast(cast);
      case Expr.Case cases -> cases(cases);
      case Expr.In in ->
          FunctionCalls.in(rex, in.children().stream().map(this::translate).toList());
      case Expr.Alias alias -> translate(alias.operand());
      case Expr.Aggregate call -> throw misplaced(call);
      case Expr.WindowCall call -> throw misplaced(call);
      case Expr.Over over -> throw misplaced(over);
    };
  }

  /** Returns the value in the type. */
  RexNode translate(Expr expr, DataType type) {
    return FunctionCalls.cast(rex, translate(expr), type);
  }

  private static IllegalArgumentException misplaced(Expr expr) {
    return new IllegalArgumentException("No scalar expression: " + expr);
  }

  private RexNode cast(Expr.Cast cast) {
    RexNode operand = translate(cast.operand());
    if (TypeMapping.dataType(operand.getType()).equals(cast.type())) {
      return operand;
    }
    boolean safe = cast.mode() == CastMode.TRY;
    RelDataType type =
        TypeMapping.relType(
            rex.getTypeFactory(), cast.type(), safe || operand.getType().isNullable());
    return rex.makeCast(type, operand, true, safe);
  }

  private RexNode cases(Expr.Case cases) {
    DataType common = typer.commonType(cases);
    List<RexNode> operands = new ArrayList<>();
    boolean nullable = false;
    for (Expr.Branch branch : cases.branches()) {
      operands.add(translate(branch.condition()));
      RexNode value = translate(branch.value(), common);
      nullable |= value.getType().isNullable();
      operands.add(value);
    }
    RexNode otherwise = translate(cases.otherwise(), common);
    operands.add(otherwise);
    RelDataType type =
        TypeMapping.relType(
            rex.getTypeFactory(), common, nullable || otherwise.getType().isNullable());
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
