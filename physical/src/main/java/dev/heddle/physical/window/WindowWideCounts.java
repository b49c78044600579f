package dev.heddle.physical.window;

import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.physical.row.Closeables;

/** Numbers of rows or values in frames of any width. Used by one thread. */
final class WindowWideCounts extends WindowWide {
  private final WindowWideFrames.Frames frames;
  private final WindowWideCounted counted;
  private final WindowWideCounted.Before[] starts; // by run
  private final WindowWideCounted.Before[] ends;

  private WindowWideCounts(WindowWideFrames.Frames frames, WindowWideCounted counted) {
    this.frames = frames;
    this.counted = counted;
    this.starts = new WindowWideCounted.Before[frames.runs()];
    this.ends = new WindowWideCounted.Before[frames.runs()];
    for (int run = 0; run < frames.runs(); run++) {
      starts[run] = counted.before();
      ends[run] = counted.before();
    }
  }

  static WindowWideCounts open(WindowCall call, WindowWideRows rows) {
    AggregateCall aggregate = call.aggregate().orElseThrow();
    int column = aggregate.arguments().isEmpty() ? -1 : aggregate.arguments().getFirst();
    WindowWideCounted counted =
        new WindowWideCounted(rows, column, NullTreatment.IGNORE, aggregate.filter().orElse(-1));
    WindowWideFrames.Frames frames = null;
    try {
      frames = rows.frames().frames(call);
      return new WindowWideCounts(frames, counted);
    } catch (Throwable e) {
      Closeables.all(frames, counted);
      throw e;
    }
  }

  @Override
  Column compute(WindowSegment piece) {
    MemoryAccount account = piece.account();
    int count = piece.to() - piece.from();
    Buffer values = account.allocate(8L * Math.max(1, count));
    try {
      for (int i = 0; i < count; i++) {
        frames.to(piece.rowsBefore() + piece.from() + i);
        long inFrame = 0;
        for (int run = 0; run < frames.runs(); run++) {
          inFrame += Math.max(0, ends[run].at(frames.end(run)) - starts[run].at(frames.start(run)));
        }
        Memory.putLong(values.address() + 8L * i, inFrame);
      }
    } catch (Throwable e) {
      values.release();
      throw e;
    }
    return spread(Column.fixed(DataType.INT64, count, values, null), piece);
  }

  @Override
  public void close() {
    Closeables.all(frames, counted);
  }
}
