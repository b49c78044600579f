package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.at;
import static dev.heddle.physical.window.WindowSegment.put;
import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnAppender;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.physical.window.WindowPicks.CountedRows;
import org.jspecify.annotations.Nullable;

/**
 * What {@code first_value}, {@code last_value} and {@code nth_value} have to know of the rows of a
 * large partition that are not in the piece under way, where frames begin or end with the
 * partition.
 *
 * <p>Used by one thread. Rows are those that count: all, or those that are not null.
 */
final class WindowPickCarry implements AutoCloseable {
  private final WindowCall call;
  private final WindowFunction function;
  private final long place;
  private final int column;
  private final int filter; // -1 if there is none
  private final NullTreatment nulls;
  private final boolean isOpenAtStart;
  private final boolean isOpenAtEnd;
  private final MemoryAccount account;
  private final ColumnAppender firsts; // the first value of each block that has one
  private int[] firstOfBlock = new int[64]; // its number, or that of a later block's
  private int blocks;
  private long seen; // rows that count in the blocks so far
  private @Nullable Column firstValues;
  private @Nullable Column last;
  private long lastRow = -1;
  private @Nullable Column nth;
  private long nthRow = -1;
  private @Nullable Column before; // the value if it precedes the piece
  private long countedBefore;

  WindowPickCarry(WindowCall call, PhysicalPlan.Window plan, MemoryAccount account) {
    this.call = call;
    AggregateCall aggregate = call.aggregate().orElse(null);
    this.function = requireNonNull(function(call), "no row is picked");
    this.place = aggregate == null ? WindowPicks.place(call) : 1;
    this.column = (aggregate == null ? call.arguments() : aggregate.arguments()).getFirst();
    this.filter = aggregate == null ? -1 : aggregate.filter().orElse(-1);
    this.nulls = nulls(call);
    this.isOpenAtStart = WindowReach.startsFrame(call, plan);
    this.isOpenAtEnd = WindowReach.endsFrame(call, plan);
    this.account = account;
    this.firsts = new ColumnAppender(plan.input().output().field(column).type(), account);
  }

  /** Returns whether a call needs one of these. */
  static boolean isNeeded(WindowCall call, PhysicalPlan.Window plan) {
    boolean isPick =
        switch (function(call)) {
          case FIRST_VALUE, LAST_VALUE, NTH_VALUE -> true;
          case null, default -> false;
        };
    return isPick
        && !WindowReach.isWhole(call, plan)
        && (WindowReach.startsFrame(call, plan) || WindowReach.endsFrame(call, plan));
  }

  /** Returns the function of a call, also where an aggregate is one by another name. */
  static @Nullable WindowFunction function(WindowCall call) {
    AggregateCall aggregate = call.aggregate().orElse(null);
    if (aggregate == null) {
      return call.function().orElseThrow();
    }
    if (!aggregate.orderBy().isEmpty()) {
      return null;
    }
    return switch (aggregate.function()) {
      case FIRST, ANY_VALUE -> WindowFunction.FIRST_VALUE;
      case LAST -> WindowFunction.LAST_VALUE;
      default -> null;
    };
  }

  /** Returns whether rows whose value is null count, where a call picks a row. */
  static NullTreatment nulls(WindowCall call) {
    return call.aggregate().isEmpty()
        ? call.nulls()
        : call.aggregate().get().function() == AggregateFunction.ANY_VALUE
            ? NullTreatment.IGNORE
            : NullTreatment.RESPECT;
  }

  /** Returns whether the partition has to be read once before its first piece. */
  boolean looksAhead() {
    return isOpenAtEnd;
  }

  /** Looks at a block of the partition, rows of a piece, in the pass before the first piece. */
  void look(WindowSegment piece, long rowsBefore, int from, int to) {
    try (CountedRows counted = CountedRows.of(column, nulls, filter, piece)) {
      int first = counted.before(from);
      int end = counted.before(to);
      if (blocks == firstOfBlock.length) {
        firstOfBlock = java.util.Arrays.copyOf(firstOfBlock, 2 * blocks);
      }
      firstOfBlock[blocks++] = first < end ? firsts.rows() : -1;
      if (first == end) {
        return;
      }
      append(firsts, piece.column(column), counted.row(first));
      lastRow = rowsBefore + counted.row(end - 1);
      last = replaced(last, piece, counted.row(end - 1));
      long wanted = place - 1 - seen;
      if (wanted >= 0 && wanted < end - first) {
        nthRow = rowsBefore + counted.row((int) (first + wanted));
        nth = replaced(nth, piece, counted.row((int) (first + wanted)));
      }
      seen += end - first;
    }
  }

