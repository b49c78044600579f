package dev.heddle.planner.translate;

import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.ScalarFunction;
import dev.heddle.planner.sql.SqlPositionException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlStarExclude;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * Puts a column for each field in the place of {@code s.*}, {@code s.* EXCLUDE (a)} and {@code
 * unnest(s)} of a struct in a SELECT. Names of tables go first, as in other engines.
 */
final class StructFields {
  private final HeddleValidator validator;
  private final SqlValidatorScope scope;
  private final SqlNameMatcher matcher;
  private final List<SqlNode> columns = new ArrayList<>();

  private StructFields(HeddleValidator validator, SqlValidatorScope scope) {
    this.validator = validator;
    this.scope = scope;
    this.matcher = validator.getCatalogReader().nameMatcher();
  }

  /** Changes the columns of a SELECT whose tables are known. */
  static void expand(SqlNodeList items, HeddleValidator validator, SqlValidatorScope scope) {
    StructFields fields = new StructFields(validator, scope);
    items.forEach(fields::add);
    items.clear(); // the validator holds on to this list
    items.addAll(fields.columns);
  }

  private void add(SqlNode item) {
    SqlNode plain = SqlUtil.stripAs(item);
    if (item instanceof SqlIdentifier star && star.isStar()) {
      addStar(item, star, List.of());
    } else if (item instanceof SqlStarExclude exclude) {
      addStar(item, exclude.getStarIdentifier(), exclude.getExcludeList());
    } else if (SelectedUnnest.isFunction(plain)) {
      addFields(((SqlCall) plain).operand(0), List.of());
    } else {
      columns.add(item);
    }
  }

  private void addStar(SqlNode item, SqlIdentifier star, List<? extends SqlNode> excluded) {
    boolean isOfTable =
        star.names.size() == 1
            || (star.names.size() == 2
                && FieldPaths.isTable(star.names.getFirst(), scope, matcher));
    if (isOfTable) {
      columns.add(item);
    } else {
      addFields(FieldPaths.resolve(star.skipLast(1), scope, matcher), excluded);
    }
  }

  private void addFields(SqlNode struct, List<? extends SqlNode> excluded) {
    SqlParserPos position = struct.getParserPosition();
    if (struct.isA(SqlKind.QUERY)) {
      throw new SqlPositionException(
          "unnest does not take a query; read the struct from a table: "
              + "select t.s.* from (select ...) as t(s)",
          position);
    }
    RelDataType type = validator.deriveType(scope, validator.expand(Copies.of(struct), scope));
    if (!type.isStruct()) {
      throw new SqlPositionException(
          "no fields in a value of "
              + TypeMapping.dataType(type).sqlName()
              + "; only structs have fields",
          position);
    }
    for (SqlNode name : excluded) {
      String field = ((SqlIdentifier) name).names.getLast();
      if (matcher.field(type, field) == null) {
        throw new SqlPositionException(
            NearestNames.missing("field", field, type.getFieldNames()), name.getParserPosition());
      }
    }
    for (RelDataTypeField field : type.getFieldList()) {
      Predicate<SqlNode> isField =
          name -> field.equals(matcher.field(type, ((SqlIdentifier) name).names.getLast()));
      if (excluded.stream().noneMatch(isField)) {
        columns.add(
            SqlStdOperatorTable.AS.createCall(
                position,
                SqlOperators.operator(ScalarFunction.FIELD)
                    .createCall(
                        position,
                        Copies.of(struct),
                        SqlLiteral.createCharString(field.getName(), position)),
                new SqlIdentifier(field.getName(), position)));
      }
    }
  }
}
