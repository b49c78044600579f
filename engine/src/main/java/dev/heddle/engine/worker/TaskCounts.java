package dev.heddle.engine.worker;

import java.util.concurrent.atomic.LongAdder;

/** Counts the tasks of all lives of a worker. Thread-safe. */
final class TaskCounts {
  private final LongAdder begun = new LongAdder();
  private final LongAdder finished = new LongAdder();
  private final LongAdder failed = new LongAdder();

  void begin() {
    begun.increment();
  }

  void end(TaskWork.Outcome outcome) {
    switch (outcome) {
      case TaskWork.Finished _ -> finished.increment();
      case TaskWork.Ended _ -> failed.increment();
    }
  }

  long running() {
    return begun.sum() - finished() - failed();
  }

  long finished() {
    return finished.sum();
  }

  long failed() {
    return failed.sum();
  }
}
