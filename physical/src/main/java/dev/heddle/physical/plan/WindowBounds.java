package dev.heddle.physical.plan;

import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.physical.expr.PhysicalExpr;

/**
 * The rows around the current one that a window function looks at.
 *
 * @param unit what offsets count: rows, values of the one order column, or groups of peers
 * @param start first row
 * @param end last row
 */
public record WindowBounds(FrameUnit unit, Bound start, Bound end) {
  /** One end of a frame. */
  public sealed interface Bound {}

  /** The partition's first row (as a start) or last row (as an end). */
  public record Unbounded() implements Bound {}

  /** The current row; with units other than rows, its first or last peer. */
  public record CurrentRow() implements Bound {}

  /**
   * So much before the current row; a non-negative whole number, or with RANGE a number or
   * interval.
   */
  public record Preceding(PhysicalExpr.Literal offset) implements Bound {}

  /** So much after the current row. */
  public record Following(PhysicalExpr.Literal offset) implements Bound {}
}
