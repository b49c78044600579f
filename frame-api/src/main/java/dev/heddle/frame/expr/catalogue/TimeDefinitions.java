package dev.heddle.frame.expr.catalogue;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.lit;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.LiteralReader;
import dev.heddle.frame.expr.catalogue.definition.FormDefinitions;
import dev.heddle.frame.expr.catalogue.definition.MadeTimeDefinitions;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.IntervalText;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;

/** Functions of dates and times with the name of a part of a time among their arguments. */
final class TimeDefinitions {
  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final double SECONDS_PER_DAY = 86_400;
  private static final double JULIAN_DAY_OF_EPOCH = 2_440_588;
  private static final DataType DECIMAL = new DataType.Decimal(30, 9);
  private static final Expr EPOCH_DAY = lit(LocalDate.EPOCH);

  /** The parts that others are computed from. */
  private static final List<String> COMPUTED_PARTS =
      List.of("century", "decade", "millennium", "era", "isoyear", "yearweek", "julian");

  private static final List<String> WHOLE_UNITS =
      List.of(
          "millennia",
          "centuries",
          "decades",
          "years",
          "quarters",
          "months",
          "weeks",
          "days",
          "hours",
          "minutes",
          "microseconds");
  private static final List<String> INTERVAL_UNITS =
      List.of("years", "months", "weeks", "days", "hours", "minutes", "seconds");
  private static final List<String> DAY_UNITS = List.of("days", "hours", "minutes", "seconds");
  private static final List<String> MONTH_UNITS = List.of("years", "months");

  private TimeDefinitions() {}

  static List<ExprFunction> all() {
    List<ExprFunction> all = new ArrayList<>();
    addUnits(all);
    addParts(all);
    addIntervals(all);
    addTimes(all);
    addDates(all);
    addZones(all);
    all.addAll(MadeTimeDefinitions.all());
    return all;
  }

  private static void addUnits(List<ExprFunction> all) {
    all.add(
        of(
                "extract,date_part,datepart",
                2,
                parts ->
                    isList(parts.argument(0))
                        ? parts(parts.argument(0).children(), parts.argument(1))
                        : part(unit(parts.argument(0)), parts.argument(1)))
            .withUnit(0));
    all.add(
        of(
                "datetrunc",
                2,
                parts -> call(ScalarFunction.DATE_TRUNC, parts.argument(0), parts.argument(1)))
            .withUnit(0));
    all.add(
        of(
                "timestampdiff",
                3,
                parts -> new Expr.Call(ScalarFunction.FULL_UNITS_BETWEEN, parts.arguments()))
            .withUnit(0));
    all.add(of("timestampadd,dateadd", 3, TimeDefinitions::added).withUnit(0));
    all.add(
        of( // floor(time TO unit), floor(number, digits)
                "floor",
                2,
                parts ->
                    isText(parts.argument(1))
                        ? call(
                            ScalarFunction.DATE_TRUNC,
                            lit(unit(parts.argument(1))),
                            parts.argument(0))
                        : FormDefinitions.floor(parts))
            .withUnit(1));
  }

  private static void addParts(List<ExprFunction> all) {
    for (String unit : COMPUTED_PARTS) {
      all.add(of(unit, 1, parts -> part(unit, parts.argument(0))));
    }
    all.add(
        of(
            "days_in_month",
            1,
            parts -> call(ScalarFunction.DAY, call(ScalarFunction.LAST_DAY, parts.argument(0)))));
    all.add(
        of(
            "is_leap_year",
            1,
            parts -> call(ScalarFunction.DAY_OF_YEAR, yearEnd(parts.argument(0))).eqTo(lit(366L))));
    all.add(of("unix_seconds", 1, parts -> seconds(parts.argument(0))));
    all.add(of("unix_timestamp", 1, parts -> seconds(parts.argument(0))));
    all.add(of("unix_timestamp", 0, parts -> seconds(call(ScalarFunction.CURRENT_TIMESTAMP))));
    all.add(of("unix_timestamp,to_unix_timestamp", 2, parts -> seconds(instant(parsed(parts)))));
    all.add(of("time_to_millis", 1, parts -> steps(ScalarFunction.EPOCH_MS, parts)));
    all.add(of("time_to_micros", 1, parts -> steps(ScalarFunction.EPOCH_US, parts)));
    all.add(of("unix_millis", 1, parts -> cut(ScalarFunction.EPOCH_MS, "milliseconds", parts)));
    all.add(of("unix_micros", 1, parts -> cut(ScalarFunction.EPOCH_US, "microseconds", parts)));
    all.add(of("time_to_seconds", 1, parts -> steps(ScalarFunction.EPOCH, parts)));
    all.add(of("unix_date", 1, parts -> date(parts.argument(0)).minus(EPOCH_DAY)));
  }

