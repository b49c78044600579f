package dev.heddle.spark.runner;

import dev.heddle.shuffle.protocol.ExchangeId;
import org.apache.spark.TaskContext;
import org.apache.spark.shuffle.FetchFailedException;
import org.apache.spark.shuffle.ShuffleHandle;

/** What exchanges have to know of the task that reads and writes them. Thread-safe. */
interface ShuffleSide {
  /**
   * Where an exchange is.
   *
   * @param handle Spark's
   * @param maps how many tasks have written it
   * @param blockBytes how many bytes a task has written for a partition, on average
   */
  record Input(ShuffleHandle handle, int maps, long blockBytes) {
    private static final int MAX_AHEAD = 8;
    private static final long AHEAD_BYTES = 4 << 20;

    /** Returns how many tasks' output is asked for at a time. */
    int ahead() {
      return (int) Math.clamp(AHEAD_BYTES / Math.max(1, blockBytes), 1, MAX_AHEAD);
    }
  }

  /** Returns Spark's context of the task. */
  TaskContext context();

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
