package dev.heddle.spark.runner;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.hadoop.ProcessHadoop;
import dev.heddle.io.hadoop.files.HadoopFiles;
import dev.heddle.spark.bridge.HeddleLoader;
import dev.heddle.spark.hadoop.SparkClient;
import java.io.IOException;
import java.util.Optional;

/** The Hadoop of a driver or an executor of Spark's. */
public final class SparkHadoop implements ProcessHadoop {
  /** For the service loader. */
  public SparkHadoop() {}

  @Override
  public Optional<HadoopFiles> files() {
    return SparkHadoop.class.getClassLoader() instanceof HeddleLoader
        ? Optional.of(client())
        : Optional.empty();
  }

  private static HadoopFiles client() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(HadoopFiles.class.getClassLoader()); // of which Hadoop loads
    try {
      return new SparkClient();
    } catch (IOException | LinkageError e) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT, "Cannot use the Hadoop of this Spark: " + e, e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
