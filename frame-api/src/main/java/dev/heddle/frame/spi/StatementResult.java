package dev.heddle.frame.spi;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.QueryResult;
import org.jspecify.annotations.Nullable;

/**
 * What one statement of a script did.
 *
 * @param statement its text
 * @param message text for a person, such as {@code created table t, 3 rows}; empty for a query
 * @param rows the result of a query, {@code EXPLAIN}, {@code SHOW} or {@code DESCRIBE}; null for
 *     other statements. Lent: it is closed when the consumer returns
 */
public record StatementResult(String statement, String message, @Nullable QueryResult rows) {
  /** Checks that nothing is missing. */
  public StatementResult {
    requireNonNull(statement, "statement is null");
    requireNonNull(message, "message is null");
  }
}
