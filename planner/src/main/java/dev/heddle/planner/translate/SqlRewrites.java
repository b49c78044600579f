package dev.heddle.planner.translate;

import dev.heddle.frame.expr.AggregateFunction;
import dev.heddle.frame.expr.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.CalendarIntervalLiteral;
import dev.heddle.planner.sql.Intervals;
import dev.heddle.planner.sql.SqlPositionException;
import dev.heddle.planner.sql.SqlText;
import dev.heddle.planner.sql.TypeNames;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlMapTypeNameSpec;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlRowTypeNameSpec;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlBetweenOperator;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlLikeOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
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
  private final List<SqlParserPos> structs;
  private final Deque<SqlSelect> selects = new ArrayDeque<>(); // that are being visited

  private SqlRewrites(SqlText text, List<SqlParserPos> structs) {
    this.text = text;
    this.structs = structs;
  }

  /**
   * Rewrites a query.
   *
   * @param structs where {@code unnest} of a struct stands, as far as it is known
   */
  static SqlNode apply(SqlNode query, SqlText text, List<SqlParserPos> structs) {
    SqlRewrites rewrites = new SqlRewrites(text, structs);
    return java.util.Objects.requireNonNull(query.accept(rewrites), "no query");
  }

  @Override
  public @Nullable SqlNode visit(SqlLiteral literal) {
    if (literal instanceof SqlIntervalLiteral interval
        && !(literal instanceof CalendarIntervalLiteral)) {
      return new CalendarIntervalLiteral(Intervals.read(interval), literal.getParserPosition());
    }
    if (literal instanceof SqlUnknownLiteral unknown
        && unknown.tag.equals("TIMESTAMP")
        && unknown.getValue().indexOf(':') < 0) {
      // The grammar does not read a timestamp without a time of day.
      return SqlLiteral.createUnknown(
          unknown.tag, unknown.getValue() + " 00:00:00", unknown.getParserPosition());
    }
    return literal;
  }

  @Override
  public @Nullable SqlNode visit(SqlIdentifier identifier) {
    ScalarFunction moment = moment(identifier);
    return moment == null
        ? identifier
        : function(moment, identifier.getParserPosition(), List.of());
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
    if (call instanceof SqlSelect select) {
      nameExpressions(select);
      SelectedUnnest.move(select, structs);
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
      SqlNode quantile = percentile(call);
      if (quantile != null) {
        return quantile.accept(this);
      }
    }
    if (call instanceof SqlWithItem item && readsItself(item)) {
      throw new SqlPositionException(
          "WITH RECURSIVE is not supported: \"" + item.name.getSimple() + "\" reads itself",
          item.name.getParserPosition());
    }
    if (SelectedUnnest.isFunction(call) && !structs.contains(call.getParserPosition())) {
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
    return visited instanceof SqlCall rewritten ? rewrite(rewritten) : visited;
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

  private @Nullable SqlNode rewrite(SqlCall call) {
    SqlParserPos position = call.getParserPosition();
    SqlOperator operator = call.getOperator();
    if (operator instanceof SqlBetweenOperator between
        && between.flag == SqlBetweenOperator.Flag.ASYMMETRIC) {
      SqlNode both =
          SqlStdOperatorTable.AND.createCall(
              position,
              SqlStdOperatorTable.GREATER_THAN_OR_EQUAL.createCall(
                  position, call.operand(0), call.operand(1)),
              SqlStdOperatorTable.LESS_THAN_OR_EQUAL.createCall(
                  position, Copies.of(call.operand(0)), call.operand(2)));
      return between.isNegated() ? not(both) : both;
    }
    if (operator instanceof SqlLikeOperator like) {
      ScalarFunction function =
          switch (like.getName()) {
            case "LIKE", "NOT LIKE" -> ScalarFunction.LIKE;
            case "ILIKE", "NOT ILIKE" -> ScalarFunction.ILIKE;
            default ->
                throw new SqlPositionException(
                    "operator "
                        + like.getName()
                        + " is not supported; use regexp_matches(text, pattern)",
                    position);
          };
      SqlNode match = function(function, position, call.getOperandList());
      return like.isNegated() ? not(match) : match;
    }
    return switch (call.getKind()) {
      case OVER -> overExcluding(overFiltered(NamedWindows.expand(call, this::window)));
      case LAMBDA ->
          throw new SqlPositionException(
              "functions written with -> are not supported; use UNNEST, or the functions on lists",
              position);
      case TABLESAMPLE -> throw new SqlPositionException("TABLESAMPLE is not supported", position);
      case IN, NOT_IN -> inList(call);
      case PLUS_PREFIX -> call.operand(0);
      case EXTRACT -> part(unit(call.operand(0)), call.operand(1), position);
      case TRIM -> trim(call);
      case POSITION -> position(call);
      case FLOOR, CEIL -> rounded(call);
      case DOT ->
          function(
              ScalarFunction.FIELD, position, List.of(call.operand(0), fieldName(call.operand(1))));
      case ITEM -> function(ScalarFunction.ELEMENT, position, call.getOperandList());
      case ARRAY_VALUE_CONSTRUCTOR ->
          function(ScalarFunction.LIST_OF, position, call.getOperandList());
      case MAP_VALUE_CONSTRUCTOR -> map(call);
      case TIMESTAMP_ADD -> timestampAdd(call);
      case TIMESTAMP_DIFF ->
          function(
              operator.getName().toUpperCase(Locale.ROOT).startsWith("DATE")
                  ? ScalarFunction.DATE_DIFF
                  : ScalarFunction.FULL_UNITS_BETWEEN,
              position,
              List.of(unitLiteral(call.operand(0)), call.operand(1), call.operand(2)));
      default -> byName(call);
    };
  }

  private static SqlNode not(SqlNode node) {
    return SqlStdOperatorTable.NOT.createCall(node.getParserPosition(), node);
  }

  private static SqlNode function(
      ScalarFunction function, SqlParserPos position, List<? extends SqlNode> operands) {
    return SqlOperators.operator(function).createCall(position, operands);
  }

  /**
   * {@code count(x) FILTER (WHERE c) OVER w}, which Calcite does not take: values that are left out
   * become null.
   */
  private static SqlNode overFiltered(SqlCall over) {
    if (!(over.operand(0) instanceof SqlCall filter && filter.getKind() == SqlKind.FILTER)) {
      return over;
    }
    SqlCall aggregate = filter.operand(0);
    SqlParserPos position = aggregate.getParserPosition();
    List<SqlNode> operands = new ArrayList<>();
    for (SqlNode operand : aggregate.getOperandList()) {
      boolean isStar = operand instanceof SqlIdentifier identifier && identifier.isStar();
      operands.add(
          new SqlCase(
              position,
              null,
              SqlNodeList.of(Copies.of(filter.operand(1))),
              SqlNodeList.of(isStar ? SqlLiteral.createBoolean(true, position) : operand),
              SqlLiteral.createNull(position)));
    }
    SqlNode filtered =
        aggregate.getOperator().createCall(aggregate.getFunctionQuantifier(), position, operands);
    return over.getOperator().createCall(over.getParserPosition(), filtered, over.operand(1));
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

  private static SqlNode inList(SqlCall call) {
    if (!(call.operand(1) instanceof SqlNodeList values)
        || call.operand(0).getKind() == SqlKind.ROW) {
      return call;
    }
    List<SqlNode> operands = new ArrayList<>();
    operands.add(call.operand(0));
    values.forEach(operands::add);
    SqlNode in = InListOperator.INSTANCE.createCall(call.getParserPosition(), operands);
    return call.getKind() == SqlKind.NOT_IN ? not(in) : in;
  }

  private static String unit(SqlNode node) {
    if (node instanceof SqlIntervalQualifier qualifier) {
      return qualifier.timeFrameName != null
          ? qualifier.timeFrameName.toLowerCase(Locale.ROOT)
          : qualifier.timeUnitRange.name().toLowerCase(Locale.ROOT);
    }
    if (node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.CHAR) {
      return String.valueOf(literal.toValue()).toLowerCase(Locale.ROOT);
    }
    throw new SqlPositionException(
        "a unit such as year or month is expected here", node.getParserPosition());
  }

  private static SqlNode unitLiteral(SqlNode node) {
    return SqlLiteral.createCharString(unit(node), node.getParserPosition());
  }

  private static SqlNode part(String unit, SqlNode operand, SqlParserPos position) {
    ScalarFunction function =
        switch (unit) {
          case "year", "years" -> ScalarFunction.YEAR;
          case "quarter" -> ScalarFunction.QUARTER;
          case "month", "months", "mon" -> ScalarFunction.MONTH;
          case "week", "isoweek" -> ScalarFunction.WEEK;
          case "day", "days" -> ScalarFunction.DAY;
          case "dow", "dayofweek" -> ScalarFunction.DAY_OF_WEEK;
          case "isodow" -> ScalarFunction.ISO_DAY_OF_WEEK;
          case "doy", "dayofyear" -> ScalarFunction.DAY_OF_YEAR;
          case "hour", "hours" -> ScalarFunction.HOUR;
          case "minute", "minutes" -> ScalarFunction.MINUTE;
          case "second", "seconds" -> ScalarFunction.SECOND;
          case "millisecond", "milliseconds" -> ScalarFunction.MILLISECOND;
          case "microsecond", "microseconds" -> ScalarFunction.MICROSECOND;
          case "epoch" -> ScalarFunction.EPOCH;
          default -> throw new SqlPositionException("no date part \"" + unit + "\"", position);
        };
    return function(function, position, List.of(operand));
  }

  private static SqlNode trim(SqlCall call) {
    if (call.operandCount() != 3 || !(call.operand(0) instanceof SqlLiteral literal)) {
      return call;
    }
    ScalarFunction function =
        switch (literal.getValueAs(SqlTrimFunction.Flag.class)) {
          case BOTH -> ScalarFunction.TRIM;
          case LEADING -> ScalarFunction.LTRIM;
          case TRAILING -> ScalarFunction.RTRIM;
        };
    boolean isBlank =
        call.operand(1) instanceof SqlLiteral characters && " ".equals(characters.toValue());
    return function(
        function,
        call.getParserPosition(),
        isBlank ? List.of(call.operand(2)) : List.of(call.operand(2), call.operand(1)));
  }

  private static SqlNode position(SqlCall call) {
    if (call.operandCount() != 2) {
      throw new SqlPositionException(
          "POSITION with a start is not supported; use strpos(text, part)",
          call.getParserPosition());
    }
    return function(
        ScalarFunction.POSITION,
        call.getParserPosition(),
        List.of(call.operand(1), call.operand(0)));
  }

  private static SqlNode rounded(SqlCall call) {
    if (call.operandCount() == 2
        && call.operand(1) instanceof SqlIntervalQualifier
        && call.getKind() == SqlKind.FLOOR) {
      return function(
          ScalarFunction.DATE_TRUNC,
          call.getParserPosition(),
          List.of(unitLiteral(call.operand(1)), call.operand(0)));
    }
    if (call.operandCount() == 1) {
      ScalarFunction function =
          call.getKind() == SqlKind.FLOOR ? ScalarFunction.FLOOR : ScalarFunction.CEIL;
      return function(function, call.getParserPosition(), call.getOperandList());
    }
    return call;
  }

  private static SqlNode timestampAdd(SqlCall call) {
    SqlParserPos position = call.getParserPosition();
    SqlNode step = new CalendarIntervalLiteral(Intervals.of(unit(call.operand(0))), position);
    SqlNode steps = SqlStdOperatorTable.MULTIPLY.createCall(position, call.operand(1), step);
    return SqlStdOperatorTable.PLUS.createCall(position, call.operand(2), steps);
  }

  private static SqlNode fieldName(SqlNode name) {
    return name instanceof SqlIdentifier identifier && identifier.isSimple()
        ? SqlLiteral.createCharString(identifier.getSimple(), name.getParserPosition())
        : name;
  }

  private static SqlNode map(SqlCall call) {
    SqlParserPos position = call.getParserPosition();
    List<SqlNode> keys = new ArrayList<>();
    List<SqlNode> values = new ArrayList<>();
    for (int i = 0; i + 1 < call.operandCount(); i += 2) {
      keys.add(call.operand(i));
      values.add(call.operand(i + 1));
    }
    return function(
        ScalarFunction.MAP_OF,
        position,
        List.of(
            function(ScalarFunction.LIST_OF, position, keys),
            function(ScalarFunction.LIST_OF, position, values)));
  }

  /** {@code list_aggregate(list, 'sum')} and its kin. */
  private static SqlNode listAggregate(SqlCall call) {
    SqlParserPos position = call.getParserPosition();
    String name =
        call.operand(1) instanceof SqlLiteral literal ? String.valueOf(literal.toValue()) : "";
    ScalarFunction function =
        switch (name.toLowerCase(Locale.ROOT)) {
          case "sum" -> ScalarFunction.LIST_SUM;
          case "avg", "mean" -> ScalarFunction.LIST_AVG;
          case "min" -> ScalarFunction.LIST_MIN;
          case "max" -> ScalarFunction.LIST_MAX;
          case "string_agg" -> ScalarFunction.LIST_JOIN;
          default ->
              throw new SqlPositionException(
                  "list_aggregate knows 'sum', 'avg', 'min', 'max' and 'string_agg', not '"
                      + name
                      + "'; unnest the list and group",
                  call.operand(1).getParserPosition());
        };
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    operands.remove(1);
    if (function == ScalarFunction.LIST_JOIN && operands.size() == 1) {
      operands.add(SqlLiteral.createCharString(",", position));
    }
    return function(function, position, operands);
  }

  /** Whether a list has all elements of another that are not null. */
  private static SqlNode hasAll(SqlNode list, SqlNode wanted, SqlParserPos position) {
    SqlNode both = function(ScalarFunction.LIST_INTERSECT, position, List.of(wanted, list));
    SqlNode once = function(ScalarFunction.LIST_DISTINCT, position, List.of(Copies.of(wanted)));
    return SqlStdOperatorTable.EQUALS.createCall(
        position,
        function(ScalarFunction.LENGTH, position, List.of(both)),
        function(ScalarFunction.LENGTH, position, List.of(once)));
  }

  /** Rewrites calls that are known by their name only. */
  private static SqlNode byName(SqlCall call) {
    SqlParserPos position = call.getParserPosition();
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    int count = call.operandCount();
    switch (name) {
      case "::" -> {
        return SqlStdOperatorTable.CAST.createCall(position, call.getOperandList());
      }
      case "DATE_PART", "DATEPART" -> {
        if (count == 2) {
          return part(unit(call.operand(0)), call.operand(1), position);
        }
      }
      case "DATE_DIFF", "DATEDIFF", "DATE_TRUNC", "DATETRUNC", "DATE_SUB", "DATESUB" -> {
        ScalarFunction function =
            name.startsWith("DATE_T") || name.startsWith("DATET")
                ? ScalarFunction.DATE_TRUNC
                : name.contains("DIFF")
                    ? ScalarFunction.DATE_DIFF
                    : ScalarFunction.FULL_UNITS_BETWEEN;
        List<SqlNode> operands = new ArrayList<>(call.getOperandList());
        operands.replaceAll(o -> o instanceof SqlIntervalQualifier ? unitLiteral(o) : o);
        return function(function, position, operands);
      }
      case "QUANTILE_CONT", "QUANTILE", "PERCENTILE_CONT", "PERCENTILE" -> {
        if (count == 2) {
          return quantile(
              AggregateFunction.QUANTILE, call.operand(0), call.operand(1), false, call);
        }
      }
      case "APPROX_QUANTILE" -> {
        if (count == 2) {
          return quantile(
              AggregateFunction.APPROX_QUANTILE, call.operand(0), call.operand(1), false, call);
        }
      }
      case "ARRAY_AGG" -> {
        return ordered(AggregateFunction.ARRAY_AGG, call);
      }
      case "STRING_AGG", "LISTAGG", "GROUP_CONCAT" -> {
        return ordered(AggregateFunction.STRING_AGG, call);
      }
      case "MAP" -> {
        if (count == 2) {
          return function(ScalarFunction.MAP_OF, position, call.getOperandList());
        }
      }
      case "ARRAY" -> {
        return function(ScalarFunction.LIST_OF, position, call.getOperandList());
      }
      case "LIST_APPEND", "ARRAY_APPEND", "ARRAY_PUSH_BACK" -> {
        if (count == 2) {
          SqlNode last = function(ScalarFunction.LIST_OF, position, List.of(call.operand(1)));
          return function(ScalarFunction.LIST_CONCAT, position, List.of(call.operand(0), last));
        }
      }
      case "LIST_PREPEND", "ARRAY_PREPEND" -> {
        if (count == 2) {
          SqlNode first = function(ScalarFunction.LIST_OF, position, List.of(call.operand(0)));
          return function(ScalarFunction.LIST_CONCAT, position, List.of(first, call.operand(1)));
        }
      }
      case "ARRAY_PUSH_FRONT" -> {
        if (count == 2) {
          SqlNode first = function(ScalarFunction.LIST_OF, position, List.of(call.operand(1)));
          return function(ScalarFunction.LIST_CONCAT, position, List.of(first, call.operand(0)));
        }
      }
      case "ARRAY_VALUE" -> {
        return function(ScalarFunction.LIST_OF, position, call.getOperandList());
      }
      case "LIST_REVERSE_SORT", "ARRAY_REVERSE_SORT" -> {
        if (count == 1) {
          SqlNode down = SqlLiteral.createCharString("desc", position);
          return function(ScalarFunction.LIST_SORT, position, List.of(call.operand(0), down));
        }
      }
      case "LIST_UNIQUE", "ARRAY_UNIQUE" -> {
        if (count == 1) {
          SqlNode once = function(ScalarFunction.LIST_DISTINCT, position, call.getOperandList());
          return function(ScalarFunction.LENGTH, position, List.of(once));
        }
      }
      case "LIST_HAS_ANY", "ARRAY_HAS_ANY", "ARRAYS_OVERLAP" -> {
        if (count == 2) {
          SqlNode both = function(ScalarFunction.LIST_INTERSECT, position, call.getOperandList());
          return SqlStdOperatorTable.GREATER_THAN.createCall(
              position,
              function(ScalarFunction.LENGTH, position, List.of(both)),
              SqlLiteral.createExactNumeric("0", position));
        }
      }
      case "LIST_HAS_ALL", "ARRAY_HAS_ALL" -> {
        if (count == 2) {
          return hasAll(call.operand(0), call.operand(1), position);
        }
      }
      case "ARRAY_LENGTH" -> {
        if (count == 2
            && call.operand(1) instanceof SqlLiteral dimension
            && "1".equals(dimension.toValue())) {
          return function(ScalarFunction.LENGTH, position, List.of(call.operand(0)));
        }
      }
      case "LIST_AGGREGATE", "LIST_AGGR", "ARRAY_AGGREGATE", "ARRAY_AGGR" -> {
        if (count >= 2) {
          return listAggregate(call);
        }
      }
      case "POSIX REGEX CASE SENSITIVE" -> {
        return function(ScalarFunction.REGEXP_MATCHES, position, call.getOperandList());
      }
      case "NEGATED POSIX REGEX CASE SENSITIVE" -> {
        return not(function(ScalarFunction.REGEXP_MATCHES, position, call.getOperandList()));
      }
      case "IF", "IIF" -> {
        if (count == 3) {
          return new SqlCase(
              position,
              null,
              SqlNodeList.of(call.operand(0)),
              SqlNodeList.of(call.operand(1)),
              call.operand(2));
        }
      }
      default -> {}
    }
    return call;
  }

  private static SqlNode quantile(
      AggregateFunction function,
      SqlNode value,
      SqlNode fraction,
      boolean isDescending,
      SqlCall call) {
    boolean isNumber =
        fraction instanceof SqlLiteral literal
            && SqlTypeName.NUMERIC_TYPES.contains(literal.getTypeName());
    BigDecimal number =
        isNumber ? ((SqlLiteral) fraction).getValueAs(BigDecimal.class) : BigDecimal.ONE.negate();
    if (number.signum() < 0 || number.compareTo(BigDecimal.ONE) > 0) {
      throw new SqlPositionException(
          "the fraction of a quantile must be a number from 0 to 1", fraction.getParserPosition());
    }
    return new SqlBasicCall(
        OperatorMapping.quantile(
            function, (isDescending ? BigDecimal.ONE.subtract(number) : number).doubleValue()),
        List.of(value),
        call.getParserPosition(),
        call.getFunctionQuantifier());
  }

  /** A list or joined text whose order, and separator, may stand among the arguments. */
  private static SqlNode ordered(AggregateFunction function, SqlCall call) {
    SqlParserPos position = call.getParserPosition();
    List<SqlNode> operands = new ArrayList<>();
    SqlNodeList order = null;
    for (SqlNode operand : call.getOperandList()) {
      if (operand instanceof SqlNodeList list) {
        order = list;
      } else if (operand.getKind() == SqlKind.SEPARATOR) {
        operands.add(((SqlCall) operand).operand(0));
      } else {
        operands.add(operand);
      }
    }
    if (function == AggregateFunction.STRING_AGG && operands.size() == 1) {
      operands.add(SqlLiteral.createCharString(",", position));
    }
    SqlNode plain =
        OperatorMapping.operator(function)
            .createCall(call.getFunctionQuantifier(), position, operands);
    return order == null
        ? plain
        : SqlStdOperatorTable.WITHIN_GROUP.createCall(position, plain, order);
  }

  /**
   * {@code percentile_cont(f) WITHIN GROUP (ORDER BY x)} as a quantile; null for other functions.
   */
  private static @Nullable SqlNode percentile(SqlCall call) {
    if (call.operand(0) instanceof SqlCall function
        && function.getOperator().getName().equalsIgnoreCase("PERCENTILE_CONT")
        && function.operandCount() == 1
        && call.operand(1) instanceof SqlNodeList keys
        && keys.size() == 1) {
      SqlNode key = keys.get(0);
      boolean isDescending = key.getKind() == SqlKind.DESCENDING;
      SqlNode value = isDescending ? ((SqlCall) key).operand(0) : key;
      return quantile(
          AggregateFunction.QUANTILE, value, function.operand(0), isDescending, function);
    }
    return null;
  }
}
