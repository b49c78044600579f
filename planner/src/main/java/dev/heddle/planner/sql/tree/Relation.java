package dev.heddle.planner.sql.tree;

import dev.heddle.frame.plan.SampleSize;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is in FROM. */
public sealed interface Relation {
  /** Returns where it is written. */
  Span span();

  /**
   * A table, view or common table expression.
   *
   * @param alias null without
   */
  record Table(TableName name, @Nullable Alias alias, Span span) implements Relation {}

  /** {@code FROM 'data/*.parquet'}. */
  record File(Expression.TextLiteral path, @Nullable Alias alias, Span span) implements Relation {}

  /** {@code (query) AS t}. */
  record Derived(Query query, boolean isLateral, @Nullable Alias alias, Span span)
      implements Relation {}

  /**
   * {@code range(10) AS t}, {@code read_csv('f', delim = ';')} or {@code UNNEST(a, b)}.
   *
   * @param withOrdinality whether rows are numbered in a last column
   */
  record Function(
      Expression.Call call,
      boolean isLateral,
      boolean withOrdinality,
      @Nullable Alias alias,
      Span span)
      implements Relation {}

  /**
   * A join, or a comma, which is a cross join that binds weaker.
   *
   * @param condition null for CROSS, NATURAL and with {@code using}
   * @param using names after {@code USING}; empty without
   * @param match condition of {@code MATCH_CONDITION}; null without
   */
  record Join(
      Relation left,
      Relation right,
      JoinType type,
      boolean isNatural,
      boolean isAsOf,
      @Nullable Expression match,
      @Nullable Expression condition,
      List<Name> using,
      Span span)
      implements Relation {
    /** Copies the list. */
    public Join {
      using = List.copyOf(using);
    }
  }

  /** {@code (relation) AS t}: parentheses around a join, or {@code t: relation}. */
  record Parenthesized(Relation relation, @Nullable Alias alias, Span span) implements Relation {}

  /**
   * {@code t TABLESAMPLE (10 PERCENT)}, and all of FROM where {@code USING SAMPLE} was written.
   *
   * @param seed after {@code REPEATABLE}; null for another choice each time
   */
  record Sampled(Relation input, SampleSize size, @Nullable Long seed, Span span)
      implements Relation {}

  /**
   * {@code t PIVOT (aggregates FOR key IN (values) GROUP BY groups)}, and {@code PIVOT t ON key
   * USING aggregates GROUP BY groups}.
   *
   * @param aggregates empty for the number of rows if there are keys
   * @param keys of which each combination of values makes columns; without any there is one column
   *     for each aggregate
   * @param groups what rows are grouped by; null for all columns that are not named, or without
   *     keys for all rows as one group
   */
  record Pivot(
      Relation input,
      List<Query.SelectItem> aggregates,
      List<PivotKey> keys,
      @Nullable List<Expression> groups,
      @Nullable Alias alias,
      Span span)
      implements Relation {
    /** Copies the lists. */
    public Pivot {
      aggregates = List.copyOf(aggregates);
      keys = List.copyOf(keys);
      groups = groups == null ? null : List.copyOf(groups);
    }
  }

  /**
   * What the values of columns of a PIVOT are of.
   *
   * @param parts one expression, or several whose values go together
   * @param values a constant, or a row of constants, for each column, with its name; null for all
   *     values that there are
   */
  record PivotKey(List<Expression> parts, @Nullable List<Query.SelectItem> values, Span span) {
    /** Copies the lists. */
    public PivotKey {
      parts = List.copyOf(parts);
      values = values == null ? null : List.copyOf(values);
    }
  }

  /**
   * {@code t UNPIVOT [INCLUDE NULLS] (values FOR keys IN (columns AS key))}, and {@code UNPIVOT t
   * ON columns INTO NAME keys VALUE values}.
   *
   * @param columns columns of each kind of row, and the key that names it, null for the column's
   */
  record Unpivot(
      Relation input,
      boolean includesNulls,
      List<Name> values,
      List<Name> keys,
      List<UnpivotColumns> columns,
      @Nullable Alias alias,
      Span span)
      implements Relation {
    /** Copies the lists. */
    public Unpivot {
      values = List.copyOf(values);
      keys = List.copyOf(keys);
      columns = List.copyOf(columns);
    }
  }

  /**
   * Columns that UNPIVOT makes one row of, and the key it gets.
   *
   * @param columns expressions over the input; a star or COLUMNS alone is an entry for each column
   */
  record UnpivotColumns(List<Expression> columns, @Nullable Expression key) {
    /** Copies the list. */
    public UnpivotColumns {
      columns = List.copyOf(columns);
    }
  }

  /** {@code SUMMARIZE query}: a row about each column. */
  record Summary(Query query, Span span) implements Relation {}

  /**
   * {@code (DESCRIBE query)}: a row for each column with its type.
   *
   * @param query null for {@code (SHOW TABLES)}, a row for each table
   */
  record Description(@Nullable Query query, Span span) implements Relation {}

  /** {@code PRAGMA table_info('t')}: a numbered row for each column of a table. */
  record NumberedColumns(Relation table, Span span) implements Relation {}

  /**
   * {@code AS name (columns)}.
   *
   * @param columns empty to keep the names
   */
  record Alias(Name name, List<Name> columns) {
    /** Copies the list. */
    public Alias {
      columns = List.copyOf(columns);
    }
  }

  /** Kinds of joins. */
  enum JoinType {
    COMMA,
    CROSS,
    INNER,
    LEFT,
    RIGHT,
    FULL,
    SEMI,
    ANTI,
    POSITIONAL
  }
}
