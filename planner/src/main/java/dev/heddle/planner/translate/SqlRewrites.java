package dev.heddle.planner.translate;

import dev.heddle.frame.expr.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.CalendarIntervalLiteral;
import dev.heddle.planner.sql.Intervals;
import dev.heddle.planner.sql.SqlPositionException;
import dev.heddle.planner.sql.SqlText;
import dev.heddle.planner.sql.TypeNames;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlMapTypeNameSpec;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlRowTypeNameSpec;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Brings a parsed query into the form that the validator takes: special syntax becomes calls of
 * catalogue functions, other engines' spellings become ours, expressions in the select list are
 * named by their text.
 */
final class SqlRewrites extends SqlShuttle {
  private static final int MAX_NAME_LENGTH = 200;

  private final SqlText text;
  private final Learned learned;
  private final Deque<SqlSelect> selects = new ArrayDeque<>(); // that are being visited
  private final RowValues rows = new RowValues();

  private SqlRewrites(SqlText text, Learned learned) {
    this.text = text;
    this.learned = learned;
  }

  /**
   * Rewrites a query.
   *
   * @param learned what validating it before has shown
   */
  static SqlNode apply(SqlNode query, SqlText text, Learned learned) {
    SqlRewrites rewrites = new SqlRewrites(text, learned);
    return java.util.Objects.requireNonNull(query.accept(rewrites), "no query");
  }

  @Override
  public @Nullable SqlNode visit(SqlLiteral literal) {
    if (literal instanceof SqlIntervalLiteral interval
        && !(literal instanceof CalendarIntervalLiteral)) {
      return new CalendarIntervalLiteral(Intervals.read(interval), literal.getParserPosition());
    }
    if (literal instanceof SqlUnknownLiteral unknown
        && (unknown.tag.equals("TIMESTAMP") || unknown.tag.equals("TIME"))) {
      String text = withSeconds(unknown.tag, unknown.getValue());
      return SqlLiteral.createUnknown(unknown.tag, text, unknown.getParserPosition());
    }
    return literal;
  }

