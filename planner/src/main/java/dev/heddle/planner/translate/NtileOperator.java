package dev.heddle.planner.translate;

import dev.heddle.frame.expr.catalogue.WindowFunction;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.Optionality;

/** {@code NTILE} with the catalogue's type; Calcite's gives an INTEGER. */
final class NtileOperator extends SqlAggFunction {
  NtileOperator() {
    super(
        "NTILE",
        null,
        SqlKind.NTILE,
        new CatalogueTyping(WindowFunction.NTILE),
        null,
        null,
        SqlFunctionCategory.NUMERIC,
        false,
        true,
        Optionality.FORBIDDEN);
  }

  @Override
  public boolean allowsFraming() {
    return false;
  }
}
