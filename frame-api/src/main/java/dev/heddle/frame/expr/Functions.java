package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.ExprFunction;
import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
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
public final class Functions extends AggregateCalls {
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
    return new Expr.ExistsSubquery(ExprCalls.rows(frame), List.of());
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
    return new Expr.ScalarSubquery(ExprCalls.soleColumn(frame), List.of());
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

  /**
   * Returns a number from 0 up to but not 1 for each row, others in each query. One expression, in
   * whatever parts of one verb, is one number a row; two calls of this method are two.
   */
  public static Expr random() {
    return call("random");
  }

  /**
   * Returns a number from 0 up to but not 1 for each row, the same ones for a seed where rows come
   * in the same order, as those of files and tables do.
   */
  public static Expr random(long seed) {
    return call("random", lit(seed));
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
   * enum constants by their names as VARCHAR; null as SQL's.
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
   * Returns how many starts of a unit are between two dates or timestamps, or how many times seven
   * days; negative if the second is earlier.
   */
  public static Expr dateDiff(DateUnit unit, Expr start, Expr end) {
    return call(
        ScalarFunction.DATE_DIFF, lit(requireNonNull(unit, "unit is null").sqlName()), start, end);
  }

  /** Returns how many full units are between two dates or timestamps, cut towards zero. */
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
}
