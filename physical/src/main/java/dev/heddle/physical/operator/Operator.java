package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;

/**
 * A step in the middle of a pipeline. Each thread of the pipeline has its own.
 *
 * <p>The pipeline calls {@link #process} for each batch, then {@link #finish} once (also after
 * {@code DONE}), then {@link #close}, all on one thread; after a failure or a cancel {@link #close}
 * only. No operator of a pipeline is opened after the first one has been finished, so operators can
 * count which is the last. What threads share lives in an object made once a pipeline by the
 * operator's {@link OperatorFactory}.
 */
public interface Operator extends AutoCloseable {
  /** Takes over a batch, also if this throws, and emits any number of batches. */
  Status process(Batch input, BatchSink output);

  /** Emits what is left after this thread's last batch. */
  default void finish(BatchSink output) {}

  /** Frees what this thread's operator holds. */
  @Override
  void close();
}
