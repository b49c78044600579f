package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
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
}
