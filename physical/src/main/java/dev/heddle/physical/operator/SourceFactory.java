package dev.heddle.physical.operator;

/** Makes the sources of a pipeline, one a thread, around a shared cursor. */
public interface SourceFactory extends AutoCloseable {
  /**
   * Makes the source of a thread; called on that thread, after the pipelines that this one depends
   * on have completed.
   */
  Source open(TaskContext context);

  /**
   * Returns the most threads that can find work; at least 1. Called when the pipeline is about to
   * start.
   */
  int maxThreads();

  /** Frees what the sources share; called once, after all of them are closed. */
  @Override
  void close();
}
