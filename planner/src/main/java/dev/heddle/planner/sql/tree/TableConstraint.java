package dev.heddle.planner.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What all rows of a table have to meet, as CREATE TABLE says. */
public sealed interface TableConstraint {
  /** Returns the name after CONSTRAINT; null without. */
  @Nullable Name name();

  /** Returns where it is written. */
  Span span();

  /** {@code PRIMARY KEY (columns)} or {@code UNIQUE (columns)}: no two rows have equal values. */
  record Key(@Nullable Name name, KeyKind kind, List<Name> columns, Span span)
      implements TableConstraint {
    /** Copies the list. */
    public Key {
      columns = List.copyOf(columns);
    }
  }

  /** {@code CHECK (condition)}: it is false for no row. */
  record Check(@Nullable Name name, Expression condition, Span span) implements TableConstraint {}

  /**
   * {@code FOREIGN KEY (columns) REFERENCES table (columns)}: a row of the other table has the
   * values, unless one of them is null.
   *
   * @param referenced those of the other table; empty for its primary key
   */
  record Foreign(
      @Nullable Name name, List<Name> columns, TableName table, List<Name> referenced, Span span)
      implements TableConstraint {
    /** Copies the lists. */
    public Foreign {
      columns = List.copyOf(columns);
      referenced = List.copyOf(referenced);
    }
  }

  /** Kinds of keys. */
  enum KeyKind {
    /** None of its columns is null. */
    PRIMARY,
    /** Rows with a null in one of its columns are equal to no other. */
    UNIQUE
  }
}
