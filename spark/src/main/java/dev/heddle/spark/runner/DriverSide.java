package dev.heddle.spark.runner;

import dev.heddle.shuffle.protocol.ExchangeId;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskContext$;
import org.apache.spark.shuffle.FetchFailedException;
import scala.Option;

/** The driver, which reads a result; what is lost of it is made again. */
final class DriverSide implements ShuffleSide {
  private final SparkJob job;

  DriverSide(SparkJob job) {
    this.job = job;
  }

  @Override
  public TaskContext begin() {
    return TaskContext$.MODULE$.empty(); // here there is no task, whose end frees what was fetched
  }

  @Override
  public void end(TaskContext context) {
    context.markTaskCompleted(Option.empty());
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
