package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.ExprType;

/**
 * Columns that exist only while a SELECT is bound: of a select item that another expression names
 * by its alias, and of a list that is unnested in the select list. They carry their type, and are
 * replaced by positions when the SELECT is put together.
 */
final class Placeholders {
  private static final int ALIAS = 1 << 28;
  private static final int UNNEST = 1 << 29;

  private Placeholders() {}

  static Expr alias(int item, String name, ExprType type) {
    return new Expr.OuterColumn(ALIAS + item, name, type.type(), type.nullable());
  }

  static Expr unnest(int list, String name, ExprType type) {
    return new Expr.OuterColumn(UNNEST + list, name, type.type(), type.nullable());
  }

  /** Returns whether an outer column is one of these. */
  static boolean isPlaceholder(Expr.OuterColumn column) {
    return column.index() >= ALIAS;
  }

  /** Returns the number of the select item that an expression is the alias of; -1 if it is none. */
  static int item(Expr expr) {
    return expr instanceof Expr.OuterColumn column
            && column.index() >= ALIAS
            && column.index() < UNNEST
        ? column.index() - ALIAS
        : -1;
  }

  /** Returns the number of the unnested list; -1 if the expression is none. */
  static int list(Expr expr) {
    return expr instanceof Expr.OuterColumn column && column.index() >= UNNEST
        ? column.index() - UNNEST
        : -1;
  }

  /** Returns whether there is one in an expression. */
  static boolean isIn(Expr expr) {
    return ExprParts.any(
        expr, part -> part instanceof Expr.OuterColumn column && isPlaceholder(column));
  }

  /** Returns whether an expression reads an element of an unnested list. */
  static boolean hasList(Expr expr) {
    return ExprParts.any(expr, part -> list(part) >= 0);
  }
}
