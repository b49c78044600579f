package dev.heddle.spark.runner;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.spark.bridge.TaskException;
import org.jspecify.annotations.Nullable;

/** Turns failures of Spark's into Heddle's errors. */
final class SparkErrors {
  private SparkErrors() {}

  /**
   * Returns the error of a stage.
   *
   * @param fatal what has ended the job, if it was an error that would have come again
   */
  static HeddleException of(Throwable failure, @Nullable TaskException fatal) {
    if (fatal != null) {
      return of(fatal);
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof TaskException known) {
        return of(known);
      }
    }
    return new HeddleException(
        ErrorCode.WORKER_LOST,
        "Spark could not run the query: " + firstLine(String.valueOf(failure.getMessage())),
        failure);
  }

  private static HeddleException of(TaskException error) {
    return new HeddleException(
        ErrorCode.valueOf(error.code()), String.valueOf(error.getMessage()), error);
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse("");
  }
}
