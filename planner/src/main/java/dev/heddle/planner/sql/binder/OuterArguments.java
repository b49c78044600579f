package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.PlanExpressions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a subquery, or the right side of a lateral join, reads of the row outside: each
 * different expression over it once.
 */
final class OuterArguments {
  private final ExpressionBinder outer;
  private final List<Expr> values;
  private final Map<Expr, Integer> positions;

  OuterArguments(ExpressionBinder outer) {
    this(outer, new ArrayList<>(), new HashMap<>());
  }

  private OuterArguments(ExpressionBinder outer, List<Expr> values, Map<Expr, Integer> positions) {
    this.outer = outer;
    this.values = values;
    this.positions = positions;
  }

  /**
   * Returns the same arguments for a place that must not name the rows that precede it in the same
   * FROM clause, but those of the queries around.
   *
   * @param query the arguments of the query that has the FROM clause
   */
  OuterArguments withoutRows(@Nullable OuterArguments query) {
    return this == query ? this : new OuterArguments(outer.withoutRow(query), values, positions);
  }

  /** Returns the expressions, in the order of the outer columns inside. */
  List<Expr> values() {
    return values;
  }

  ExpressionBinder outer() {
    return outer;
  }

  /** Returns what an expression over the row outside is inside. */
  Expr inside(Expr value) {
    if (value instanceof Expr.Literal || value instanceof Expr.Parameter) {
      return value;
    }
    Integer known = positions.get(value);
    int position = known == null ? values.size() : known;
    if (known == null) {
      values.add(value);
      positions.put(value, position);
    }
    ExprType type = outer.typer().type(value);
    return new Expr.OuterColumn(position, value.outputName(), type.type(), type.nullable());
  }

  /**
   * Returns the plan that reads these arguments without those that it does not read: the input of
   * an aggregate that belongs outside.
   */
  LogicalPlan withoutUnread(LogicalPlan plan) {
    Set<Integer> read = new TreeSet<>();
    PlanExpressions.forEach(plan, expr -> collect(expr, read));
    if (read.size() == values.size()) {
      return plan;
    }
    List<Integer> kept = List.copyOf(read);
    List<Expr> all = List.copyOf(values);
    values.clear();
    positions.clear();
    for (int i = 0; i < kept.size(); i++) {
      values.add(all.get(kept.get(i)));
      positions.put(all.get(kept.get(i)), i);
    }
    return Correlation.replaced(
        plan,
        expr -> {
          Expr.OuterColumn column = (Expr.OuterColumn) expr;
          return new Expr.OuterColumn(
              kept.indexOf(column.index()), column.name(), column.type(), column.nullable());
        });
  }

  private static void collect(Expr expr, Set<Integer> positions) {
    ExprParts.forEach(
        expr,
        part -> {
          if (part instanceof Expr.OuterColumn column) {
            positions.add(column.index());
          }
        });
  }

  /** Returns what an expression of outer columns alone is over the row outside. */
  Expr outside(Expr expr) {
    return Correlation.outside(expr, values);
  }
}
