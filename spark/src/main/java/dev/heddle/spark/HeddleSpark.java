package dev.heddle.spark;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.spark.bridge.DatasetRows;
import dev.heddle.spark.bridge.HeddleLoader;
import dev.heddle.spark.bridge.Requirements;
import dev.heddle.spark.bridge.SessionOpener;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

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

  /**
   * Returns a frame of the rows of a Dataset. Tasks of Heddle's make and read them, partition by
   * partition, each time a query needs them; nothing is collected. What Spark's adaptive execution
   * has to run to know the partitions runs here.
   *
   * @param session one of {@link #session}, on the same Spark context
   * @throws dev.heddle.frame.error.HeddleException with code {@code UNSUPPORTED} for columns
   *     without a type here, naming the column, and for Datasets of Spark Connect; {@code
   *     INVALID_ARGUMENT} for a session elsewhere
   */
  public static DataFrame fromSpark(Session session, Dataset<?> dataset) {
    requireNonNull(session, "session is null");
    return DatasetRows.frame(session, requireNonNull(dataset, "dataset is null"));
  }

  /**
   * Runs a frame and returns a Dataset of its rows, which stay on the executors as long as the
   * Dataset is reachable. The rows of a sorted frame keep their order.
   *
   * @param frame of a session of {@link #session}
   * @param spark a session on the same Spark context
   * @throws dev.heddle.frame.error.HeddleException with code {@code UNSUPPORTED} for columns of
   *     types that Spark does not have, naming the column; {@code INVALID_ARGUMENT} for a frame
   *     elsewhere
   */
  public static Dataset<Row> toSpark(DataFrame frame, SparkSession spark) {
    requireNonNull(frame, "frame is null");
    return DatasetRows.dataset(frame, requireNonNull(spark, "spark is null"));
  }
}
