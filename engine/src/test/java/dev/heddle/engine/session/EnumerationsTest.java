package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.testing.DuckDbOracle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Enumerations in SQL, as in DuckDB, and in frames, rows and records. */
class EnumerationsTest {
  private static final DataType MOOD = new DataType.Enumeration(List.of("sad", "ok", "happy"));
  private static final String ROWS =
      "SELECT k, v::ENUM('sad', 'ok', 'happy') AS v FROM (VALUES (1, 'ok'), (2, 'sad'), (3, NULL),"
          + " (4, 'happy')) t(k, v)";

  private static Session session;
  private static DuckDbOracle duck;

  record Person(int k, String v) {}

  record Label(String v) {}

  enum Mood {
    sad,
    ok,
    happy
  }

  record Feeling(int k, Mood v) {}

  @BeforeAll
  static void open() {
    session = Heddle.local();
    duck = DuckDbOracle.openAlike();
    for (String view :
        List.of(
            "CREATE VIEW moods AS " + ROWS,
            "CREATE VIEW lists AS SELECT k, v, [v, 'sad'::ENUM('sad', 'ok', 'happy'), v,"
                + " 'happy'::ENUM('sad', 'ok', 'happy')] AS l FROM moods")) {
      session.execute(view);
      duck.execute(view);
    }
  }

