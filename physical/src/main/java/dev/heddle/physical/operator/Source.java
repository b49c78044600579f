package dev.heddle.physical.operator;

/** The start of a pipeline. Each thread has its own; a shared cursor hands out the work. */
public interface Source extends AutoCloseable {
  /** Emits some batches and returns whether there may be more. */
  boolean advance(BatchSink output);

  /**
   * Returns the position of the batches that the last or the running {@link #advance} emits, where
   * the order of rows matters: from 0, ascending within a thread, never the same on two threads
   * (the number of a split or of a sorted block).
   */
  default long position() {
    return 0;
  }

  @Override
  void close();
}
