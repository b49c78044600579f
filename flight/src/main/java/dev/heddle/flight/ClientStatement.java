package dev.heddle.flight;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A prepared statement of a client, and the values that it has bound. Thread-safe. */
final class ClientStatement {
  private final String text;
  private List<List<@Nullable Object>> bound = List.of(); // a row an execution; guarded by this

  ClientStatement(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  /** Returns the rows of values that were bound last. */
  synchronized List<List<@Nullable Object>> bound() {
    return bound;
  }

  /** Takes over the rows of values for the next executions. */
  synchronized void bind(List<List<@Nullable Object>> rows) {
    bound = rows;
  }
}
