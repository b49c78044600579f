package dev.heddle.engine.cluster.client;

import dev.heddle.io.batch.Batch;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;

/** Passes rows on to another sink, which stays the caller's, and knows whether there were any. */
final class WatchedSinkFactory implements SinkFactory {
  private final SinkFactory sinks;
  private volatile boolean touched;

  WatchedSinkFactory(SinkFactory sinks) {
    this.sinks = sinks;
  }

  /** Returns whether anything has reached the sink. */
  boolean isTouched() {
    return touched;
  }

  @Override
  public Sink open(TaskContext context) {
    Sink sink = sinks.open(context);
    return new Sink() {
      @Override
      public Status consume(Batch input) {
        touched = true;
        return sink.consume(input);
      }

      @Override
      public void finish() {
        touched = true;
        sink.finish();
      }

      @Override
      public void close() {
        sink.close();
      }
    };
  }

  @Override
  public void complete(TaskContext context) {
    sinks.complete(context);
  }

  @Override
  public void close() {}
}
