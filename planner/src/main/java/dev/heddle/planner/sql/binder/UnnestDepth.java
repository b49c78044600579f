package dev.heddle.planner.sql.binder;

import dev.heddle.planner.sql.tree.Expression;
import java.util.List;

/** How many levels of nested lists and structs {@code unnest} goes down. Stateless. */
final class UnnestDepth {
  private static final int ALL = Integer.MAX_VALUE;

  private UnnestDepth() {}

  /**
   * Returns what {@code recursive} or {@code max_depth} behind the list says, 1 without; 0 if the
   * arguments are others.
   */
  static int of(ExpressionBinder binder, Expression.Call call) {
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