  /** The grammar reads a time of day only with seconds, and after a date and a space. */
  private static String withSeconds(String tag, String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      return tag.equals("TIMESTAMP") ? text + " 00:00:00" : text;
    }
    String spaced = text.replace('T', ' ');
    return text.indexOf(':', colon + 1) < 0 ? spaced + ":00" : spaced;
  }

  @Override
  public @Nullable SqlNode visit(SqlIdentifier identifier) {
    ScalarFunction moment = moment(identifier);
    return moment == null
        ? identifier
        : SqlCalls.function(moment, identifier.getParserPosition(), List.of());
  }

  /** The function that a bare word stands for, if it is one of SQL's words for the current time. */
  private static @Nullable ScalarFunction moment(SqlIdentifier identifier) {
    if (!identifier.isSimple() || identifier.isComponentQuoted(0)) {
      return null;
    }
    return switch (identifier.getSimple().toUpperCase(Locale.ROOT)) {
      case "CURRENT_DATE" -> ScalarFunction.CURRENT_DATE;
      case "CURRENT_TIMESTAMP" -> ScalarFunction.CURRENT_TIMESTAMP;
      case "CURRENT_TIME", "LOCALTIME" -> ScalarFunction.LOCAL_TIME;
      case "LOCALTIMESTAMP" -> ScalarFunction.LOCAL_TIMESTAMP;
      default -> null;
    };
  }

  @Override
  public @Nullable SqlNode visit(SqlDataTypeSpec type) {
    SqlTypeNameSpec spec = type.getTypeNameSpec();
    SqlTypeNameSpec known = typeName(spec);
    return known == spec ? type : new SqlDataTypeSpec(known, type.getParserPosition());
  }

  /** Returns the type of a part of another. */
  private static SqlDataTypeSpec partType(SqlDataTypeSpec type) {
    return new SqlDataTypeSpec(typeName(type.getTypeNameSpec()), type.getParserPosition())
        .withNullable(true);
  }

  /** Returns the grammar's form of a type, which may be one of ours or have such as parts. */
  private static SqlTypeNameSpec typeName(SqlTypeNameSpec spec) {
    SqlParserPos position = spec.getParserPos();
    if (spec instanceof SqlBasicTypeNameSpec basic) {
      CastLengths.check(basic);
    }
    if (spec instanceof SqlCollectionTypeNameSpec list) {
      SqlTypeNameSpec element = typeName(list.getElementTypeName());
      return new SqlCollectionTypeNameSpec(element, SqlTypeName.ARRAY, position);
    }
    if (spec instanceof SqlRowTypeNameSpec row) {
      List<SqlDataTypeSpec> types =
          row.getFieldTypes().stream().map(SqlRewrites::partType).toList();
      return new SqlRowTypeNameSpec(position, row.getFieldNames(), types);
    }
    if (spec instanceof SqlMapTypeNameSpec map) {
      return new SqlMapTypeNameSpec(
          partType(map.getKeyType()), partType(map.getValType()), position);
    }
    if (spec instanceof SqlUserDefinedTypeNameSpec named && named.getTypeName().isSimple()) {
      String name = named.getTypeName().getSimple();
      DataType known =
          TypeNames.find(name)
              .orElseThrow(() -> new SqlPositionException("no type \"" + name + "\"", position));
      RelDataType relType = TypeMapping.relType(new HeddleTypeFactory(), known, true);
      SqlTypeName basic = relType.getSqlTypeName();
      int precision =
          basic.allowsPrec() ? relType.getPrecision() : RelDataType.PRECISION_NOT_SPECIFIED;
      int scale = basic.allowsScale() ? relType.getScale() : RelDataType.SCALE_NOT_SPECIFIED;
      return new SqlBasicTypeNameSpec(basic, precision, scale, position);
    }
    return spec;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    SqlNode cut = CastLengths.cut(call);
    if (cut != null) {
      return cut.accept(this);
    }
    if (call instanceof SqlOrderBy ordered && ordered.query instanceof SqlSelect select) {
      DistinctOn.rewrite(select, ordered.orderList);
    }
    if (call.getKind() == SqlKind.UNION) {
      SqlCall union = UnionByName.rewrite(call, learned);
      if (union != call) {
        return union.accept(this);
      }
    }
    SqlNode expanded = Macros.expand(call);
    if (expanded != null) {
      return expanded.accept(this);
    }
    rows.keep(call);
    if (call instanceof SqlSelect select) {
      DistinctOn.rewrite(select, SqlNodeList.EMPTY);
      SemiJoins.rewrite(select);
      nameExpressions(select);
      SelectedUnnest.move(select, learned);
    }
    if (call instanceof SqlJoin join) {
      AsOfCondition.check(join);
    }
    if (call.getKind() == SqlKind.AS) {
      SqlNode named = call.<SqlNode>operand(0).accept(this); // what follows are only names
      List<SqlNode> operands = new ArrayList<>(call.getOperandList());
      operands.set(0, named);
      SqlNode alias = call.getOperator().createCall(call.getParserPosition(), operands);
      return SelectedUnnest.whole((SqlCall) alias);
    }
    if (call.getKind() == SqlKind.WITHIN_GROUP) {
      SqlNode quantile = SqlCalls.percentile(call);
      if (quantile != null) {
        return quantile.accept(this);
      }
    }
    if (call instanceof SqlWithItem item && readsItself(item)) {
      throw new SqlPositionException(
          "WITH RECURSIVE is not supported: \"" + item.name.getSimple() + "\" reads itself",
          item.name.getParserPosition());
    }
    if (SelectedUnnest.isFunction(call) && !learned.isOfStruct(call.getParserPosition())) {
      throw new SqlPositionException(
          "unnest is a column of its own in a SELECT, or stands behind FROM; "
              + "compute on it in a query around this one",
          call.getParserPosition());
    }
    SqlSelect named = select(call);
    if (named != null) {
      selects.push(named);
    }
    SqlNode visited = super.visit(call);
    if (named != null) {
      selects.pop();
    }
    if (!(visited instanceof SqlCall rewritten)) {
      return visited;
    }
    if (rows.isValue(call)) {
      return RowValues.struct(rewritten);
    }
    return rewritten.getKind() == SqlKind.OVER
        ? overExcluding(OverFilters.apply(NamedWindows.expand(rewritten, this::window)))
        : SqlCalls.rewrite(rewritten);
  }

  /** Returns the select whose named windows a call's own parts can use, if there is one. */
  private static @Nullable SqlSelect select(SqlCall call) {
    SqlNode query = call instanceof SqlOrderBy ordered ? ordered.query : call;
    return query instanceof SqlSelect select ? select : null;
  }

  private static boolean readsItself(SqlWithItem item) {
    if (!item.recursive.booleanValue()) {
      return false;
    }
    boolean[] reads = {false};
    item.query.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier identifier) {
            reads[0] |=
                identifier.isSimple()
                    && identifier.getSimple().equalsIgnoreCase(item.name.getSimple());
            return null;
          }
        });
    return reads[0];
  }

  private void nameExpressions(SqlSelect select) {
    SqlNodeList items = select.getSelectList();
    for (int i = 0; i < items.size(); i++) {
      SqlNode item = items.get(i);
      boolean isNamed =
          item == null
              || (item instanceof SqlIdentifier identifier && moment(identifier) == null)
              || item.getKind() == SqlKind.AS;
      if (isNamed || isStar(item)) {
        continue;
      }
      String name = text.slice(Spans.of(item));
      if (!name.isEmpty() && name.length() <= MAX_NAME_LENGTH) {
        SqlParserPos position = item.getParserPosition();
        items.set(
            i,
            SqlStdOperatorTable.AS.createCall(position, item, new SqlIdentifier(name, position)));
      }
    }
  }

  private static boolean isStar(SqlNode item) {
    return item.getClass().getSimpleName().contains("Star");
  }

  /**
   * A frame that leaves out the current row or its peers may be empty, which Calcite does not take
   * into account: the argument becomes one that may be null, so that the result may be, too.
   */
  private SqlNode overExcluding(SqlNode node) {
    SqlCall over = (SqlCall) node;
    SqlWindow window = window(over.operand(1));
    if (window == null
        || !leavesOutRow(window.getExclude())
        || !(over.operand(0) instanceof SqlCall call)
        || !(call.getOperator() instanceof SqlFunction)
        || call.operandCount() == 0
        || (call.operand(0) instanceof SqlIdentifier identifier && identifier.isStar())) {
      return over;
    }
    SqlParserPos position = call.getParserPosition();
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    operands.set(
        0,
        new SqlCase(
            position,
            null,
            SqlNodeList.of(SqlLiteral.createBoolean(true, position)),
            SqlNodeList.of(operands.getFirst()),
            SqlLiteral.createNull(position)));
    SqlNode nullable =
        call.getOperator().createCall(call.getFunctionQuantifier(), position, operands);
    return over.getOperator().createCall(over.getParserPosition(), nullable, over.operand(1));
  }

  /** Returns a window that is written out or stands in a list by its name; null if it does not. */
  private @Nullable SqlWindow window(SqlNode windowOrName) {
    if (windowOrName instanceof SqlWindow window) {
      return window;
    }
    SqlSelect select = selects.peek();
    if (select != null && windowOrName instanceof SqlIdentifier name && name.isSimple()) {
      for (SqlNode node : select.getWindowList()) {
        if (node instanceof SqlWindow window
            && window.getDeclName() != null
            && window.getDeclName().getSimple().equalsIgnoreCase(name.getSimple())) {
          return window;
        }
      }
    }
    return null;
  }

  private static boolean leavesOutRow(@Nullable SqlLiteral exclude) {
    return exclude != null
        && (SqlWindow.isExcludeCurrentRow(exclude) || SqlWindow.isExcludeGroup(exclude));
  }
}
