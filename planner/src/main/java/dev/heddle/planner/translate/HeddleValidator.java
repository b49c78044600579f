package dev.heddle.planner.translate;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.validate.SqlMoniker;
import org.apache.calcite.sql.validate.SqlMonikerType;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/** Calcite's validator with our operators; tells what names a SELECT could use. One a query. */
final class HeddleValidator extends SqlValidatorImpl {
  HeddleValidator(QueryCatalog catalog, RelDataTypeFactory types, Config config) {
    super(SqlOperators.INSTANCE, catalog, types, config);
  }

  /** Returns the columns of the tables of a SELECT; none if it was not reached. */
  List<String> columnNames(SqlSelect select) {
    List<SqlMoniker> monikers = new ArrayList<>();
    try {
      SqlValidatorScope scope = getWhereScope(select);
      if (scope != null) {
        scope.findAllColumnNames(monikers);
      }
    } catch (RuntimeException e) {
      return List.of(); // a table of it is what is wrong
    }
    return monikers.stream()
        .filter(m -> m.getType() == SqlMonikerType.COLUMN)
        .map(m -> m.getFullyQualifiedNames().getLast())
        .distinct()
        .toList();
  }

  /** Returns the names under which a SELECT knows its tables. */
  List<String> aliases(SqlSelect select) {
    List<SqlMoniker> monikers = new ArrayList<>();
    SqlValidatorScope scope = getWhereScope(select);
    if (scope != null) {
      scope.findAliases(monikers);
    }
    return monikers.stream().map(m -> m.getFullyQualifiedNames().getLast()).distinct().toList();
  }
}
