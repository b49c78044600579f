package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;

/**
 * The lists of {@code unnest(list)} in one select list. Several are unnested side by side: shorter
 * ones are filled up with nulls.
 */
final class SelectUnnests {
  private final List<Expr> lists = new ArrayList<>();

  /** Returns the lists, in the order of their placeholders. */
  List<Expr> lists() {
    return lists;
  }

  /** Takes a list, or a map, and returns the column of its elements. */
  Expr add(ExpressionBinder binder, Expr list, Span span) {
    Expr taken = list;
    DataType type = binder.type(list);
    if (type instanceof DataType.Null) {
      type = new DataType.ListOf(DataType.INT32);
      taken = new Expr.Cast(list, type, CastMode.STRICT);
    }
    DataType element = Plans.element(type);
    if (element == null) {
      throw binder.error(span, "unnest takes a list, a map or a struct, not " + type.sqlName());
    }
    int known = lists.indexOf(taken);
    if (known < 0) {
      known = lists.size();
      lists.add(taken);
    }
    return Placeholders.unnest(known, "unnest", new ExprType(element, true));
  }
}
