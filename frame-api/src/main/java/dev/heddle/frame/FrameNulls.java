package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.verb.NullFills;
import java.util.Map;
import java.util.TreeMap;

/** Verbs about nulls; part of {@link DataFrame}. */
public sealed interface FrameNulls permits DataFrame {
  private DataFrame frame() {
    return (DataFrame) this;
  }

  /** Returns this frame without the rows that have a null in any column. */
  default DataFrame dropNulls() {
    return frame().dropNulls(frame().schema().names().toArray(String[]::new));
  }

  /** Returns this frame without the rows that have nothing but nulls. */
  default DataFrame dropAllNulls() {
    return frame().dropAllNulls(frame().schema().names().toArray(String[]::new));
  }

  /**
   * Returns this frame with a value in place of the nulls of all columns of its kind: a number in
   * columns of numbers, text in those of text, a date in those of dates. Types stay.
   *
   * @throws AnalysisException if a column of numbers has no room for the number, or no column is of
   *     the value's kind
   */
  default DataFrame fillNulls(Comparable<?> value) {
    return frame()
        .derive(NullFills.everywhere(frame().plan(), requireNonNull(value, "value is null")));
  }

  /**
   * Returns this frame with values in place of the nulls of some columns, by their names. Types
   * stay.
   *
   * @throws AnalysisException if a column is missing, or does not take its value
   */
  default DataFrame fillNulls(Map<String, ? extends Comparable<?>> values) {
    return frame()
        .derive(NullFills.byColumn(frame().plan(), new TreeMap<>(Arguments.all(values, "values"))));
  }

  /**
   * Returns this frame with nulls filled from the rows around them.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="fill"}
   *
   * @throws AnalysisException if the window has no order, a column is missing, or a straight line
   *     is asked of columns that are no numbers
   */
  default DataFrame fillNulls(Fill how) {
    return frame().derive(requireNonNull(how, "how is null").apply(frame()));
  }
}
