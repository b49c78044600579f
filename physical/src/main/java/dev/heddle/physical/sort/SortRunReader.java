package dev.heddle.physical.sort;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.RowOrder;
import dev.heddle.physical.spill.SpillReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a run within bounds. Used by one thread. */
final class SortRunReader implements AutoCloseable {
  private final SpillReader reader;
  private final List<SortOrder> order;
  private final SortBounds bounds;
  private final RowOrder among; // compares samples with rows of runs
  private final MemoryAccount account;
  private boolean isWithin; // the first row within bounds has been reached
  private boolean isAtEnd;

  /**
   * Opens a run.
   *
   * @param bounds of which what precedes can be skipped with the help of the samples
   * @param among compares samples with rows
   */
  SortRunReader(
      SortRun run,
      List<SortOrder> order,
      SortBounds bounds,
      SortSamples samples,
      RowOrder among,
      MemoryAccount account) {
    this.order = order;
    this.bounds = bounds;
    this.among = among;
    this.account = account;
    SortBounds.Sample from = bounds.from();
    this.isWithin = from == null;
    long firstByte = from == null ? 0 : samples.firstByte(run, from);
    this.reader = run.file().open(account, firstByte);
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
      if (among.compare(sample.batch(), sample.row(), batch, middle) > 0) {
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
