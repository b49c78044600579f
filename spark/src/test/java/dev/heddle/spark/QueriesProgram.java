package dev.heddle.spark;

import dev.heddle.frame.Session;
import dev.heddle.spark.program.PlainProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * A user's program: runs the statements of a file, one in each line, and writes what each gives
 * into a file of its own. Nothing of Heddle's engine is on its class path but by the one jar.
 */
public final class QueriesProgram {
  private static final long MAX_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private QueriesProgram() {}

  /**
   * Runs.
   *
   * @param arguments the file of statements, and the folder of the results; with a third, each
   *     statement waits until all executors have gone
   */
  public static void main(String[] arguments) throws IOException {
    List<String> statements = Files.readAllLines(Path.of(arguments[0]));
    Path folder = Path.of(arguments[1]);
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf());
        Session session = HeddleSpark.session(spark)) {
      for (int i = 0; i < statements.size(); i++) {
        if (arguments.length > 2) {
          awaitNoExecutors(spark);
        }
        answer(session, statements.get(i), folder, i);
      }
    }
  }

  /** Answers the statements of a file in an application's session. */
  static void run(Session session, Path statements, Path folder) throws IOException {
    int number = 0;
    for (String each : Files.readAllLines(statements)) {
      answer(session, each, folder, number++);
    }
  }

  private static void answer(Session session, String statement, Path folder, int number)
      throws IOException {
    Path part = folder.resolve(number + ".part");
    Files.writeString(part, answer(session, statement));
    Files.move(part, folder.resolve(number + ".txt"));
  }

  private static void awaitNoExecutors(JavaSparkContext spark) {
    long start = System.nanoTime();
    while (spark.sc().getExecutorMemoryStatus().size() > 1) { // the driver is counted
      if (System.nanoTime() - start > MAX_NANOS) {
        throw new IllegalStateException("There are idle executors that do not go");
      }
      LockSupport.parkNanos(CHECK_NANOS);
    }
  }

  /** Returns the rows of statements as text, or their error. */
  static String answer(Session session, String statements) {
    return PlainProgram.answer(session, statements);
  }
}