  private static void addIntervals(List<ExprFunction> all) {
    for (String unit : WHOLE_UNITS) {
      all.add(of("to_" + unit, 1, parts -> parts.argument(0).times(step(unit))));
    }
    all.add(of("to_seconds", 1, parts -> micros(parts.argument(0), 1_000_000)));
    all.add(of("to_milliseconds", 1, parts -> micros(parts.argument(0), 1000)));
    all.add(
        ExprFunction.scalar(
            "make_interval", 1, INTERVAL_UNITS.size(), parts -> interval(parts, INTERVAL_UNITS)));
    all.add(
        ExprFunction.scalar(
            "make_dt_interval", 1, DAY_UNITS.size(), parts -> interval(parts, DAY_UNITS)));
    all.add(
        ExprFunction.scalar(
            "make_ym_interval", 1, MONTH_UNITS.size(), parts -> interval(parts, MONTH_UNITS)));
  }

  private static void addTimes(List<ExprFunction> all) {
    all.add(alias(ScalarFunction.CURRENT_TIMESTAMP, "get_current_timestamp"));
    all.add(alias(ScalarFunction.CURRENT_TIMESTAMP, "transaction_timestamp"));
    all.add(alias(ScalarFunction.LOCAL_TIMESTAMP, "current_localtimestamp"));
    all.add(alias(ScalarFunction.LOCAL_TIME, "current_localtime,get_current_time"));
    all.add(alias(ScalarFunction.CURRENT_DATE, "curdate"));
    all.add(of("ago", 1, parts -> call(ScalarFunction.CURRENT_TIMESTAMP).minus(parts.argument(0))));
    all.add(
        of(
            "age",
            1,
            parts ->
                ValueFunction.AGE.call(
                    List.of(call(ScalarFunction.CURRENT_DATE), parts.argument(0)))));
    all.add(
        of(
            "timestamp_millis",
            1,
            parts -> utc(ValueFunction.MAKE_TIMESTAMP_MS.call(parts.arguments()))));
    all.add(
        of("timestamp_seconds", 1, parts -> ValueFunction.TO_TIMESTAMP.call(parts.arguments())));
    all.add(
        of(
            "time_from_millis",
            1,
            parts ->
                ValueFunction.TIME_FROM_MICROS.call(List.of(parts.argument(0).times(lit(1000L))))));
    all.add(
        of(
            "time_from_seconds",
            1,
            parts ->
                ValueFunction.TIME_FROM_MICROS.call(
                    List.of(scaled(parts.argument(0), 1_000_000)))));
    all.add(of("to_timestamp,to_timestamp_ltz", 2, parts -> instant(parsed(parts))));
    all.add(of("to_timestamp_ntz", 2, parts -> parsed(parts).cast(DataType.TIMESTAMP)));
    all.add(of("to_timestamp_ltz", 1, parts -> instant(parts.argument(0))));
    all.add(of("to_timestamp_ntz", 1, parts -> parts.argument(0).cast(DataType.TIMESTAMP)));
    all.add(of("to_time", 2, parts -> parsed(parts).cast(DataType.TIME)));
    all.add(of("to_time", 1, parts -> parts.argument(0).cast(DataType.TIME)));
    all.add(
        ExprFunction.scalar(
            "from_unixtime",
            1,
            2,
            parts ->
                ValueFunction.DATE_FORMAT.call(
                    List.of(
                        ValueFunction.TO_TIMESTAMP.call(List.of(parts.argument(0))),
                        parts.count() > 1 ? parts.argument(1) : lit("yyyy-MM-dd HH:mm:ss")))));
  }

