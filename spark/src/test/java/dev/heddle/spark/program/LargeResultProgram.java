package dev.heddle.spark.program;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.spark.HeddleSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** A user's program that reads a result in the driver as it comes, however large it is. */
public final class LargeResultProgram {
  private static final long BUDGET_BYTES = 96L << 20;
  private static final String QUERY =
      "select a.range * 1000 + b.range as id, a.range * 7919 as x, b.range * 104729 as y,"
          + " (a.range * 31 + b.range) %% 1000003 as z from range(%d) a cross join range(1000) b";

  private LargeResultProgram() {}

  /**
   * Runs on Spark.
   *
   * @param arguments thousands of rows, and the file of what has come: rows, bytes of Arrow, the
   *     sum of the first column, the most memory of the process in KiB
   */
  public static void main(String[] arguments) throws IOException {
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
      run(spark, Long.parseLong(arguments[0]), Path.of(arguments[1]));
    }
  }

  /** Reads thousands of rows in an application, and writes what has come to a file. */
  public static void run(JavaSparkContext spark, long thousands, Path figures) throws IOException {
    long rows = 0;
    long bytes = 0;
    long sum = 0;
    try (Session session =
            HeddleSpark.session(
                spark, SessionOptions.defaults().withMemoryBudgetBytes(BUDGET_BYTES));
        ArrowStream batches = session.sql(QUERY.formatted(thousands)).toArrow()) {
      while (batches.next()) {
        for (FieldVector column : batches.root().getFieldVectors()) {
          bytes += column.getBufferSize();
        }
        BigIntVector ids = (BigIntVector) batches.root().getVector(0);
        for (int i = 0; i < ids.getValueCount(); i++) {
          sum += ids.get(i);
        }
        rows += ids.getValueCount();
      }
      Files.write(figures, List.of("" + rows, "" + bytes, "" + sum, peakKibibytes()));
    }
  }

  private static String peakKibibytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmHWM:")) {
        return line.replaceAll("\\D", "");
      }
    }
    throw new IOException("The system does not state the most memory of a process");
  }
}
