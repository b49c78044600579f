package dev.heddle.spark.runner;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobProgress;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.JobTimeline;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells those who watch a job of its tasks, each once its report has come: Spark says nothing of
 * those that run. Looks a few times a second, and only if somebody watches. Used by one thread.
 */
final class WatchedStages {
  private static final long PERIOD_NANOS = 200_000_000;

  private final JobId job;
  private final JobProgress progress;
  private final WorkerId worker;
  private final JobTimeline timeline;
  private final Map<TaskReports, Stage> open = new HashMap<>();
  private long lookedNanos = System.nanoTime();

  /** A stage that runs, and how many of its reports have been told. */
  private static final class Stage {
    private final int number;
    private int told;

    Stage(int number) {
      this.number = number;
    }
  }

  WatchedStages(JobId job, JobProgress progress, WorkerId worker) {
    this.job = job;
    this.progress = progress;
    this.worker = worker;
    this.timeline = new JobTimeline(job, _ -> "executors", progress::happened);
  }

  /** The tasks of a stage are given to Spark. */
  void submit(List<TaskStart> tasks, TaskReports reports) {
    if (progress.isWatched()) {
      tasks.forEach(task -> timeline.handled(new Command.StartTask(worker, task)));
      open.put(reports, new Stage(tasks.getFirst().task().stage()));
    }
  }

  /** Time has passed. */
  void look() {
    if (!open.isEmpty() && System.nanoTime() - lookedNanos >= PERIOD_NANOS) {
      open.forEach(this::tell);
      lookedNanos = System.nanoTime();
    }
  }

  /** A stage has ended. */
  void end(TaskReports reports) {
    Stage stage = open.remove(reports);
    if (stage != null) {
      tell(reports, stage);
    }
  }

  private void tell(TaskReports reports, Stage stage) {
    List<TaskReport> all = reports.all();
    for (TaskReport report : all.subList(stage.told, all.size())) {
      timeline.ran(
          new TaskAttempt(job, stage.number, report.task(), report.attempt()),
          "executor " + report.executor(),
          report.endMicros(),
          report.micros(),
          report.finished().output());
    }
    stage.told = all.size();
  }
}
