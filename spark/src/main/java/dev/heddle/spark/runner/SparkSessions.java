package dev.heddle.spark.runner;

import dev.heddle.engine.session.SessionEngineProvider;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.Engine;
import dev.heddle.spark.bridge.SessionOpener;
import java.util.stream.Stream;
import org.apache.spark.SparkContext;

/** Opens engines that plan in the driver and run on executors. */
public final class SparkSessions implements SessionOpener {
  /** Makes one. */
  public SparkSessions() {}

  @Override
  public Engine open(SparkContext spark, SessionOptions options) {
    if (options.cluster() != null) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot open a session on Spark with the cluster "
              + options.cluster().host()
              + ":"
              + options.cluster().port()
              + "; leave withCluster out, or open it by Heddle.local(options)");
    }
    if (spark.isStopped()) {
      throw new HeddleException(
          ErrorCode.CLOSED, "Cannot open a session on Spark: the context has been stopped");
    }
    SparkSettings.check(Stream.of(spark.getConf().getAll()).map(each -> each._1()).toList());
    long memoryBytes = ExecutorMemory.bytes(SparkSettings.of(spark.getConf()), spark.master());
    WarmStarts.begin(spark);
    return SessionEngineProvider.over(new SparkStageRunner(spark, memoryBytes), options);
  }
}
