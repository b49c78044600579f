package dev.heddle.frame.plan;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes that compare whole rows, or put inputs together; part of {@link LogicalPlan}. */
public sealed interface SetNodes permits LogicalPlan {
  /**
   * The different rows; nulls are equal.
   *
   * @param input rows
   */
  record Distinct(LogicalPlan input) implements LogicalPlan.OneInput {
    /** Checks that nothing is missing. */
    public Distinct {
      requireNonNull(input, "input is null");
    }

    @Override
    public Schema schema() {
      return input.schema();
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
   * All rows of all inputs, equal ones too.
   *
   * @param inputs at least two, with equal column types
   * @param schema names of the first; nullable where some input is
   */
  record Union(List<LogicalPlan> inputs, Schema schema) implements LogicalPlan {
    /** Copies the list. */
    public Union {
      inputs = Arguments.all(inputs, "inputs");
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
   * The different rows that both inputs have; nulls are equal.
   *
   * @param left rows
   * @param right rows with equal column types
   * @param all whether a row comes as often as it is in both inputs, and not once
   * @param schema names of the left
   */
  record Intersect(LogicalPlan left, LogicalPlan right, boolean all, Schema schema)
      implements LogicalPlan.TwoInputs {
    /** Checks that nothing is missing. */
    public Intersect {
      requireNonNull(left, "left is null");
      requireNonNull(right, "right is null");
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
   * The different rows of the left that the right does not have; nulls are equal.
   *
   * @param left rows
   * @param right rows with equal column types
   * @param all whether a row comes as often as the left has it more often than the right, and not
   *     once if the right has none
   * @param schema columns of the left
   */
  record Except(LogicalPlan left, LogicalPlan right, boolean all, Schema schema)
      implements LogicalPlan.TwoInputs {
    /** Checks that nothing is missing. */
    public Except {
      requireNonNull(left, "left is null");
      requireNonNull(right, "right is null");
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
}
