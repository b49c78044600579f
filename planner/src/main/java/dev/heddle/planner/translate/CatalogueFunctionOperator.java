package dev.heddle.planner.translate;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.Stability;
import java.util.Locale;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;

/** A scalar function of the catalogue in plans. */
final class CatalogueFunctionOperator extends SqlFunction {
  private final ScalarFunction function;

  CatalogueFunctionOperator(ScalarFunction function) {
    this(function, function.displayName());
  }

  private CatalogueFunctionOperator(ScalarFunction function, String name) {
    super(
        name.toUpperCase(Locale.ROOT),
        SqlKind.OTHER_FUNCTION,
        new CatalogueTyping(function),
        null,
        null,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
    this.function = function;
  }

  ScalarFunction function() {
    return function;
  }

  @Override
  public boolean isDeterministic() {
    return function.stability() != Stability.VOLATILE;
  }

  @Override
  public boolean isDynamicFunction() {
    return function.stability() == Stability.STABLE;
  }
}