  private static void addDates(List<ExprFunction> all) {
    all.add(of("date_add,dateadd", 2, parts -> time(parts.argument(0)).plus(parts.argument(1))));
    all.add(of("date_sub", 2, parts -> time(parts.argument(0)).minus(parts.argument(1))));
    all.add(
        of(
            "date_diff,datediff",
            2,
            parts -> date(parts.argument(0)).minus(date(parts.argument(1)))));
    all.add(
        of(
            "add_months",
            2,
            parts -> date(parts.argument(0)).plus(parts.argument(1).times(step("months")))));
    all.add(of("to_date", 2, parts -> date(parsed(parts))));
    all.add(of("to_date", 1, parts -> date(parts.argument(0))));
    all.add(of("date_from_unix_date", 1, parts -> EPOCH_DAY.plus(parts.argument(0))));
  }

  private static void addZones(List<ExprFunction> all) {
    all.add(of("timezone", 1, parts -> offset(parts.argument(0))));
    all.add(
        of(
            "timezone_hour",
            1,
            parts -> call(ScalarFunction.DIVIDE, offset(parts.argument(0)), lit(3600L))));
    all.add(
        of(
            "timezone_minute",
            1,
            parts ->
                call(ScalarFunction.DIVIDE, offset(parts.argument(0)), lit(60L)).mod(lit(60L))));
    all.add(
        of(
            "from_utc_timestamp",
            2,
            parts -> atZone(parts.argument(1), utc(parts.argument(0).cast(DataType.TIMESTAMP)))));
    all.add(
        of(
            "to_utc_timestamp",
            2,
            parts ->
                atZone(
                    lit("UTC"),
                    atZone(parts.argument(1), parts.argument(0).cast(DataType.TIMESTAMP)))));
    all.add(
        of(
            "convert_timezone",
            3,
            parts ->
                atZone(
                    parts.argument(1),
                    atZone(parts.argument(0), parts.argument(2).cast(DataType.TIMESTAMP)))));
    all.add(
        of("convert_timezone", 2, parts -> atZone(parts.argument(0), instant(parts.argument(1)))));
  }

  private static ExprFunction of(String names, int arguments, ExprFunction.Body body) {
    return ExprFunction.scalar(names, arguments, arguments, body);
  }

  private static ExprFunction alias(ScalarFunction function, String names) {
    return of(names, 0, parts -> call(function));
  }

  private static Expr date(Expr time) {
    return time.cast(DataType.DATE);
  }

  /** A text literal as the date or timestamp that it is. */
  private static Expr time(Expr time) {
    if (!isText(time)) {
      return time;
    }
    Object text = ((Expr.Literal) time).value();
    return time.cast(
        LiteralReader.isReadable(text, DataType.DATE) ? DataType.DATE : DataType.TIMESTAMP);
  }

  private static boolean isText(Expr value) {
    return value instanceof Expr.Literal literal && literal.value() instanceof String;
  }

  private static boolean isList(Expr value) {
    return value instanceof Expr.Call call && call.function() == ScalarFunction.LIST_OF;
  }

  /** A struct of parts, with a field for each unit; null of a null time. */
  private static Expr parts(List<Expr> units, Expr time) {
    List<Expr> fields = new ArrayList<>();
    for (Expr unit : units) {
      fields.add(lit(unit(unit)));
      fields.add(part(unit(unit), time));
    }
    if (fields.isEmpty()) {
      throw new AnalysisException("date_part takes at least one unit, such as ['year', 'month']");
    }
    return caseWhen(time.isNotNull(), new Expr.Call(ScalarFunction.STRUCT_OF, fields))
        .otherwiseNull();
  }

