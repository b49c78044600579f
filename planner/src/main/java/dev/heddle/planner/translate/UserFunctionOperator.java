package dev.heddle.planner.translate;

import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.planner.rel.UserDefined;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * A function of the user's own in plans. Two are equal if their functions are: different code may
 * have the same name.
 */
public final class UserFunctionOperator extends SqlFunction implements UserDefined {
  private final UserFunction function;

  UserFunctionOperator(UserFunction function) {
    super(
        function.name(),
        SqlKind.OTHER_FUNCTION,
        new CatalogueTyping(function),
        null,
        null,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
    this.function = function;
  }

  /** Returns the function. */
  public UserFunction function() {
    return function;
  }

  @Override
  public boolean isDeterministic() {
    return function.isDeterministic();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof UserFunctionOperator operator && function.equals(operator.function);
  }

  @Override
  public int hashCode() {
    return function.hashCode();
  }
}
