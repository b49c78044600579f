package dev.heddle.physical.plan;

import dev.heddle.physical.expr.PhysicalExpr;
import java.util.List;
import java.util.OptionalInt;

/**
 * What passes over plans must know of a node besides its columns and expressions, for each kind of
 * node.
 *
 * @param splittable inputs whose rows may be in any task if those of the output may
 * @param mandatory inputs without whose rows the node has none
 * @param rows what bounds the number of its rows
 * @param state what it keeps in memory while it runs
 */
public record NodeTraits(Inputs splittable, Inputs mandatory, RowBound rows, State state) {
  /** Some of a node's inputs. */
  public enum Inputs {
    /** None of them. */
    NONE,
    /** Each of them. */
    EACH,
    /** The first one. */
    LEFT,
    /** The second one. */
    RIGHT,
    /** What all of them have in common. */
    COMMON
  }

  /** What bounds a number of rows. */
  public enum RowBound {
    /** The node itself: it reads no input. */
    OWN,
    /** The rows of the input, or one. */
    INPUT,
    /** The rows of the first input. */
    LEFT,
    /** The rows of the second input. */
    RIGHT,
    /** The rows of all inputs together. */
    SUM,
    /** Nothing that is known. */
    NOTHING
  }

  /** What a node keeps in memory. */
  public enum State {
    /** Batches on their way only. */
    NONE,
    /** A table of groups. */
    GROUPS,
    /** The build side of a join. */
    BUILD_SIDE,
    /** Sorted runs. */
    RUNS,
    /** Rows that several readers take. */
    SHARED_ROWS
  }

  /** Returns the traits of a node. */
  public static NodeTraits of(PhysicalPlan node) {
    return switch (node) {
      case PhysicalPlan.Scan _, PhysicalPlan.Values _ ->
          new NodeTraits(Inputs.NONE, Inputs.NONE, RowBound.OWN, State.NONE);
      case PhysicalPlan.Filter _,
          PhysicalPlan.Project _,
          PhysicalPlan.Limit _,
          PhysicalPlan.RandomKey _ ->
          new NodeTraits(Inputs.EACH, Inputs.EACH, RowBound.INPUT, State.NONE);
      case PhysicalPlan.Sort _, PhysicalPlan.TopN _ ->
          new NodeTraits(Inputs.EACH, Inputs.EACH, RowBound.INPUT, State.RUNS);
      case PhysicalPlan.Expand _, PhysicalPlan.Unnest _ ->
          new NodeTraits(Inputs.EACH, Inputs.EACH, RowBound.NOTHING, State.NONE);
      case PhysicalPlan.Aggregate aggregate -> aggregate(aggregate);
      case PhysicalPlan.RangePart _ ->
          new NodeTraits(Inputs.LEFT, Inputs.LEFT, RowBound.LEFT, State.NONE);
      case PhysicalPlan.HashJoin join -> join(join.kind(), matched(join.kind()));
      case PhysicalPlan.MergeJoin join -> join(join.kind(), matched(join.kind()));
      case PhysicalPlan.NestedLoopJoin join -> join(join.kind(), RowBound.NOTHING);
      case PhysicalPlan.GroupLimit _, PhysicalPlan.RowIndex _ ->
          new NodeTraits(Inputs.NONE, Inputs.EACH, RowBound.INPUT, State.NONE);
      case PhysicalPlan.KeyByKey _ ->
          new NodeTraits(Inputs.NONE, Inputs.EACH, RowBound.INPUT, State.NONE);
      case PhysicalPlan.Window _ ->
          new NodeTraits(Inputs.NONE, Inputs.EACH, RowBound.INPUT, State.RUNS);
      case PhysicalPlan.UnionAll _ ->
          new NodeTraits(Inputs.NONE, Inputs.COMMON, RowBound.SUM, State.NONE);
      case PhysicalPlan.Share _ ->
          new NodeTraits(Inputs.NONE, Inputs.EACH, RowBound.INPUT, State.SHARED_ROWS);
      case PhysicalPlan.SharedRead _ ->
          new NodeTraits(Inputs.NONE, Inputs.NONE, RowBound.NOTHING, State.NONE);
      case PhysicalPlan.Write write ->
          new NodeTraits(
              write.spec().order() == WriteSpec.RowOrder.NONE ? Inputs.EACH : Inputs.NONE,
              write.spec().limits().equals(WriteSpec.Limits.ONE_FILE) ? Inputs.NONE : Inputs.EACH,
              RowBound.NOTHING,
              State.NONE);
      case PhysicalPlan.Exchange _, PhysicalPlan.Repartition _ ->
          new NodeTraits(Inputs.NONE, Inputs.NONE, RowBound.INPUT, State.NONE);
      case PhysicalPlan.ExchangeRead read ->
          new NodeTraits(
              Inputs.NONE,
              Inputs.NONE,
              RowBound.NOTHING,
              read.mergeOrder().isEmpty() ? State.NONE : State.RUNS);
    };
  }

