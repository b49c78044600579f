package dev.heddle.spark;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.spark.bridge.HeddleLoader;
import dev.heddle.spark.bridge.Requirements;
import dev.heddle.spark.bridge.SessionOpener;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;

/** Opens sessions whose queries run on Apache Spark. */
public final class HeddleSpark {
  private HeddleSpark() {}

  /** Returns a session with the default options; the caller closes it, and the context later. */
  public static Session session(JavaSparkContext spark) {
    return session(requireNonNull(spark, "spark is null").sc());
  }

  /** Returns a session with the default options; the caller closes it, and the context later. */
  public static Session session(SparkContext spark) {
    return session(spark, SessionOptions.defaults());
  }

  /** Returns a session; the caller closes it, and the context later. */
  public static Session session(JavaSparkContext spark, SessionOptions options) {
    return session(requireNonNull(spark, "spark is null").sc(), options);
  }

  /**
   * Returns a session that is planned in the driver and runs on the executors of a Spark context;
   * the caller closes it, and the context later.
   *
   * @throws UnsupportedOperationException if Java or Spark are too old
   * @throws dev.heddle.frame.error.HeddleException with code {@code INVALID_ARGUMENT} for options
   *     that name a cluster of Heddle's own
   */
  public static Session session(SparkContext spark, SessionOptions options) {
    requireNonNull(spark, "spark is null");
    requireNonNull(options, "options is null");
    Requirements.checkDriver();
    SessionOpener opener =
        HeddleLoader.make(SessionOpener.class, "dev.heddle.spark.runner.SparkSessions");
    return new Session(opener.open(spark, options), options);
  }
}
