package dev.heddle.planner.exchange;

import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.WindowBounds;
import java.math.BigInteger;
import java.util.Optional;

/** What a frame covers, as far as it matters to windows that are divided. */
enum FrameCover {
  /** All rows. */
  WHOLE,
  /** The rows up to the current one. */
  RUNNING,
  /** The rows from the current one on. */
  REVERSE,
  /** The current row's peers. */
  PEERS,
  /** Rows at most a number of rows away. */
  BOUNDED;

  /** Returns how many rows after the current one a bound of a frame of rows is. */
  static long distance(WindowBounds.Bound bound) {
    return switch (bound) {
      case WindowBounds.Unbounded _ -> throw new IllegalStateException("No distance");
      case WindowBounds.CurrentRow _ -> 0;
      case WindowBounds.Preceding(PhysicalExpr.Literal offset) -> -whole(offset, 1L << 40);
      case WindowBounds.Following(PhysicalExpr.Literal offset) -> whole(offset, 1L << 40);
      case WindowBounds.PrecedingBy _, WindowBounds.FollowingBy _ ->
          throw new IllegalStateException("A distance of each row");
    };
  }

  private static long whole(PhysicalExpr.Literal literal, long most) {
    return whole(literal)
        .map(value -> value.min(BigInteger.valueOf(most)).longValueExact())
        .orElse(most);
  }

  /** Returns what a frame covers; nothing if it cannot be seen from one part. */
  static Optional<FrameCover> of(WindowBounds frame) {
    boolean fromFirst = frame.start() instanceof WindowBounds.Unbounded;
    boolean toLast = frame.end() instanceof WindowBounds.Unbounded;
    boolean fromHere = frame.start() instanceof WindowBounds.CurrentRow;
    boolean toHere = frame.end() instanceof WindowBounds.CurrentRow;
    if (frame.exclusion() != WindowBounds.Exclusion.NOTHING || frame.isByColumn()) {
      return Optional.empty();
    }
    if (fromFirst && toLast) {
      return Optional.of(FrameCover.WHOLE);
    }
    if (frame.unit() == FrameUnit.GROUPS) {
      return Optional.empty();
    }
    if (fromFirst && toHere) {
      return Optional.of(FrameCover.RUNNING);
    }
    if (fromHere && toLast) {
      return Optional.of(FrameCover.REVERSE);
    }
    if (fromHere && toHere && frame.unit() == FrameUnit.RANGE) {
      return Optional.of(FrameCover.PEERS);
    }
    return frame.unit() == FrameUnit.ROWS && !fromFirst && !toLast
        ? Optional.of(FrameCover.BOUNDED)
        : Optional.empty();
  }

  /** Returns why a frame cannot be seen from one part. */
  static String reason(WindowBounds frame) {
    if (frame.exclusion() != WindowBounds.Exclusion.NOTHING) {
      return "a frame that excludes rows";
    }
    if (frame.isByColumn()) {
      return "a frame whose distance differs from row to row";
    }
    return switch (frame.unit()) {
      case GROUPS -> "a frame of groups";
      case RANGE -> "a RANGE frame of values";
      case ROWS -> "a frame from one end of the rows to a distance";
    };
  }

  /** Returns which other parts have rows of the frame. */
  WindowPieces.Span others() {
    return switch (this) {
      case WHOLE -> WindowPieces.Span.ALL;
      case RUNNING -> WindowPieces.Span.BEFORE;
      case REVERSE -> WindowPieces.Span.AFTER;
      case PEERS, BOUNDED -> throw new IllegalStateException("No other parts");
    };
  }

  /** Returns the number that a literal is. */
  static Optional<BigInteger> whole(PhysicalExpr.Literal literal) {
    return literal.value().orElse(null) instanceof ScanValue.Whole(BigInteger whole)
        ? Optional.of(whole)
        : Optional.empty();
  }
}
