package dev.heddle.planner.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What MERGE does with a row. */
public sealed interface MergeAction {
  /**
   * {@code UPDATE SET column = value, ...}.
   *
   * @param columns empty to set all columns, each to that of the source
   * @param pairing how columns of the source are found, if none is set
   */
  record Update(List<Statement.SetColumn> columns, Pairing pairing) implements MergeAction {
    /** Copies the list. */
    public Update {
      columns = List.copyOf(columns);
    }
  }

  /**
   * {@code INSERT [(columns)] VALUES (values)}.
   *
   * @param columns empty for all
   * @param values null for the columns of the source; empty for {@code DEFAULT VALUES}
   * @param pairing how columns of the source are found, if there are no values
   */
  record Insert(List<Name> columns, @Nullable List<Expression> values, Pairing pairing)
      implements MergeAction {
    /** Copies the lists. */
    public Insert {
      columns = List.copyOf(columns);
      values = values == null ? null : List.copyOf(values);
    }
  }

  /** {@code DELETE}. */
  record Delete() implements MergeAction {}

  /** {@code DO NOTHING}. */
  record Nothing() implements MergeAction {}

  /**
   * {@code ERROR [message]}.
   *
   * @param message null for one that names the clause
   */
  record Failure(@Nullable Expression message) implements MergeAction {}
}
