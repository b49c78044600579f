package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;

/** Where an operator sends its batches. */
@FunctionalInterface
public interface BatchSink {
  /** Takes over a batch, also if this throws. Batches without rows are closed and dropped. */
  void emit(Batch batch);

  /** Returns whether what is emitted from now on is dropped, as behind a limit that is reached. */
  default boolean isDone() {
    return false;
  }
}
