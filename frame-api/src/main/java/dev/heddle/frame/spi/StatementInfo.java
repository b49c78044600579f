package dev.heddle.frame.spi;

import static java.util.Objects.requireNonNull;

/**
 * What is known of a statement before it runs.
 *
 * @param text the statement, without the semicolon behind it
 * @param kind what it gives
 */
public record StatementInfo(String text, Kind kind) {
  /** What a statement gives, as {@link StatementResult} has it. */
  public enum Kind {
    /** Rows: a query, {@code EXPLAIN}, {@code SHOW} or {@code DESCRIBE}. */
    QUERY,
    /** A number of changed rows: {@code INSERT}, {@code COPY} or {@code CREATE TABLE AS}. */
    UPDATE,
    /** Neither. */
    OTHER
  }

  /** Checks that nothing is missing. */
  public StatementInfo {
    requireNonNull(text, "text is null");
    requireNonNull(kind, "kind is null");
  }
}
