package dev.heddle.frame.plan;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes of WITH RECURSIVE; part of {@link LogicalPlan}. */
public sealed interface RecursionNodes permits LogicalPlan {
  /**
   * The rows of a recursive common table expression: those of the first part, and then, round after
   * round, those that the second part makes of the rows of the round before, up to a round that
   * makes none.
   *
   * <p>What runs a plan replaces this node by the rows before the plan is translated.
   *
   * @param left the first part
   * @param right the second part, which reads a {@link WorkingTable} of the same number; its
   *     columns have the types of the schema
   * @param all whether equal rows all stay; otherwise a row that any round before has is left out
   * @param name name of the common table expression
   * @param number tells it from those that it is inside of
   * @param schema the columns, all of them nullable
   */
  record RecursiveUnion(
      LogicalPlan left, LogicalPlan right, boolean all, String name, int number, Schema schema)
      implements LogicalPlan.TwoInputs {
    /** Checks that nothing is missing. */
    public RecursiveUnion {
      requireNonNull(left, "left is null");
      requireNonNull(right, "right is null");
      requireNonNull(name, "name is null");
      requireNonNull(schema, "schema is null");
    }

    @Override
    public int hashCode() {
      return PlanEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return PlanEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return PlanPrinter.line(this);
    }
  }

  /**
   * The rows of the round before, in the second part of a {@link RecursiveUnion}.
   *
   * @param name name of the common table expression
   * @param number that of its node
   * @param schema its columns
   */
  record WorkingTable(String name, int number, Schema schema) implements LogicalPlan {
    /** Checks that nothing is missing. */
    public WorkingTable {
      requireNonNull(name, "name is null");
      requireNonNull(schema, "schema is null");
    }

    @Override
    public List<LogicalPlan> inputs() {
      return List.of();
    }

    @Override
    public int hashCode() {
      return PlanEquality.hash(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return PlanEquality.areEqual(this, other);
    }

    @Override
    public String toString() {
      return PlanPrinter.line(this);
    }
  }
}
