package dev.heddle.planner.translate;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import java.util.Locale;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.Optionality;

/** An aggregate function of the catalogue that Calcite does not have. */
final class CatalogueAggregateOperator extends SqlAggFunction {
  CatalogueAggregateOperator(AggregateFunction function) {
    super(
        function.displayName().toUpperCase(Locale.ROOT),
        null,
        SqlKind.OTHER_FUNCTION,
        new CatalogueTyping(function),
        null,
        null,
        SqlFunctionCategory.USER_DEFINED_FUNCTION,
        false,
        false,
        function.usesOrder() ? Optionality.OPTIONAL : Optionality.FORBIDDEN);
  }
}
