package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The rows around the current one that a window function sees.
 *
 * @param unit what the bounds count
 * @param start first row, included
 * @param end last row, included
 * @param exclusion rows between them that are left out
 */
public record WindowFrame(
    FrameUnit unit, FrameBound start, FrameBound end, FrameExclusion exclusion) {
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
    requireNonNull(exclusion, "exclusion is null");
  }

  /** Makes a frame that leaves no row out. */
  public WindowFrame(FrameUnit unit, FrameBound start, FrameBound end) {
    this(unit, start, end, FrameExclusion.NO_OTHERS);
  }

  /** Returns the distances of both ends that are no literals, and so differ from row to row. */
  public List<Expr> distances() {
    return Stream.of(start, end)
        .map(FrameBound::distance)
        .filter(distance -> distance != null && !(distance instanceof Expr.Literal))
        .toList();
  }

  /** Returns this frame with what a function makes of its distances. */
  public WindowFrame map(UnaryOperator<Expr> function) {
    requireNonNull(function, "function is null");
    return new WindowFrame(unit, start.map(function), end.map(function), exclusion);
  }

  /** Returns SQL text. */
  @Override
  public String toString() {
    return unit
        + " BETWEEN "
        + start
        + " AND "
        + end
        + (exclusion == FrameExclusion.NO_OTHERS
            ? ""
            : " EXCLUDE " + exclusion.name().replace('_', ' '));
  }
}