  /** The last day of a time's year. */
  private static Expr yearEnd(Expr time) {
    Expr start = call(ScalarFunction.DATE_TRUNC, lit("year"), date(time));
    return start.plus(step("year")).minus(step("day"));
  }

  private static Expr instant(Expr time) {
    return time.cast(DataType.TIMESTAMP_TZ);
  }

  private static Expr parsed(CallParts parts) {
    return ValueFunction.PARSE_TIME.call(parts.arguments());
  }

  private static Expr atZone(Expr zone, Expr time) {
    return call(ScalarFunction.TIMEZONE, zone, time);
  }

  /** The point in time of a local time in UTC. */
  private static Expr utc(Expr time) {
    return atZone(lit("UTC"), time);
  }

  /** Whole seconds since the epoch. */
  private static Expr seconds(Expr time) {
    return call(ScalarFunction.EPOCH, instant(time)).floor().cast(DataType.INT64);
  }

  private static Expr steps(ScalarFunction function, CallParts parts) {
    return call(function, parts.argument(0));
  }

  /** Steps from the epoch to the unit that a time is in, where {@link #steps} go to the nearest. */
  private static Expr cut(ScalarFunction function, String unit, CallParts parts) {
    return call(function, call(ScalarFunction.DATE_TRUNC, lit(unit), parts.argument(0)));
  }

  /** The seconds of a zone's offset from UTC; 0 of what has no zone. */
  private static Expr offset(Expr time) {
    return call(ScalarFunction.EPOCH, time.cast(DataType.TIMESTAMP))
        .minus(call(ScalarFunction.EPOCH, time))
        .cast(DataType.INT64);
  }

  /** A number of units of a number of microseconds, as an integer. */
  private static Expr scaled(Expr number, long micros) {
    return number.cast(DECIMAL).times(lit(micros)).round(0).cast(DataType.INT64);
  }

  private static Expr micros(Expr number, long micros) {
    return scaled(number, micros).times(step("microsecond"));
  }

  private static Expr interval(CallParts parts, List<String> units) {
    Expr sum = null;
    for (int i = 0; i < parts.count(); i++) {
      Expr number = parts.argument(i);
      Expr part =
          units.get(i).equals("seconds")
              ? micros(number, MICROS_PER_SECOND)
              : number.times(step(units.get(i)));
      sum = sum == null ? part : sum.plus(part);
    }
    return Objects.requireNonNull(sum, "no units");
  }

  /** Returns whether a word names a part of a time; short names may be columns. */
  static boolean isUnit(String word) {
    String unit = word.toLowerCase(Locale.ROOT);
    if (IntervalText.Unit.ofPart(unit) != null && IntervalText.Unit.ofWord(unit) == null) {
      return false;
    }
    return isKnown(() -> part(unit, lit(0))) || isKnown(() -> interval(unit));
  }

  private static boolean isKnown(Supplier<?> named) {
    try {
      Object unused = named.get();
      return true;
    } catch (AnalysisException e) {
      return false;
    }
  }

  private static String unit(Expr argument) {
    if (argument instanceof Expr.Literal literal && literal.value() instanceof String unit) {
      return unit.toLowerCase(Locale.ROOT);
    }
    throw new AnalysisException("a unit such as year or month is expected here, not " + argument);
  }

  private static Expr part(String unit, Expr time) {
    IntervalText.Unit named = IntervalText.Unit.ofPart(unit);
    return switch (named == null ? unit : named.name().toLowerCase(Locale.ROOT)) {
      case "century" -> spanOfYears(time, 100);
      case "millennium" -> spanOfYears(time, 1000);
      case "decade" -> call(ScalarFunction.DIVIDE, year(time), lit(10L));
      case "era" ->
          caseWhen(yearOfDay(time).gt(lit(0)), lit(1L))
              .orWhen(yearOfDay(time).ltEq(lit(0)), lit(0L))
              .otherwiseNull();
      case "isoyear" -> isoYear(time);
      case "yearweek" -> {
        Expr week = call(ScalarFunction.WEEK, time);
        Expr signed = caseWhen(isoYear(time).lt(lit(0)), week.negate()).otherwise(week);
        yield isoYear(time).times(lit(100L)).plus(signed);
      }
      case "julian" ->
          call(ScalarFunction.EPOCH, time).div(lit(SECONDS_PER_DAY)).plus(lit(JULIAN_DAY_OF_EPOCH));
      case "timezone" -> offset(time);
      case "timezone_hour" -> call(ScalarFunction.DIVIDE, offset(time), lit(3600L));
      case "timezone_minute" -> call(ScalarFunction.DIVIDE, offset(time), lit(60L)).mod(lit(60L));
      default -> call(part(unit), time);
    };
  }

