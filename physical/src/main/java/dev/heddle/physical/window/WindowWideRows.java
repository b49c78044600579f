package dev.heddle.physical.window;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.RowCollector;
import dev.heddle.physical.sort.RowSorter;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillReader;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of a partition on the disk by blocks of some thousands, each of which can be read by
 * itself. Used by one thread.
 */
final class WindowWideRows implements AutoCloseable {
  private final WindowBreaker window;
  private final WindowLargeCalls calls;
  private final SpillFile file;
  private final TaskContext context;
  private final WindowWideFrames frames;
  private final long[] starts; // the first row of each block, and the end

  /** Makes it for a file and for further columns that stay the caller's. */
  WindowWideRows(
      WindowBreaker window, WindowLargeCalls calls, SpillFile file, TaskContext context) {
    this.window = window;
    this.calls = calls;
    this.file = file;
    this.context = context;
    this.frames = new WindowWideFrames(calls.plan(), file, context);
    this.starts = new long[file.blockCount() + 1];
    for (int i = 0; i < file.blockCount(); i++) {
      starts[i + 1] = starts[i] + file.blockRows(i);
    }
  }

  WindowWideFrames frames() {
    return frames;
  }

  TaskContext context() {
    return context;
  }

  long count() {
    return file.rows();
  }

  int blockCount() {
    return starts.length - 1;
  }

  /** Returns the first row of a block, or behind the last one the row behind all. */
  long start(int block) {
    return starts[block];
  }

  /** Returns the block that a row is in. */
  int blockOf(long row) {
    int found = Arrays.binarySearch(starts, row);
    return found >= 0 ? found : -found - 2;
  }

  /** Opens a sorter of other rows, which the window pays for. */
  RowSorter sorter(List<DataType> types, List<SortOrder> order) {
    return new RowSorter(
        context.reservation(window.plan()), types, order, window.metrics(), context);
  }

  /** Opens a reader of all rows. */
  SpillReader open() {
    return file.open(context.account());
  }

  /** Returns the rows of a block, which are the caller's. */
  WindowSegment read(int block) {
    context.checkCancelled();
    MemoryAccount account = context.account();
    WindowSegment segment;
    try (SpillReader reader = file.open(account);
        RowCollector rows = new RowCollector(window.types(), account)) {
      reader.seek(block);
      while (rows.rows() < file.blockRows(block)) {
        try (Batch batch = reader.next()) {
          if (batch == null) {
            throw new IllegalStateException("Block " + block + " ends early");
          }
          rows.append(batch, 0);
        }
      }
      segment = window.segment(rows.toStore(), context);
    }
    try {
      calls.complete(segment, start(block));
      return segment;
    } catch (Throwable e) {
      segment.close();
      throw e;
    }
  }

  @Override
  public void close() {
    frames.close();
  }
}
