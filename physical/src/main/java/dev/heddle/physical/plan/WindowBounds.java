package dev.heddle.physical.plan;

import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.physical.expr.PhysicalExpr;

/**
 * The rows around the current one that a window function looks at.
 *
 * @param unit what offsets count: rows, values of the one order column, or groups of peers
 * @param start first row
 * @param end last row
 * @param exclusion rows around the current one that are left out again
 */
public record WindowBounds(FrameUnit unit, Bound start, Bound end, Exclusion exclusion) {
  /** Makes a frame that leaves nothing out. */
  public WindowBounds(FrameUnit unit, Bound start, Bound end) {
    this(unit, start, end, Exclusion.NOTHING);
  }

  /** What a frame leaves out. */
  public enum Exclusion {
    /** Nothing. */
    NOTHING,
    /** The current row. */
    CURRENT_ROW,
    /** The current row and its peers. */
    GROUP,
    /** The current row's peers, but not the row itself. */
    TIES
  }

  /** One end of a frame. */
  public sealed interface Bound {}

  /** The partition's first row (as a start) or last row (as an end). */
  public record Unbounded() implements Bound {}

  /** The current row; with units other than rows, its first or last peer. */
  public record CurrentRow() implements Bound {}

  /**
   * An offset before the current row; a non-negative integer, or with RANGE a number or interval.
   */
  public record Preceding(PhysicalExpr.Literal offset) implements Bound {}

  /** An offset after the current row. */
  public record Following(PhysicalExpr.Literal offset) implements Bound {}

  /** The number of rows before the current one that its value of an INT64 column is. */
  public record PrecedingBy(int column) implements Bound {}

  /** The number of rows after the current one that its value of an INT64 column is. */
  public record FollowingBy(int column) implements Bound {}

  /** Returns whether an end is a number of rows away that differs from row to row. */
  public boolean isByColumn() {
    return isByColumn(start) || isByColumn(end);
  }

  private static boolean isByColumn(Bound bound) {
    return bound instanceof PrecedingBy || bound instanceof FollowingBy;
  }
}
