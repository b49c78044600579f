package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobEvent;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.shuffle.protocol.SealedMap;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Tells those who watch a job what happens in it, from what a scheduler was told and decided. Used
 * by one thread.
 */
public final class JobTimeline {
  private final JobId job;
  private final Function<WorkerId, String> names;
  private final Consumer<JobEvent> watcher;
  private final Map<Integer, StageCounts> stages = new HashMap<>();
  private final Map<TaskAttempt, Begun> running = new HashMap<>();

  private record Begun(long epochMicros, WorkerId worker) {}

  /** The tasks of a stage that have a result. */
  private static final class StageCounts {
    private final int tasks;
    private final BitSet done = new BitSet();
    private int doneCount;
    private long rows;
    private long bytes;

    StageCounts(int tasks) {
      this.tasks = tasks;
    }
  }

  /**
   * Makes the timeline of a job.
   *
   * @param names gives the names of workers
   * @param watcher is told
   */
  public JobTimeline(JobId job, Function<WorkerId, String> names, Consumer<JobEvent> watcher) {
    this.job = job;
    this.names = names;
    this.watcher = watcher;
  }

  /** An attempt begins to run. */
  public void begin(TaskAttempt task, WorkerId worker) {
    long now = JobEvent.now();
    if (running.put(task, new Begun(now, worker)) == null) {
      watcher.accept(
          new JobEvent.TaskStarted(
              now, task.stage(), task.partition(), task.attempt(), names.apply(worker)));
    }
  }

  /** The scheduler was told something of the job, or of all jobs. */
  public void handled(Event event) {
    switch (event) {
      case Event.TaskStarted e -> {
        if (e.task().job().equals(job)) {
          begin(e.task(), e.worker());
        }
      }
      case Event.TaskFinished e -> {
        if (e.task().job().equals(job)) {
          end(e.task(), e.worker(), e.micros(), e.output(), Optional.empty());
          finish(e.task(), e.output());
        }
      }
      case Event.TaskFailed e -> {
        if (e.task().job().equals(job)) {
          end(e.task(), e.worker(), 0, Optional.empty(), Optional.of(e.failure().text()));
        }
      }
      case Event.WorkerLost e -> {
        for (TaskAttempt task : List.copyOf(running.keySet())) {
          if (running.get(task).worker().equals(e.worker())) {
            end(
                task,
                e.worker(),
                0,
                Optional.empty(),
                Optional.of("its worker is lost: " + e.reason()));
          }
        }
      }
      default -> {} // nothing that runs or ends
    }
  }

  /** The scheduler gives an attempt to a worker. */
  public void handled(Command.StartTask start) {
    int stage = start.start().task().stage();
    int tasks = start.start().tasks();
    if (!stages.containsKey(stage)) {
      stages.put(stage, new StageCounts(tasks));
      watcher.accept(new JobEvent.StageStarted(JobEvent.now(), stage, tasks));
    }
  }

  private void end(
      TaskAttempt task,
      WorkerId worker,
      long micros,
      Optional<SealedMap> output,
      Optional<String> failure) {
    long now = JobEvent.now();
    Begun begun = running.remove(task);
    long ran = micros > 0 || begun == null ? micros : now - begun.epochMicros();
    tell(task, names.apply(worker), now, ran, output, failure);
  }

  /**
   * A task has run whose beginning was not told.
   *
   * @param worker who ran it
   * @param epochMicros when it ended
   * @param micros how long it ran
   */
  public void ran(
      TaskAttempt task, String worker, long epochMicros, long micros, SealedMap output) {
    tell(task, worker, epochMicros, micros, Optional.of(output), Optional.empty());
    finish(task, Optional.of(output));
  }

  private void tell(
      TaskAttempt task,
      String worker,
      long epochMicros,
      long micros,
      Optional<SealedMap> output,
      Optional<String> failure) {
    watcher.accept(
        new JobEvent.TaskEnded(
            epochMicros,
            task.stage(),
            task.partition(),
            task.attempt(),
            worker,
            micros,
            output.map(SealedMap::rows).orElse(0L),
            output.map(SealedMap::bytes).orElse(0L),
            failure));
  }

  private void finish(TaskAttempt task, Optional<SealedMap> output) {
    StageCounts stage = stages.get(task.stage());
    if (stage == null || stage.done.get(task.partition())) {
      return; // another attempt was faster, or its rows were lost and are made again
    }
    stage.done.set(task.partition());
    stage.doneCount++;
    stage.rows += output.map(SealedMap::rows).orElse(0L);
    stage.bytes += output.map(SealedMap::bytes).orElse(0L);
    if (stage.doneCount == stage.tasks) {
      watcher.accept(
          new JobEvent.StageEnded(JobEvent.now(), task.stage(), stage.rows, stage.bytes));
    }
  }
}
