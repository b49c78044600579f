package dev.heddle.physical.sort;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.RowOrder;
import dev.heddle.physical.spill.SpillReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a run that lie within bounds. Used by one thread. */
final class SortRunReader implements AutoCloseable {
  private final SpillReader reader;
  private final List<SortOrder> order;
  private final SortBounds bounds;
  private final RowOrder samples; // compares samples with rows of runs
  private final MemoryAccount account;
  private boolean isWithin; // the first row within bounds has been reached
  private boolean isAtEnd;

  /**
   * Opens a run.
   *
   * @param among compares samples
   * @param samples compares samples with rows
   */
  SortRunReader(
      SortRun run,
      List<SortOrder> order,
      SortBounds bounds,
      RowOrder among,
      RowOrder samples,
      MemoryAccount account) {
    this.order = order;
    this.bounds = bounds;
    this.samples = samples;
    this.account = account;
    this.isWithin = bounds.from() == null;
    this.reader = run.file().open(account, firstByte(run, bounds.from(), among));
  }

  /** Finds the last block whose first row stands before all that are wanted. */
  private static long firstByte(SortRun run, SortBounds.@Nullable Sample from, RowOrder among) {
    if (from == null) {
      return 0;
    }
    int low = 0;
    int high = run.sampleCount();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (among.compare(run.samples(), middle, from.batch(), from.row()) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? 0 : run.mark(low - 1);
  }

  /** Returns the next rows, at least one, which are the caller's; null at the end. */
  @Nullable SortBlock next() {
    while (!isAtEnd) {
      Batch batch = reader.next();
      if (batch == null) {
        isAtEnd = true;
        break;
      }
      int first = 0;
      int end = batch.rowCount();
      try {
        SortBounds.Sample from = bounds.from();
        if (!isWithin && from != null) {
          first = firstAtLeast(batch, from);
          isWithin = first < end;
        }
        SortBounds.Sample to = bounds.to();
        if (to != null) {
          end = firstAtLeast(batch, to);
          isAtEnd = end < batch.rowCount();
        }
      } catch (Throwable e) {
        batch.close();
        throw e;
      }
      if (first < end) {
        return new SortBlock(batch, order, first, end, account);
      }
      batch.close();
    }
    return null;
  }

  private int firstAtLeast(Batch batch, SortBounds.Sample sample) {
    int low = 0;
    int high = batch.rowCount();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (samples.compare(sample.batch(), sample.row(), batch, middle) > 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public void close() {
    reader.close();
  }
}
