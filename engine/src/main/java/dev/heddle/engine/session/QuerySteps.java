package dev.heddle.engine.session;

import dev.heddle.engine.graph.JobEvent;
import dev.heddle.frame.watch.QueryStep;
import java.util.function.Consumer;

/**
 * The steps of a query's life: tells when each is over, and passes on what happens in its job.
 * Those between the plan and the result follow from the tasks. Thread-safe.
 */
final class QuerySteps {
  private final Consumer<JobEvent> watcher;
  private boolean isConstructed; // guarded by this, as are the others
  private long planNanos; // when planning began
  private long plannedMicros; // when it was over, since 1970; 0 before
  private long firstTaskMicros; // when one began; 0 before
  private long lastTaskMicros; // when one ended; 0 before
  private long resultNanos; // when the last stage had run; 0 before
  private long resultBytes; // of the last stage that ended

  /** Makes the steps of a query that has not begun. */
  QuerySteps(Consumer<JobEvent> watcher) {
    this.watcher = watcher;
  }

  /** It is planned from now on, for the first time or anew. */
  synchronized void plan(StatementStart start) {
    planNanos = System.nanoTime();
    if (!isConstructed) {
      isConstructed = true;
      end(QueryStep.CONSTRUCTION, start.nanos(), 0);
    }
    firstTaskMicros = 0;
    lastTaskMicros = 0;
  }

  /**
   * It has a plan, which has been cut into stages.
   *
   * @param cutNanos how long that took, at the end
   */
  synchronized void planned(long cutNanos) {
    plannedMicros = JobEvent.now();
    long cutMicros = plannedMicros - cutNanos / 1_000;
    long beganMicros = plannedMicros - (System.nanoTime() - planNanos) / 1_000;
    end(QueryStep.PLANNING, beganMicros, cutMicros, 0);
    end(QueryStep.ENCODING, cutMicros, plannedMicros, 0);
  }

  /** Something has happened in its job. */
  void happened(JobEvent event) {
    watcher.accept(event);
    synchronized (this) {
      switch (event) {
        case JobEvent.StepEnded step ->
            plannedMicros = Math.max(plannedMicros, step.epochMicros() + step.nanos() / 1_000);
        case JobEvent.TaskStarted task -> begin(task.epochMicros());
        case JobEvent.TaskEnded task -> {
          begin(task.epochMicros() - task.micros());
          lastTaskMicros = Math.max(lastTaskMicros, task.epochMicros());
        }
        case JobEvent.StageEnded stage -> resultBytes = stage.bytes();
        case JobEvent.StageStarted _ -> {}
      }
    }
  }

  private void begin(long micros) {
    firstTaskMicros = firstTaskMicros == 0 ? micros : Math.min(firstTaskMicros, micros);
  }

  /** Its stages have run. */
  synchronized void ran() {
    if (firstTaskMicros != 0) {
      end(QueryStep.SCHEDULING, plannedMicros, firstTaskMicros, 0);
      end(QueryStep.EXECUTION, firstTaskMicros, lastTaskMicros, 0);
      resultNanos = System.nanoTime() - Math.max(0, JobEvent.now() - lastTaskMicros) * 1_000;
    }
  }

  /** It is over. */
  synchronized void end() {
    if (resultNanos != 0) {
      end(QueryStep.RESULT, resultNanos, resultBytes);
    }
  }

  private void end(QueryStep step, long begunNanos, long bytes) {
    long nanos = System.nanoTime() - begunNanos;
    watcher.accept(new JobEvent.StepEnded(JobEvent.now() - nanos / 1_000, step, nanos, bytes));
  }

  private void end(QueryStep step, long fromMicros, long toMicros, long bytes) {
    watcher.accept(
        new JobEvent.StepEnded(
            fromMicros, step, Math.max(0, toMicros - fromMicros) * 1_000, bytes));
  }
}
