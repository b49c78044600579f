package dev.heddle.planner.sql;

import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.frame.spi.WriteTarget;
import java.util.List;

/**
 * One statement of a script, parsed as far as its own grammar goes; queries inside are still text.
 * Immutable.
 */
public sealed interface Statement {
  /** Returns the statement as it was written, without {@code ;}. */
  String text();

  /**
   * A name as it was written.
   *
   * @param value without quotes
   * @param isQuoted whether it is exact; otherwise it may differ in case from what it names
   * @param line line in the script
   * @param column column in the script
   */
  record Name(String value, boolean isQuoted, int line, int column) {}

  /** A query whose rows are the result. */
  record Query(String text, SqlText query) implements Statement {}

  /**
   * {@code CREATE [OR REPLACE] VIEW name [(columns)] AS query}.
   *
   * @param columns new names of all columns; empty to keep those of the query
   */
  record CreateView(String text, Name name, boolean replaces, List<String> columns, SqlText query)
      implements Statement {
    /** Copies the list. */
    public CreateView {
      columns = List.copyOf(columns);
    }
  }

  /** {@code CREATE [OR REPLACE] TABLE [IF NOT EXISTS] name (column type [NOT NULL], ...)}. */
  record CreateTable(String text, Name name, boolean replaces, boolean ifNotExists, Schema columns)
      implements Statement {}

  /** {@code CREATE [OR REPLACE] TABLE [IF NOT EXISTS] name AS query}. */
  record CreateTableAs(String text, Name name, boolean replaces, boolean ifNotExists, SqlText query)
      implements Statement {}

  /**
   * {@code INSERT INTO name [(columns)] query}; {@code VALUES} is a query.
   *
   * @param columns columns that the query gives, in its order; empty for all; others become null
   */
  record Insert(String text, Name name, List<Name> columns, SqlText query) implements Statement {
    /** Copies the list. */
    public Insert {
      columns = List.copyOf(columns);
    }
  }

  /** {@code DROP TABLE [IF EXISTS] name}. */
  record DropTable(String text, Name name, boolean ifExists) implements Statement {}

  /** {@code DROP VIEW [IF EXISTS] name}. */
  record DropView(String text, Name name, boolean ifExists) implements Statement {}

  /** {@code CACHE TABLE name}: holds the rows of a view in memory from their first use on. */
  record CacheTable(String text, Name name) implements Statement {}

  /** {@code UNCACHE TABLE name}. */
  record UncacheTable(String text, Name name) implements Statement {}

  /** {@code PERSIST TABLE name}: holds the rows of a view where queries run, likewise. */
  record PersistTable(String text, Name name) implements Statement {}

  /** {@code UNPERSIST TABLE name}. */
  record UnpersistTable(String text, Name name) implements Statement {}

  /** {@code COPY (query) TO 'file' (FORMAT ..., ...)} or {@code COPY name TO 'file'}. */
  record Copy(String text, SqlText query, WriteTarget target) implements Statement {}

  /** {@code EXPLAIN [ANALYZE] query}. */
  record Explain(String text, ExplainMode mode, SqlText query) implements Statement {}

  /** {@code SHOW TABLES}. */
  record ShowTables(String text) implements Statement {}

  /** {@code DESCRIBE name} or {@code DESCRIBE query}: the columns of a result. */
  record Describe(String text, SqlText query) implements Statement {}
}