  /**
   * States of an aggregate without keys are empty where there was no row: the stage that merges
   * them makes the one row of the result without them too.
   */
  private static NodeTraits aggregate(PhysicalPlan.Aggregate node) {
    boolean isPiecewise = node.mode().isPiecewise();
    return new NodeTraits(
        isPiecewise ? Inputs.EACH : Inputs.NONE,
        node.keys().isEmpty() && !isPiecewise ? Inputs.NONE : Inputs.EACH,
        RowBound.INPUT,
        node.mode() == AggregateMode.FINISH ? State.NONE : State.GROUPS);
  }

  /** An input may be split if no row of the other one comes out because it has met none. */
  private static NodeTraits join(JoinKind kind, RowBound rows) {
    Inputs splittable =
        switch (kind) {
          case INNER -> Inputs.EACH;
          case LEFT, LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> Inputs.LEFT;
          case RIGHT, RIGHT_SEMI, RIGHT_ANTI -> Inputs.RIGHT;
          case FULL -> Inputs.NONE;
        };
    Inputs mandatory =
        switch (kind) {
          case INNER, LEFT_SEMI, RIGHT_SEMI -> Inputs.EACH;
          case LEFT, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> Inputs.LEFT;
          case RIGHT, RIGHT_ANTI -> Inputs.RIGHT;
          case FULL -> Inputs.COMMON;
        };
    return new NodeTraits(splittable, mandatory, rows, State.BUILD_SIDE);
  }

  private static RowBound matched(JoinKind kind) {
    return switch (kind) {
      case LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> RowBound.LEFT;
      case RIGHT_SEMI, RIGHT_ANTI -> RowBound.RIGHT;
      case INNER, LEFT, RIGHT, FULL -> RowBound.NOTHING;
    };
  }

  /** Returns whether the rows of an input may be in any task if those of the output may. */
  public boolean isSplittable(int input) {
    return switch (splittable) {
      case EACH -> true;
      case LEFT -> input == 0;
      case RIGHT -> input == 1;
      case NONE, COMMON -> false;
    };
  }

  /**
   * Returns the column of an input that a column of a node's output comes from as it is, such that
   * rows may be dropped by its value before the node instead of behind it; none if there is no such
   * column.
   */
  public static OptionalInt source(PhysicalPlan node, int input, int column) {
    return switch (node) {
      case PhysicalPlan.Filter _,
          PhysicalPlan.Sort _,
          PhysicalPlan.KeyByKey _,
          PhysicalPlan.UnionAll _ ->
          OptionalInt.of(column);
      case PhysicalPlan.Project project -> column(project.expressions().get(column));
      case PhysicalPlan.Aggregate aggregate -> at(aggregate.keys(), column);
      case PhysicalPlan.Unnest unnest -> at(unnest.kept(), column);
      case PhysicalPlan.Window window -> among(window.partitionKeys(), column);
      case PhysicalPlan.GroupLimit limit -> among(limit.keys(), column);
      case PhysicalPlan.HashJoin join -> joined(join.kind(), join.left(), input, column);
      case PhysicalPlan.MergeJoin join -> joined(join.kind(), join.left(), input, column);
      case PhysicalPlan.NestedLoopJoin join -> joined(join.kind(), join.left(), input, column);
      case PhysicalPlan.Scan _,
          PhysicalPlan.Values _,
          PhysicalPlan.Expand _,
          PhysicalPlan.TopN _,
          PhysicalPlan.Limit _,
          PhysicalPlan.RowIndex _,
          PhysicalPlan.RandomKey _,
          PhysicalPlan.RangePart _,
          PhysicalPlan.Repartition _,
          PhysicalPlan.Share _,
          PhysicalPlan.SharedRead _,
          PhysicalPlan.Write _,
          PhysicalPlan.Exchange _,
          PhysicalPlan.ExchangeRead _ ->
          OptionalInt.empty();
    };
  }

  /** A cast between integers keeps the value: what does not fit is an error, if it is wanted. */
  private static OptionalInt column(PhysicalExpr expression) {
    return switch (expression) {
      case PhysicalExpr.ColumnRef ref -> OptionalInt.of(ref.index());
      case PhysicalExpr.Cast cast when cast.type().isInteger() && cast.input().type().isInteger() ->
          column(cast.input());
      default -> OptionalInt.empty();
    };
  }

  private static OptionalInt at(List<Integer> columns, int index) {
    return index < columns.size() ? OptionalInt.of(columns.get(index)) : OptionalInt.empty();
  }

  private static OptionalInt among(List<Integer> columns, int column) {
    return columns.contains(column) ? OptionalInt.of(column) : OptionalInt.empty();
  }

  /** Of the side only whose rows an outer join keeps, or that a semi or anti join returns. */
  private static OptionalInt joined(JoinKind kind, PhysicalPlan left, int input, int column) {
    int width = left.output().size();
    boolean isLeft = input == 0;
    return switch (kind) {
      case INNER ->
          isLeft == column < width
              ? OptionalInt.of(isLeft ? column : column - width)
              : OptionalInt.empty();
      case LEFT, LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK ->
          isLeft && column < width ? OptionalInt.of(column) : OptionalInt.empty();
      case RIGHT ->
          !isLeft && column >= width ? OptionalInt.of(column - width) : OptionalInt.empty();
      case RIGHT_SEMI, RIGHT_ANTI -> isLeft ? OptionalInt.empty() : OptionalInt.of(column);
      case FULL -> OptionalInt.empty();
    };
  }
}
