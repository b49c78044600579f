package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.SampleSize;
import dev.heddle.frame.verb.Limits;
import dev.heddle.frame.verb.Splits;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Some of the rows of a frame: the first, a share, a sample; part of {@link DataFrame}. */
public sealed interface FrameLimits permits DataFrame {
  private DataFrame frame() {
    return (DataFrame) this;
  }

  /** Returns at most this number of rows: the first if this frame is sorted, else any. */
  default DataFrame limit(long count) {
    Limits.requireCount("Cannot limit", count);
    if (count == LogicalPlan.Limit.ALL) {
      return frame();
    }
    return frame().derive(new LogicalPlan.Limit(frame().plan(), 0, count));
  }

  /** Returns all rows but this number: but the first if this frame is sorted, else any. */
  default DataFrame offset(long count) {
    Limits.requireCount("Cannot offset", count);
    if (count == 0) {
      return frame();
    }
    return frame().derive(new LogicalPlan.Limit(frame().plan(), count, LogicalPlan.Limit.ALL));
  }

  /**
   * Returns at most a number of rows that the query computes, as {@link #limit(long)}: a constant
   * expression, or the value of a frame by {@code scalar(frame)}. Null is no limit; a negative
   * number is an error when the query runs.
   *
   * @throws AnalysisException if it names a column of this frame, or is no number
   */
  default DataFrame limit(Expr count) {
    return frame().derive(Limits.limit(frame().plan(), requireNonNull(count, "count is null")));
  }

  /** Leaves out a number of rows that the query computes, as {@link #limit(Expr)}. */
  default DataFrame offset(Expr count) {
    return frame().derive(Limits.offset(frame().plan(), requireNonNull(count, "count is null")));
  }

  /**
   * Returns a percentage of the rows, as a number of rows rounded down: the first if this frame is
   * sorted, else any.
   *
   * @throws AnalysisException if it is not from 0 to 100
   */
  default DataFrame limitPercent(double percent) {
    return frame().derive(Limits.percent(frame().plan(), percent));
  }

  /**
   * Returns the first rows of this sorted frame, and those behind them that are equal to the last
   * of them in the sort keys.
   *
   * @throws AnalysisException if this frame is not sorted
   */
  default DataFrame limitWithTies(long count) {
    Limits.requireCount("Cannot limit with ties", count);
    return frame().derive(Limits.withTies(frame().plan(), count));
  }

  /**
   * Returns the last rows of this sorted frame, in its order.
   *
   * @throws AnalysisException if this frame is not sorted, or the number is negative
   */
  default DataFrame tail(long count) {
    Limits.requireCount("Cannot take the tail", count);
    return frame().derive(Limits.tail(frame().plan(), count));
  }

  /**
   * Returns this sorted frame in the opposite order.
   *
   * @throws AnalysisException if this frame is not sorted
   */
  default DataFrame reverse() {
    return frame().derive(Limits.reversed(frame().plan()));
  }

  /**
   * Returns the first row, and from it on each n-th: in its order if this frame is sorted, else any
   * such share.
   *
   * @throws AnalysisException if n is not positive
   */
  default DataFrame everyNth(long n) {
    return frame().derive(Limits.everyNth(frame().plan(), n));
  }

  /**
   * Returns rows chosen at random, each with one probability, in any order. The seed is drawn now:
   * the frame chooses alike whenever it runs.
   *
   * @param fraction probability from 0 to 1
   * @throws AnalysisException if it is not
   */
  default DataFrame sample(double fraction) {
    return sample(fraction, newSeed());
  }

  /**
   * Returns rows as {@link #sample(double)}, by a seed. The same seed gives the same sample where
   * the rows come in the same order, as those of files and tables do whatever the number of
   * threads, also behind filters and columns; those of joins, groups and exchanges may not.
   */
  default DataFrame sample(double fraction, long seed) {
    return frame()
        .derive(new LogicalPlan.Sample(frame().plan(), new SampleSize.Fraction(fraction), seed));
  }

  /**
   * Returns a number of rows chosen at random, none twice, or all if there are fewer, in any order.
   * The seed is drawn now, as for {@link #sample(double)}.
   *
   * @throws AnalysisException if the number is negative
   */
  default DataFrame sampleRows(long count) {
    return sampleRows(count, newSeed());
  }

  /** Returns rows as {@link #sampleRows(long)}, by a seed, as {@link #sample(double, long)}. */
  default DataFrame sampleRows(long count, long seed) {
    return frame()
        .derive(new LogicalPlan.Sample(frame().plan(), new SampleSize.RowCount(count), seed));
  }

  private static long newSeed() {
    return ThreadLocalRandom.current().nextLong();
  }

  /** Returns at most ten rows, as {@link #limit}. */
  default DataFrame head() {
    return limit(Limits.HEAD_ROWS);
  }

  /** Returns at most this number of rows; another word for {@link #limit}. */
  default DataFrame head(long count) {
    return limit(count);
  }

  /**
   * Returns frames among which the rows of this one are divided at random: each row is in exactly
   * one of them, whatever order rows come in and whenever each frame runs, as long as the rows of
   * this frame are the same.
   *
   * <p>Which one follows from the row's values, the seed, and its number among equal rows, which
   * groups by whole rows.
   *
   * @param weights size of each part, in proportion to the sum of all
   * @throws AnalysisException if a weight is not positive and finite, there is none, or a column
   *     has a type that rows cannot be grouped by
   */
  default List<DataFrame> randomSplit(long seed, double... weights) {
    return Splits.byWeights(frame().plan(), seed, requireNonNull(weights, "weights is null"))
        .stream()
        .map(frame()::derive)
        .toList();
  }
}
