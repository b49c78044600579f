package dev.heddle.spark.program;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A user's program that has nothing to do with Spark: it answers statements in its own process. */
public final class PlainProgram {
  private PlainProgram() {}

  /**
   * Runs.
   *
   * @param arguments the file of the statements and the folder of the answers
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[1]);
    try (Session session = Heddle.local()) {
      int number = 0;
      for (String each : Files.readAllLines(Path.of(arguments[0]))) {
        Files.writeString(folder.resolve(number++ + ".txt"), answer(session, each));
      }
    }
  }

  /** Returns the rows of statements as text, or their error. */
  public static String answer(Session session, String statements) {
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
