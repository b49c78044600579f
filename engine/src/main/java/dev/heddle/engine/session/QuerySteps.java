package dev.heddle.engine.session;

import dev.heddle.engine.findings.Evidence;
import dev.heddle.engine.graph.JobEvent;
import dev.heddle.frame.watch.QueryStep;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The steps of a query's life: tells when each is over, and passes on what happens in its job.
 * Those between the plan and the result follow from the tasks. Thread-safe.
 */
final class QuerySteps {
  private final Consumer<JobEvent> watcher;
  private boolean isConstructed; // guarded by this, as are the others
  private long planNanos; // when planning began
  private long planCpuNanos; // of the thread that plans, before it began; then what it took
  private long plannedMicros; // when it was over, since 1970; 0 before
  private long firstTaskMicros; // when one began; 0 before
  private long lastTaskMicros; // when one ended; 0 before
  private long resultNanos; // when the last stage had run; 0 before
  private long resultBytes; // of the last stage that ended
  private final Map<QueryStep, Long> nanos = new EnumMap<>(QueryStep.class);
  private long submittedBytes;
  private final Map<Integer, TaskTimes> times = new HashMap<>(); // by stage

  /** How long the tasks of a stage ran, in microseconds. */
  private static final class TaskTimes {
    private long[] micros = new long[16];
    private int count;

    void add(long ran) {
      if (count == micros.length) {
        micros = Arrays.copyOf(micros, 2 * count);
      }
      micros[count++] = ran;
    }
  }

  /** Makes the steps of a query that has not begun. */
  QuerySteps(Consumer<JobEvent> watcher) {
    this.watcher = watcher;
  }

  /** It is planned from now on by the calling thread, for the first time or anew. */
  synchronized void plan(StatementStart start) {
    planNanos = System.nanoTime();
    planCpuNanos = cpuNanos();
    if (!isConstructed) {
      isConstructed = true;
      end(QueryStep.CONSTRUCTION, start.nanos(), 0);
    }
    firstTaskMicros = 0;
    lastTaskMicros = 0;
    submittedBytes = 0;
    times.clear();
  }

  /**
   * It has a plan, which has been cut into stages.
   *
   * @param cutNanos how long that took, at the end
   */
  synchronized void planned(long cutNanos) {
    plannedMicros = JobEvent.now();
    planCpuNanos = cpuNanos() - planCpuNanos;
    long cutMicros = plannedMicros - cutNanos / 1_000;
    long beganMicros = plannedMicros - (System.nanoTime() - planNanos) / 1_000;
    end(QueryStep.PLANNING, beganMicros, cutMicros, 0);
    end(QueryStep.ENCODING, cutMicros, plannedMicros, 0);
  }

  private static long cpuNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return threads.isCurrentThreadCpuTimeSupported()
        ? threads.getCurrentThreadCpuTime()
        : System.nanoTime();
  }

  /** Returns the processor time of planning. */
  synchronized long planCpuNanos() {
    return planCpuNanos;
  }

  /** Something has happened in its job. */
  void happened(JobEvent event) {
    watcher.accept(event);
    synchronized (this) {
      switch (event) {
        case JobEvent.StepEnded step -> {
          nanos.merge(step.step(), step.nanos(), Long::sum);
          submittedBytes += step.step() == QueryStep.SUBMISSION ? step.bytes() : 0;
          plannedMicros = Math.max(plannedMicros, step.epochMicros() + step.nanos() / 1_000);
        }
        case JobEvent.TaskStarted task -> begin(task.epochMicros());
        case JobEvent.TaskEnded task -> {
          begin(task.epochMicros() - task.micros());
          lastTaskMicros = Math.max(lastTaskMicros, task.epochMicros());
          if (task.failure().isEmpty()) {
            times.computeIfAbsent(task.stage(), _ -> new TaskTimes()).add(task.micros());
          }
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

  /** Returns how many bytes were sent to whom its tasks are given by. */
  synchronized long submittedBytes() {
    return submittedBytes;
  }

  /** Returns how long a step took, all of its kind together. */
  synchronized long nanos(QueryStep step) {
    return nanos.getOrDefault(step, 0L);
  }

  /**
   * Returns how long the tasks of a stage ran that have ended; empty if there are none.
   *
   * @param keys columns by which the rows were divided that it reads
   */
  synchronized Optional<Evidence.Stage> tasks(int stage, List<String> keys) {
    TaskTimes known = times.get(stage);
    if (known == null) {
      return Optional.empty();
    }
    long[] micros = Arrays.copyOf(known.micros, known.count);
    Arrays.sort(micros);
    return Optional.of(
        new Evidence.Stage(
            stage,
            keys,
            micros.length,
            1_000 * Arrays.stream(micros).sum(),
            1_000 * micros[(micros.length - 1) / 2],
            1_000 * micros[micros.length - 1]));
  }

  private void end(QueryStep step, long begunNanos, long bytes) {
    tell(JobEvent.StepEnded.now(step, begunNanos, bytes));
  }

  private void end(QueryStep step, long fromMicros, long toMicros, long bytes) {
    long took = Math.max(0, toMicros - fromMicros) * 1_000;
    tell(new JobEvent.StepEnded(fromMicros, step, took, bytes));
  }

  private void tell(JobEvent.StepEnded step) {
    nanos.merge(step.step(), step.nanos(), Long::sum);
    watcher.accept(step);
  }
}
