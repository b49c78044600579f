package dev.heddle.bench.scripts;

import dev.heddle.bench.scripts.ScriptRecord.Condition;
import dev.heddle.bench.scripts.ScriptRecord.Directive;
import dev.heddle.bench.scripts.ScriptRecord.Expected;
import dev.heddle.bench.scripts.ScriptRecord.Loop;
import dev.heddle.bench.scripts.ScriptRecord.Query;
import dev.heddle.bench.scripts.ScriptRecord.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Reads the records of a script. A record begins with a line of words and ends with an empty line;
 * what is expected of a query is below {@code ----}. Lines that begin with {@code #} are comments.
 */
final class ScriptReader {
  private static final String EXPECTED_BELOW = "----";
  private static final Set<String> SORTS = Set.of("nosort", "rowsort", "valuesort", "sort");

  private final List<String> lines;
  private int next;

  private ScriptReader(List<String> lines) {
    this.lines = lines;
  }

  /** Returns the records of a text. */
  static List<ScriptRecord> read(String text) {
    return new ScriptReader(text.lines().toList()).records();
  }

  private List<ScriptRecord> records() {
    List<ScriptRecord> records = new ArrayList<>();
    List<Condition> conditions = new ArrayList<>();
    while (next < lines.size()) {
      String text = lines.get(next++).strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      List<String> words = Arrays.asList(text.split("\\s+"));
      switch (words.getFirst()) {
        case "endloop" -> {
          return records;
        }
        case "onlyif", "skipif" ->
            conditions.add(new Condition(words.get(1), words.getFirst().equals("onlyif")));
        default -> {
          records.add(record(words, List.copyOf(conditions)));
          conditions.clear();
        }
      }
    }
    return records;
  }

  private ScriptRecord record(List<String> words, List<Condition> conditions) {
    int line = next;
    return switch (words.getFirst()) {
      case "statement" ->
          new Statement(line, conditions, expected(word(words, 1)), word(words, 2), sql().sql());
      case "query" -> {
        boolean hasSort = SORTS.contains(word(words, 2));
        boolean isSorted = hasSort && !word(words, 2).equals("nosort");
        Text text = sql();
        yield new Query(
            line, conditions, hasSort ? "" : word(words, 2), isSorted, text.sql(), text.expected());
      }
      case "loop", "concurrentloop" ->
          new Loop(line, conditions, List.of(words.get(1)), range(words), records());
      case "foreach", "concurrentforeach" -> {
        List<String> names = List.of(words.get(1).split(","));
        List<List<String>> rows =
            LoopValues.of(words.subList(2, words.size())).stream()
                .map(value -> names.size() == 1 ? List.of(value) : List.of(value.split(",")))
                .toList();
        yield new Loop(line, conditions, names, rows, records());
      }
      default -> new Directive(line, conditions, List.copyOf(words));
    };
  }

  private static String word(List<String> words, int index) {
    return index < words.size() ? words.get(index) : "";
  }

  private static Expected expected(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "ok" -> Expected.OK;
      case "error" -> Expected.ERROR;
      default -> Expected.ANY;
    };
  }

  private static List<List<String>> range(List<String> words) {
    return LongStream.range(Long.parseLong(words.get(2)), Long.parseLong(words.get(3)))
        .mapToObj(i -> List.of(String.valueOf(i)))
        .toList();
  }

  /** A text, and the lines that are expected of it. */
  private record Text(String sql, List<String> expected) {}

  /** Reads a text up to an empty line, and what is expected of it. */
  private Text sql() {
    StringBuilder sql = new StringBuilder();
    while (next < lines.size() && !lines.get(next).isBlank()) {
      String line = lines.get(next++);
      if (line.strip().equals(EXPECTED_BELOW)) {
        return new Text(sql.toString(), expectedLines());
      }
      sql.append(sql.isEmpty() ? "" : "\n").append(line);
    }
    return new Text(sql.toString(), List.of());
  }

  private List<String> expectedLines() {
    List<String> expected = new ArrayList<>();
    while (next < lines.size() && !lines.get(next).isBlank()) {
      expected.add(lines.get(next++));
    }
    return expected;
  }
}
