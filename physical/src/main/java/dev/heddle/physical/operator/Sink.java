package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;

/** The end of a pipeline. Each thread has its own. */
public interface Sink extends AutoCloseable {
  /** Takes over a batch, also if this throws. */
  Status consume(Batch input);

  /**
   * Hands this thread's state over to what the sinks share; called once after the thread's last
   * batch.
   */
  void finish();

  @Override
  void close();
}
