package dev.heddle.engine.stream;

import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.spi.BatchStream;
import dev.heddle.io.values.BatchValues;
import org.jspecify.annotations.Nullable;

/** Hands the rows of a running query over as copies on the heap. Used by one thread. */
public final class HeapBatchStream implements BatchStream {
  private final ResultQueue rows;
  private final Runnable onClose;
  private boolean isClosed;

  /**
   * Takes over a queue.
   *
   * @param onClose called once, after everything has been freed
   */
  public HeapBatchStream(ResultQueue rows, Runnable onClose) {
    this.rows = rows;
    this.onClose = onClose;
  }

  @Override
  public @Nullable ResultBatch next() {
    ResultBatch[] next = new ResultBatch[1];
    return rows.read(batch -> next[0] = BatchValues.copyOf(batch, () -> false)) ? next[0] : null;
  }

  @Override
  public void close() {
    rows.close();
    if (!isClosed) {
      isClosed = true;
      rows.awaitFinish();
      onClose.run();
    }
  }
}
