package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.TaskRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a stage's tasks and its exchange are. A transition is a method of the state that allows
 * it and returns the next one.
 *
 * <pre>
 *   Undivided ──divide──▶ Divided ──create──▶ Created ──release──▶ Released
 *       │                    ▲                   │                    │
 *       └──leaveOut──▶ LeftOut └─────startAnew───┴────────────────────┘
 * </pre>
 */
sealed interface StageState {
  /** Returns its tasks once they are fixed; null before. */
  @Nullable TaskTable table();

  /** Returns whether servers know of the exchange, or need not. */
  default boolean isCreated() {
    return false;
  }

  /** Returns whether the exchange is gone. */
  default boolean isReleased() {
    return false;
  }

  /** Returns the state of a stage whose tasks all run again, into another exchange. */
  StageState startAnew();

  /** Adaptive steps may still change what its tasks are; none has started. */
  record Undivided() implements StageState {
    @Override
    public @Nullable TaskTable table() {
      return null;
    }

    @Override
    public Undivided startAnew() {
      return this;
    }

    /**
     * Fixes the tasks.
     *
     * @param ranges what each task reads; empty if each reads one partition
     */
    Divided divide(List<TaskRange> ranges, TaskTable table) {
      return new Divided(ranges, table);
    }

    /**
     * The stage has no tasks, and an exchange without rows.
     *
     * @param input the stage that has no rows for it
     */
    LeftOut leaveOut(int input) {
      return new LeftOut(input, new TaskTable(0, List.of(), 0, 0), false);
    }
  }

  /** The tasks are fixed; servers do not know of the exchange, if it writes one. */
  record Divided(List<TaskRange> ranges, TaskTable table) implements StageState {
    @Override
    public Divided startAnew() {
      return this;
    }

    Created create() {
      return new Created(ranges, table);
    }
  }

  /** Servers know of the exchange; it is complete once each task has a winner. */
  record Created(List<TaskRange> ranges, TaskTable table) implements StageState {
    @Override
    public boolean isCreated() {
      return true;
    }

    @Override
    public Divided startAnew() {
      return new Divided(ranges, table);
    }

    Released release() {
      return new Released(ranges, table);
    }
  }

  /** The exchange is gone: a consumer that needs it again starts the stage anew. */
  record Released(List<TaskRange> ranges, TaskTable table) implements StageState {
    @Override
    public boolean isCreated() {
      return true;
    }

    @Override
    public boolean isReleased() {
      return true;
    }

    @Override
    public Divided startAnew() {
      return new Divided(ranges, table);
    }
  }

  /**
   * None of its tasks runs, since an input has no rows.
   *
   * @param input the stage that has no rows for it
   */
  record LeftOut(int input, TaskTable table, boolean isReleased) implements StageState {
    @Override
    public boolean isCreated() {
      return true;
    }

    @Override
    public LeftOut startAnew() {
      return new LeftOut(input, table, false);
    }

    LeftOut release() {
      return new LeftOut(input, table, true);
    }
  }
}