  private static Expr year(Expr time) {
    return call(ScalarFunction.YEAR, time);
  }

  private static Expr yearOfDay(Expr time) {
    return year(startOfYear(time));
  }

  private static Expr startOfYear(Expr time) {
    return call(ScalarFunction.DATE_TRUNC, lit("year"), time);
  }

  /** The year of the week's Thursday. */
  private static Expr isoYear(Expr time) {
    Expr toThursday = lit(4L).minus(call(ScalarFunction.ISO_DAY_OF_WEEK, time));
    return year(date(time).plus(toThursday));
  }

  /**
   * The number of a span of years: the first one begins in year 1, and precedes -1. Intervals hold
   * whole spans: they count from 0, as the day does that they begin with.
   */
  private static Expr spanOfYears(Expr time, long years) {
    Expr year = yearOfDay(time);
    Expr first = call(ScalarFunction.DAY, startOfYear(time));
    Expr after = call(ScalarFunction.DIVIDE, year.minus(first), lit(years)).plus(first);
    Expr before = call(ScalarFunction.DIVIDE, year, lit(years)).minus(first);
    return caseWhen(year.gt(lit(0)), after).otherwise(before);
  }

  private static ScalarFunction part(String unit) {
    return switch (unit) {
      case "isoweek" -> ScalarFunction.WEEK;
      case "dow", "dayofweek", "weekday" -> ScalarFunction.DAY_OF_WEEK;
      case "isodow" -> ScalarFunction.ISO_DAY_OF_WEEK;
      case "doy", "dayofyear" -> ScalarFunction.DAY_OF_YEAR;
      case "nanosecond", "nanoseconds" -> ScalarFunction.NANOSECOND;
      case "epoch" -> ScalarFunction.EPOCH;
      default -> {
        IntervalText.Unit named = IntervalText.Unit.ofPart(unit);
        if (named == null) {
          throw new AnalysisException("no date part \"" + unit + "\"");
        }
        yield switch (named) {
          case YEAR -> ScalarFunction.YEAR;
          case QUARTER -> ScalarFunction.QUARTER;
          case MONTH -> ScalarFunction.MONTH;
          case WEEK -> ScalarFunction.WEEK;
          case DAY -> ScalarFunction.DAY;
          case HOUR -> ScalarFunction.HOUR;
          case MINUTE -> ScalarFunction.MINUTE;
          case SECOND -> ScalarFunction.SECOND;
          case MILLISECOND -> ScalarFunction.MILLISECOND;
          case MICROSECOND -> ScalarFunction.MICROSECOND;
          case MILLENNIUM, CENTURY, DECADE ->
              throw new IllegalStateException("Computed of the year: " + named);
        };
      }
    };
  }

  private static Expr added(CallParts parts) {
    return parts.argument(2).plus(parts.argument(1).times(step(unit(parts.argument(0)))));
  }

  private static Expr step(String unit) {
    return new Expr.Literal(interval(unit), DataType.INTERVAL);
  }

  /** One of a unit. */
  private static CalendarInterval interval(String unit) {
    IntervalText.Unit named = IntervalText.Unit.ofPart(unit);
    if (named == null) {
      throw new AnalysisException("no unit of time \"" + unit + "\"");
    }
    return named.times(BigDecimal.ONE);
  }
}
