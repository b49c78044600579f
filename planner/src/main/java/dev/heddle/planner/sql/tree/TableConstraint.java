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

  /** Kinds of keys. */
  enum KeyKind {
    /** None of its columns is null. */
    PRIMARY,
    /** Rows with a null in one of its columns are equal to no other. */
    UNIQUE
  }
}
