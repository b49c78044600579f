package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.verb.Histograms;
import dev.heddle.frame.verb.Upsampling;
import dev.heddle.frame.verb.UserRows;
import java.time.temporal.TemporalAmount;
import java.util.function.Function;

/** Verbs that turn columns into rows, and take a frame as a whole; part of {@link DataFrame}. */
public sealed interface FrameShapes permits DataFrame {
  private DataFrame frame() {
    return (DataFrame) this;
  }

  /**
   * Returns a row for each of some columns of a row, with the name of the column and its value; the
   * other columns are repeated. Rows whose value is null are left out, unless they are included.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="unpivot"}
   *
   * @throws AnalysisException if no column is named, one is missing, their types do not meet, or
   *     two columns would have one name
   */
  default DataFrame unpivot(Unpivot how) {
    return frame().derive(requireNonNull(how, "how is null").apply(frame()));
  }

  /** Returns a row for each of some columns, as {@link #unpivot(Unpivot)}. */
  default DataFrame unpivot(String... columns) {
    return unpivot(Unpivot.of(columns));
  }

  /**
   * Returns what a function makes of this frame, so that steps with names of their own stand in a
   * chain: {@code orders.transform(Steps::late).transform(Steps::perMonth)}.
   */
  default <T> T transform(Function<? super DataFrame, ? extends T> step) {
    return requireNonNull(requireNonNull(step, "step is null").apply(frame()), "result is null");
  }

  /**
   * Returns the rows in groups of stretches of time, the start of the stretch as the last key.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="time"}
   *
   * @throws AnalysisException if there is no such column of dates or timestamps, or a key is wrong
   */
  default GroupedFrame groupByTime(TimeGroups how) {
    return requireNonNull(how, "how is null").apply(frame());
  }

  /**
   * Returns this frame with rows for the times that are missing between the first and the last: one
   * for each step from the first, with nulls in the other columns. Rows in between steps stay.
   *
   * <p>{@code fillNulls} gives the new rows values.
   *
   * @param time name of a column of dates or timestamps
   * @param step a {@code Period} or {@code Duration}, positive
   * @param by columns that have first and last times of their own for each combination of values
   * @throws AnalysisException if the step is not positive, or a column is missing or has another
   *     type
   */
  default DataFrame upsample(String time, TemporalAmount step, String... by) {
    return Upsampling.of(frame(), requireNonNull(time, "time is null"), step, by);
  }

  /**
   * Returns how often the values of a column are in each of some intervals of one width, from the
   * smallest value to the largest: columns {@code low}, {@code high} and {@code count}. An interval
   * has its start, and only the last one its end. Nulls, NaN and infinities are in none; without
   * values there is no row.
   *
   * @param column of numbers
   * @param bins number of intervals
   * @throws AnalysisException if there is no such column of numbers, or the number is not from 1 to
   *     {@link Histograms#MAX_BINS}
   */
  default DataFrame histogram(String column, int bins) {
    return Histograms.of(frame(), requireNonNull(column, "column is null"), bins);
  }

  /**
   * Returns what a function of the user's own makes of each row: it gives a struct, whose fields
   * are the columns.
   *
   * @param columns its arguments; all columns in their order if none is named
   * @throws AnalysisException if the function does not take them, or gives no struct
   */
  default DataFrame map(UserFunction function, String... columns) {
    return UserRows.map(frame(), requireNonNull(function, "function is null"), columns);
  }

  /**
   * Returns what a function of the user's own makes of each row: it gives a list, of which each
   * element is a row. Fields of structs are columns; other elements are one, named as the function.
   *
   * @param columns its arguments; all columns in their order if none is named
   * @throws AnalysisException if the function does not take them, or gives no list
   */
  default DataFrame flatMap(UserFunction function, String... columns) {
    return UserRows.flatMap(frame(), requireNonNull(function, "function is null"), columns);
  }

  /**
   * Returns what a function of the user's own makes of the rows of each part: it is given an
   * iterator over them and gives one, see {@link dev.heddle.frame.function.PartitionUdf}. Fields of
   * structs are columns; other values are one, named as the function.
   *
   * @param columns its arguments; all columns in their order if none is named
   * @throws AnalysisException if the function does not take them, or its code is no {@code
   *     PartitionUdf}
   */
  default DataFrame mapPartitions(UserFunction function, String... columns) {
    return UserRows.mapPartitions(frame(), requireNonNull(function, "function is null"), columns);
  }
}
