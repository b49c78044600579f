package dev.heddle.physical.plan;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import java.util.List;
import java.util.Optional;

/** The nodes of {@link PhysicalPlan} that join two inputs. */
public sealed interface JoinNodes permits PhysicalPlan {
  /**
   * A key of a join, and the number of the runtime filter that is filled with the right side's
   * values.
   *
   * @param key position in the join's keys
   * @param filter counted from 1 in a plan
   */
  record RuntimeKey(int key, int filter) {}

  /**
   * Joins by equality of key columns; the left side probes a table that is built of the right one.
   *
   * @param nullSafe for each key, whether null equals null
   * @param residual condition that a pair must satisfy, too
   * @param range of right rows with equal keys: what the residual implies, or which one matches
   * @param runtime the keys whose values scans on the left side receive
   * @param output columns according to the kind
   */
  record HashJoin(
      PhysicalPlan left,
      PhysicalPlan right,
      JoinKind kind,
      List<Integer> leftKeys,
      List<Integer> rightKeys,
      List<Boolean> nullSafe,
      Optional<PhysicalExpr> residual,
      Optional<JoinRange> range,
      List<RuntimeKey> runtime,
      Schema output,
      Estimate estimate)
      implements PhysicalPlan, PlanNode.TwoInputs {
    /** Makes a join without runtime filters whose right rows have no order. */
    public HashJoin(
        PhysicalPlan left,
        PhysicalPlan right,
        JoinKind kind,
        List<Integer> leftKeys,
        List<Integer> rightKeys,
        List<Boolean> nullSafe,
        Optional<PhysicalExpr> residual,
        Schema output,
        Estimate estimate) {
      this(
          left,
          right,
          kind,
          leftKeys,
          rightKeys,
          nullSafe,
          residual,
          Optional.empty(),
          List.of(),
          output,
          estimate);
    }

    /** Copies the lists. */
    public HashJoin {
      runtime = List.copyOf(runtime);
      leftKeys = List.copyOf(leftKeys);
      rightKeys = List.copyOf(rightKeys);
      nullSafe = List.copyOf(nullSafe);
    }
  }

  /**
   * Joins as a {@link HashJoin} does, but inputs that are sorted by keys of the join: a thread goes
   * through an interval of their values, and has the right rows of some keys in memory at a time.
   * Each side is a scan that states the order, with nothing but filters and projections above it.
   *
   * @param nullSafe for each key, whether null equals null
   * @param residual further condition over left's and right's columns
   * @param merged the keys that both sides are sorted by, the most significant first
   * @param bounds ascending values of the first of these that cut the work into intervals, which
   *     threads and tasks share; fewer where there is less to share
   * @param output columns according to the kind
   */
  record MergeJoin(
      PhysicalPlan left,
      PhysicalPlan right,
      JoinKind kind,
      List<Integer> leftKeys,
      List<Integer> rightKeys,
      List<Boolean> nullSafe,
      Optional<PhysicalExpr> residual,
      List<MergeKey> merged,
      List<ScanValue> bounds,
      Schema output,
      Estimate estimate)
      implements PhysicalPlan, PlanNode.TwoInputs {
    /** Copies the lists. */
    public MergeJoin {
      leftKeys = List.copyOf(leftKeys);
      rightKeys = List.copyOf(rightKeys);
      nullSafe = List.copyOf(nullSafe);
      merged = List.copyOf(merged);
      bounds = List.copyOf(bounds);
    }

    /** Returns the join of rows whose order does not matter. */
    public HashJoin hashed() {
      return new HashJoin(
          left, right, kind, leftKeys, rightKeys, nullSafe, residual, output, estimate);
    }

    /** Returns the order of the left side. */
    public List<SortOrder> leftOrder() {
      return merged.stream().map(key -> key.of(leftKeys)).toList();
    }

    /** Returns the order of the right side. */
    public List<SortOrder> rightOrder() {
      return merged.stream().map(key -> key.of(rightKeys)).toList();
    }
  }

  /**
   * A key of a join by which its sides are sorted.
   *
   * @param key position in the join's keys
   */
  record MergeKey(int key, SortDirection direction, NullPlacement nulls) {
    private SortOrder of(List<Integer> columns) {
      return new SortOrder(columns.get(key), direction, nulls);
    }
  }

  /**
   * Compares every left row with every right row, or with those in a range, by any condition.
   *
   * @param condition of pairs that match, which all do without one and without a range
   * @param range what the condition implies, or which row it is that matches, without a condition
   */
  record NestedLoopJoin(
      PhysicalPlan left,
      PhysicalPlan right,
      JoinKind kind,
      Optional<PhysicalExpr> condition,
      Optional<JoinRange> range,
      Schema output,
      Estimate estimate)
      implements PhysicalPlan, PlanNode.TwoInputs {}
}
