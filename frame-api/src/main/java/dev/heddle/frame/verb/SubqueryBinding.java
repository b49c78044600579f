package dev.heddle.frame.verb;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.PlanExpressions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Binds the subqueries of an expression to the rows of the frame that uses it: the columns that
 * they name outside become arguments, and their plans are typed anew with what these are.
 */
public final class SubqueryBinding {
  private final ExprTyper outside;
  private final List<Expr> arguments;
  private final Map<Expr, Integer> positions = new HashMap<>();

  private SubqueryBinding(ExprTyper outside, List<Expr> arguments) {
    this.outside = outside;
    this.arguments = new ArrayList<>(arguments);
    for (int i = 0; i < arguments.size(); i++) {
      positions.putIfAbsent(arguments.get(i), i);
    }
  }

  /**
   * Returns the expression with its subqueries bound.
   *
   * @param typer types expressions over the rows that the expression is evaluated for
   * @throws AnalysisException if a subquery names no column of them, has another number of columns
   *     than its use asks for, or has types that do not fit
   */
  public static Expr bind(ExprTyper typer, Expr expr) {
    return bind(typer, expr, outer -> outer);
  }

  /** Binds, with references to columns of outer rows replaced. */
  public static Expr bind(ExprTyper typer, Expr expr, UnaryOperator<Expr> outer) {
    return ExprRewriter.replace(
        expr,
        part ->
            switch (part) {
              case Expr.OuterName _, Expr.OuterColumn _ -> outer.apply(part);
              case Expr.Subquery query -> bindQuery(typer, query, outer);
              default -> null;
            });
  }

  private static Expr bindQuery(ExprTyper typer, Expr.Subquery given, UnaryOperator<Expr> outer) {
    Expr.Subquery query =
        (Expr.Subquery) ExprRewriter.mapChildren(given, part -> bind(typer, part, outer));
    SubqueryBinding binding = new SubqueryBinding(typer, query.arguments());
    LogicalPlan plan = binding.bound((LogicalPlan) query.plan());
    return switch (query) {
      case Expr.ScalarSubquery _ -> new Expr.ScalarSubquery(plan, binding.arguments);
      case Expr.ExistsSubquery _ -> new Expr.ExistsSubquery(plan, binding.arguments);
      case Expr.ArraySubquery _ -> new Expr.ArraySubquery(plan, binding.arguments);
      case Expr.QuantifiedSubquery q ->
          new Expr.QuantifiedSubquery(
              q.operands(),
              q.comparison(),
              comparedAs(typer, q.operands(), q.comparison(), plan),
              plan,
              binding.arguments);
    };
  }

  private static List<DataType> comparedAs(
      ExprTyper typer, List<Expr> operands, ScalarFunction comparison, LogicalPlan plan) {
    if (operands.size() != plan.schema().size()) {
      throw typer.error(
          "the frame of the subquery has "
              + plan.schema().size()
              + " columns "
              + plan.schema().names()
              + ", and "
              + (operands.size() == 1 ? "one value is" : operands.size() + " values are")
              + " compared with them; select what is to be compared");
    }
    List<DataType> types = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      Field column = plan.schema().field(i);
      Expr value = new Expr.OuterColumn(0, column.name(), column.type(), column.nullable());
      types.add(
          typer.signature(comparison, List.of(operands.get(i), value)).argumentTypes().getFirst());
    }
    return types;
  }

  private LogicalPlan bound(LogicalPlan plan) {
    boolean[] isOpen = {false};
    PlanExpressions.forEach(plan, expr -> isOpen[0] |= isOpen(expr));
    return isOpen[0] ? new PlanTyping(outside, this::argument).typed(plan) : plan;
  }

  private boolean isOpen(Expr expr) {
    return ExprParts.any(
        expr,
        part ->
            part instanceof Expr.OuterName
                || (part instanceof Expr.OuterColumn column && !argument(column).equals(column)));
  }

  /** Returns the plan's argument for an outer column. */
  private Expr argument(Expr outer) {
    Expr value;
    if (outer instanceof Expr.OuterColumn column) {
      value = arguments.get(column.index());
    } else {
      Expr.OuterName name = (Expr.OuterName) outer;
      value =
          name.levels() > 1
              ? new Expr.OuterName(name.name(), name.levels() - 1)
              : new Expr.Column(name.name());
    }
    ExprType type = type(value, outer);
    Integer known = positions.putIfAbsent(value, arguments.size());
    if (known == null) {
      arguments.add(value);
    }
    int position =
        outer instanceof Expr.OuterColumn column
            ? column.index()
            : known == null ? arguments.size() - 1 : known;
    return new Expr.OuterColumn(position, value.outputName(), type.type(), type.nullable());
  }

  private ExprType type(Expr value, Expr outer) {
    try {
      return outside.type(value);
    } catch (AnalysisException e) {
      throw new AnalysisException(e.code(), e.getMessage() + ", which " + outer + " names", e);
    }
  }
}
