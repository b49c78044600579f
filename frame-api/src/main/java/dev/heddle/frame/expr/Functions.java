package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.ExprFunction;
import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.schema.Bytes;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where expressions start: columns, constants, aggregates, window functions and functions of
 * several arguments. Meant for {@code import static}.
 */
public final class Functions {
  private Functions() {}

  /** Returns the column of exactly this name. */
  public static Expr.Column col(String name) {
    return new Expr.Column(name);
  }

  /**
   * Returns a column of the frame around a subquery, in the verbs that make the subquery's frame.
   * Which frame that is, and so what type the column has, is known when a verb takes the subquery.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="exists"}
   */
  public static Expr.OuterName outer(String column) {
    return new Expr.OuterName(column, 1);
  }

  /**
   * Returns a column of the frame around a subquery, as {@link #outer(String)}; of an outer column
   * the one that is a frame further out: {@code outer(outer("id"))}.
   *
   * @throws AnalysisException if it is neither a column by name nor an outer column
   */
  public static Expr.OuterName outer(Expr column) {
    return switch (requireNonNull(column, "column is null")) {
      case Expr.Column(String name) -> new Expr.OuterName(name, 1);
      case Expr.OuterName(String name, int levels) -> new Expr.OuterName(name, levels + 1);
      default ->
          throw new AnalysisException(
              "Cannot use outer(...) on "
                  + column
                  + ": it takes a column by name, or an outer column; compute on what it returns");
    };
  }

  /**
   * Returns whether the frame has a row; never null. The frame is computed for each row anew as far
   * as it names {@linkplain #outer columns outside}; {@code exists(frame).not()} is the opposite.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="exists"}
   */
  public static Expr exists(SubqueryFrame frame) {
    return new Expr.ExistsSubquery(Subqueries.rows(frame), List.of());
  }

  /**
   * Returns the value of the frame's one column in its one row; null if there is no row, an error
   * of code {@code SUBQUERY_MULTIPLE_ROWS} when the query runs if there are several.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="scalar"}
   *
   * @throws AnalysisException if the frame has several columns
   */
  public static Expr scalar(SubqueryFrame frame) {
    return new Expr.ScalarSubquery(Subqueries.soleColumn(frame), List.of());
  }

  /**
   * Returns what SQL text means over the columns of the frame that uses it: {@code expr("price * (1
   * - discount)")}, {@code expr("sum(price) filter (where paid)")}, {@code expr("rank() over
   * (partition by status order by price)")}. Names are those of SQL: exact, else the only one equal
   * but for case.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="expr"}
   *
   * <p>The verb that takes it fails if the text does not parse or names or types something wrongly.
   */
  public static Expr expr(String text) {
    return new Expr.SqlText(text);
  }

  /** Returns a boolean. */
  public static Expr.Literal lit(boolean value) {
    return new Expr.Literal(value, DataType.BOOL);
  }

  /** Returns an INTEGER. */
  public static Expr.Literal lit(int value) {
    return new Expr.Literal((long) value, DataType.INT32);
  }

  /** Returns a BIGINT. */
  public static Expr.Literal lit(long value) {
    return new Expr.Literal(value, DataType.INT64);
  }

  /** Returns a REAL. */
  public static Expr.Literal lit(float value) {
    return new Expr.Literal(value, DataType.FLOAT32);
  }

  /** Returns a DOUBLE. */
  public static Expr.Literal lit(double value) {
    return new Expr.Literal(value, DataType.FLOAT64);
  }

  /** Returns a text of one character. */
  public static Expr.Literal lit(char value) {
    return lit(String.valueOf(value));
  }

  /** Returns an exact decimal with the digits of the number. */
  public static Expr.Literal lit(@Nullable BigDecimal value) {
    return value == null ? litNull() : Literals.decimal(value);
  }

  /** Returns a text. */
  public static Expr.Literal lit(@Nullable String value) {
    return new Expr.Literal(value, DataType.STRING);
  }

  /** Returns bytes; the array is copied. */
  public static Expr.Literal lit(byte @Nullable [] value) {
    return new Expr.Literal(value == null ? null : Bytes.copyOf(value), DataType.BINARY);
  }

  /**
   * Returns a constant of the value's own class, besides those that have a method here: {@code
   * BigInteger} as DECIMAL, {@code OffsetDateTime} and {@code ZonedDateTime} as the point in time,
   * {@code UUID} and enum constants (by name) as VARCHAR; null as SQL's.
   *
   * @throws AnalysisException if the class has no column type
   */
  public static Expr.Literal lit(@Nullable Comparable<?> value) {
    return Literals.literal(value);
  }

