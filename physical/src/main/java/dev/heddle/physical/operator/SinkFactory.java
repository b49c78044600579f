package dev.heddle.physical.operator;

import dev.heddle.physical.profile.Activity;

/** Makes the sinks of a pipeline, one a thread, around shared state. */
public interface SinkFactory extends AutoCloseable {
  /** Makes the sink of a thread; called on that thread. */
  Sink open(TaskContext context);

  /**
   * Returns whether rows have to come in the order that the plan promises, if it promises one: then
   * one thread brings them all. Other sinks can look at {@link TaskContext#position}.
   */
  default boolean needsOrder() {
    return false;
  }

  /** Returns what threads do in it, where no node of a plan does that. */
  default Activity activity() {
    return Activity.RESULT;
  }

  /**
   * Combines the threads' states after all of them have finished; may use the task's threads.
   * Called once for each pipeline that ends in it.
   */
  void complete(TaskContext context);

  /** Frees the shared state; called once, when no later pipeline needs it. */
  @Override
  void close();
}
