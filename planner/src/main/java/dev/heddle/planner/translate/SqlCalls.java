package dev.heddle.planner.translate;

import dev.heddle.frame.expr.AggregateFunction;
import dev.heddle.frame.expr.ScalarFunction;
import dev.heddle.planner.sql.CalendarIntervalLiteral;
import dev.heddle.planner.sql.Intervals;
import dev.heddle.planner.sql.SqlPositionException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlBetweenOperator;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlLikeOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites calls in special syntax, and calls by the names that other engines have, to calls of
 * catalogue functions.
 */
final class SqlCalls {
  /** What {@code list_aggregate} knows, by the names of the functions without {@code list_}. */
  private static final List<ScalarFunction> LIST_AGGREGATES =
      List.of(
          ScalarFunction.LIST_SUM,
          ScalarFunction.LIST_AVG,
          ScalarFunction.LIST_MIN,
          ScalarFunction.LIST_MAX,
          ScalarFunction.LIST_COUNT,
          ScalarFunction.LIST_PRODUCT,
          ScalarFunction.LIST_MEDIAN,
          ScalarFunction.LIST_MODE,
          ScalarFunction.LIST_MAD,
          ScalarFunction.LIST_VAR_POP,
          ScalarFunction.LIST_VAR_SAMP,
          ScalarFunction.LIST_STDDEV_POP,
          ScalarFunction.LIST_STDDEV_SAMP,
          ScalarFunction.LIST_SEM,
          ScalarFunction.LIST_SKEWNESS,
          ScalarFunction.LIST_KURTOSIS,
          ScalarFunction.LIST_ENTROPY,
          ScalarFunction.LIST_HISTOGRAM,
          ScalarFunction.LIST_ANY_VALUE,
          ScalarFunction.LIST_BOOL_AND,
          ScalarFunction.LIST_BOOL_OR,
          ScalarFunction.LIST_BIT_AND,
          ScalarFunction.LIST_BIT_OR,
          ScalarFunction.LIST_BIT_XOR);

  private SqlCalls() {}

