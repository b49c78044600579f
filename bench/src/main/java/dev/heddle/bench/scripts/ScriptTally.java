package dev.heddle.bench.scripts;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Counts what has become of the records of scripts. */
final class ScriptTally {
  private static final Pattern LITERAL = Pattern.compile("'[^']*'");
  private static final Pattern NAMES = Pattern.compile("(?<= in )\\[[^]]*\\]");
  private static final Pattern NUMBER = Pattern.compile("(?<![\\w])\\d+");
  private static final int MAX_ROWS_SHOWN = 12;
  private static final int EXAMPLES = 3;

  /** A place in a script, with the statement that is there. */
  record Place(Path file, int line, String sql) {
    @Override
    public String toString() {
      return file + ":" + line;
    }
  }

  /** What became of a query that DuckDB answers. */
  enum Fate {
    /** Heddle gives the same rows. */
    EQUAL("equal"),
    /** Heddle gives the same rows in another order. */
    OTHER_ORDER("wrong order"),
    /** Heddle gives other rows. */
    WRONG("wrong"),
    /** Heddle gives other rows, behind a statement that one engine alone took. */
    DEPENDENT("other rows, behind a statement that one of both refused"),
    /** Heddle gives other rows, as {@link DocumentedDifference} says. */
    DOCUMENTED("other rows, by a difference that the guide has"),
    /** Heddle gives the rows that the script expects, and DuckDB others. */
    UNSCRIPTED("other rows, where DuckDB differs from its script"),
    /** DuckDB itself gives other rows the next time. */
    VOLATILE("other rows each time"),
    /** Heddle refuses it. */
    REFUSED("refused"),
    /** It takes Heddle too long. */
    LATE("too long");

    private final String text;

    Fate(String text) {
      this.text = text;
    }
  }

  private record Difference(
      Fate fate,
      Place place,
      List<List<@Nullable Object>> mine,
      List<List<@Nullable Object>> theirs) {}

  private static final class Reason {
    private final String text;
    private final List<Place> examples = new ArrayList<>();
    private int count;

    Reason(String text) {
      this.text = text;
    }
  }

  private final Map<Fate, Integer> fates = new LinkedHashMap<>();
  private final Map<String, Reason> refusedQueries = new LinkedHashMap<>();
  private final Map<String, Reason> refusedStatements = new LinkedHashMap<>();
  private final Map<String, Reason> endings = new LinkedHashMap<>();
  private final List<Difference> differences = new ArrayList<>();
  private final List<Place> taken = new ArrayList<>();
  private int files;
  private int statements;

  ScriptTally() {
    for (Fate fate : Fate.values()) {
      fates.put(fate, 0);
    }
  }

  /** Counts a file that is run. */
  void file() {
    files++;
  }

  /** Counts a file that is not run to its end. */
  void ended(Place place, String reason) {
    count(endings, place, reason);
  }

  /** Counts a statement that DuckDB runs, with Heddle's reason if it does not. */
  void statement(Place place, @Nullable String refusal) {
    statements++;
    if (refusal != null) {
      count(refusedStatements, place, refusal);
    }
  }

  /** Notes a statement that DuckDB refuses and Heddle runs. */
  void taken(Place place) {
    taken.add(place);
  }

  /** Counts a query that Heddle refuses. */
  void refused(Place place, String reason) {
    fates.merge(Fate.REFUSED, 1, Integer::sum);
    count(refusedQueries, place, reason);
  }

  /** Counts a query that takes Heddle too long. */
  void late(Place place) {
    fates.merge(Fate.LATE, 1, Integer::sum);
    count(refusedQueries, place, "takes too long");
  }

  /** Counts a query that both answer. */
  void answered(
      Fate fate,
      Place place,
      List<List<@Nullable Object>> mine,
      List<List<@Nullable Object>> theirs) {
    fates.merge(fate, 1, Integer::sum);
    if (fate != Fate.EQUAL) {
      differences.add(new Difference(fate, place, mine, theirs));
    }
  }

  /** Returns how many queries became that. */
  int count(Fate fate) {
    return fates.getOrDefault(fate, 0);
  }

  /** Returns how many queries DuckDB answers. */
  int queries() {
    return fates.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Returns how many of them Heddle answers too. */
  int takenQueries() {
    return queries() - count(Fate.REFUSED) - count(Fate.LATE);
  }

  private static void count(Map<String, Reason> reasons, Place place, String message) {
    String text = LITERAL.matcher(message).replaceAll("'..'");
    text = NUMBER.matcher(NAMES.matcher(text).replaceAll("[..]")).replaceAll("n");
    Reason reason = reasons.computeIfAbsent(text, Reason::new);
    reason.count++;
    if (reason.examples.size() < EXAMPLES) {
      reason.examples.add(place);
    }
  }

  /** Prints the totals in one line. */
  void printLine(String name, PrintWriter out) {
    out.printf(
        "%-20s %4d files %6d queries, taken %5.1f %%, equal %6d, wrong %4d, refused %5d%n",
        name,
        files,
        queries(),
        100.0 * takenQueries() / Math.max(1, queries()),
        count(Fate.EQUAL),
        count(Fate.WRONG) + count(Fate.OTHER_ORDER),
        count(Fate.REFUSED) + count(Fate.LATE));
    out.flush();
  }

  /**
   * Prints the totals and the most frequent reasons.
   *
   * @param reasons most of each kind
   */
  void print(PrintWriter out, int reasons) {
    out.printf(
        "%d of %d queries that DuckDB answers taken (%.1f %%), in %d files%n",
        takenQueries(), queries(), 100.0 * takenQueries() / Math.max(1, queries()), files);
    fates.forEach((fate, count) -> out.printf("%7d %s%n", count, fate.text));
    int refused = refusedStatements.values().stream().mapToInt(reason -> reason.count).sum();
    out.printf("%d of %d other statements taken%n", statements - refused, statements);
    out.printf("%d statements taken that DuckDB refuses%n", taken.size());
    print("Queries refused", refusedQueries, out, reasons);
    print("Statements refused", refusedStatements, out, reasons);
    print("Files left", endings, out, reasons);
    out.flush();
  }

  private static void print(String title, Map<String, Reason> reasons, PrintWriter out, int most) {
    out.println();
    out.println(title);
    reasons.values().stream()
        .sorted(Comparator.comparingInt((Reason reason) -> -reason.count))
        .limit(most)
        .forEach(
            reason ->
                out.printf(
                    "%7d %s  (%s)%n", reason.count, reason.text, reason.examples.getFirst()));
  }

  /** Prints each query with other rows, each statement taken alone, and all reasons. */
  void printReport(PrintWriter out) {
    for (Difference each : differences) {
      out.printf("== %s %s%n%s%n", each.place, each.fate.text, each.place.sql);
      print("DuckDB", each.theirs, out);
      print("Heddle", each.mine, out);
    }
    out.println();
    out.println("Statements taken that DuckDB refuses");
    taken.forEach(place -> out.printf("%s %s%n", place, oneLine(place.sql)));
    out.println();
    print(out, Integer.MAX_VALUE);
  }

  private static void print(String name, List<List<@Nullable Object>> rows, PrintWriter out) {
    out.printf("-- %s: %d rows%n", name, rows.size());
    rows.stream().limit(MAX_ROWS_SHOWN).forEach(out::println);
  }

  private static String oneLine(String sql) {
    return sql.replaceAll("\\s+", " ");
  }
}
