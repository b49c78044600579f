package dev.heddle.spark.runner;

import dev.heddle.shuffle.protocol.ExchangeId;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskContext$;
import org.apache.spark.shuffle.FetchFailedException;

/** The driver, which reads a result; what is lost of it is made again. */
final class DriverSide implements ShuffleSide {
  private final TaskContext context = TaskContext$.MODULE$.empty();
  private final SparkJob job;

  DriverSide(SparkJob job) {
    this.job = job;
  }

  @Override
  public TaskContext context() {
    return context;
  }

  @Override
  public Input input(ExchangeId exchange) {
    return job.input(exchange);
  }

  @Override
  public void put(int partition, byte[] block) {
    throw new IllegalStateException("The driver writes no exchange");
  }

  @Override
  public boolean recover(ExchangeId exchange, FetchFailedException failure) {
    return job.makeAgain(exchange);
  }
}