  /** Ends the pass before the first piece. */
  void seal() {
    int next = -1;
    for (int block = blocks - 1; block >= 0; block--) {
      next = firstOfBlock[block] < 0 ? next : firstOfBlock[block];
      firstOfBlock[block] = next;
    }
    firstValues = firsts.build();
  }

  private Column replaced(@Nullable Column old, WindowSegment piece, int row) {
    if (old != null) {
      old.release();
    }
    try (ColumnAppender one = new ColumnAppender(call.type(), account)) {
      append(one, piece.column(column), row);
      return one.build();
    }
  }

  private void append(ColumnAppender target, Column values, int row) {
    Buffer position = account.allocate(4);
    try {
      put(position.address(), 0, row);
      target.append(values, position.address(), 1);
    } finally {
      position.release();
    }
  }

  /** Leaves the first rows of a piece behind. */
  void advance(WindowSegment piece, int count) {
    if (!isOpenAtStart || (before != null && function != WindowFunction.LAST_VALUE)) {
      return;
    }
    try (CountedRows counted = CountedRows.of(column, nulls, filter, piece)) {
      int passed = counted.before(count);
      long wanted =
          switch (function) {
            case FIRST_VALUE -> 0;
            case LAST_VALUE -> passed - 1;
            default -> place - 1 - countedBefore;
          };
      if (wanted >= 0 && wanted < passed) {
        before = replaced(before, piece, counted.row((int) wanted));
      }
      countedBefore += passed;
    }
  }

  /**
   * Computes the call for a piece.
   *
   * @param blocksRead how many blocks of the partition end with the piece or before
   * @param end which row of the partition follows the piece
   */
  Column compute(PhysicalPlan.Window plan, WindowSegment piece, int blocksRead, long end) {
    Column ahead = ahead(end);
    boolean isAhead = function == WindowFunction.LAST_VALUE && ahead != null;
    boolean isBefore = function != WindowFunction.LAST_VALUE && before != null;
    Buffer picked = account.allocate(4L * Math.max(1, piece.rows()));
    try (CountedRows counted = CountedRows.of(column, nulls, filter, piece);
        WindowFrames frames = new WindowFrames(call.frame(), plan, piece)) {
      long inPiece = isOpenAtStart ? place - countedBefore : place;
      WindowPicks.find(function, isBefore ? 1 : inPiece, counted, frames, piece, picked.address());
      int row = 0;
      Column otherwise = function == WindowFunction.LAST_VALUE ? before : ahead;
      boolean isFirst = function == WindowFunction.FIRST_VALUE;
      if (isFirst && isOpenAtEnd && blocksRead < blocks && firstOfBlock[blocksRead] >= 0) {
        otherwise = firstValues;
        row = firstOfBlock[blocksRead];
      }
      Column values = piece.pick(column, picked.address());
      if (isBefore || isAhead) {
        return filled(values, isBefore ? before : ahead, 0, 0, piece.rows());
      }
      return otherwise == null
          ? values
          : filled(values, otherwise, row, picked.address(), piece.rows());
    } finally {
      picked.release();
    }
  }

  /** Returns the value that follows a piece, if one does and frames reach it. */
  private @Nullable Column ahead(long end) {
    if (!isOpenAtEnd) {
      return null;
    }
    return switch (function) {
      case LAST_VALUE -> lastRow >= end ? last : null;
      case NTH_VALUE -> isOpenAtStart && nthRow >= end ? nth : null;
      default -> null;
    };
  }

  /**
   * Returns values with another one where none has been picked, or everywhere; takes over the
   * values.
   *
   * @param picked the picked rows, or 0 for everywhere
   */
  private Column filled(
      Column values, @Nullable Column other, int otherRow, long picked, int rows) {
    Buffer positions = account.allocate(4L * Math.max(1, rows));
    try (ColumnAppender result = new ColumnAppender(call.type(), account)) {
      int from = 0;
      while (from < rows) {
        boolean isThere = picked != 0 && at(picked, from) >= 0;
        int to = from;
        for (; to < rows && (picked != 0 && at(picked, to) >= 0) == isThere; to++) {
          put(positions.address(), to - from, isThere ? to : otherRow);
        }
        Column source = isThere || other == null ? values : other;
        result.append(source, positions.address(), to - from);
        from = to;
      }
      return result.build();
    } finally {
      positions.release();
      values.release();
    }
  }

  @Override
  public void close() {
    firsts.close();
    Column.releaseAll(new @Nullable Column[] {firstValues, last, nth, before});
    firstValues = null;
    last = null;
    nth = null;
    before = null;
  }
}
