package dev.heddle.frame.plan;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes that decide which rows a task works on; part of {@link LogicalPlan}. */
public sealed interface PartitionNodes permits LogicalPlan {
  /**
   * The same rows in other parts. Where a plan is not divided among tasks only {@link
   * PartitionKind#SORTED} does anything.
   *
   * @param input rows
   * @param kind what decides which part a row is in
   * @param parts how many there are; 0 if it stays the same
   * @param keys scalar keys over the input, the most significant first; by hash only their values
   *     count
   */
  record Repartition(LogicalPlan input, PartitionKind kind, int parts, List<SortKey> keys)
      implements LogicalPlan.OneInput {
    /** Copies the list. */
    public Repartition {
      requireNonNull(input, "input is null");
      requireNonNull(kind, "kind is null");
      keys = Arguments.all(keys, "keys");
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
}
