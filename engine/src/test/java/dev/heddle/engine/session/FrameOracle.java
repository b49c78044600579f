package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compares frames with what DuckDB computes in SQL over the same files: optimised, as written, in
 * partitions that are sent as bytes, and on a cluster of two workers.
 */
final class FrameOracle implements AutoCloseable {
  private static final Map<String, String> TABLES =
      Map.of(
          "t",
          "SELECT i::BIGINT AS id, ['F', 'O', 'P'][(i * 7) % 3 + 1] AS status, (i * 37 %"
              + " 11)::INTEGER AS customer, CASE WHEN i % 5 < 2 THEN NULL ELSE ((i * 7919) % 1000 /"
              + " 8.0)::DECIMAL(12, 3) END AS price, CASE WHEN i * 13 % 7 < 3 THEN NULL ELSE i * 31"
              + " % 101 * 0.5::DOUBLE END AS weight, CASE WHEN i % 11 = 3 THEN NULL ELSE DATE"
              + " '2024-01-01' + (i * 53 % 400)::INTEGER END AS due, CASE WHEN i % 4 = 1 THEN NULL"
              + " ELSE 'n' || (i % 13) END AS note FROM range(500) r(i)",
          "u",
          "SELECT (i * 3)::BIGINT AS id, ['F', 'X'][i % 2 + 1] AS status, i::INTEGER AS level FROM"
              + " range(120) r(i)",
          "wide",
          "SELECT i::INTEGER AS id, i * 2 AS jan, CASE WHEN i % 3 = 0 THEN NULL ELSE i + 5 END AS"
              + " feb, (i * 0.25)::DECIMAL(8, 2) AS mar FROM range(50) r(i)");

  private static final String BYTES = "sent as bytes, in 3 partitions";

  private final Map<String, Session> sessions = new LinkedHashMap<>();
  private final Path folder;
  private final DuckDbOracle duck = DuckDbOracle.openAlike();
  private final ThreadCluster cluster;

  FrameOracle(Path folder) throws InterruptedException {
    this.folder = folder;
    SessionOptions options = SessionOptions.defaults().withThreads(2);
    sessions.put("optimised", Heddle.local(options));
    sessions.put("as written", Heddle.local(options.withoutOptimizer()));
    sessions.put(BYTES, EncodingStageRunner.session(options, 3));
    cluster = new ThreadCluster(folder, 1, 2);
    sessions.put("on a cluster", cluster.open(options.withPartitions(3)));
    TABLES.forEach(
        (name, query) -> {
          Path file = folder.resolve(name + ".parquet");
          duck.execute("COPY (" + query + ") TO '" + file + "' (FORMAT parquet)");
          duck.execute("CREATE VIEW " + name + " AS FROM '" + file + "'");
        });
  }

  Map<String, Session> sessions() {
    return sessions;
  }

  /** The tables in a session. */
  record Tables(Session session, Path folder) {
    DataFrame table(String name) {
      return session.read().parquet(folder.resolve(name + ".parquet"));
    }

    DataFrame t() {
      return table("t");
    }

    DataFrame u() {
      return table("u");
    }

    DataFrame wide() {
      return table("wide");
    }
  }

  Tables tables(Session session) {
    return new Tables(session, folder);
  }

  /** The rows are equal, in whatever order they come. */
  void same(String sql, Function<Tables, DataFrame> frame) {
    same(sql, frame, sessions.keySet());
  }

  /** The rows are equal wherever code of the user's own can run. */
  void sameOfCode(String sql, Function<Tables, DataFrame> frame) {
    List<String> able = new ArrayList<>(sessions.keySet());
    able.remove(BYTES); // has no server that code is fetched from
    same(sql, frame, able);
  }

  private void same(String sql, Function<Tables, DataFrame> frame, Collection<String> where) {
    List<String> expected = texts(duck.rows(sql));
    expected.sort(null);
    assertThat(expected).as("rows of the oracle").isNotEmpty();
    for (String how : where) {
      DataFrame made = frame.apply(tables(sessions.get(how)));
      assertThat(rows(made)).as(how).isEqualTo(expected);
    }
  }

  /** The rows are equal and come in one order. */
  void sameInOrder(String sql, Function<Tables, DataFrame> frame) {
    List<String> expected = texts(duck.rows(sql));
    assertThat(expected).as("rows of the oracle").isNotEmpty();
    sessions.forEach(
        (how, session) ->
            assertThat(rowsInOrder(frame.apply(tables(session)))).as(how).isEqualTo(expected));
  }

  static List<String> rows(DataFrame frame) {
    List<String> rows = rowsInOrder(frame);
    rows.sort(null);
    return rows;
  }

  private static List<String> rowsInOrder(DataFrame frame) {
    try (QueryResult result = frame.collect()) {
      return texts(QueryRows.of(result));
    }
  }

  private static List<String> texts(List<List<@Nullable Object>> rows) {
    List<String> texts = new ArrayList<>();
    rows.forEach(row -> texts.add(row.stream().map(FrameOracle::text).toList().toString()));
    return texts;
  }

  private static String text(@Nullable Object value) {
    return value instanceof Number number && Double.isFinite(number.doubleValue())
        ? new BigDecimal(number.toString())
            .round(new MathContext(9))
            .stripTrailingZeros()
            .toPlainString()
        : String.valueOf(value);
  }

  @Override
  public void close() {
    sessions.values().forEach(Session::close);
    cluster.close();
    duck.close();
  }
}
