package dev.heddle.spark.program;

import dev.heddle.frame.Session;
import dev.heddle.spark.HeddleSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** A user's program that opens a session, and has a query only when its input ends. */
public final class WaitingProgram {
  private WaitingProgram() {}

  /**
   * Runs.
   *
   * @param arguments the query, the file of its answer, and that of how many milliseconds it took
   */
  public static void main(String[] arguments) throws IOException {
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf());
        Session session = HeddleSpark.session(spark)) {
      System.in.readAllBytes();
      long begun = System.nanoTime();
      Files.writeString(Path.of(arguments[1]), session.sql(arguments[0]).toText(1000));
      long millis = (System.nanoTime() - begun) / 1_000_000;
      Files.writeString(Path.of(arguments[2]), millis + "\n");
    }
  }
}
