package dev.heddle.frame.verb;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Functions;
import java.time.Duration;
import java.time.Period;
import java.time.temporal.TemporalAmount;

/** Arithmetic on steps of time. */
public final class Steps {
  private static final long SECONDS_OF_DAY = 86_400;
  private static final int MIN_DAYS_OF_MONTH = 28;
  private static final int MAX_DAYS_OF_MONTH = 31;

  private Steps() {}

  /** Returns a step that is positive; fails otherwise. */
  public static TemporalAmount checked(String action, TemporalAmount step) {
    boolean isPositive =
        switch (requireNonNull(step, "step is null")) {
          case Duration duration -> duration.isPositive();
          case Period period -> !period.isNegative() && !period.isZero();
          default ->
              throw new AnalysisException(
                  action + ": a " + step.getClass().getName() + " is neither Duration nor Period");
        };
    if (!isPositive) {
      throw new AnalysisException(action + ": the step " + step + " is not positive");
    }
    return step;
  }

  /** Returns the step as a constant. */
  public static Expr literal(TemporalAmount step) {
    return step instanceof Period period ? Functions.lit(period) : Functions.lit((Duration) step);
  }

  /** Returns n steps. */
  public static TemporalAmount times(TemporalAmount step, int n) {
    return step instanceof Period period
        ? period.multipliedBy(n)
        : ((Duration) step).multipliedBy(n);
  }

  /** Returns an upper bound of how many steps start within a length. */
  public static long mostStarts(TemporalAmount length, TemporalAmount step) {
    Duration most = duration(length, MAX_DAYS_OF_MONTH);
    Duration least = duration(step, MIN_DAYS_OF_MONTH);
    long whole = most.dividedBy(least);
    return least.multipliedBy(whole).equals(most) ? whole : whole + 1;
  }

  private static Duration duration(TemporalAmount step, int daysOfMonth) {
    return step instanceof Period period
        ? Duration.ofSeconds(
            (period.toTotalMonths() * daysOfMonth + period.getDays()) * SECONDS_OF_DAY)
        : (Duration) step;
  }
}
