package dev.heddle.spark.bridge;

import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import java.util.function.Function;

/**
 * A command that has been submitted to Spark and runs in the driver. Found by the service loader in
 * {@link HeddleLoader}'s classes.
 */
public interface SubmittedCommand {
  /**
   * Runs and returns the exit code.
   *
   * @param arguments of the command, as they were given to it
   * @param sessions opens sessions on Spark, which the command closes
   */
  int run(String[] arguments, Function<SessionOptions, Session> sessions);
}