  /** Returns what stands for a call, which may be the call itself. */
  static SqlNode rewrite(SqlCall call) {
    SqlParserPos position = call.getParserPosition();
    SqlOperator operator = call.getOperator();
    if (SqlLambdas.isCall(call)) {
      return SqlLambdas.rewrite(call);
    }
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
            case "SIMILAR TO", "NOT SIMILAR TO" -> ScalarFunction.REGEXP_MATCHES;
            default ->
                throw new SqlPositionException(
                    "operator "
                        + like.getName()
                        + " is not supported; use regexp_matches(text, pattern)",
                    position);
          };
      SqlNode match =
          function == ScalarFunction.REGEXP_MATCHES
              ? fullMatch(call)
              : function(function, position, call.getOperandList());
      return like.isNegated() ? not(match) : match;
    }
    return switch (call.getKind()) {
      case LAMBDA -> call; // taken apart by the call that it is an argument of
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
      case WITHIN_DISTINCT ->
          throw new SqlPositionException(
              "WITHIN DISTINCT is not supported; aggregate a query with DISTINCT or GROUP BY",
              position);
      case WITHIN_GROUP ->
          operator.createCall(position, call.operand(0), nullsLast(call.operand(1)));
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

  static SqlNode function(
      ScalarFunction function, SqlParserPos position, List<? extends SqlNode> operands) {
    return SqlOperators.operator(function).createCall(position, operands);
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

  /** Whether a regular expression matches the whole of a text. */
  private static SqlNode fullMatch(SqlCall call) {
    SqlNode pattern = call.operand(1);
    if (call.operandCount() != 2
        || !(pattern instanceof SqlLiteral literal)
        || literal.getTypeName() != SqlTypeName.CHAR) {
      throw new SqlPositionException(
          "a match of a whole text takes a regular expression that is written out, and no escape",
          call.getParserPosition());
    }
    String whole = "^(?:" + literal.toValue() + ")$";
    return function(
        ScalarFunction.REGEXP_MATCHES,
        call.getParserPosition(),
        List.of(
            call.<SqlNode>operand(0),
            SqlLiteral.createCharString(whole, pattern.getParserPosition())));
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
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    operands.remove(1);
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "first" -> element(operands.getFirst(), "1", position);
      case "last" -> element(operands.getFirst(), "-1", position);
      case "string_agg" -> joined(operands, position);
      case "mean" -> function(ScalarFunction.LIST_AVG, position, operands);
      case "stddev" -> function(ScalarFunction.LIST_STDDEV_SAMP, position, operands);
      case "variance" -> function(ScalarFunction.LIST_VAR_SAMP, position, operands);
      case String other ->
          function(
              LIST_AGGREGATES.stream()
                  .filter(each -> each.sqlNames().getFirst().equals("list_" + other))
                  .findFirst()
                  .orElseThrow(
                      () ->
                          new SqlPositionException(
                              "list_aggregate knows "
                                  + LIST_AGGREGATES.stream()
                                      .map(each -> each.sqlNames().getFirst().substring(5))
                                      .collect(Collectors.joining(", "))
                                  + ", first, last and string_agg, not '"
                                  + name
                                  + "'; unnest the list and group",
                              call.operand(1).getParserPosition())),
              position,
              operands);
    };
  }

  /**
   * The elements as one text, as the aggregate joins them: null if there are none but nulls.
   *
   * @param given the list, and maybe what stands between its elements
   */
  private static SqlNode joined(List<SqlNode> given, SqlParserPos position) {
    List<SqlNode> operands = new ArrayList<>(given);
    if (operands.size() == 1) {
      operands.add(SqlLiteral.createCharString(",", position));
    }
    SqlNode list = Copies.of(operands.getFirst());
    return new SqlCase(
        position,
        null,
        SqlNodeList.of(
            SqlStdOperatorTable.GREATER_THAN.createCall(
                position,
                function(ScalarFunction.LIST_COUNT, position, List.of(list)),
                SqlLiteral.createExactNumeric("0", position))),
        SqlNodeList.of(function(ScalarFunction.LIST_JOIN, position, operands)),
        SqlLiteral.createNull(position));
  }

  private static SqlNode element(SqlNode list, String index, SqlParserPos position) {
    SqlNode place = SqlLiteral.createExactNumeric(index, position);
    return function(ScalarFunction.ELEMENT, position, List.of(list, place));
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
      case "LIST_FIRST", "ARRAY_FIRST" -> {
        if (count == 1) {
          return element(call.operand(0), "1", position);
        }
      }
      case "LIST_LAST", "ARRAY_LAST" -> {
        if (count == 1) {
          return element(call.operand(0), "-1", position);
        }
      }
      case "LIST_STRING_AGG" -> {
        if (count == 1) {
          return joined(call.getOperandList(), position);
        }
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
      case "TRANSLATE3" -> { // the grammar's name
        return function(ScalarFunction.TRANSLATE, position, call.getOperandList());
      }
      case "REGEXP_FULL_MATCH" -> {
        return fullMatch(call);
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
        : SqlStdOperatorTable.WITHIN_GROUP.createCall(position, plain, nullsLast(order));
  }

  /** Says where nulls stand in the order of an aggregate, which by Calcite depends on direction. */
  private static SqlNodeList nullsLast(SqlNodeList order) {
    List<SqlNode> keys = new ArrayList<>();
    for (SqlNode key : order) {
      keys.add(
          key.getKind() == SqlKind.DESCENDING
              ? SqlStdOperatorTable.NULLS_LAST.createCall(key.getParserPosition(), key)
              : key);
    }
    return new SqlNodeList(keys, order.getParserPosition());
  }

  /**
   * {@code percentile_cont(f) WITHIN GROUP (ORDER BY x)} as a quantile; null for other functions.
   */
  static @Nullable SqlNode percentile(SqlCall call) {
    if (call.operand(0) instanceof SqlCall function
        && function.getOperator().getName().equalsIgnoreCase("PERCENTILE_CONT")
        && function.operandCount() == 1
        && call.operand(1) instanceof SqlNodeList keys
        && keys.size() == 1) {
      SqlNode key = keys.get(0);
      if (key.getKind() == SqlKind.NULLS_FIRST || key.getKind() == SqlKind.NULLS_LAST) {
        key = ((SqlCall) key).operand(0); // nulls do not count
      }
      boolean isDescending = key.getKind() == SqlKind.DESCENDING;
      SqlNode value = isDescending ? ((SqlCall) key).operand(0) : key;
      return quantile(
          AggregateFunction.QUANTILE, value, function.operand(0), isDescending, function);
    }
    return null;
  }
}
