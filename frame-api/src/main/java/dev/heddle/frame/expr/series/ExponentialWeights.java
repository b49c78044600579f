package dev.heddle.frame.expr.series;

import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.coalesce;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.currentRow;
import static dev.heddle.frame.expr.Functions.lastValue;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.preceding;
import static dev.heddle.frame.expr.Functions.rowNumber;
import static dev.heddle.frame.expr.Functions.sum;
import static dev.heddle.frame.expr.Functions.unboundedPreceding;
import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.WindowSpec;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import java.util.List;

/**
 * Weights of the rows up to each row of a window, that decay exponentially with the distance from
 * it. Immutable.
 *
 * @param alpha by how much a row's weight is less than that of the next: above 0, at most 1
 * @param isAdjusted whether weights are {@code (1 - alpha)^distance}, divided by their sum; else
 *     each result is {@code alpha} times the value and {@code 1 - alpha} times the result before
 * @param ignoresNulls whether rows with a null value do not count for the distance
 * @param isBiased whether variances are those of a population
 * @param minSamples a result is null before this number of values
 */
public record ExponentialWeights(
    double alpha, boolean isAdjusted, boolean ignoresNulls, boolean isBiased, int minSamples) {
  /** Checks the numbers. */
  public ExponentialWeights {
    if (!(alpha > 0 && alpha <= 1)) {
      throw wrong("alpha", alpha, "above 0 and at most 1");
    }
    if (minSamples < 1) {
      throw wrong("minSamples", minSamples, "at least 1");
    }
  }

  private static AnalysisException wrong(String name, double value, String range) {
    return new AnalysisException(
        "Cannot weigh rows exponentially with " + name + " " + value + ": it is " + range);
  }

  /** Returns adjusted weights of this alpha, in whose distances rows with null values count. */
  public static ExponentialWeights alpha(double alpha) {
    return new ExponentialWeights(alpha, true, false, false, 1);
  }

  /** Returns weights by their centre of mass, 0 or more: alpha is {@code 1 / (1 + com)}. */
  public static ExponentialWeights com(double com) {
    if (!(com >= 0 && Double.isFinite(com))) {
      throw wrong("com", com, "0 or more");
    }
    return alpha(1 / (1 + com));
  }

  /** Returns weights by their span, 1 or more: alpha is {@code 2 / (span + 1)}. */
  public static ExponentialWeights span(double span) {
    if (!(span >= 1 && Double.isFinite(span))) {
      throw wrong("span", span, "1 or more");
    }
    return alpha(2 / (span + 1));
  }

  /** Returns weights that are halved by this number of rows, above 0. */
  public static ExponentialWeights halfLife(double rows) {
    if (!(rows > 0 && Double.isFinite(rows))) {
      throw wrong("halfLife", rows, "above 0");
    }
    return alpha(-Math.expm1(-Math.log(2) / rows));
  }

  /** Returns these weights where each result is made of the one before. */
  public ExponentialWeights withoutAdjustment() {
    return new ExponentialWeights(alpha, false, ignoresNulls, isBiased, minSamples);
  }

  /** Returns these weights where rows with a null value do not count for the distance. */
  public ExponentialWeights ignoringNulls() {
    return new ExponentialWeights(alpha, isAdjusted, true, isBiased, minSamples);
  }

  /** Returns these weights with variances of a population. */
  public ExponentialWeights biased() {
    return new ExponentialWeights(alpha, isAdjusted, ignoresNulls, true, minSamples);
  }

  /** Returns these weights with null before this number of values, at least 1. */
  public ExponentialWeights withMinSamples(int samples) {
    return new ExponentialWeights(alpha, isAdjusted, ignoresNulls, isBiased, samples);
  }

  /** Returns the mean of the values up to each row, as a DOUBLE; null where the value is. */
  public Expr mean(Expr value, WindowSpec window) {
    return result(AggregateFunction.DECAYED_AVG, value, window);
  }

  /** Returns the variance of the values up to each row; null where the value is, 0 for one. */
  public Expr variance(Expr value, WindowSpec window) {
    Expr variance =
        result(
            isBiased ? AggregateFunction.DECAYED_VAR_POP : AggregateFunction.DECAYED_VAR_SAMP,
            value,
            window);
    Expr samples = count(value).over(upTo(window));
    boolean hasOneAtLeast = minSamples == 1;
    Expr one = caseWhen(value.isNotNull().and(samples.eqTo(1)), lit(0.0)).otherwiseNull();
    return hasOneAtLeast ? coalesce(variance, one) : variance;
  }

  /** Returns the square root of {@link #variance}. */
  public Expr stddev(Expr value, WindowSpec window) {
    return variance(value, window).sqrt();
  }

  private Expr result(AggregateFunction function, Expr value, WindowSpec window) {
    requireNonNull(value, "value is null");
    WindowSpec upTo = upTo(window);
    Expr samples = count(value).over(upTo);
    Expr row = ignoresNulls ? samples : rowNumber().over(rows(window));
    if (alpha == 1) { // nothing is left of the rows before
      boolean isMean = function == AggregateFunction.DECAYED_AVG;
      Expr own = isMean ? value.cast(DataType.FLOAT64) : lit(0.0);
      return caseWhen(value.isNotNull().and(samples.gtEq(minSamples)), own).otherwiseNull();
    }
    double rate = -Math.log1p(-alpha);
    Expr isFirst = samples.eqTo(1);
    List<Expr> arguments;
    if (isAdjusted) {
      arguments = List.of(value, row, lit(1.0), lit(rate));
    } else if (ignoresNulls) {
      Expr weight = caseWhen(isFirst, lit(1.0)).otherwise(lit(alpha));
      arguments = List.of(value, row, weight, lit(rate));
    } else {
      // what is left of the results before: less after rows with null values between
      Expr gap = row.minus(before(value, row, window));
      Expr decayed = gap.times(lit(-rate)).exp();
      Expr left = decayed.div(decayed.plus(lit(alpha)));
      Expr passed = caseWhen(value.isNotNull(), left.ln().negate()).otherwiseNull();
      Expr weight = caseWhen(isFirst, lit(1.0)).otherwise(lit(1.0).minus(left));
      arguments = List.of(value, coalesce(sum(passed).over(upTo), lit(0.0)), weight, lit(1.0));
    }
    Expr made = new Expr.Aggregate(function, arguments, false, null, List.of()).over(upTo);
    return caseWhen(value.isNotNull().and(samples.gtEq(minSamples)), made).otherwiseNull();
  }

  /** Returns what an expression is in the last row before that has a value. */
  private static Expr before(Expr value, Expr of, WindowSpec window) {
    return lastValue(caseWhen(value.isNotNull(), of).otherwiseNull())
        .ignoreNulls()
        .over(rows(window).rowsBetween(unboundedPreceding(), preceding(1)));
  }

  private static WindowSpec rows(WindowSpec window) {
    if (requireNonNull(window, "window is null").orderBy().isEmpty()) {
      throw new AnalysisException(
          "Cannot weigh rows exponentially over a window without an order; add orderBy");
    }
    return window;
  }

  private static WindowSpec upTo(WindowSpec window) {
    return rows(window).rowsBetween(unboundedPreceding(), currentRow());
  }

  /**
   * Returns a mean of the values up to each row by the distance of their times: a result is made of
   * the one before, of which half is left after a half-life, and of the value. Null where the value
   * is, or its time.
   *
   * @param time a number in the unit of the half-life, ascending in the window's order
   * @param halfLife above 0
   */
  public static Expr meanBy(Expr value, Expr time, double halfLife, WindowSpec window) {
    requireNonNull(time, "time is null");
    if (!(halfLife > 0 && Double.isFinite(halfLife))) {
      throw wrong("halfLife", halfLife, "above 0");
    }
    double rate = Math.log(2) / halfLife;
    Expr present =
        caseWhen(time.isNotNull(), requireNonNull(value, "value is null")).otherwiseNull();
    Expr passed = time.minus(before(present, time, window));
    Expr weight = coalesce(lit(1.0).minus(passed.times(lit(-rate)).exp()), lit(1.0));
    Expr made =
        Expr.Aggregate.of(AggregateFunction.DECAYED_AVG, present, time, weight, lit(rate))
            .over(upTo(window));
    return caseWhen(present.isNotNull(), made).otherwiseNull();
  }
}
