package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.at;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.physical.aggregate.state.Aggregator;
import dev.heddle.physical.aggregate.state.SlidingState;
import dev.heddle.physical.plan.AggregateCall;

/**
 * Moves one state over the frames of a segment: rows that a frame has and the one before had not
 * are added, those that it has no more are taken out.
 *
 * <p>What is lost by rounding when rows are taken out would add up; so now and then a frame is
 * begun anew, seldom enough that a row costs the same.
 */
final class WindowSliding {
  private static final int MIN_REMOVALS = 1_024; // before a frame is begun anew
  private static final int CHECK_INTERVAL = 1 << 16; // rows between two looks at the cancel flag

  private final SlidingState state;
  private final long presence; // bits of the rows that have a value, or 0
  private final long filterValues; // or 0
  private final long filterBits;
  private int from; // the rows that the state is of
  private int to;
  private long removals;

  private WindowSliding(AggregateCall call, WindowSegment segment, SlidingState state) {
    this.state = state;
    Column argument = segment.column(call.arguments().getFirst());
    this.presence = argument.validity();
    boolean isFiltered = call.filter().isPresent();
    Column filter = isFiltered ? segment.column(call.filter().getAsInt()) : argument;
    this.filterValues = isFiltered ? filter.values() : 0;
    this.filterBits = isFiltered ? filter.validity() : 0;
  }

  /** Returns whether the frames of a call can be computed so. */
  static boolean suits(AggregateCall call, WindowFrames frames) {
    return call.function().slides() && !call.distinct() && frames.pieces() == 1;
  }

  /**
   * Computes the state of each frame.
   *
   * @param groups address of the number of the state of each row's frame; rows with one frame
   *     follow each other
   */
  static void fill(
      Aggregator states,
      AggregateCall call,
      WindowFrames frames,
      long groups,
      WindowSegment segment) {
    Column[] arguments = call.arguments().stream().map(segment::column).toArray(Column[]::new);
    try (SlidingState state = states.slide(arguments, segment.rows())) {
      WindowSliding sliding = new WindowSliding(call, segment, state);
      for (int i = 0; i < segment.rows(); i++) {
        if (i % CHECK_INTERVAL == 0) {
          segment.context().checkCancelled();
        }
        int group = at(groups, i);
        if (i == 0 || group != at(groups, i - 1)) {
          int start = frames.start(0, i);
          sliding.move(start, Math.max(start, frames.end(0, i)));
          state.store(group);
        }
      }
    }
  }

  private void move(int start, int end) {
    boolean isFar = start < from || end < to || start >= to;
    if (isFar || removals > Math.max(MIN_REMOVALS, end - start)) {
      state.clear();
      removals = 0;
      from = start;
      to = start;
    }
    for (; to < end; to++) {
      if (isIn(to)) {
        state.add(to);
      }
    }
    for (; from < start; from++) {
      if (isIn(from)) {
        state.remove(from);
        removals++;
      }
    }
  }

  private boolean isIn(int row) {
    return (presence == 0 || Bits.get(presence, row))
        && (filterValues == 0
            || (Bits.get(filterValues, row) && (filterBits == 0 || Bits.get(filterBits, row))));
  }
}
