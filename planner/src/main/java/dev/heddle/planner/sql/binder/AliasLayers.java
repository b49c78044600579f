package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.plan.ColumnInlining;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Computes select items that others name by their aliases once: as columns of projections below.
 * Each layer computes the items that need only those of the layers before. Where there would be
 * many layers, small items are no columns, but written out.
 */
final class AliasLayers {
  private final List<Expr> given;
  private final List<Set<Integer>> used = new ArrayList<>(); // items that each item names
  private final int[] levels;
  private final int[] columns; // of items that have been computed; -1 for others
  private final Expr[] written; // items over the plan so far; null for those not asked for yet
  private LogicalPlan plan;

  AliasLayers(LogicalPlan input, List<Expr> given) {
    this.plan = input;
    this.given = given;
    this.levels = new int[given.size()];
    this.columns = new int[given.size()];
    this.written = new Expr[given.size()];
    Arrays.fill(columns, -1);
    boolean[] isColumn = new boolean[given.size()];
    for (Expr expr : given) {
      Set<Integer> items = new TreeSet<>();
      collect(expr, items);
      used.add(items);
      items.forEach(item -> isColumn[item] = true);
    }
    int depth = depth(isColumn);
    if (depth >= ColumnInlining.MIN_CHAIN) {
      writeOutSmall(isColumn);
      depth = depth(isColumn);
    }
    for (int level = 0; level < depth; level++) {
      addLayer(isColumn, level);
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

  /** Finds the layer of each item, and returns how many there are. */
  private int depth(boolean[] isColumn) {
    int depth = 0;
    for (int i = 0; i < levels.length; i++) {
      levels[i] = 0;
      for (int item : used.get(i)) {
        levels[i] = Math.max(levels[i], levels[item] + (isColumn[item] ? 1 : 0));
      }
      depth = Math.max(depth, levels[i]);
    }
    return depth;
  }

  private void writeOutSmall(boolean[] isColumn) {
    int[] nodes = new int[given.size()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] =
          ColumnInlining.nodes(
              given.get(i),
              part -> {
                int item = Placeholders.item(part);
                return item < 0 ? -1 : isColumn[item] ? 1 : nodes[item];
              });
      isColumn[i] &= !ColumnInlining.isSmall(nodes[i]);
    }
  }

  private void addLayer(boolean[] isColumn, int level) {
    List<NamedExpr> layer = new ArrayList<>(Plans.columns(plan));
    int width = layer.size();
    List<Integer> added = new ArrayList<>();
    for (int item = 0; item < levels.length; item++) {
      if (isColumn[item] && levels[item] == level) {
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

  /** Returns an expression with aliases replaced by columns, or by their expressions. */
  Expr above(Expr expr) {
    return ExprRewriter.replace(
        expr,
        part -> {
          int item = Placeholders.item(part);
          return item < 0 ? null : value(item);
        });
  }

  private Expr value(int item) {
    if (columns[item] >= 0) {
      return Plans.column(plan, columns[item]);
    }
    if (written[item] == null) {
      written[item] = above(given.get(item));
    }
    return written[item];
  }

  /** Returns the input with the layers' columns behind its own. */
  LogicalPlan plan() {
    return plan;
  }

  /** Returns the items over it. */
  List<Expr> values() {
    List<Expr> values = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      values.add(value(i));
    }
    return values;
  }
}
