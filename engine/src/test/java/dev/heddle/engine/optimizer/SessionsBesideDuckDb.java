package dev.heddle.engine.optimizer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The same Parquet tables in DuckDB and in sessions that run queries in different ways. */
final class SessionsBesideDuckDb implements AutoCloseable {
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?(E-?\\d+)?");

  private final DuckDbOracle duck = DuckDbOracle.openAlike();
  private final Map<String, Session> sessions = new LinkedHashMap<>();
  private final MathContext digits;

  /**
   * Writes the tables and opens the sessions.
   *
   * @param folder where the files go
   * @param tables DuckDB's query of each table
   * @param ways options by a name; the first way is taken for each query
   * @param digits to which numbers are rounded before they are compared
   */
  SessionsBesideDuckDb(
      Path folder, Map<String, String> tables, Map<String, SessionOptions> ways, int digits) {
    this.digits = new MathContext(digits);
    ways.forEach((way, options) -> sessions.put(way, Heddle.local(options)));
    tables.forEach(
        (name, query) -> {
          Path file = folder.resolve(name + ".parquet");
          duck.execute("COPY (" + query + ") TO '" + file + "' (FORMAT parquet)");
          duck.execute("CREATE VIEW " + name + " AS FROM '" + file + "'");
          for (Session session : sessions.values()) {
            session.createView(name, session.read().parquet(file.toString()));
          }
        });
  }

  /** Returns the session of a way. */
  Session session(String way) {
    return Objects.requireNonNull(sessions.get(way), way);
  }

  /**
   * Checks that a query has DuckDB's rows, in any order: in the first way and, by turns, in one of
   * the others; by night in all.
   */
  void assertRowsAreDuckDbs(String query) {
    List<String> expected =
        normal(
            duck.rows(query).stream()
                .map(row -> row.stream().map(String::valueOf).collect(Collectors.joining(" | ")))
                .toList());
    int turn = 1 + query.length() % (sessions.size() - 1);
    int way = 0;
    for (Map.Entry<String, Session> session : sessions.entrySet()) {
      if (way == 0 || way == turn || Effort.isWhole()) {
        assertThat(normal(RuleTester.rows(session.getValue(), query)))
            .as(session.getKey() + ": " + query)
            .isEqualTo(expected);
      }
      way++;
    }
  }

  /** Rounds numbers, which DuckDB may give in other types, and sorts. */
  private List<String> normal(List<String> rows) {
    return rows.stream()
        .map(
            row ->
                NUMBER
                    .matcher(row)
                    .replaceAll(
                        n ->
                            new BigDecimal(n.group())
                                .round(digits)
                                .stripTrailingZeros()
                                .toPlainString()))
        .sorted()
        .toList();
  }

  @Override
  public void close() {
    sessions.values().forEach(Session::close);
    duck.close();
  }
}
