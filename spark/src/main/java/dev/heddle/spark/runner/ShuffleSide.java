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
   */
  record Input(ShuffleHandle handle, int maps) {}

  /** Returns Spark's context of the task. */
  TaskContext context();

  /** Returns where an exchange is that the task reads. */
  Input input(ExchangeId exchange);

  /** Returns the exchange that another job has left and the task reads. */
  ExchangeId kept(long job);

  /** Takes a block of a partition; waits while too many have not been taken. */
  void put(int partition, byte[] block);

  /**
   * Blocks of an exchange are gone.
   *
   * @return whether they have been made again; else the task has to end
   */
  boolean recover(ExchangeId exchange, FetchFailedException failure);
}
