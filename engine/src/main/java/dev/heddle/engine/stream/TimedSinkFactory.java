package dev.heddle.engine.stream;

import dev.heddle.io.batch.Batch;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;

/**
 * Passes rows on to another sink, which stays the caller's, and measures how long it takes them.
 */
public final class TimedSinkFactory implements SinkFactory {
  private final SinkFactory sinks;
  private long nanos; // of all threads; guarded by this
  private int inside; // threads in the sink; guarded by this
  private long sinceNanos; // when the first of them came; guarded by this
  private long takenNanos; // while there was one; guarded by this

  /** Measures what is spent in sinks, which it takes over. */
  public TimedSinkFactory(SinkFactory sinks) {
    this.sinks = sinks;
  }

  /** Returns the time that threads have spent in the sink, all together. */
  public synchronized long threadNanos() {
    return nanos;
  }

  /** Returns the time during which at least one thread was in the sink. */
  public synchronized long nanos() {
    return takenNanos;
  }

  private synchronized long enter() {
    long now = System.nanoTime();
    if (inside++ == 0) {
      sinceNanos = now;
    }
    return now;
  }

  private synchronized void leave(long begun) {
    long now = System.nanoTime();
    nanos += now - begun;
    if (--inside == 0) {
      takenNanos += now - sinceNanos;
    }
  }

  @Override
  public Sink open(TaskContext context) {
    Sink sink = sinks.open(context);
    return new Sink() {
      @Override
      public Status consume(Batch input) {
        long begun = enter();
        try {
          return sink.consume(input);
        } finally {
          leave(begun);
        }
      }

      @Override
      public void finish() {
        long begun = enter();
        try {
          sink.finish();
        } finally {
          leave(begun);
        }
      }

      @Override
      public void close() {
        sink.close();
      }
    };
  }

  @Override
  public boolean needsOrder() {
    return sinks.needsOrder();
  }

  @Override
  public void complete(TaskContext context) {
    sinks.complete(context);
  }

  @Override
  public void close() {}
}
