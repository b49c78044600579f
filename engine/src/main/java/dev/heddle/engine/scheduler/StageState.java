package dev.heddle.engine.scheduler;

import java.util.BitSet;

/** Where a stage stands. A transition is a method of the one state that allows it. */
sealed interface StageState {
  /**
   * Some of the stages that it reads from are not done.
   *
   * @param missing how many
   */
  record Waiting(int missing) implements StageState {
    public Waiting {
      if (missing < 1) {
        throw new IllegalArgumentException("A stage that waits for nothing can run");
      }
    }

    /** One of the stages that it reads from is done. */
    StageState inputDone(int tasks) {
      return missing == 1 ? new Running(tasks) : new Waiting(missing - 1);
    }
  }

  /** Tasks can start or have started. */
  final class Running implements StageState {
    private final int tasks;
    private final BitSet out = new BitSet();
    private final BitSet finished = new BitSet();
    private int nextTask;

    Running(int tasks) {
      this.tasks = tasks;
    }

    boolean hasTaskToStart() {
      return nextTask < tasks;
    }

    /** Returns the partition of the next task, which is out from now on. */
    int startTask() {
      out.set(nextTask);
      return nextTask++;
    }

    BitSet tasksOut() {
      return out;
    }

    /** Notes the end of a task and returns the state after it. */
    StageState finishTask(int partition) {
      if (!out.get(partition)) {
        throw new IllegalStateException("Task " + partition + " has not been started");
      }
      out.clear(partition);
      finished.set(partition);
      return finished.cardinality() == tasks ? new Done() : this;
    }

    void dropTask(int partition) {
      out.clear(partition);
    }
  }

  /** All tasks have finished. */
  record Done() implements StageState {}
}
