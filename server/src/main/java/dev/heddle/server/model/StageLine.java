package dev.heddle.server.model;

import dev.heddle.frame.watch.StageStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stage of which events and progress are written down. What no event says, such as when it began,
 * is taken from progress. Guarded by its owner.
 */
final class StageLine {
  private final int stage;
  private String operators = "";
  private List<Integer> inputs = List.of();
  private int tasks;
  private int running;
  private int finished;
  private double share;
  private @Nullable Long startedMillis;
  private @Nullable Long endedMillis;
  private long readRows;
  private long rows;
  private long bytes;
  private TaskSizes taskSizes = TaskSizes.NONE;

  StageLine(int stage) {
    this.stage = stage;
  }

  /** It is planned; progress may have been stated before. */
  void plan(String nowOperators, List<Integer> nowInputs, int plannedTasks) {
    operators = nowOperators;
    inputs = nowInputs;
    tasks = tasks == 0 ? plannedTasks : tasks;
  }

  /** States how far it is. */
  void progress(StageStatus now, String nowOperators, long millis) {
    operators = nowOperators;
    tasks = now.tasks();
    running = now.running();
    finished = now.finished();
    share = now.share();
    readRows = now.rows();
    if (startedMillis == null && (running > 0 || finished > 0)) {
      startedMillis = millis;
    }
    if (endedMillis == null && tasks > 0 && finished >= tasks) {
      endedMillis = millis;
    }
  }

  /** Its first task was given to someone. */
  void start(int nowTasks, long millis) {
    tasks = nowTasks;
    startedMillis = millis;
  }

  /** All of its tasks have a result. */
  void end(long allRows, long allBytes, long millis) {
    startedMillis = startedMillis == null ? Long.valueOf(millis) : startedMillis;
    endedMillis = millis;
    running = 0;
    finished = tasks;
    share = 1;
    rows = allRows;
    bytes = allBytes;
  }

  /** A task has a result. */
  void endTask(long moreRows, long moreBytes, long ranMillis) {
    rows += moreRows;
    bytes += moreBytes;
    taskSizes = taskSizes.plus(moreBytes, ranMillis);
  }

  /** Returns it as it is now. */
  StageRecord record() {
    return new StageRecord(
        stage,
        operators,
        inputs,
        tasks,
        running,
        finished,
        share,
        startedMillis,
        endedMillis,
        readRows,
        rows,
        bytes,
        taskSizes);
  }
}
