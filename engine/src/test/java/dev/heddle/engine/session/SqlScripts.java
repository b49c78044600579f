package dev.heddle.engine.session;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Queries of a resource file: separated by lines of {@code ;}. Where the judge needs other words,
 * they follow behind a line {@code -- duckdb}.
 */
final class SqlScripts {
  /**
   * A query in both dialects.
   *
   * @param line line in the file where it starts
   */
  record Pair(int line, String heddle, String duckdb) {
    /** Returns whether the rows have an order: there is an ORDER BY outside of parentheses. */
    boolean isOrdered() {
      String lower = heddle.toLowerCase(java.util.Locale.ROOT);
      return lower.lastIndexOf("order by") > lower.lastIndexOf(')');
    }
  }

  private SqlScripts() {}

  static List<Pair> read(String name) throws IOException {
    List<String> lines;
    try (InputStream stream =
        Objects.requireNonNull(SqlScripts.class.getResourceAsStream("/sql/" + name), name)) {
      lines = new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
    List<Pair> pairs = new ArrayList<>();
    StringBuilder heddle = new StringBuilder();
    StringBuilder duckdb = new StringBuilder();
    boolean isDuckDb = false;
    int start = 1;
    for (int i = 0; i <= lines.size(); i++) {
      String line = i < lines.size() ? lines.get(i) : ";";
      if (line.equals(";")) {
        String text = heddle.toString().strip();
        if (!text.isEmpty()) {
          pairs.add(new Pair(start, text, isDuckDb ? duckdb.toString().strip() : text));
        }
        heddle.setLength(0);
        duckdb.setLength(0);
        isDuckDb = false;
        start = i + 2;
      } else if (line.equals("-- duckdb")) {
        isDuckDb = true;
      } else {
        (isDuckDb ? duckdb : heddle).append(line).append('\n');
      }
    }
    return pairs;
  }
}