  /** Returns the value as {@link #lit(Comparable)}; null if there is none. */
  public static Expr.Literal lit(Optional<?> value) {
    return Literals.literal(requireNonNull(value, "value is null"));
  }

  /** Returns a date. */
  public static Expr.Literal lit(@Nullable LocalDate value) {
    return new Expr.Literal(value, DataType.DATE);
  }

  /** Returns a time of day. */
  public static Expr.Literal lit(@Nullable LocalTime value) {
    return new Expr.Literal(value, DataType.TIME);
  }

  /** Returns a local timestamp. */
  public static Expr.Literal lit(@Nullable LocalDateTime value) {
    return new Expr.Literal(value, DataType.TIMESTAMP);
  }

  /** Returns a point in time. */
  public static Expr.Literal lit(@Nullable Instant value) {
    return new Expr.Literal(value, DataType.TIMESTAMP_TZ);
  }

  /** Returns an interval of years, months and days. */
  public static Expr.Literal lit(@Nullable Period value) {
    return new Expr.Literal(value == null ? null : CalendarInterval.of(value), DataType.INTERVAL);
  }

  /** Returns an interval of exact time. */
  public static Expr.Literal lit(@Nullable Duration value) {
    return new Expr.Literal(value == null ? null : CalendarInterval.of(value), DataType.INTERVAL);
  }

  /** Returns an interval of calendar years. */
  public static Expr.Literal years(int count) {
    return lit(Period.ofYears(count));
  }

  /** Returns an interval of calendar months. */
  public static Expr.Literal months(int count) {
    return lit(Period.ofMonths(count));
  }

  /** Returns an interval of days. */
  public static Expr.Literal days(int count) {
    return lit(Period.ofDays(count));
  }

  /** Returns an interval of hours. */
  public static Expr.Literal hours(int count) {
    return lit(Duration.ofHours(count));
  }

  /** Returns an interval of minutes. */
  public static Expr.Literal minutes(int count) {
    return lit(Duration.ofMinutes(count));
  }

  /** Returns an interval of seconds. */
  public static Expr.Literal seconds(int count) {
    return lit(Duration.ofSeconds(count));
  }

  /** Returns a null that takes whatever type it meets. */
  public static Expr.Literal litNull() {
    return new Expr.Literal(null, DataType.NULL);
  }

  /** Returns a null of a type. */
  public static Expr.Literal litNull(DataType type) {
    return new Expr.Literal(null, type);
  }

  /** Returns an exact decimal from text such as {@code 0.05}. */
  public static Expr.Literal decimal(String digits) {
    requireNonNull(digits, "digits is null");
    try {
      return lit(new BigDecimal(digits));
    } catch (NumberFormatException e) {
      throw unreadable(digits, "a DECIMAL: give it as 0.05", e);
    }
  }

  private static AnalysisException unreadable(String text, String wanted, Exception cause) {
    return new AnalysisException(
        ErrorCode.INVALID_ARGUMENT, "Cannot read \"" + text + "\" as " + wanted, cause);
  }

  /** Returns a date from text such as {@code 1995-03-15}. */
  public static Expr.Literal date(String isoDate) {
    requireNonNull(isoDate, "isoDate is null");
    try {
      return lit(LocalDate.parse(isoDate));
    } catch (DateTimeException e) {
      throw unreadable(isoDate, "a DATE: give it as 1995-03-15", e);
    }
  }

  /** Returns a local timestamp from text such as {@code 1995-03-15T10:20:30}. */
  public static Expr.Literal timestamp(String isoTimestamp) {
    requireNonNull(isoTimestamp, "isoTimestamp is null");
    try {
      return lit(LocalDateTime.parse(isoTimestamp));
    } catch (DateTimeException e) {
      throw unreadable(isoTimestamp, "a TIMESTAMP: give it as 1995-03-15T10:20:30", e);
    }
  }

  /** Starts a case: the value where the condition is true. */
  public static CaseBuilder caseWhen(Expr condition, Expr value) {
    return new CaseBuilder(List.of(new Expr.Branch(condition, value)));
  }

  /** Starts a case: the value where the condition is true. */
  public static CaseBuilder caseWhen(Expr condition, @Nullable Comparable<?> value) {
    return caseWhen(condition, Literals.of(value));
  }

  /** Returns the first value that is not null. */
  public static Expr coalesce(Expr... values) {
    return new Expr.Call(ScalarFunction.COALESCE, Arguments.all(values, "values"));
  }

