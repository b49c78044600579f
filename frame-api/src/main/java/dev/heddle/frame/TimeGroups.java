package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.ColumnArguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.verb.Steps;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which stretches of time the rows of a frame are grouped by; immutable, used by {@link
 * DataFrame#groupByTime}.
 *
 * <p>{@code TimeGroups.every(Duration.ofHours(1), "at").by("sensor")} has a group for each hour and
 * sensor. A stretch has its start and not its end. Without {@link #startingAt} starts are counted
 * from the origin of {@code time_bucket}: stretches of days and less from Monday, 2000-01-03, those
 * of months from 2000-01-01.
 */
public final class TimeGroups {
  private static final int MAX_STRETCHES = 1_000;

  private final TemporalAmount every;
  private final String time;
  private final @Nullable TemporalAmount length;
  private final @Nullable Comparable<?> origin;
  private final String start;
  private final List<Comparable<String>> by;

  private TimeGroups(
      TemporalAmount every,
      String time,
      @Nullable TemporalAmount length,
      @Nullable Comparable<?> origin,
      String start,
      List<Comparable<String>> by) {
    this.every = every;
    this.time = time;
    this.length = length;
    this.origin = origin;
    this.start = start;
    this.by = by;
  }

  /**
   * Starts with stretches that follow each other.
   *
   * @param every length of a stretch: a {@code Period} or {@code Duration}, positive
   * @param time name of a column of dates or timestamps; rows without are in no group
   * @throws AnalysisException if the length is not positive, or of another class
   */
  public static TimeGroups every(TemporalAmount every, String time) {
    return new TimeGroups(
        Steps.checked("Cannot group by time", every),
        requireNonNull(time, "time is null"),
        null,
        null,
        "start",
        List.of());
  }

  /**
   * Makes stretches of another length, which overlap where it is longer than the step between their
   * starts: a row is then in several, and in none where it is in a gap of shorter ones.
   *
   * @throws AnalysisException if it is not positive, or there would be a row in more than 1,000
   */
  public TimeGroups spanning(TemporalAmount newLength) {
    Steps.checked("Cannot group by time", newLength);
    long stretches = Steps.mostStarts(newLength, every);
    if (stretches > MAX_STRETCHES) {
      throw new AnalysisException(
          "Cannot group by time: a row would be in "
              + stretches
              + " stretches of "
              + newLength
              + ", one for each "
              + every
              + "; at most "
              + MAX_STRETCHES
              + " are possible");
    }
    return new TimeGroups(every, time, newLength, origin, start, by);
  }

  /** Has a stretch start at a time, and the others at steps from it. */
  public TimeGroups startingAt(Comparable<?> newOrigin) {
    return new TimeGroups(
        every, time, length, requireNonNull(newOrigin, "newOrigin is null"), start, by);
  }

  /** Names the column of the starts, which is {@code start} otherwise. */
  public TimeGroups named(String column) {
    return new TimeGroups(
        every, time, length, origin, requireNonNull(column, "column is null"), by);
  }

  /** Groups by other keys too, which come before the start, by name or as expressions. */
  @SafeVarargs
  public final TimeGroups by(Comparable<String>... keys) {
    return new TimeGroups(every, time, length, origin, start, Arguments.all(keys, "keys"));
  }

  GroupedFrame apply(DataFrame frame) {
    if (frame.schema().indexOf(start).isPresent()) {
      throw new AnalysisException(
          "Cannot group by time: the frame has a column \""
              + start
              + "\" already; name the starts by named(...)");
    }
    Expr at = Functions.col(time);
    List<Expr> arguments = new ArrayList<>(List.of(Steps.literal(every), at));
    if (origin != null) {
      arguments.add(Functions.lit(origin));
    }
    Expr bucket = Functions.call("time_bucket", arguments.toArray(Expr[]::new));
    DataFrame timed = frame.filter(at.isNotNull());
    DataFrame started =
        length == null ? timed.withColumn(start, bucket) : overlapping(timed, at, bucket, length);
    List<Comparable<String>> keys = new ArrayList<>(by);
    keys.add(start);
    return started.groupBy(ColumnArguments.exprs(started.schema(), keys).toArray(Expr[]::new));
  }

  private DataFrame overlapping(DataFrame timed, Expr at, Expr bucket, TemporalAmount span) {
    List<Expr> starts = new ArrayList<>(List.of(bucket));
    for (int i = 1; i < Steps.mostStarts(span, every); i++) {
      starts.add(bucket.minus(Steps.literal(Steps.times(every, i))));
    }
    return timed
        .withColumn(start, Functions.list(starts.toArray(Expr[]::new)))
        .explode(start)
        .filter(Functions.col(start).plus(Steps.literal(span)).gt(at));
  }
}
