package dev.heddle.bench.suite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Questions in a file of SQL. */
final class QueryFile {
  private QueryFile() {}

  /**
   * Returns the queries of a file on the class path.
   *
   * @param first the number of the first
   */
  static List<Question> questions(String resource, int first) {
    return parse(text(resource), first);
  }

  /**
   * Returns the queries of a text, which end with a semicolon and a line end. Each is named by a
   * comment in the line before it, else by its number, as in {@code q0}.
   *
   * @param first the number of the first
   */
  static List<Question> parse(String text, int first) {
    List<Question> questions = new ArrayList<>();
    for (String entry : text.split(";\n")) {
      String query = entry.strip();
      if (query.isEmpty()) {
        continue;
      }
      String name = "q" + (first + questions.size());
      if (query.startsWith("--")) {
        int end = query.indexOf('\n');
        name = query.substring(2, end).strip();
        query = query.substring(end).strip();
      }
      questions.add(new Question(name, query, Question.Use.READ));
    }
    return questions;
  }

  private static String text(String resource) {
    try (InputStream in = QueryFile.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("No " + resource + " on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