  /** Returns the value, or another one where it is null. */
  public static Expr coalesce(Expr value, @Nullable Comparable<?> other) {
    return call(ScalarFunction.COALESCE, value, Literals.of(other));
  }

  /** Returns null where the value is equal to another one, else the value. */
  public static Expr nullIf(Expr value, @Nullable Comparable<?> other) {
    return nullIf(value, Literals.of(other));
  }

  /** Returns null where both are equal, else the first. */
  public static Expr nullIf(Expr value, Expr other) {
    return call(ScalarFunction.NULLIF, value, other);
  }

  /** Returns a list of the values. */
  public static Expr list(Expr... values) {
    return new Expr.Call(ScalarFunction.LIST_OF, Arguments.all(values, "values"));
  }

  /** Returns a struct with a field for each value, under the name that the value has. */
  public static Expr struct(Expr... values) {
    List<Expr> arguments = new ArrayList<>();
    for (Expr value : Arguments.all(values, "values")) {
      arguments.add(lit(value.outputName()));
      arguments.add(value instanceof Expr.Alias alias ? alias.operand() : value);
    }
    return new Expr.Call(ScalarFunction.STRUCT_OF, arguments);
  }

  /** Returns a map of a list of keys and a list of values. */
  public static Expr map(Expr keys, Expr values) {
    return Expr.Call.of(ScalarFunction.MAP_OF, keys, values);
  }

  /** Returns the largest value that is not null. */
  public static Expr greatest(Expr... values) {
    return new Expr.Call(ScalarFunction.GREATEST, Arguments.all(values, "values"));
  }

  /** Returns the smallest value that is not null. */
  public static Expr least(Expr... values) {
    return new Expr.Call(ScalarFunction.LEAST, Arguments.all(values, "values"));
  }

  /** Returns the values joined as text, nulls left out. */
  public static Expr concat(Expr... values) {
    return new Expr.Call(ScalarFunction.CONCAT, Arguments.all(values, "values"));
  }

  /** Returns the values joined as text with a separator between them, nulls left out. */
  public static Expr concatWith(String separator, Expr... values) {
    return ExprCalls.on(lit(separator), ScalarFunction.CONCAT_WS, values);
  }

  /**
   * Returns how many starts of a unit lie between two dates or timestamps; negative if the second
   * is earlier.
   */
  public static Expr dateDiff(DateUnit unit, Expr start, Expr end) {
    return call(
        ScalarFunction.DATE_DIFF, lit(requireNonNull(unit, "unit is null").sqlName()), start, end);
  }

  /** Returns how many full units lie between two dates or timestamps, cut towards zero. */
  public static Expr fullUnitsBetween(DateUnit unit, Expr start, Expr end) {
    return call(
        ScalarFunction.FULL_UNITS_BETWEEN,
        lit(requireNonNull(unit, "unit is null").sqlName()),
        start,
        end);
  }

  /** Returns the date of a year, month and day. */
  public static Expr makeDate(Expr year, Expr month, Expr day) {
    return call(ScalarFunction.MAKE_DATE, year, month, day);
  }

  /** Returns the day at the query's start in the session's zone. */
  public static Expr currentDate() {
    return call(ScalarFunction.CURRENT_DATE);
  }

  /** Returns the point in time at the query's start. */
  public static Expr now() {
    return call(ScalarFunction.CURRENT_TIMESTAMP);
  }

  /** Returns the angle of the point {@code (x, y)}. */
  public static Expr atan2(Expr y, Expr x) {
    return call(ScalarFunction.ATAN2, y, x);
  }

  /**
   * Returns a call of any scalar function of the catalogue, such as {@code SIN} or {@code CBRT}.
   */
  public static Expr call(ScalarFunction function, Expr... arguments) {
    return new Expr.Call(
        requireNonNull(function, "function is null"), Arguments.all(arguments, "arguments"));
  }

  /**
   * Returns a call of any function by its name in SQL, whatever the case: {@code call("arg_max",
   * col("item"), col("price"))}. An aggregate and a function that exists only over windows get
   * their window by {@link #over}.
   *
   * @throws AnalysisException if there is no such function
   */
  public static Expr call(String name, Expr... arguments) {
    return FunctionCatalogue.call(name, CallParts.of(arguments));
  }

