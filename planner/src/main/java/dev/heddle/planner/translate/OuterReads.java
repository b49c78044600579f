package dev.heddle.planner.translate;

import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.plan.JoinKey;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedAggregate;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.plan.NamedWindow;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the plans that read values of a row outside of them. One query's; not thread-safe. */
final class OuterReads {
  private final IdentityHashMap<LogicalPlan, Boolean> known = new IdentityHashMap<>();

  /** Returns whether the plan has outer columns of the innermost subquery or lateral join. */
  boolean in(LogicalPlan plan) {
    Boolean found = known.get(plan);
    if (found == null) {
      found = find(plan);
      known.put(plan, found);
    }
    return found;
  }

  private boolean find(LogicalPlan plan) {
    CancelPoint.check();
    for (Expr expr : expressions(plan)) {
      if (hasOuterColumn(expr)) {
        return true;
      }
    }
    List<LogicalPlan> inputs =
        plan instanceof LogicalPlan.LateralJoin join ? List.of(join.left()) : plan.inputs();
    for (LogicalPlan input : inputs) {
      if (in(input)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasOuterColumn(Expr expr) {
    return ExprParts.any(expr, Expr.OuterColumn.class::isInstance);
  }

  /** Returns whether there is a subquery in an expression. */
  static boolean hasSubquery(@Nullable Expr expr) {
    return expr != null && ExprParts.any(expr, Expr.Subquery.class::isInstance);
  }

  private static List<Expr> expressions(LogicalPlan plan) {
    List<Expr> found = new ArrayList<>();
    switch (plan) {
      case LogicalPlan.Project p -> p.columns().stream().map(NamedExpr::expr).forEach(found::add);
      case LogicalPlan.Filter p -> found.add(p.predicate());
      case LogicalPlan.Aggregate p -> {
        p.keys().stream().map(NamedExpr::expr).forEach(found::add);
        p.aggregates().stream().map(NamedAggregate::call).forEach(found::add);
      }
      case LogicalPlan.Join p -> {
        addKeys(p.keys(), found);
        add(p.condition(), found);
      }
      case LogicalPlan.AsOfJoin p -> {
        addKeys(p.keys(), found);
        found.add(p.leftOn());
        found.add(p.rightOn());
      }
      case LogicalPlan.Sort p -> p.keys().forEach(key -> found.add(key.expr()));
      case LogicalPlan.Repartition p -> p.keys().forEach(key -> found.add(key.expr()));
      case LogicalPlan.Window p -> p.columns().stream().map(NamedWindow::over).forEach(found::add);
      case LogicalPlan.ComputedLimit p -> {
        add(p.offset(), found);
        add(p.count(), found);
      }
      case LogicalPlan.Unnest p -> found.add(p.list());
      case LogicalPlan.LateralJoin p -> {
        found.addAll(p.arguments());
        add(p.condition(), found);
      }
      case LogicalPlan.Scan _,
          LogicalPlan.Values _,
          LogicalPlan.Limit _,
          LogicalPlan.Sample _,
          LogicalPlan.Union _,
          LogicalPlan.Intersect _,
          LogicalPlan.Except _,
          LogicalPlan.RecursiveUnion _,
          LogicalPlan.WorkingTable _,
          LogicalPlan.Distinct _,
          LogicalPlan.RowIndex _,
          LogicalPlan.Explode _ -> {}
    }
    return found;
  }

  private static void addKeys(List<JoinKey> keys, List<Expr> found) {
    for (JoinKey key : keys) {
      found.add(key.left());
      found.add(key.right());
    }
  }

  private static void add(@Nullable Expr expr, List<Expr> found) {
    if (expr != null) {
      found.add(expr);
    }
  }
}
