package dev.heddle.engine.frame;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.expr;
import static dev.heddle.frame.expr.Functions.outer;
import static dev.heddle.frame.expr.Functions.scalar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.option.ParquetWriteOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows chosen at random. */
class SampleTest {
  private static final long ROWS = 100_000;
  private static final Map<String, Session> SESSIONS = new LinkedHashMap<>();
  @TempDir private static Path folder;

  @BeforeAll
  static void open() {
    SESSIONS.putAll(SessionsOfAllKinds.open());
    Session writing = SESSIONS.get("one thread");
    writing
        .sql("select i, i % 7 as k, cast(i as varchar) as s from range(" + ROWS + ") t(i)")
        .write()
        .parquet(
            folder.resolve("rows.parquet"), ParquetWriteOptions.DEFAULT.withRowGroupRows(5_000));
  }

  @AfterAll
  static void close() {
    SESSIONS.values().forEach(Session::close);
  }

  private static DataFrame rows(String session) {
    return SESSIONS.get(session).read().parquet(folder.resolve("rows.parquet"));
  }

  private static List<Long> numbers(DataFrame frame) {
    try (QueryResult result = frame.collect()) {
      List<Long> numbers = new ArrayList<>();
      result.forEach(row -> numbers.add(row.longValue(0)));
      return numbers;
    }
  }

  private static Set<Long> different(DataFrame frame) {
    List<Long> numbers = numbers(frame);
    Set<Long> different = new HashSet<>(numbers);
    assertThat(different).hasSameSizeAs(numbers);
    return different;
  }

  @ParameterizedTest
  @ValueSource(strings = {"one thread", "four threads", "as written", "in 3 partitions"})
  void aFractionKeepsAboutThatShareOfRows(String session) {
    for (double fraction : List.of(0.001, 0.1, 0.5, 0.97)) {
      double deviation = Math.sqrt(ROWS * fraction * (1 - fraction));
      long seed = Math.round(fraction * 1000);
      assertThat((double) different(rows(session).select("i").sample(fraction, seed)).size())
          .isCloseTo(ROWS * fraction, within(5 * deviation));
    }
    assertThat(rows(session).sample(0).count()).isZero();
    assertThat(rows(session).sample(1).count()).isEqualTo(ROWS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"one thread", "four threads", "as written", "in 3 partitions"})
  void equalRowsAreChosenEachForItself(String session) {
    DataFrame sample = rows(session).select("k").sample(0.2, 11);
    Map<Long, Integer> counts = new TreeMap<>();
    numbers(sample).forEach(k -> counts.merge(k, 1, Integer::sum));
    double expected = ROWS * 0.2 / 7;
    assertThat(counts).hasSize(7);
    assertThat(counts.values())
        .allSatisfy(
            count ->
                assertThat((double) count).isCloseTo(expected, within(5 * Math.sqrt(expected))));
  }

  @Test
  void aSeedChoosesTheSameRowsWhateverTheThreads() {
    List<Set<Long>> fractions = new ArrayList<>();
    List<Set<Long>> counted = new ArrayList<>();
    List<Set<Long>> filtered = new ArrayList<>();
    for (String session : List.of("one thread", "four threads", "as written")) {
      fractions.add(different(rows(session).sample(0.03, 5).select("i")));
      counted.add(different(rows(session).sampleRows(500, 5).select("i")));
      filtered.add(different(rows(session).filter(expr("k = 3")).select("i").sample(0.1, 5)));
    }
    assertThat(new HashSet<>(fractions)).hasSize(1);
    assertThat(new HashSet<>(counted)).hasSize(1);
    assertThat(new HashSet<>(filtered)).hasSize(1);
    assertThat(different(rows("four threads").sample(0.03, 6).select("i")))
        .isNotEqualTo(fractions.getFirst());
  }

