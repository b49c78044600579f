package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;

/**
 * The lists of {@code unnest(list)} in one select list. Several are unnested side by side: shorter
 * ones are filled up with nulls.
 */
final class SelectUnnests {
  private static final int ALL = Integer.MAX_VALUE; // levels

  private final List<Expr> lists = new ArrayList<>();
  private final List<Integer> depths = new ArrayList<>();

  /** Returns the lists, in the order of their placeholders. */
  List<Expr> lists() {
    return lists;
  }

  /**
   * Returns how many levels of each list are unnested, 1 or more; one of n levels is in n - 1 calls
   * of {@code flatten}.
   */
  List<Integer> depths() {
    return depths;
  }

  /** Takes a list, or a map, and returns the column of its elements. */
  Expr add(ExpressionBinder binder, Expr list, Span span) {
    return add(binder, list, 1, span);
  }

  /** Takes a list of lists that has been flattened to a depth, and returns such a column. */
  Expr add(ExpressionBinder binder, Expr list, int depth, Span span) {
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
    if (known < 0 || depths.get(known) != depth) {
      known = lists.size();
      lists.add(taken);
      depths.add(depth);
    }
    return Placeholders.unnest(known, "unnest", new ExprType(element, true));
  }

  /**
   * Returns what {@code recursive} or {@code max_depth} behind the list says, 1 without; 0 if the
   * arguments are others.
   */
  static int depth(ExpressionBinder binder, Expression.Call call) {
    List<Expression.Argument> options = call.arguments().subList(1, call.arguments().size());
    if (options.isEmpty()) {
      return 1;
    }
    Expression.Argument option = options.getFirst();
    if (options.size() > 1 || option.name() == null) {
      return 0;
    }
    if (option.name().text().equalsIgnoreCase("recursive")
        && option.value() instanceof Expression.BooleanLiteral recursive) {
      return recursive.value() ? ALL : 1;
    }
    if (option.name().text().equalsIgnoreCase("max_depth")
        && option.value() instanceof Expression.NumberLiteral depth
        && depth.digits().matches("[1-9]\\d{0,8}")) {
      return Integer.parseInt(depth.digits());
    }
    throw binder.error(
        option.name().span(), "unnest takes recursive := true, or max_depth := 1 or more");
  }
}
