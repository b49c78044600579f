package dev.heddle.bench.suite;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.DataFrame;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * One thing that a suite asks every engine.
 *
 * @param name in reports
 * @param sql for Heddle
 * @param peerSql for other engines, where their dialect has a better word for it; else as {@code
 *     sql}
 * @param frame the same for Heddle in the fluent API, from the frames of the tables, where there is
 *     such a form
 * @param use what becomes of the result
 */
public record Question(
    String name,
    String sql,
    String peerSql,
    Optional<Function<Map<String, DataFrame>, DataFrame>> frame,
    Use use) {
  /** What becomes of a result. */
  public enum Use {
    /** Every value of every row is read as a Java value, within the measured time. */
    READ,
    /**
     * The whole result is stored in memory (DuckDB: {@code create table as}; Heddle: {@code
     * collect()}); rows come in any order.
     */
    HOLD,
    /** As {@link #HOLD}, in the order of the first column. */
    HOLD_SORTED
  }

  /** Checks that nothing is missing. */
  public Question {
    requireNonNull(name, "name is null");
    requireNonNull(sql, "sql is null");
    requireNonNull(peerSql, "peerSql is null");
    requireNonNull(frame, "frame is null");
    requireNonNull(use, "use is null");
  }

  /** Makes a question without a fluent form. */
  Question(String name, String sql, Use use) {
    this(name, sql, sql, Optional.empty(), use);
  }

  /** Makes a question with a fluent form. */
  Question(String name, String sql, Function<Map<String, DataFrame>, DataFrame> frame, Use use) {
    this(name, sql, sql, Optional.of(frame), use);
  }

  /** Returns the position of the column that the result is sorted by and compared in, or -1. */
  int sortedBy() {
    return use == Use.HOLD_SORTED ? 0 : -1;
  }
}
