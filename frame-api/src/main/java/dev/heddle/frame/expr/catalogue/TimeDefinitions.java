package dev.heddle.frame.expr.catalogue;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.lit;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Functions of dates and times with the name of a part of a time among their arguments. */
final class TimeDefinitions {
  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final int MONTHS_PER_YEAR = 12;
  private static final int DAYS_PER_WEEK = 7;

  private TimeDefinitions() {}

  static List<ExprFunction> all() {
    return List.of(
        ExprFunction.scalar(
                "extract,date_part,datepart",
                2,
                2,
                parts -> call(part(unit(parts.argument(0))), parts.argument(1)))
            .withUnit(0),
        ExprFunction.scalar(
                "datetrunc",
                2,
                2,
                parts -> call(ScalarFunction.DATE_TRUNC, parts.argument(0), parts.argument(1)))
            .withUnit(0),
        ExprFunction.scalar(
                "timestampdiff",
                3,
                3,
                parts -> new Expr.Call(ScalarFunction.FULL_UNITS_BETWEEN, parts.arguments()))
            .withUnit(0),
        ExprFunction.scalar("timestampadd,dateadd", 3, 3, TimeDefinitions::added).withUnit(0),
        ExprFunction.scalar( // floor(time TO unit)
                "floor",
                2,
                2,
                parts ->
                    call(
                        ScalarFunction.DATE_TRUNC, lit(unit(parts.argument(1))), parts.argument(0)))
            .withUnit(1));
  }

  /** Returns whether a word names a part of a time. */
  static boolean isUnit(String word) {
    String unit = word.toLowerCase(Locale.ROOT);
    return isKnown(() -> part(unit)) || isKnown(() -> interval(unit));
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

  private static ScalarFunction part(String unit) {
    return switch (unit) {
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
      default -> throw new AnalysisException("no date part \"" + unit + "\"");
    };
  }

  private static Expr added(CallParts parts) {
    Expr step = new Expr.Literal(interval(unit(parts.argument(0))), DataType.INTERVAL);
    return parts.argument(2).plus(parts.argument(1).times(step));
  }

  /** One of a unit. */
  private static CalendarInterval interval(String unit) {
    String singular =
        unit.equals("centuries")
            ? "century"
            : unit.length() > 1 && unit.endsWith("s") ? unit.substring(0, unit.length() - 1) : unit;
    return switch (singular) {
      case "century" -> new CalendarInterval(100 * MONTHS_PER_YEAR, 0, 0);
      case "decade" -> new CalendarInterval(10 * MONTHS_PER_YEAR, 0, 0);
      case "year" -> new CalendarInterval(MONTHS_PER_YEAR, 0, 0);
      case "quarter" -> new CalendarInterval(3, 0, 0);
      case "month" -> new CalendarInterval(1, 0, 0);
      case "week" -> new CalendarInterval(0, DAYS_PER_WEEK, 0);
      case "day" -> new CalendarInterval(0, 1, 0);
      case "hour" -> new CalendarInterval(0, 0, 3600 * MICROS_PER_SECOND);
      case "minute" -> new CalendarInterval(0, 0, 60 * MICROS_PER_SECOND);
      case "second" -> new CalendarInterval(0, 0, MICROS_PER_SECOND);
      case "millisecond" -> new CalendarInterval(0, 0, 1000);
      case "microsecond" -> new CalendarInterval(0, 0, 1);
      default -> throw new AnalysisException("no unit of time \"" + unit + "\"");
    };
  }
}
