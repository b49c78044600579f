package dev.heddle.bench.scripts;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a database makes of a statement. */
sealed interface Outcome {
  /**
   * It ran.
   *
   * @param rows what it gives, in order, in the forms of {@link Values}; none if it has no result
   */
  record Done(List<List<@Nullable Object>> rows) implements Outcome {}

  /** It was refused, with a message of one line. */
  record Refused(String reason) implements Outcome {}

  /** It took longer than it may, and has ended since. */
  record Late() implements Outcome {}

  /** It took longer than it may and could not be ended, so that its database is of no more use. */
  record Stuck() implements Outcome {}
}
