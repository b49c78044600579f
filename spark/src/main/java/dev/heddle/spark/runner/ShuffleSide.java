package dev.heddle.spark.runner;

import dev.heddle.shuffle.protocol.ExchangeId;
import org.apache.spark.TaskContext;
import org.apache.spark.shuffle.FetchFailedException;
import org.apache.spark.shuffle.ShuffleHandle;
import org.jspecify.annotations.Nullable;

/** What exchanges have to know of the task that reads and writes them. Thread-safe. */
interface ShuffleSide {
  /**
   * Where an exchange is.
   *
   * @param handle Spark's; null if nobody has written it
   * @param maps how many tasks have written it
   * @param blockBytes how many bytes a task has written for a partition, on average
   */
  record Input(@Nullable ShuffleHandle handle, int maps, long blockBytes) {
    /** An exchange that nobody has written: there were no rows for it. */
    static final Input NONE = new Input(null, 0, 0);

    private static final int MAX_AHEAD = 8;
    private static final long AHEAD_BYTES = 4 << 20;

    /** Returns how many tasks' output is asked for at a time. */
    int ahead() {
      return (int) Math.clamp(AHEAD_BYTES / Math.max(1, blockBytes), 1, MAX_AHEAD);
    }
  }

  /** Returns Spark's context of what a map has written and is about to be read. */
  TaskContext begin();

  /** What was begun has been read, or nobody wants it any more. */
  void end(TaskContext context);

  /** Returns where an exchange is that the task reads. */
  Input input(ExchangeId exchange);

  /** Takes a block of a partition; waits while too many have not been taken. */
  void put(int partition, byte[] block);

  /**
   * Blocks of an exchange are gone.
   *
   * @return whether they have been made again; else the task has to end
   */
  boolean recover(ExchangeId exchange, FetchFailedException failure);
}
