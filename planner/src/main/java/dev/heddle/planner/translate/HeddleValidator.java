package dev.heddle.planner.translate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlMoniker;
import org.apache.calcite.sql.validate.SqlMonikerType;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/** Calcite's validator with our operators; tells what names a SELECT could use. One a query. */
final class HeddleValidator extends SqlValidatorImpl {
  HeddleValidator(QueryCatalog catalog, RelDataTypeFactory types, Config config) {
    super(SqlOperators.INSTANCE, catalog, types, config);
  }

  private SqlNode resolved(SqlNode node, SqlValidatorScope scope) {
    return FieldPaths.resolve(node, scope, getCatalogReader().nameMatcher());
  }

  @Override
  public SqlNode expand(SqlNode node, SqlValidatorScope scope) {
    return super.expand(resolved(node, scope), scope);
  }

  @Override
  public SqlNode expandSelectExpr(
      SqlNode node, SelectScope scope, SqlSelect select, Map<String, SqlNode> expansions) {
    return super.expandSelectExpr(resolved(node, scope), scope, select, expansions);
  }

  /** The first step after the tables are known: keys are compared with what SELECT names later. */
  @Override
  protected void validateWhereClause(SqlSelect select) {
    SqlNodeList groups = select.getGroup();
    if (groups != null) {
      select.setGroupBy((SqlNodeList) resolved(groups, getWhereScope(select)));
    }
    SqlNodeList order = select.getOrderList();
    if (order != null) {
      select.setOrderBy((SqlNodeList) resolved(order, getWhereScope(select)));
    }
    if (select.getHaving() != null) {
      select.setHaving(resolved(select.getHaving(), getWhereScope(select)));
    }
    if (select.getQualify() != null) {
      select.setQualify(resolved(select.getQualify(), getWhereScope(select)));
    }
    super.validateWhereClause(select);
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
