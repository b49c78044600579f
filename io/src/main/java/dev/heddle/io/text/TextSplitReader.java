package dev.heddle.io.text;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.SplitReader;
import java.util.BitSet;
import java.util.Optional;

/** Reads a text file, or a block of one: builds the wanted columns, then applies the filter. */
public abstract class TextSplitReader implements SplitReader {
  private final RowColumns columns;
  private final TextStream stream;
  private final ScanMetrics metrics;
  private long fetched;
  private long waited;
  private boolean isClosed;

  /** Makes a reader, which owns the columns from then on. */
  protected TextSplitReader(RowColumns columns, TextStream stream, ScanMetrics metrics) {
    this.columns = columns;
    this.stream = stream;
    this.metrics = metrics;
  }

  /**
   * Reads rows into a new batch, at most {@link Batch#MAX_ROWS}.
   *
   * @return whether there may be more
   */
  protected abstract boolean read();

  /** Returns how many rows the batch has. */
  protected abstract int rows();

  /** Returns which rows of the batch do not fit. */
  protected abstract BitSet bad();

  /** Closes what the rows are read from. */
  protected abstract void closeInput();

  @Override
  public final Optional<Batch> next() {
    if (isClosed) {
      throw new IllegalStateException("Cannot read from a reader that has been closed");
    }
    while (!columns.isDone()) {
      boolean isMore = read();
      metrics.bytesRead.add(stream.fetchedBytes() - fetched);
      fetched = stream.fetchedBytes();
      metrics.readWaitNanos.add(stream.waitedNanos() - waited);
      waited = stream.waitedNanos();
      if (rows() == 0) {
        return Optional.empty();
      }
      Optional<Batch> batch = columns.build(rows(), bad());
      if (batch.isPresent() || !isMore) {
        return batch;
      }
    }
    return Optional.empty();
  }

  @Override
  public final void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    columns.close();
    closeInput();
  }
}
