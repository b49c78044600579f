package dev.heddle.engine.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sketches that are columns: made, stored, merged and asked, with exact numbers beside them. */
class StoredSketchesTest {
  private static final int ROWS = 200_000;
  private static final Map<String, Session> SESSIONS = new LinkedHashMap<>();
  @TempDir private static Path folder;

  @BeforeAll
  static void open() {
    SessionOptions options =
        SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(1L << 29);
    SESSIONS.put("two threads", Heddle.local(options));
    SESSIONS.put("as written", Heddle.local(options.withoutOptimizer()));
    SESSIONS.put("in 3 partitions", Heddle.local(options.withPartitions(3)));
    SESSIONS.put("in little memory", Heddle.local(options.withMemoryBudgetBytes(160L << 20)));
    Path file = folder.resolve("sketches.parquet");
    SESSIONS
        .get("two threads")
        .sql(
            "select i % 50 as k, hll_sketch_agg(i // 2) as h, theta_sketch_agg(cast(i // 2 as"
                + " varchar)) as t, kll_sketch_agg_double(i) as q from range("
                + ROWS
                + ") r(i) group by i % 50")
        .write()
        .parquet(file);
    SESSIONS.values().forEach(s -> s.createView("stored", s.read().parquet(file)));
  }

  @AfterAll
  static void close() {
    SESSIONS.values().forEach(Session::close);
  }

  private static List<Object> row(String session, String sql) {
    try (QueryResult result = SESSIONS.get(session).sql(sql).collect()) {
      List<Object> values = new ArrayList<>();
      Row row = result.iterator().next();
      for (int i = 0; i < result.schema().size(); i++) {
        values.add(row.value(i));
      }
      return values;
    }
  }

  private static double number(Object value) {
    return ((Number) value).doubleValue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"two threads", "as written", "in 3 partitions", "in little memory"})
  void mergedSketchesAnswerForAllRows(String session) {
    List<Object> all =
        row(
            session,
            "select count(*), hll_sketch_estimate(hll_union_agg(h)),"
                + " theta_sketch_estimate(theta_union_agg(t)),"
                + " kll_sketch_get_n_double(kll_merge_agg_double(q)),"
                + " kll_sketch_get_quantile_double(kll_merge_agg_double(q), 0.25),"
                + " kll_sketch_get_rank_double(kll_merge_agg_double(q), 50000) from stored");
    assertThat(number(all.get(0))).isEqualTo(50);
    assertThat(number(all.get(1))).isCloseTo(ROWS / 2.0, within(ROWS / 2 * 0.08));
    assertThat(number(all.get(2))).isCloseTo(ROWS / 2.0, within(ROWS / 2 * 0.08));
    assertThat(number(all.get(3))).isEqualTo(ROWS);
    assertThat(number(all.get(4))).isCloseTo(ROWS / 4.0, within(ROWS * 0.03));
    assertThat(number(all.get(5))).isCloseTo(0.25, within(0.03));
  }

  @ParameterizedTest
  @ValueSource(strings = {"two threads", "as written", "in 3 partitions", "in little memory"})
  void sketchesOfValuesAreMadeInPartsAndByGroups(String session) {
    List<Object> all =
        row(
            session,
            "select max(abs(h - n) / n), max(abs(t - n) / n), max(abs(q - m) / m) from (select"
                + " hll_sketch_estimate(hll_sketch_agg(i % 977)) as h,"
                + " theta_sketch_estimate(theta_sketch_agg(i % 977)) as t, count(distinct i % 977)"
                + " as n, kll_sketch_get_n_double(kll_sketch_agg_double(i)) as q, count(*) as m"
                + " from range(100000) r(i) group by i % 3000)");
    assertThat(number(all.get(0))).isLessThan(0.08);
    assertThat(number(all.get(1))).isLessThan(0.08);
    assertThat(number(all.get(2))).isZero();
  }

  @Test
  void setsOfThetaSketches() {
    List<Object> all =
        row(
            "in 3 partitions",
            "select theta_sketch_estimate(theta_intersection(a, b)),"
                + " theta_sketch_estimate(theta_difference(a, b)),"
                + " theta_sketch_estimate(theta_union(a, b)) from (select theta_sketch_agg(i) as a,"
                + " theta_sketch_agg(i + 30000) as b from range(60000) r(i))");
    assertThat(number(all.get(0))).isCloseTo(30_000, within(3_500.0));
    assertThat(number(all.get(1))).isCloseTo(30_000, within(3_500.0));
    assertThat(number(all.get(2))).isCloseTo(90_000, within(6_000.0));
  }

  @Test
  void sketchesRunOverWindowsAndBytesThatAreNoneAreRefused() {
    try (QueryResult result =
        SESSIONS
            .get("two threads")
            .sql(
                "select hll_sketch_estimate(hll_sketch_agg(x) over (order by x)) as n from (values"
                    + " (1), (2), (3)) t(x) order by n")
            .collect()) {
      List<Long> counts = new ArrayList<>();
      result.forEach(row -> counts.add(row.longValue(0)));
      assertThat(counts).containsExactly(1L, 2L, 3L);
    }
    assertThatThrownBy(() -> row("two threads", "select hll_sketch_estimate('abcdefghij'::blob)"))
        .hasMessageStartingWith("Cannot read 10 bytes as a HyperLogLog sketch: ");
    assertThatThrownBy(() -> row("two threads", "select hll_union_agg(1)"))
        .hasMessageContaining("hll_union_agg does not take (INTEGER)");
    assertThatThrownBy(() -> row("two threads", "select theta_sketch_agg(date '2024-01-01')"))
        .hasMessageContaining("theta_sketch_agg does not take (DATE)");
  }
}
