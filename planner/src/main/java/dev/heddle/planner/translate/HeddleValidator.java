package dev.heddle.planner.translate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlMoniker;
import org.apache.calcite.sql.validate.SqlMonikerType;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.DateString;

/** Calcite's validator with our operators; tells what names a SELECT could use. One a query. */
final class HeddleValidator extends SqlValidatorImpl {
  private static final String SECOND_YEAR = "0002";

  HeddleValidator(
      QueryOperators operators, QueryCatalog catalog, RelDataTypeFactory types, Config config) {
    super(operators, catalog, types, config);
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

  /** Plain dates are read here: Calcite's way through calendars of locales takes long at first. */
  @Override
  public SqlLiteral resolveLiteral(SqlLiteral literal) {
    DateString date =
        literal instanceof SqlUnknownLiteral typed && typed.tag.equalsIgnoreCase("DATE")
            ? PlainDates.read(typed.getValue())
            : null;
    return date == null
        ? super.resolveLiteral(literal)
        : SqlLiteral.createDate(date, literal.getParserPosition());
  }

  /** As above; Calcite refuses days before the first of year 1 in the calendar of that time. */
  @Override
  public void validateLiteral(SqlLiteral literal) {
    boolean isLater =
        literal.getTypeName() == SqlTypeName.DATE
            && literal.getValue() instanceof DateString date
            && date.toString().compareTo(SECOND_YEAR) >= 0;
    if (!isLater) {
      super.validateLiteral(literal);
    }
  }

  /** The lists of {@code UNNEST} are no expressions of a SELECT, which the validator expands. */
  @Override
  public void validateCall(SqlCall call, SqlValidatorScope scope) {
    if (call.getKind() == SqlKind.UNNEST) {
      for (int i = 0; i < call.operandCount(); i++) {
        SqlNode operand = call.operand(i);
        if (operand.isA(SqlKind.QUERY)) {
          continue;
        }
        call.setOperand(i, resolved(operand, scope));
      }
    }
    super.validateCall(call, scope);
  }

  /**
   * A struct that is compared with the rows of a query is one value of a row, and not itself the
   * row that it would else be taken for.
   */
  @Override
  public RelDataType deriveType(SqlValidatorScope scope, SqlNode node) {
    switch (node.getKind()) {
      case IN, NOT_IN, SOME, ALL -> {
        SqlCall call = (SqlCall) node;
        SqlNode value = call.operand(0);
        if (call.operand(1).isA(SqlKind.QUERY)
            && value.getKind() != SqlKind.ROW
            && !value.isA(SqlKind.QUERY)
            && super.deriveType(scope, value).isStruct()) {
          call.setOperand(0, SqlStdOperatorTable.ROW.createCall(value.getParserPosition(), value));
        }
      }
      default -> {}
    }
    return super.deriveType(scope, node);
  }

  /** The first step after the tables are known: keys are compared with what SELECT names later. */
  @Override
  protected void validateWhereClause(SqlSelect select) {
    StructFields.expand(select.getSelectList(), this, getWhereScope(select));
    SelectedNames.resolve(select, getWhereScope(select), this);
    SqlNodeList groups = select.getGroup();
    if (groups != null) {
      SqlNodeList keys = new SqlNodeList(groups.getParserPosition());
      for (SqlNode group : groups) {
        keys.add(resolved(selected(group, select), getWhereScope(select)));
      }
      select.setGroupBy(keys);
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

  /** The last step: the select list is complete. */
  @Override
  protected void validateOrderList(SqlSelect select) {
    SelectedNames.orderByAll(select);
    super.validateOrderList(select);
  }

  /**
   * Returns the expression in the select list that a key names by number or by alias, if it has
   * paths to fields, which the validator does not find from there.
   */
  private SqlNode selected(SqlNode key, SqlSelect select) {
    SqlNode found = null;
    if (key instanceof SqlNumericLiteral number && number.isInteger()) {
      int last = number.intValue(true);
      List<SqlNode> items = select.getSelectList();
      boolean isThere =
          last >= 1
              && last <= items.size()
              && items.subList(0, last).stream().noneMatch(HeddleValidator::isStar);
      found = isThere ? SqlUtil.stripAs(items.get(last - 1)) : null;
    } else if (key instanceof SqlIdentifier name && name.isSimple()) {
      SqlNameMatcher matcher = getCatalogReader().nameMatcher();
      SqlValidatorScope scope = getWhereScope(select);
      boolean isColumn = !scope.findQualifyingTableNames(name.getSimple(), name, matcher).isEmpty();
      for (SqlNode item : select.getSelectList()) {
        if (!isColumn
            && found == null
            && item instanceof SqlCall call
            && call.getKind() == SqlKind.AS
            && call.operand(1) instanceof SqlIdentifier alias
            && matcher.matches(alias.getSimple(), name.getSimple())) {
          found = call.operand(0);
        }
      }
    }
    return found == null || resolved(found, getWhereScope(select)).equals(found) ? key : found;
  }

  private static boolean isStar(SqlNode item) {
    return item instanceof SqlIdentifier identifier && identifier.isStar();
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
