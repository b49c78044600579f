package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

/**
 * The rows around the current one that a window function sees.
 *
 * @param unit what the bounds count
 * @param start first row, included
 * @param end last row, included
 */
public record WindowFrame(FrameUnit unit, FrameBound start, FrameBound end) {
  /**
   * What SQL takes where an order is given but no frame: all rows up to the current one and its
   * equals.
   */
  public static final WindowFrame RUNNING =
      new WindowFrame(
          FrameUnit.RANGE, new FrameBound.UnboundedPreceding(), new FrameBound.CurrentRow());

  /** The whole partition: the frame where no order is given. */
  public static final WindowFrame WHOLE =
      new WindowFrame(
          FrameUnit.ROWS, new FrameBound.UnboundedPreceding(), new FrameBound.UnboundedFollowing());

  /** Checks that nothing is missing. */
  public WindowFrame {
    requireNonNull(unit, "unit is null");
    requireNonNull(start, "start is null");
    requireNonNull(end, "end is null");
  }

  /** Returns SQL text. */
  @Override
  public String toString() {
    return unit + " BETWEEN " + start + " AND " + end;
  }
}
