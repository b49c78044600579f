package dev.heddle.spark;

import dev.heddle.frame.Session;
import dev.heddle.spark.program.FramesProgram;
import dev.heddle.spark.program.LargeResultProgram;
import dev.heddle.spark.program.RandomQueriesProgram;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * A user's program that does what other programs do one after the other, so that an application has
 * to be started only once. It opens a session, and begins when its input ends.
 */
public final class EveryProgram {
  private EveryProgram() {}

  /**
   * Runs.
   *
   * @param arguments thousands of rows of a large result and the file of its figures, the file of
   *     statements and the folder of their answers, the file of rows for frames and that of their
   *     answers, the folder of random questions
   */
  public static void main(String[] arguments) throws IOException {
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf());
        Session session = HeddleSpark.session(spark)) {
      System.in.readAllBytes();
      LargeResultProgram.run(spark, Long.parseLong(arguments[0]), Path.of(arguments[1]));
      QueriesProgram.run(session, Path.of(arguments[2]), Path.of(arguments[3]));
      FramesProgram.run(session, Path.of(arguments[4]), Path.of(arguments[5]));
      RandomQueriesProgram.run(spark, Path.of(arguments[6]));
    }
  }
}
