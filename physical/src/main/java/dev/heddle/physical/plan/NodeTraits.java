package dev.heddle.physical.plan;

/**
 * What passes over plans must know of a node besides its columns and expressions. The one place
 * that says it for each kind of node.
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
      case PhysicalPlan.HashJoin join -> join(join.kind(), matched(join.kind()));
      case PhysicalPlan.NestedLoopJoin join -> join(join.kind(), RowBound.NOTHING);
      case PhysicalPlan.GroupLimit _, PhysicalPlan.RowIndex _ ->
          new NodeTraits(Inputs.NONE, Inputs.EACH, RowBound.INPUT, State.NONE);
      case PhysicalPlan.Window _ ->
          new NodeTraits(Inputs.NONE, Inputs.EACH, RowBound.INPUT, State.RUNS);
      case PhysicalPlan.UnionAll _ ->
          new NodeTraits(Inputs.NONE, Inputs.COMMON, RowBound.SUM, State.NONE);
      case PhysicalPlan.Share _ ->
          new NodeTraits(Inputs.NONE, Inputs.EACH, RowBound.INPUT, State.SHARED_ROWS);
      case PhysicalPlan.SharedRead _ ->
          new NodeTraits(Inputs.NONE, Inputs.NONE, RowBound.NOTHING, State.NONE);
      case PhysicalPlan.Exchange _ ->
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
   * States of an aggregate without keys say nothing where there was no row: the stage that merges
   * them makes the one row of the result without them too.
   */
  private static NodeTraits aggregate(PhysicalPlan.Aggregate node) {
    boolean isPartial = node.mode() == AggregateMode.PARTIAL;
    return new NodeTraits(
        isPartial ? Inputs.EACH : Inputs.NONE,
        node.keys().isEmpty() && !isPartial ? Inputs.NONE : Inputs.EACH,
        RowBound.INPUT,
        State.GROUPS);
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
}
