package dev.heddle.jdbc.feed;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One execution of a text, and the reading of the rows that it gives. */
public interface FeedCall {
  /**
   * Runs the statements of a text and returns what each gave; the caller closes the cursors. If one
   * fails those before it stay done, and nothing is left open.
   *
   * @param parameters values of {@code ?} in their order
   */
  List<FeedOutcome> execute(String text, List<? extends @Nullable Object> parameters);

  /**
   * Ends what runs of this call now or later, and nothing else; it fails with code {@code
   * CANCELLED}. From any thread, returns at once.
   */
  void cancel();
}
