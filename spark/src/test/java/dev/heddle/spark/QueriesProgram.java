package dev.heddle.spark;

import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * A user's program: runs the statements of a file, one in each line, and writes what each gives
 * into a file of its own. Nothing of Heddle's engine is on its class path but by the one jar.
 */
public final class QueriesProgram {
  private QueriesProgram() {}

  /**
   * Runs.
   *
   * @param arguments the file of statements, and the folder of the results
   */
  public static void main(String[] arguments) throws IOException {
    List<String> statements = Files.readAllLines(Path.of(arguments[0]));
    Path folder = Path.of(arguments[1]);
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf());
        Session session = HeddleSpark.session(spark)) {
      for (int i = 0; i < statements.size(); i++) {
        Path part = folder.resolve(i + ".part");
        Files.writeString(part, answer(session, statements.get(i)));
        Files.move(part, folder.resolve(i + ".txt"));
      }
    }
  }

  /** Returns the rows of statements as text, or their error. */
  static String answer(Session session, String statements) {
    StringBuilder text = new StringBuilder();
    try {
      session.execute(
          statements,
          result -> text.append(result.rows() == null ? "" : result.rows().toText(10_000)));
    } catch (HeddleException e) {
      text.append(e.code()).append(' ').append(e.getMessage());
    }
    return text.toString();
  }
}
