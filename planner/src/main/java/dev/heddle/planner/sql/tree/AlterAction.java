package dev.heddle.planner.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What ALTER does with a table or view. */
public sealed interface AlterAction {
  /** {@code RENAME TO name}. */
  record Rename(Name to) implements AlterAction {}

  /** {@code RENAME [COLUMN] column TO name}. */
  record RenameColumn(Name column, Name to) implements AlterAction {}

  /**
   * {@code ADD [COLUMN] [IF NOT EXISTS] column type ...}.
   *
   * @param constraints those that stand behind the column
   */
  record AddColumn(
      Statement.ColumnDefinition column, List<TableConstraint> constraints, boolean ifNotExists)
      implements AlterAction {
    /** Copies the list. */
    public AddColumn {
      constraints = List.copyOf(constraints);
    }
  }

  /** {@code DROP [COLUMN] [IF EXISTS] column}. */
  record DropColumn(Name column, boolean ifExists) implements AlterAction {}

  /**
   * {@code ALTER [COLUMN] column [SET DATA] TYPE type [USING value]}.
   *
   * @param using null to cast the column
   */
  record ChangeType(Name column, TypeName type, @Nullable Expression using)
      implements AlterAction {}

  /**
   * {@code ALTER [COLUMN] column SET DEFAULT value} and {@code DROP DEFAULT}.
   *
   * @param value null for no default
   */
  record ChangeDefault(Name column, @Nullable Expression value) implements AlterAction {}

  /** {@code ALTER [COLUMN] column SET NOT NULL} and {@code DROP NOT NULL}. */
  record ChangeNulls(Name column, boolean isNullable) implements AlterAction {}

  /** {@code ADD constraint}. */
  record AddConstraint(TableConstraint constraint) implements AlterAction {}
}
