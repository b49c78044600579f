package dev.heddle.engine.graph;

import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.TaskContext;

/** Replaces the sink of a session's caller where every stage writes an exchange. */
public enum NoResult implements SinkFactory {
  /** The only one. */
  INSTANCE;

  @Override
  public Sink open(TaskContext context) {
    throw new IllegalStateException("There is no sink for a result here");
  }

  @Override
  public void complete(TaskContext context) {}

  @Override
  public void close() {}
}
