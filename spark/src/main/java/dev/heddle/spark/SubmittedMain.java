package dev.heddle.spark;

import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.spark.bridge.HeddleLoader;
import dev.heddle.spark.bridge.Requirements;
import dev.heddle.spark.bridge.SubmittedCommand;
import java.util.ServiceLoader;
import java.util.function.Function;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * The main class of Heddle's own commands on Spark, which {@code spark-submit} starts. The context
 * is made when the first session opens.
 */
public final class SubmittedMain {
  private SubmittedMain() {}

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    try {
      Requirements.checkDriver();
    } catch (UnsupportedOperationException e) {
      System.err.println("error: " + e.getMessage());
      System.exit(1);
    }
    int code = run(arguments);
    if (code != 0) {
      System.exit(code);
    }
  }

  private static int run(String[] arguments) {
    SubmittedCommand command =
        ServiceLoader.load(SubmittedCommand.class, HeddleLoader.instance())
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "This jar has no command; ship the one that `heddle spark jar` writes"));
    try (Sessions sessions = new Sessions()) {
      return command.run(arguments, sessions);
    }
  }

  /** Opens sessions on a context of its own. */
  private static final class Sessions implements Function<SessionOptions, Session>, AutoCloseable {
    private @Nullable JavaSparkContext spark; // guarded by this; null until it is made

    @Override
    public synchronized Session apply(SessionOptions options) {
      if (spark == null) {
        spark = started();
      }
      return HeddleSpark.session(spark, options);
    }

    private static JavaSparkContext started() {
      try {
        return new JavaSparkContext(new SparkConf());
      } catch (Exception e) { // Scala's methods do not declare what they throw
        throw new HeddleException(
            ErrorCode.WORKER_LOST, "Cannot start on Spark: " + e.getMessage(), e);
      }
    }

    @Override
    public synchronized void close() {
      if (spark != null) {
        spark.close();
      }
    }
  }
}
