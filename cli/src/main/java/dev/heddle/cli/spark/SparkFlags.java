package dev.heddle.cli.spark;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command's queries run on Apache Spark. */
public final class SparkFlags {
  @Option(
      names = "--spark",
      paramLabel = "MASTER",
      description =
          "Run queries on Apache Spark, by the spark-submit of SPARK_HOME: yarn, k8s://URL,"
              + " spark://HOST:PORT, local[N].")
  private @Nullable String master;

  @Option(
      names = "--conf",
      paramLabel = "KEY=VALUE",
      description =
          "On Spark, one of its settings, such as spark.executor.memory=4g. May be repeated.")
  private List<String> settings = new ArrayList<>();

  /** Returns whether queries are to run on Spark. */
  public boolean areGiven() {
    return master != null;
  }

  /**
   * Checks what can be checked before Spark is started.
   *
   * @throws HeddleException with code {@code INVALID_ARGUMENT}
   */
  public void check() {
    if (master == null && !settings.isEmpty()) {
      throw invalid(
          "Cannot use --conf " + settings.getFirst() + " without Spark: name it by --spark MASTER");
    }
    if (master != null && master.isBlank()) {
      throw invalid("Cannot use --spark without a master: write yarn or spark://HOST:PORT");
    }
    for (String setting : settings) {
      if (!setting.startsWith("spark.") || setting.indexOf('=') < 0) {
        throw invalid(
            "Cannot use --conf "
                + setting
                + ": write KEY=VALUE, such as spark.executor.memory=4g; keys begin with spark.");
      }
    }
  }

  private static HeddleException invalid(String message) {
    return new HeddleException(ErrorCode.INVALID_ARGUMENT, message);
  }

  /**
   * Runs a command line in a driver of Spark's and returns its exit code.
   *
   * @param arguments the command line, with these flags
   * @param log how much of Spark's log goes to stderr
   * @param notes takes what takes its time, line by line
   */
  public int submit(List<String> arguments, SparkLog log, PrintWriter notes) throws IOException {
    if (master == null) {
      throw new IllegalStateException("No master is given");
    }
    SparkSubmission submission = new SparkSubmission(SparkHome.find(notes), notes);
    return submission.run(master, settings, log, arguments);
  }
}
