package dev.heddle.physical.window;

import dev.heddle.physical.window.WindowPicks.CountedRows;

/**
 * A value that is updated while rows enter at the end of a frame and leave at its start, each once.
 * Rows are the numbers of those that count.
 */
abstract class WindowMoving {
  /** Takes a row in. */
  abstract void add(int row);

  /** Takes out a row that has been taken in. */
  abstract void remove(int row);

  /** Notes the value over the rows that are in, for a row of the segment. */
  abstract void note(int segmentRow);

  /** Goes through the frames of a segment. */
  final void run(WindowFrames frames, CountedRows counted, WindowSegment segment) {
    int first = 0; // rows from this one on, up to the end, are in
    int end = 0;
    for (int i = 0; i < segment.rows(); i++) {
      if ((i & 0xFFFF) == 0) {
        segment.context().checkCancelled();
      }
      int from = counted.before(WindowSegment.at(frames.starts(), i));
      int to = counted.before(WindowSegment.at(frames.ends(), i));
      for (; first < Math.min(from, end); first++) {
        remove(first);
      }
      first = from;
      for (end = Math.max(end, from); end < to; end++) {
        add(end);
      }
      if (frames.pieces() == 1) {
        note(i);
      } else {
        noteWithout(i, frames, counted);
      }
    }
    end(first, end);
  }

  /** Called at the end with the rows that are still in. */
  void end(int first, int end) {}

  private void noteWithout(int row, WindowFrames frames, CountedRows counted) {
    for (int gap = 1; gap < frames.pieces(); gap++) {
      int to = counted.before(frames.start(gap, row));
      for (int i = counted.before(frames.end(gap - 1, row)); i < to; i++) {
        remove(i);
      }
    }
    note(row);
    for (int gap = 1; gap < frames.pieces(); gap++) {
      int to = counted.before(frames.start(gap, row));
      for (int i = counted.before(frames.end(gap - 1, row)); i < to; i++) {
        add(i);
      }
    }
  }
}