  @Test
  void whatFollowsASampleDoesNotChangeIt() {
    DataFrame sample = rows("four threads").sample(0.3, 9);
    Set<Long> whole = different(sample.select("i"));
    Set<Long> expected = new HashSet<>(whole);
    expected.removeIf(i -> i % 7 != 2);
    assertThat(different(sample.filter(expr("k = 2")).select("i"))).isEqualTo(expected);
    DataFrame few = rows("four threads").filter(expr("i < 50")).select("i");
    expected.clear();
    whole.stream().filter(i -> i < 50).forEach(expected::add);
    assertThat(different(sample.join(few, "i").select("i"))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"one thread", "four threads", "as written", "in 3 partitions"})
  void aNumberOfRowsIsExact(String session) {
    for (long count : List.of(0L, 1L, 100L, ROWS - 1, ROWS, ROWS + 1, Long.MAX_VALUE)) {
      assertThat(different(rows(session).sampleRows(count).select("i")))
          .hasSize((int) Math.min(count, ROWS));
    }
    assertThat(rows(session).filter(expr("i < 0")).sampleRows(3).count()).isZero();
  }

  @Test
  void eachRowIsAsProbable() {
    DataFrame ten = rows("one thread").filter(expr("i < 10")).select("i").cache();
    int[] chosen = new int[10];
    for (int seed = 0; seed < 500; seed++) {
      numbers(ten.sampleRows(3, seed)).forEach(i -> chosen[Math.toIntExact(i)]++);
    }
    for (int times : chosen) {
      assertThat(times).isBetween(150 - 5 * 11, 150 + 5 * 11);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"one thread", "four threads", "as written", "in 3 partitions"})
  void aFrameThatIsUsedTwiceIsDrawnOnce(String session) {
    DataFrame groups = rows(session).select("i").distinct();
    DataFrame sample = groups.select("i").sample(0.4);
    assertThat(sample.intersect(sample).count()).isBetween(ROWS * 39 / 100, ROWS * 41 / 100);
    assertThat(sample.except(sample).count()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"one thread", "four threads", "as written", "in 3 partitions"})
  void everyTaskSeesTheSameSample(String session) {
    DataFrame keys = SESSIONS.get(session).sql("select i as j from range(7) t(i)").sampleRows(3, 4);
    Set<Long> chosen = different(keys);
    DataFrame joined =
        rows(session).join(keys.select(col("j").named("k")), "k").select("k").distinct();
    assertThat(different(joined)).isEqualTo(chosen);
  }

  @ParameterizedTest
  @ValueSource(strings = {"one thread", "four threads", "as written", "in 3 partitions"})
  void aSampleMayBeDrawnForEachRow(String session) {
    DataFrame keys = SESSIONS.get(session).sql("select i as j from range(9) t(i)");
    DataFrame one = rows(session).filter(col("k").eqTo(outer("j"))).sampleRows(1, 3).select("i");
    try (QueryResult result = keys.select(col("j"), scalar(one).named("i")).collect()) {
      List<Long> seen = new ArrayList<>();
      result.forEach(
          row -> {
            seen.add(row.longValue(0));
            if (row.longValue(0) < 7) {
              assertThat(row.longValue(1) % 7).isEqualTo(row.longValue(0));
            } else {
              assertThat(row.isNull(1)).isTrue();
            }
          });
      assertThat(seen).hasSize(9);
    }
  }

  @Test
  void oddSizesAreRefused() {
    DataFrame rows = rows("one thread");
    for (double fraction : List.of(-0.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY)) {
      assertThatThrownBy(() -> rows.sample(fraction))
          .isInstanceOf(AnalysisException.class)
          .hasMessage("Cannot sample: the fraction is " + fraction + "; it must be from 0 to 1");
    }
    assertThatThrownBy(() -> rows.sampleRows(-1))
        .isInstanceOf(AnalysisException.class)
        .hasMessage("Cannot sample: the number of rows is -1; it must be at least 0");
  }

  @Test
  void plansSayWhatIsChosen() {
    DataFrame rows = rows("one thread");
    assertThat(rows.sample(0.25, 8).explain()).contains("RandomKey seed 8").contains("0.25");
  }
}
