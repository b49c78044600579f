package dev.heddle.planner.sql.binder;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;

/** Binds queries inside expressions. */
final class SubqueryBinder {
  private final ExpressionBinder expressions;

  SubqueryBinder(ExpressionBinder expressions) {
    this.expressions = expressions;
  }

  private LogicalPlan plan(Query query, OuterArguments arguments) {
    expressions.lambdas().requireNone(query.span());
    return arguments.withoutUnread(expressions.queries().bind(query, arguments));
  }

  private void requireOneColumn(LogicalPlan plan, String what, Span span) {
    if (plan.schema().size() != 1) {
      throw expressions.error(
          span, what + " has one column, not " + plan.schema().size() + "; select one");
    }
  }

  Expr scalar(Expression.ScalarQuery query) {
    OuterArguments arguments = new OuterArguments(expressions);
    LogicalPlan plan = plan(query.query(), arguments);
    requireOneColumn(plan, "a query that is used as a value", query.span());
    return new Expr.ScalarSubquery(plan, arguments.values());
  }

  Expr exists(Expression.Exists query) {
    OuterArguments arguments = new OuterArguments(expressions);
    LogicalPlan plan = plan(query.query(), arguments);
    return new Expr.ExistsSubquery(plan, arguments.values());
  }

  Expr array(Expression.ArrayQuery query) {
    OuterArguments arguments = new OuterArguments(expressions);
    LogicalPlan plan = plan(query.query(), arguments);
    requireOneColumn(plan, "the query of an ARRAY", query.span());
    return new Expr.ArraySubquery(plan, arguments.values());
  }

  Expr in(Expression.InQuery in) {
    Expr any = any(ScalarFunction.EQ, in.operand(), in.query(), in.span());
    return in.isNegated() ? any.not() : any;
  }

  Expr quantified(Expression.QuantifiedQuery query) {
    ScalarFunction comparison = ExpressionBinder.function(query.operator());
    return query.isAll()
        ? any(opposite(comparison), query.operand(), query.query(), query.span()).not()
        : any(comparison, query.operand(), query.query(), query.span());
  }

  private static ScalarFunction opposite(ScalarFunction comparison) {
    return switch (comparison) {
      case EQ -> ScalarFunction.NOT_EQ;
      case NOT_EQ -> ScalarFunction.EQ;
      case LT -> ScalarFunction.GT_EQ;
      case LT_EQ -> ScalarFunction.GT;
      case GT -> ScalarFunction.LT_EQ;
      case GT_EQ -> ScalarFunction.LT;
      default -> throw new IllegalArgumentException("No comparison: " + comparison);
    };
  }

  private Expr any(ScalarFunction comparison, Expression operand, Query query, Span span) {
    OuterArguments arguments = new OuterArguments(expressions);
    LogicalPlan plan = plan(query, arguments);
    int columns = plan.schema().size();
    boolean isRow =
        operand instanceof Expression.RowValue row
            && (columns != 1 || !(plan.schema().field(0).type() instanceof DataType.Struct))
            && row.elements().size() > 1;
    List<Expr> operands =
        isRow
            ? expressions.bindAll(((Expression.RowValue) operand).elements())
            : List.of(expressions.bind(operand));
    if (operands.size() != columns) {
      throw expressions.error(
          span,
          "the query has "
              + columns
              + (columns == 1 ? " column" : " columns")
              + ", and "
              + operands.size()
              + " values are compared with them");
    }
    List<DataType> types = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      types.add(comparedAs(comparison, operands.get(i), plan.schema().field(i), span));
    }
    return new Expr.QuantifiedSubquery(operands, comparison, types, plan, arguments.values());
  }

  private DataType comparedAs(ScalarFunction comparison, Expr operand, Field column, Span span) {
    Expr value = new Expr.OuterColumn(0, column.name(), column.type(), column.nullable());
    try {
      return expressions
          .typer()
          .signature(comparison, List.of(operand, value))
          .argumentTypes()
          .getFirst();
    } catch (AnalysisException e) {
      throw expressions.context().located(e, span);
    }
  }

  /** Binds {@code a = ANY (list)}: with the elements as rows. */
  Expr quantified(Expression.QuantifiedList quantified) {
    Expr operand = expressions.bind(quantified.operand());
    Expr list = expressions.list(quantified.list(), operand);
    DataType type = expressions.type(list);
    if (!(type instanceof DataType.ListOf)) {
      throw expressions.error(
          quantified.list().span(), "ANY and ALL take a query or a list, not " + type.sqlName());
    }
    ScalarFunction comparison = ExpressionBinder.function(quantified.operator());
    OuterArguments arguments = new OuterArguments(expressions);
    Expr inside = arguments.inside(list);
    LogicalPlan plan = Plans.elements(inside, "element");
    Field column = plan.schema().field(0);
    ScalarFunction asked = quantified.isAll() ? opposite(comparison) : comparison;
    Expr any =
        new Expr.QuantifiedSubquery(
            List.of(operand),
            asked,
            List.of(comparedAs(asked, operand, column, quantified.span())),
            plan,
            arguments.values());
    return quantified.isAll() ? any.not() : any;
  }
}
