package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.at;
import static dev.heddle.physical.window.WindowSegment.put;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowBounds;
import java.math.BigInteger;

/**
 * The frame of each row of a segment: a first row and the row behind the last one, both within the
 * partition. Neither ever moves back from a row to the next of its partition, unless a column has
 * the distances.
 */
final class WindowFrames implements AutoCloseable {
  private static final BigInteger FAR = BigInteger.valueOf(Integer.MAX_VALUE);

  private final WindowSegment segment;
  private final Buffer bounds;
  private final WindowBounds.Exclusion exclusion;

  WindowFrames(WindowBounds frame, PhysicalPlan.Window plan, WindowSegment segment) {
    this.segment = segment;
    this.exclusion = frame.exclusion();
    this.bounds = segment.account().allocate(8L * Math.max(1, segment.rows()));
    try {
      find(frame.start(), frame.unit(), Edge.START, plan);
      find(frame.end(), frame.unit(), Edge.END, plan);
      for (int i = 0; i < segment.rows(); i++) {
        if (at(ends(), i) < at(starts(), i)) {
          put(ends(), i, at(starts(), i));
        }
      }
    } catch (Throwable e) {
      bounds.release();
      throw e;
    }
  }

  /** Which end of a frame is looked for. */
  enum Edge {
    START,
    END
  }

  /** Returns the address of the int32 first rows. */
  long starts() {
    return bounds.address();
  }

  /** Returns the address of the int32 rows after the last ones. */
  long ends() {
    return bounds.address() + 4L * segment.rows();
  }

  /** Returns of how many runs of rows, some of them empty, frames consist. */
  int pieces() {
    return switch (exclusion) {
      case NOTHING -> 1;
      case CURRENT_ROW, GROUP -> 2;
      case TIES -> 3;
    };
  }

  /** Returns the first row of a run of a row's frame. */
  int start(int piece, int row) {
    return piece == 0
        ? at(starts(), row)
        : within(piece == 1 && pieces() == 3 ? row : leftOutEnd(row), row);
  }

  /** Returns the row behind a run of a row's frame. */
  int end(int piece, int row) {
    if (piece == pieces() - 1) {
      return at(ends(), row);
    }
    return within(piece == 0 ? leftOutStart(row) : row + 1, row);
  }

  private int within(int bound, int row) {
    return Math.clamp(bound, at(starts(), row), at(ends(), row));
  }

  private int leftOutStart(int row) {
    return exclusion == WindowBounds.Exclusion.CURRENT_ROW ? row : at(segment.peerStarts(), row);
  }

  private int leftOutEnd(int row) {
    return exclusion == WindowBounds.Exclusion.CURRENT_ROW ? row + 1 : at(segment.peerEnds(), row);
  }

  private void find(WindowBounds.Bound bound, FrameUnit unit, Edge edge, PhysicalPlan.Window plan) {
    long target = edge == Edge.START ? starts() : ends();
    switch (bound) {
      case WindowBounds.Unbounded _ ->
          copy(edge == Edge.START ? segment.partitionStarts() : segment.partitionEnds(), target);
      case WindowBounds.CurrentRow _ -> {
        if (unit == FrameUnit.ROWS) {
          rows(0, edge, target);
        } else {
          copy(edge == Edge.START ? segment.peerStarts() : segment.peerEnds(), target);
        }
      }
      case WindowBounds.Preceding(PhysicalExpr.Literal offset) ->
          offset(offset, -1, unit, edge, plan, target);
      case WindowBounds.Following(PhysicalExpr.Literal offset) ->
          offset(offset, 1, unit, edge, plan, target);
      case WindowBounds.PrecedingBy(int column) -> rowsBy(column, -1, edge, target);
      case WindowBounds.FollowingBy(int column) -> rowsBy(column, 1, edge, target);
    }
  }

  private void copy(long source, long target) {
    Memory.copy(source, target, 4L * segment.rows());
  }

  private void offset(
      PhysicalExpr.Literal offset,
      int direction,
      FrameUnit unit,
      Edge edge,
      PhysicalPlan.Window plan,
      long target) {
    switch (unit) {
      case ROWS -> rows(direction * count(offset), edge, target);
      case GROUPS -> groups(direction * count(offset), edge, target);
      case RANGE -> WindowRange.find(offset, direction, edge, plan, segment, target);
    }
  }

  /** Returns a number of rows or groups, as far as there can be any. */
  static int count(PhysicalExpr.Literal offset) {
    ScanValue value = offset.value().orElse(null);
    if (value instanceof ScanValue.Whole(BigInteger whole) && whole.signum() >= 0) {
      return whole.min(FAR).intValueExact();
    }
    throw new HeddleException(
        ErrorCode.INVALID_ARGUMENT,
        "Cannot use frame offset " + value + ": it must be an integer of at least 0");
  }

  private void rows(int offset, Edge edge, long target) {
    int behind = edge == Edge.START ? 0 : 1;
    for (int i = 0; i < segment.rows(); i++) {
      long row = (long) i + offset + behind;
      int first = at(segment.partitionStarts(), i);
      int end = at(segment.partitionEnds(), i);
      put(target, i, Math.clamp(row, first, end));
    }
  }

  private void rowsBy(int column, int direction, Edge edge, long target) {
    Column distances = segment.column(column);
    int behind = edge == Edge.START ? 0 : 1;
    for (int i = 0; i < segment.rows(); i++) {
      if (distances.isNull(i) || distances.longAt(i) < 0) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot use frame offset "
                + (distances.isNull(i) ? "null" : distances.longAt(i))
                + ": it must be an integer of at least 0");
      }
      long offset = direction * Math.min(distances.longAt(i), Integer.MAX_VALUE);
      long row = i + offset + behind;
      put(
          target,
          i,
          Math.clamp(row, at(segment.partitionStarts(), i), at(segment.partitionEnds(), i)));
    }
  }

  private void groups(int offset, Edge edge, long target) {
    int rows = segment.rows();
    int groupCount = rows == 0 ? 0 : at(segment.groups(), rows - 1) + 1;
    Buffer starts = segment.account().allocate(4L * (groupCount + 1));
    try {
      long groupStarts = starts.address();
      for (int i = 0; i < rows; i++) {
        if (at(segment.peerStarts(), i) == i) {
          put(groupStarts, at(segment.groups(), i), i);
        }
      }
      put(groupStarts, groupCount, rows);
      int behind = edge == Edge.START ? 0 : 1;
      for (int i = 0; i < rows; i++) {
        int first = at(segment.groups(), at(segment.partitionStarts(), i));
        int last = at(segment.groups(), at(segment.partitionEnds(), i) - 1);
        long group = (long) at(segment.groups(), i) + offset + behind;
        put(target, i, at(groupStarts, Math.clamp(group, first, last + 1)));
      }
    } finally {
      starts.release();
    }
  }

  @Override
  public void close() {
    bounds.release();
  }
}
