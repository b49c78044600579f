package dev.heddle.spark.runner;

import dev.heddle.shuffle.protocol.ExchangeId;
import org.apache.spark.TaskContext;
import org.apache.spark.shuffle.FetchFailedException;

/**
 * A task of Spark's that reads what one frame has left, and nothing else.
 *
 * @param input the rows
 */
record ReadingSide(TaskContext context, ShuffleSide.Input input) implements ShuffleSide {
  @Override
  public TaskContext begin() {
    return context;
  }

  @Override
  public void end(TaskContext begun) {} // Spark ends it with the task

  @Override
  public Input input(ExchangeId exchange) {
    return input;
  }

  @Override
  public void put(int partition, byte[] block) {
    throw new IllegalStateException("The task writes no exchange");
  }

  @Override
  public boolean recover(ExchangeId exchange, FetchFailedException failure) {
    return false;
  }
}