  /**
   * Returns a call of any function by its name in SQL, with distinct, a filter or an order: {@code
   * call("mode", CallParts.of(col("item")).filter(col("price").gt(0)))}.
   *
   * @throws AnalysisException if there is no such function, or it takes no such parts
   */
  public static Expr call(String name, CallParts parts) {
    return FunctionCatalogue.call(name, requireNonNull(parts, "parts is null"));
  }

  /**
   * Returns an expression of aggregates and window functions with each of them over a window:
   * {@code over(call("count_if", col("paid")), partitionBy("customer"))}.
   */
  public static Expr over(Expr calls, WindowSpec window) {
    return ExprFunction.over(calls, window);
  }

  /** Returns the number of rows. */
  public static Expr.Aggregate count() {
    return Expr.Aggregate.of(AggregateFunction.COUNT_ALL);
  }

  /** Returns the number of values that are not null. */
  public static Expr.Aggregate count(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.COUNT, value);
  }

  /** Returns the number of the column's values that are not null. */
  public static Expr.Aggregate count(String column) {
    return count(col(column));
  }

  /** Returns the number of different values that are not null. */
  public static Expr.Aggregate countDistinct(Expr value) {
    return count(value).distinct();
  }

  /** Returns the number of different combinations of values of which none is null. */
  public static Expr.Aggregate countDistinct(Expr first, Expr... others) {
    requireNonNull(others, "others is null");
    Expr[] values = new Expr[others.length + 1];
    values[0] = first;
    System.arraycopy(others, 0, values, 1, others.length);
    return Expr.Aggregate.of(AggregateFunction.COUNT, values).distinct();
  }

  /** Returns the number of the column's different values that are not null. */
  public static Expr.Aggregate countDistinct(String column) {
    return countDistinct(col(column));
  }

  /**
   * Returns the sum: of integers a BIGINT, of BIGINT and decimals 38 digits, of floats a DOUBLE.
   */
  public static Expr.Aggregate sum(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.SUM, value);
  }

  /** Returns the column's sum as {@link #sum(Expr)}. */
  public static Expr.Aggregate sum(String column) {
    return sum(col(column));
  }

  /** Returns the mean as a DOUBLE. */
  public static Expr.Aggregate avg(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.AVG, value);
  }

  /** Returns the column's mean as a DOUBLE. */
  public static Expr.Aggregate avg(String column) {
    return avg(col(column));
  }

  /** Returns the smallest value. */
  public static Expr.Aggregate min(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.MIN, value);
  }

  /** Returns the column's smallest value. */
  public static Expr.Aggregate min(String column) {
    return min(col(column));
  }

  /** Returns the largest value. */
  public static Expr.Aggregate max(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.MAX, value);
  }

  /** Returns the column's largest value. */
  public static Expr.Aggregate max(String column) {
    return max(col(column));
  }

  /**
   * Returns the first row's value; give it an order by {@link Expr.Aggregate#orderBy}, or any row
   * may be first.
   */
  public static Expr.Aggregate first(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.FIRST, value);
  }

  /** Returns the first row's value of the column, as {@link #first(Expr)}. */
  public static Expr.Aggregate first(String column) {
    return first(col(column));
  }

  /**
   * Returns the last row's value; give it an order by {@link Expr.Aggregate#orderBy}, or any row
   * may be last.
   */
  public static Expr.Aggregate last(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.LAST, value);
  }

  /** Returns the last row's value of the column, as {@link #last(Expr)}. */
  public static Expr.Aggregate last(String column) {
    return last(col(column));
  }

  /** Returns some value that is not null. */
  public static Expr.Aggregate anyValue(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.ANY_VALUE, value);
  }

  /** Returns some value of the column that is not null. */
  public static Expr.Aggregate anyValue(String column) {
    return anyValue(col(column));
  }

  /** Returns the standard deviation of a sample. */
  public static Expr.Aggregate stddev(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.STDDEV_SAMP, value);
  }

  /** Returns the column's standard deviation of a sample. */
  public static Expr.Aggregate stddev(String column) {
    return stddev(col(column));
  }

  /** Returns the standard deviation of a population. */
  public static Expr.Aggregate stddevPop(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.STDDEV_POP, value);
  }

  /** Returns the variance of a sample. */
  public static Expr.Aggregate variance(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.VAR_SAMP, value);
  }

  /** Returns the column's variance of a sample. */
  public static Expr.Aggregate variance(String column) {
    return variance(col(column));
  }

  /** Returns the variance of a population. */
  public static Expr.Aggregate variancePop(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.VAR_POP, value);
  }

  /** Returns the median as a DOUBLE, of decimals of up to 18 digits as one. */
  public static Expr.Aggregate median(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.MEDIAN, value);
  }

  /** Returns the column's median as {@link #median(Expr)}. */
  public static Expr.Aggregate median(String column) {
    return median(col(column));
  }

  /** Returns the quantile at a fraction from 0 to 1, linear between the two nearest values. */
  public static Expr.Aggregate quantile(Expr value, double fraction) {
    return Expr.Aggregate.of(AggregateFunction.QUANTILE, value, lit(fraction));
  }

  /** Returns the column's quantile as {@link #quantile(Expr, double)}. */
  public static Expr.Aggregate quantile(String column, double fraction) {
    return quantile(col(column), fraction);
  }

  /** Returns about the number of different values that are not null, off by some per cent. */
  public static Expr.Aggregate approxCountDistinct(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.APPROX_COUNT_DISTINCT, value);
  }

  /** Returns the column's number of values as {@link #approxCountDistinct(Expr)}. */
  public static Expr.Aggregate approxCountDistinct(String column) {
    return approxCountDistinct(col(column));
  }

  /** Returns a value near the quantile at a fraction from 0 to 1, in little memory. */
  public static Expr.Aggregate approxQuantile(Expr value, double fraction) {
    return Expr.Aggregate.of(AggregateFunction.APPROX_QUANTILE, value, lit(fraction));
  }

  /** Returns the column's quantile as {@link #approxQuantile(Expr, double)}. */
  public static Expr.Aggregate approxQuantile(String column, double fraction) {
    return approxQuantile(col(column), fraction);
  }

  /** Returns the correlation of pairs; NaN where one of them does not vary. */
  public static Expr.Aggregate corr(Expr y, Expr x) {
    return Expr.Aggregate.of(AggregateFunction.CORR, y, x);
  }

  /** Returns the covariance of a sample. */
  public static Expr.Aggregate covariance(Expr y, Expr x) {
    return Expr.Aggregate.of(AggregateFunction.COVAR_SAMP, y, x);
  }

  /** Returns the covariance of a population. */
  public static Expr.Aggregate covariancePop(Expr y, Expr x) {
    return Expr.Aggregate.of(AggregateFunction.COVAR_POP, y, x);
  }

  /** Returns the slope of the line through pairs with the least squared errors. */
  public static Expr.Aggregate regressionSlope(Expr y, Expr x) {
    return Expr.Aggregate.of(AggregateFunction.REGR_SLOPE, y, x);
  }

  /** Returns where the line of {@link #regressionSlope} meets x = 0. */
  public static Expr.Aggregate regressionIntercept(Expr y, Expr x) {
    return Expr.Aggregate.of(AggregateFunction.REGR_INTERCEPT, y, x);
  }

  /** Returns the square of the correlation. */
  public static Expr.Aggregate regressionR2(Expr y, Expr x) {
    return Expr.Aggregate.of(AggregateFunction.REGR_R2, y, x);
  }

  /** Returns a list of all values, nulls too; give it an order to have them in one. */
  public static Expr.Aggregate collectList(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.ARRAY_AGG, value);
  }

  /** Returns a list of all values of the column as {@link #collectList(Expr)}. */
  public static Expr.Aggregate collectList(String column) {
    return collectList(col(column));
  }

  /** Returns the texts that are not null with a separator between them. */
  public static Expr.Aggregate joinText(Expr value, String separator) {
    return Expr.Aggregate.of(AggregateFunction.STRING_AGG, value, lit(separator));
  }

  /** Returns whether all values are true. */
  public static Expr.Aggregate allTrue(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.BOOL_AND, value);
  }

  /** Returns whether some value is true. */
  public static Expr.Aggregate anyTrue(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.BOOL_OR, value);
  }

  /** Returns a window partitioned by columns, without order. */
  public static WindowSpec partitionBy(String... columns) {
    return WindowSpec.whole().partitionBy(columns);
  }

  /** Returns a window partitioned by expressions, without order. */
  public static WindowSpec partitionBy(Expr... keys) {
    return WindowSpec.whole().partitionBy(keys);
  }

  /** Returns a window partitioned by keys, each by its name or as an expression. */
  @SafeVarargs
  public static WindowSpec partitionBy(Comparable<String>... keys) {
    return WindowSpec.whole().partitionBy(keys);
  }

  /**
   * Returns a window over all rows ordered by columns, by name, as an expression or as a sort key.
   */
  @SafeVarargs
  public static WindowSpec orderBy(Comparable<String>... columns) {
    return WindowSpec.whole().orderBy(columns);
  }

  /** Returns a window over all rows in an order. */
  public static WindowSpec orderBy(SortKey... keys) {
    return WindowSpec.whole().orderBy(keys);
  }

  /** Returns a window over all rows ordered by columns. */
  public static WindowSpec orderBy(String... columns) {
    return WindowSpec.whole().orderBy(columns);
  }

  /** Returns the bound before all rows. */
  public static FrameBound unboundedPreceding() {
    return new FrameBound.UnboundedPreceding();
  }

  /** Returns the bound this number of rows, groups or steps before the current row. */
  public static FrameBound preceding(long offset) {
    return new FrameBound.Preceding(lit(offset));
  }

  /** Returns the bound a distance before the current row's order key. */
  public static FrameBound preceding(Expr.Literal offset) {
    return new FrameBound.Preceding(offset);
  }

  /** Returns the bound at the current row. */
  public static FrameBound currentRow() {
    return new FrameBound.CurrentRow();
  }

  /** Returns the bound this number of rows, groups or steps behind the current row. */
  public static FrameBound following(long offset) {
    return new FrameBound.Following(lit(offset));
  }

  /** Returns the bound a distance behind the current row's order key. */
  public static FrameBound following(Expr.Literal offset) {
    return new FrameBound.Following(offset);
  }

  /** Returns the bound behind all rows. */
  public static FrameBound unboundedFollowing() {
    return new FrameBound.UnboundedFollowing();
  }

  /** Returns the position in the partition, from 1. */
  public static Expr.WindowCall rowNumber() {
    return Expr.WindowCall.of(WindowFunction.ROW_NUMBER);
  }

  /** Returns the rank with gaps. */
  public static Expr.WindowCall rank() {
    return Expr.WindowCall.of(WindowFunction.RANK);
  }

  /** Returns the rank without gaps. */
  public static Expr.WindowCall denseRank() {
    return Expr.WindowCall.of(WindowFunction.DENSE_RANK);
  }

  /** Returns the rank as a share from 0 to 1. */
  public static Expr.WindowCall percentRank() {
    return Expr.WindowCall.of(WindowFunction.PERCENT_RANK);
  }

  /** Returns the share of rows up to this one. */
  public static Expr.WindowCall cumeDist() {
    return Expr.WindowCall.of(WindowFunction.CUME_DIST);
  }

  /** Returns the number of the bucket, from 1, among {@code buckets} of nearly equal size. */
  public static Expr.WindowCall ntile(int buckets) {
    return Expr.WindowCall.of(WindowFunction.NTILE, lit(buckets));
  }

  /** Returns the value of the previous row. */
  public static Expr.WindowCall lag(Expr value) {
    return Expr.WindowCall.of(WindowFunction.LAG, value);
  }

  /** Returns the value of the row n before, null before the first. */
  public static Expr.WindowCall lag(Expr value, int offset) {
    return Expr.WindowCall.of(WindowFunction.LAG, value, lit(offset));
  }

  /** Returns the value of the row n before, a default before the first. */
  public static Expr.WindowCall lag(Expr value, int offset, Expr defaultValue) {
    return Expr.WindowCall.of(WindowFunction.LAG, value, lit(offset), defaultValue);
  }

  /** Returns the value of the next row. */
  public static Expr.WindowCall lead(Expr value) {
    return Expr.WindowCall.of(WindowFunction.LEAD, value);
  }

  /** Returns the value of the row n behind, null behind the last. */
  public static Expr.WindowCall lead(Expr value, int offset) {
    return Expr.WindowCall.of(WindowFunction.LEAD, value, lit(offset));
  }

  /** Returns the value of the row n behind, a default behind the last. */
  public static Expr.WindowCall lead(Expr value, int offset, Expr defaultValue) {
    return Expr.WindowCall.of(WindowFunction.LEAD, value, lit(offset), defaultValue);
  }

  /** Returns the value of the frame's first row. */
  public static Expr.WindowCall firstValue(Expr value) {
    return Expr.WindowCall.of(WindowFunction.FIRST_VALUE, value);
  }

  /** Returns the value of the frame's last row. */
  public static Expr.WindowCall lastValue(Expr value) {
    return Expr.WindowCall.of(WindowFunction.LAST_VALUE, value);
  }

  /** Returns the value of the frame's n-th row, from 1. */
  public static Expr.WindowCall nthValue(Expr value, int n) {
    return Expr.WindowCall.of(WindowFunction.NTH_VALUE, value, lit(n));
  }
}
