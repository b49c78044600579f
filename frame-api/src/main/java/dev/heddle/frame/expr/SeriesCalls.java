package dev.heddle.frame.expr;

import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.lag;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.rank;
import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.series.ExponentialWeights;
import dev.heddle.frame.schema.DataType;
import java.time.Duration;

/**
 * Columns that are computed from a row and those around it, put together from calls over a window;
 * users find them as methods of {@link Functions}. The window has an order; a frame of rows that it
 * has is replaced.
 */
public abstract sealed class SeriesCalls permits WindowCalls {
  SeriesCalls() {}

  /** Returns the value, or where it is null the last one before it in the window's order. */
  public static Expr forwardFill(Expr value, WindowSpec window) {
    requireNonNull(window, "window is null");
    return WindowCalls.lastValue(value)
        .ignoreNulls()
        .over(window.rowsBetween(WindowCalls.unboundedPreceding(), WindowCalls.currentRow()));
  }

  /** Returns the value, or where it is null the first one behind it in the window's order. */
  public static Expr backwardFill(Expr value, WindowSpec window) {
    requireNonNull(window, "window is null");
    return WindowCalls.firstValue(value)
        .ignoreNulls()
        .over(window.rowsBetween(WindowCalls.currentRow(), WindowCalls.unboundedFollowing()));
  }

  /** Returns the value minus that of the row n before; null for the first n rows. */
  public static Expr difference(Expr value, int n, WindowSpec window) {
    requireNonNull(value, "value is null");
    return value.minus(lag(value, n).over(requireNonNull(window, "window is null")));
  }

  /**
   * Returns by which share the value is more than that of the row n before, as a DOUBLE: 0.5 for
   * half as much again. Null for the first n rows.
   */
  public static Expr percentChange(Expr value, int n, WindowSpec window) {
    requireNonNull(value, "value is null");
    return value.div(lag(value, n).over(requireNonNull(window, "window is null"))).minus(1.0);
  }

  /**
   * Returns the position of the last row with equal order keys, from 1; {@code rank} has the first.
   */
  public static Expr maxRank(WindowSpec window) {
    return count()
        .over(
            requireNonNull(window, "window is null")
                .rangeBetween(WindowCalls.unboundedPreceding(), WindowCalls.currentRow()));
  }

  /** Returns the mean position of the rows with equal order keys, from 1, as a DOUBLE. */
  public static Expr averageRank(WindowSpec window) {
    return rank().over(requireNonNull(window, "window is null")).plus(maxRank(window)).div(2);
  }

  /**
   * Returns the number, from 1, of the bucket that the value is in, among n that split the window's
   * partition at its quantiles: equal values are in one bucket, and buckets may be empty where many
   * are equal. Null is in none.
   *
   * @param window its partition; it has no order
   * @throws AnalysisException if n is not positive or the window has an order
   */
  public static Expr quantileBucket(Expr value, int n, WindowSpec window) {
    requireNonNull(value, "value is null");
    requireNonNull(window, "window is null");
    if (n < 1) {
      throw new AnalysisException("Cannot make " + n + " buckets; there is at least one");
    }
    if (!window.orderBy().isEmpty()) {
      throw new AnalysisException(
          "Cannot make buckets over a window with an order: the order is that of the value");
    }
    Expr place = maxRank(window.orderBy(value.ascending()));
    Expr all = count(value).over(window);
    return caseWhen(value.isNotNull(), place.times(n).plus(all).minus(1).floorDiv(all))
        .otherwiseNull();
  }

  /**
   * Returns the mean of the values up to each row, with weights that decay with the distance from
   * it: {@code ewmMean(col("price"), ExponentialWeights.span(10), orderBy("day"))}.
   */
  public static Expr ewmMean(Expr value, ExponentialWeights weights, WindowSpec window) {
    return requireNonNull(weights, "weights is null").mean(value, window);
  }

  /** Returns the variance of the values up to each row, by weights as {@link #ewmMean}. */
  public static Expr ewmVariance(Expr value, ExponentialWeights weights, WindowSpec window) {
    return requireNonNull(weights, "weights is null").variance(value, window);
  }

  /** Returns the standard deviation of the values up to each row, by weights. */
  public static Expr ewmStddev(Expr value, ExponentialWeights weights, WindowSpec window) {
    return requireNonNull(weights, "weights is null").stddev(value, window);
  }

  /**
   * Returns the mean of the values up to each row, with weights that decay with the time since: of
   * the result before, half is left after a half-life.
   *
   * @param time a date or a timestamp; the window is ordered by it
   * @param halfLife positive
   */
  public static Expr ewmMeanBy(Expr value, Expr time, Duration halfLife, WindowSpec window) {
    requireNonNull(halfLife, "halfLife is null");
    requireNonNull(time, "time is null");
    Expr micros = Functions.call("epoch_us", time.cast(DataType.TIMESTAMP));
    double length = halfLife.toSeconds() * 1e6 + halfLife.getNano() / 1e3;
    return ExponentialWeights.meanBy(value, micros, length, window);
  }

  /** Returns that mean by numbers instead of times, with a half-life in their unit. */
  public static Expr ewmMeanBy(Expr value, Expr number, double halfLife, WindowSpec window) {
    return ExponentialWeights.meanBy(value, number, halfLife, window);
  }

  /**
   * Returns the mean position of the value among those of its frame, from 1, as a DOUBLE; equal
   * values have one. Null has none and is not counted.
   *
   * @param window with the frame, such as {@code orderBy("day").rowsBetween(preceding(6),
   *     currentRow())}
   */
  public static Expr rollingRank(Expr value, WindowSpec window) {
    requireNonNull(value, "value is null");
    Expr values = Functions.collectList(value).over(requireNonNull(window, "window is null"));
    Expr below = values.listFilter(other -> other.lt(value)).length();
    Expr upTo = values.listFilter(other -> other.ltEq(value)).length();
    return caseWhen(value.isNotNull(), below.plus(upTo).plus(1).div(2)).otherwiseNull();
  }

  /**
   * Returns the number of the interval that a number is in: 0 up to and with the first break, 1 up
   * to and with the second, and so on; NaN is behind the last.
   *
   * @param breaks at least one, ascending
   * @throws AnalysisException if there is none or they do not ascend
   */
  public static Expr cut(Expr value, double... breaks) {
    requireNonNull(value, "value is null");
    if (requireNonNull(breaks, "breaks is null").length == 0) {
      throw new AnalysisException("Cannot cut " + value + ": no break is given");
    }
    CaseBuilder cases = null;
    for (int i = 0; i < breaks.length; i++) {
      if (Double.isNaN(breaks[i]) || (i > 0 && breaks[i] <= breaks[i - 1])) {
        throw new AnalysisException(
            "Cannot cut "
                + value
                + ": the break "
                + breaks[i]
                + " does not follow in ascending order");
      }
      Expr isWithin = value.ltEq(breaks[i]);
      cases = cases == null ? caseWhen(isWithin, lit(i)) : cases.orWhen(isWithin, lit(i));
    }
    Expr last = caseWhen(value.isNotNull(), lit(breaks.length)).otherwiseNull();
    return cases == null ? last : cases.otherwise(last);
  }
}
