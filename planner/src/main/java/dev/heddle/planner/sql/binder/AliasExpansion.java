package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprRewriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Writes out the select items that expressions name by their aliases. An item is written out once,
 * and is one object in all places. Not thread-safe.
 */
final class AliasExpansion {
  private final IntFunction<Expr> items;
  private final List<Expr> expanded = new ArrayList<>(); // the first items

  /**
   * Makes an expansion.
   *
   * @param items gives the items, each of which names only those before it
   */
  AliasExpansion(IntFunction<Expr> items) {
    this.items = items;
  }

  /** Returns an expression with aliases replaced by their expressions. */
  Expr of(Expr expr) {
    return ExprRewriter.replace(
        expr,
        part -> {
          int item = Placeholders.item(part);
          return item < 0 ? null : item(item);
        });
  }

  private Expr item(int position) {
    for (int i = expanded.size(); i <= position; i++) {
      expanded.add(of(items.apply(i)));
    }
    return expanded.get(position);
  }
}
