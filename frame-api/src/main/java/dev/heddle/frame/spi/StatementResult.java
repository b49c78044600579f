package dev.heddle.frame.spi;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.QueryResult;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import org.jspecify.annotations.Nullable;

/**
 * What one statement of a script did.
 *
 * @param statement its text
 * @param message text for a person, such as {@code created table t, 3 rows}; empty for a query
 * @param rows the result of a query, {@code EXPLAIN}, {@code SHOW} or {@code DESCRIBE}; null for
 *     other statements. Lent: it is closed when the consumer returns
 * @param changedRows how many rows the statement put into a table or a file; 0 for those that have
 *     rows, and for those that change no rows, such as {@code DROP TABLE}
 */
public record StatementResult(
    String statement, String message, @Nullable QueryResult rows, long changedRows) {
  /** Checks that nothing is missing, and the number. */
  public StatementResult {
    requireNonNull(statement, "statement is null");
    requireNonNull(message, "message is null");
    if (changedRows < 0) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot make a result of " + changedRows + " changed rows: it must not be negative");
    }
  }
}
