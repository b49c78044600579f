package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Computes select items that others name by their aliases once: as columns of projections below.
 * Each layer computes the items that need only those of the layers before.
 */
final class AliasLayers {
  private final List<Expr> given;
  private final int[] levels;
  private final int[] columns; // of items that have been computed; -1 for others
  private LogicalPlan plan;

  AliasLayers(LogicalPlan input, List<Expr> given) {
    this.plan = input;
    this.given = given;
    this.levels = new int[given.size()];
    this.columns = new int[given.size()];
    java.util.Arrays.fill(columns, -1);
    Set<Integer> named = new TreeSet<>();
    int depth = 0;
    for (int i = 0; i < given.size(); i++) {
      Set<Integer> used = new TreeSet<>();
      collect(given.get(i), used);
      for (int item : used) {
        levels[i] = Math.max(levels[i], levels[item] + 1);
      }
      named.addAll(used);
      depth = Math.max(depth, levels[i]);
    }
    for (int level = 0; level < depth; level++) {
      addLayer(named, level);
    }
  }

  private static void collect(Expr expr, Set<Integer> items) {
    ExprParts.forEach(
        expr,
        part -> {
          int item = Placeholders.item(part);
          if (item >= 0) {
            items.add(item);
          }
        });
  }

  private void addLayer(Set<Integer> named, int level) {
    List<NamedExpr> layer = new ArrayList<>(Plans.columns(plan));
    int width = layer.size();
    List<Integer> added = new ArrayList<>();
    for (int item : named) {
      if (levels[item] == level) {
        layer.add(new NamedExpr("$item" + item, above(given.get(item))));
        added.add(item);
      }
    }
    if (added.isEmpty()) {
      return;
    }
    plan = Plans.project(plan, layer);
    for (int i = 0; i < added.size(); i++) {
      columns[added.get(i)] = width + i;
    }
  }

  /** Returns an expression with aliases replaced by columns, or by what they stand for. */
  Expr above(Expr expr) {
    return ExprRewriter.replace(
        expr,
        part -> {
          int item = Placeholders.item(part);
          return item < 0
              ? null
              : columns[item] >= 0 ? Plans.column(plan, columns[item]) : above(given.get(item));
        });
  }

  /** Returns the input with the layers' columns behind its own. */
  LogicalPlan plan() {
    return plan;
  }

  /** Returns the items over it. */
  List<Expr> values() {
    List<Expr> values = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      values.add(columns[i] >= 0 ? Plans.column(plan, columns[i]) : above(given.get(i)));
    }
    return values;
  }
}
