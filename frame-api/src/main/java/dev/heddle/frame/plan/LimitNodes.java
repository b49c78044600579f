package dev.heddle.frame.plan;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes that order rows, or take some of them; part of {@link LogicalPlan}. */
public sealed interface LimitNodes permits LogicalPlan {
  /**
   * The rows in an order.
   *
   * @param input rows
   * @param keys at least one scalar key over the input, the most significant first
   */
  record Sort(LogicalPlan input, List<SortKey> keys) implements LogicalPlan.OneInput {
    /** Copies the list. */
    public Sort {
      requireNonNull(input, "input is null");
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

  /**
   * Some of the rows: the first ones if the input is ordered, otherwise any.
   *
   * @param input rows
   * @param offset how many are left out first
   * @param count how many are kept at most; {@link #ALL} for all
   */
  record Limit(LogicalPlan input, long offset, long count) implements LogicalPlan.OneInput {
    /** Count of a limit that only has an offset. */
    public static final long ALL = Long.MAX_VALUE;

    /** Checks that nothing is missing. */
    public Limit {
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
   * Some of the rows, as {@link Limit}, where the numbers are computed by the query.
   *
   * @param input rows; of kind {@code WITH_TIES} a {@link Sort}
   * @param offset how many rows are left out first, a BIGINT without columns of the input; null, as
   *     an expression and as its value, for none
   * @param count how many are kept at most, a BIGINT, of kind {@code PERCENT} a DOUBLE, likewise;
   *     null for all
   * @param kind what the count counts
   */
  record ComputedLimit(
      LogicalPlan input, @Nullable Expr offset, @Nullable Expr count, LimitKind kind)
      implements LogicalPlan.OneInput {
    /** Checks that nothing is missing. */
    public ComputedLimit {
      requireNonNull(input, "input is null");
      requireNonNull(kind, "kind is null");
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
   * Rows chosen at random: each alike, and each at most once.
   *
   * <p>The same seed chooses the same rows wherever the input's rows come in the same order, as
   * those of files and tables do, whatever the number of threads.
   *
   * @param input rows
   * @param size how many
   * @param seed what the choice follows from
   */
  record Sample(LogicalPlan input, SampleSize size, long seed) implements LogicalPlan.OneInput {
    /** Checks that nothing is missing. */
    public Sample {
      requireNonNull(input, "input is null");
      requireNonNull(size, "size is null");
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