  @AfterAll
  static void close() {
    session.close();
    duck.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT k, v = 'ok', v <> 'nix', v IN ('nix', 'sad'), v IN ('sad', 'ok') FROM moods",
        "SELECT k, v > 'ok', v BETWEEN 'ok' AND 'sad', least(v, 'p'), nullif(v, 'ok') FROM moods",
        "SELECT k, v IS DISTINCT FROM 'sad', v IS NOT DISTINCT FROM 'nix' FROM moods",
        "SELECT k, v > 'ok'::ENUM('sad', 'ok', 'happy'), v < 'b'::ENUM('b', 'a') FROM moods",
        "SELECT k, length(v), upper(v), v[1], substr(v, 2), replace(v, 'a', v) FROM moods",
        "SELECT k, starts_with(v, 'h'), regexp_matches(v, 'a'), lpad(v, 6, '-') FROM moods",
        "SELECT k, strpos(v, 'a'), concat(v, v), concat_ws(v, 'x', 'y'), md5(v) FROM moods",
        "SELECT k, try_cast(v AS DATE), try_cast(v AS BOOLEAN), to_json(v) FROM moods",
        "SELECT '5'::ENUM('5')::INTEGER, '2024-01-02'::ENUM('2024-01-02')::DATE",
        "SELECT 'true'::ENUM('true')::BOOLEAN, '[1]'::ENUM('[1]')::JSON,"
            + " '1.50'::ENUM('1.50')::DECIMAL(9, 2)",
        "SELECT '\"ok\"'::JSON::ENUM('ok'), try_cast('3'::JSON AS ENUM('ok'))",
        "SELECT string_agg(v, ',' ORDER BY v), list(v ORDER BY v DESC) FROM moods",
        "SELECT min(v), max(v), mode(v), arg_min(v, k), count(DISTINCT v) FROM moods",
        "SELECT array_to_string(list(v ORDER BY k), '-'), list_contains(list(v), 'ok') FROM moods",
        "SELECT v FROM moods UNION SELECT 'new'",
        "SELECT k, x FROM moods JOIN (VALUES ('ok'), ('nix')) t(x) ON v = x",
        "SELECT k, list_sort(l), list_max(l), list_min(l), list_reverse_sort(l), list_grade_up(l),"
            + " list_unique(l), list_position(l, 'ok'), list_sort(l, 'desc') FROM lists",
        "SELECT k, list_mode(l), map_keys(list_histogram(l)), map_values(list_histogram(l)),"
            + " list_sort(list_distinct(l)), list_first(l), list_aggregate(l, 'max'),"
            + " list_aggregate(l, 'string_agg', ',') FROM lists",
        "SELECT k, list_concat(l, ['nix']), list_intersect(l, [v]), list_has_any(l, [v]) FROM"
            + " lists",
        "SELECT k, l < [v], l = [v, v], list_filter(l, lambda x: x > v), list_transform(l, lambda"
            + " x: length(x)) FROM lists",
        "SELECT row_number() OVER (ORDER BY l, k), k FROM lists",
        "SELECT map_keys(histogram(v)), max(v, 2), min(v, 2), arg_max(k, v), first(v ORDER BY v)"
            + " FROM moods",
        "SELECT quantile_disc(v, 0.5), entropy(v), any_value(v) FROM moods",
        "SELECT k, max(v) OVER (ORDER BY k), min(v) OVER (ORDER BY k ROWS 1 PRECEDING) FROM moods",
        "SELECT k, nth_value(v, 2) OVER (ORDER BY v), rank() OVER (ORDER BY v DESC) FROM moods",
        "SELECT k, CASE v WHEN 'ok' THEN 1 WHEN 'nix' THEN 2 END, v = ANY (['ok']) FROM moods",
        "SELECT v, count(*) FROM moods GROUP BY ROLLUP (v)",
        "SELECT k FROM moods WHERE {'a': v} < {'a': 'ok'::ENUM('sad', 'ok', 'happy')}",
        "SELECT k FROM moods WHERE v IN (SELECT 'ok' UNION ALL SELECT 'nix')",
        "SELECT k, greatest(v, 'ok'::ENUM('sad', 'ok', 'happy')), [v]::JSON, {'a': v}::JSON FROM"
            + " moods",
        "SELECT k, v || 1, v::VARCHAR::ENUM('happy', 'ok', 'sad'), v::BLOB::VARCHAR FROM moods",
        "SELECT * FROM (PIVOT (SELECT v FROM moods WHERE v IS NOT NULL) ON v USING count(*))",
        "SELECT map([v], [k])['ok'] FROM moods WHERE v IS NOT NULL",
      })
  void functionsAndComparisonsTakeLabelsAsText(String sql) {
    assertThat(rows(sql)).isEqualTo(sorted(duck.rows(sql)));
  }

  private static List<String> rows(String sql) {
    try (QueryResult result = session.sql(sql).collect()) {
      return sorted(QueryRows.of(result));
    }
  }

  private static List<String> sorted(List<List<Object>> rows) {
    return ColumnTypesTest.normalised(new ArrayList<>(rows)).stream()
        .map(List::toString)
        .sorted()
        .toList();
  }

  @Test
  void rowsAndRecordsHaveLabels() {
    DataFrame frame = session.table("moods").sort("k");
    assertThat(frame.schema().field(1).type()).isEqualTo(MOOD);
    assertThat(frame.filter(col("v").isNotNull()).rows(Person.class))
        .containsExactly(new Person(1, "ok"), new Person(2, "sad"), new Person(4, "happy"));
    assertThat(frame.filter(col("k").eqTo(4)).rows(Feeling.class))
        .containsExactly(new Feeling(4, Mood.happy));
    try (QueryResult result = frame.collect()) {
      assertThat(result.iterator().next().enumValue("v", Mood.class)).isEqualTo(Mood.ok);
      assertThat(result.iterator().next().text("v")).isEqualTo("ok");
    }
  }

  @Test
  void framesCastAndCompareLabels() {
    DataFrame frame =
        session
            .sql("SELECT 'ok' AS t UNION ALL SELECT 'sad'")
            .select(col("t").cast(MOOD).named("v"));
    assertThat(frame.filter(col("v").eqTo("ok")).count()).isEqualTo(1);
    assertThat(frame.filter(col("v").isIn("ok", "sad", "nix")).count()).isEqualTo(2);
    assertThat(frame.sort("v").rows(Label.class))
        .containsExactly(new Label("sad"), new Label("ok"));
  }

  @Test
  void refusesWhatIsNoLabel() {
    assertThatThrownBy(() -> rows("SELECT 'well'::ENUM('sad', 'ok')"))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("well")
        .hasMessageContaining("ENUM('sad', 'ok')");
    assertThatThrownBy(() -> rows("SELECT v::ENUM('ok') FROM moods WHERE k = 4"))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("happy")
        .hasMessageContaining("ENUM('ok')");
    assertThatThrownBy(() -> session.sql("SELECT k::ENUM('1', '2') FROM moods"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("there is no cast from INTEGER")
        .hasMessageContaining("ENUM('1', '2')");
    assertThatThrownBy(() -> session.sql("SELECT sum(v) FROM moods"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("sum does not take (ENUM('sad', 'ok', 'happy'))");
  }

  @Test
  void refusesTypesWithoutLabelsOrWithEqualOnes() {
    assertThatThrownBy(() -> session.sql("SELECT 'a'::ENUM('a', 'b', 'a')"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("Cannot make an ENUM with two labels 'a'; leave one out");
    assertThatThrownBy(() -> session.sql("SELECT 'a'::ENUM()"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("a label in single quotes");
    assertThatThrownBy(() -> new DataType.Enumeration(List.of()))
        .isInstanceOf(AnalysisException.class)
        .hasMessage("Cannot make an ENUM of 0 labels: it has 1 to 65536");
  }
}
