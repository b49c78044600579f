package dev.heddle.planner.translate;

import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.ScalarFunction;
import dev.heddle.planner.sql.SqlPositionException;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * Turns paths to fields, such as {@code column.field} and {@code table.column.field}, into calls on
 * the column, since Calcite knows them behind a table's name only, and not in subqueries. Names of
 * tables go first, as in other engines. Subqueries are left to their own scopes.
 */
final class FieldPaths extends SqlShuttle {
  private final SqlValidatorScope scope;
  private final SqlNameMatcher matcher;

  private FieldPaths(SqlValidatorScope scope, SqlNameMatcher matcher) {
    this.scope = scope;
    this.matcher = matcher;
  }

  static SqlNode resolve(SqlNode node, SqlValidatorScope scope, SqlNameMatcher matcher) {
    return java.util.Objects.requireNonNull(node.accept(new FieldPaths(scope, matcher)), "no node");
  }

  /** Returns whether a table has the name. */
  static boolean isTable(String name, SqlValidatorScope scope, SqlNameMatcher matcher) {
    return new FieldPaths(scope, matcher).row(name) != null;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    return call.isA(SqlKind.QUERY) ? call : super.visit(call);
  }

  @Override
  public @Nullable SqlNode visit(SqlIdentifier identifier) {
    if (identifier.names.size() < 2 || identifier.isStar()) {
      return identifier;
    }
    RelDataType row = row(identifier.names.getFirst());
    if (row != null) {
      return path(row, identifier, 1);
    }
    String column = identifier.names.getFirst();
    Map<String, ?> tables = scope.findQualifyingTableNames(column, identifier, matcher);
    String table = tables.size() == 1 ? tables.keySet().iterator().next() : null;
    row = table == null ? null : row(table);
    return row == null ? identifier : path(row, identifier, 0);
  }

  /** The columns of a table, if there is one of this name. */
  private @Nullable RelDataType row(String table) {
    SqlValidatorScope.ResolvedImpl resolved = new SqlValidatorScope.ResolvedImpl();
    scope.resolve(List.of(table), matcher, false, resolved);
    return resolved.count() == 1 ? resolved.only().rowType() : null;
  }

  private SqlNode path(RelDataType row, SqlIdentifier identifier, int column) {
    RelDataTypeField field = matcher.field(row, identifier.names.get(column));
    if (field == null || column + 1 == identifier.names.size()) {
      return identifier; // as it was: the validator keeps types by the identity of nodes
    }
    SqlNode value = identifier.getComponent(0, column + 1);
    for (int i = column + 1; i < identifier.names.size(); i++) {
      RelDataType type = field.getType();
      String name = identifier.names.get(i);
      SqlParserPos position = identifier.getComponentParserPosition(i);
      if (!type.isStruct()) {
        throw new SqlPositionException(
            "no field \""
                + name
                + "\" in \""
                + field.getName()
                + "\", which is "
                + TypeMapping.dataType(type).sqlName()
                + "; only structs have fields",
            position);
      }
      field = matcher.field(type, name);
      if (field == null) {
        throw new SqlPositionException(
            NearestNames.missing("field", name, type.getFieldNames()), position);
      }
      value =
          SqlOperators.operator(ScalarFunction.FIELD)
              .createCall(
                  identifier.getParserPosition(),
                  value,
                  SqlLiteral.createCharString(field.getName(), position));
    }
    return value;
  }
}
