package dev.heddle.physical.operator;

/** The start of a pipeline. Each thread has its own; a shared cursor hands out the work. */
public interface Source extends AutoCloseable {
  /** Emits some batches and returns whether there may be more. */
  boolean advance(BatchSink output);

  @Override
  void close();
}
