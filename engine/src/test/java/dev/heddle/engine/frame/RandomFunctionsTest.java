package dev.heddle.engine.frame;

import static dev.heddle.frame.expr.Functions.avg;
import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.PreparedQuery;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.option.ParquetWriteOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions that draw random numbers: each rule of the package page of their definitions. */
class RandomFunctionsTest {
  private static final long ROWS = 20_000;
  private static final Map<String, Session> SESSIONS = new LinkedHashMap<>();
  @TempDir private static Path folder;

  @BeforeAll
  static void open() {
    SESSIONS.putAll(SessionsOfAllKinds.open());
    Session writing = SESSIONS.get("one thread");
    Path file = folder.resolve("rows.parquet");
    writing
        .sql("select i, i % 7 as k from range(" + ROWS + ") t(i)")
        .write()
        .parquet(file, ParquetWriteOptions.DEFAULT.withRowGroupRows(1_000));
    SESSIONS.values().forEach(s -> s.createView("t", s.read().parquet(file)));
  }

  @AfterAll
  static void close() {
    SESSIONS.values().forEach(Session::close);
  }

  private static List<String> rows(DataFrame frame) {
    try (QueryResult result = frame.collect()) {
      List<String> rows = new ArrayList<>();
      result.forEach(row -> rows.add(row.toString()));
      return rows;
    }
  }

  private static List<String> rows(String session, String sql) {
    return rows(SESSIONS.get(session).sql(sql));
  }

  /** The values of a query's only row. */
  private record Values(List<?> values) {
    double doubleValue(int column) {
      return ((Number) values.get(column)).doubleValue();
    }

    long longValue(int column) {
      return ((Number) values.get(column)).longValue();
    }
  }

  private static Values row(String session, String sql) {
    try (QueryResult result = SESSIONS.get(session).sql(sql).collect()) {
      List<Object> values = new ArrayList<>();
      Row row = result.iterator().next();
      for (int i = 0; i < result.schema().size(); i++) {
        values.add(row.value(i));
      }
      return new Values(values);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"one thread", "four threads", "as written", "in 3 partitions"})
  void numbersAreUniformAndOthersInEachRowAndCall(String session) {
    Values row =
        row(
            session,
            "select min(r), max(r), avg(r), stddev(r), count(distinct r), corr(r, s), avg(n),"
                + " stddev(n), count(*) filter (where r = s)"
                + " from (select random() as r, rand() as s, randn() as n from t)");
    assertThat(row.doubleValue(0)).isBetween(0.0, 0.01);
    assertThat(row.doubleValue(1)).isBetween(0.99, 1.0);
    assertThat(row.doubleValue(2)).isCloseTo(0.5, within(0.02));
    assertThat(row.doubleValue(3)).isCloseTo(Math.sqrt(1 / 12.0), within(0.01));
    assertThat(row.longValue(4)).isEqualTo(ROWS);
    assertThat(row.doubleValue(5)).isCloseTo(0, within(0.05));
    assertThat(row.doubleValue(6)).isCloseTo(0, within(0.05));
    assertThat(row.doubleValue(7)).isCloseTo(1, within(0.05));
    assertThat(row.longValue(8)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"one thread", "four threads", "as written", "in 3 partitions"})
  void noConstantIsMadeOfACall(String session) {
    assertThat(row(session, "select count(distinct random() + 1) from t").longValue(0))
        .isEqualTo(ROWS);
    assertThat(row(session, "select random() = random()").toString()).contains("false");
    assertThat(row(session, "select count(*) from t where random() < 0.25").longValue(0))
        .isBetween(ROWS / 5, ROWS * 3 / 10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"one thread", "four threads", "as written", "in 3 partitions"})
  void equalCallsAreNotMerged(String session) {
    assertThat(
            row(
                    session,
                    "select count(*) from (select random() as a, random() as b from t) where a = b")
                .longValue(0))
        .isZero();
    Values sums =
        row(session, "select sum(random()), sum(random()), sum(rand(3)), sum(rand(3)) from t");
    assertThat(sums.doubleValue(0)).isNotEqualTo(sums.doubleValue(1));
    assertThat(sums.doubleValue(2)).isCloseTo(sums.doubleValue(3), within(1e-6));
    assertThat(rows(session, "select random() union select random()")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"one thread", "four threads", "as written", "in 3 partitions"})
  void aColumnIsDrawnOnceWhateverReadsIt(String session) {
    assertThat(
            row(
                    session,
                    "select count(*) from (select i, random() as r from t) where r < 0.5 and r >="
                        + " 0.5")
                .longValue(0))
        .isZero();
    assertThat(
            row(
                    session,
                    "select count(*), min(r), max(r) from (select random() as r from t)"
                        + " where r between 0.2 and 0.3")
                .doubleValue(1))
        .isGreaterThanOrEqualTo(0.2);
    assertThat(
            row(
                    session,
                    "select count(*) from (select r, r + 1 as s from (select random() as r from t))"
                        + " where s <> r + 1")
                .longValue(0))
        .isZero();
    assertThat(
            row(
                    session,
                    "with d as (select i, random() as r from t) select count(*) from d a join d b"
                        + " on a.i = b.i where a.r <> b.r")
                .longValue(0))
        .isZero();
    Values aliased = row(session, "select random() as a, a as b");
    assertThat(aliased.doubleValue(0)).isEqualTo(aliased.doubleValue(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"one thread", "four threads", "as written", "in 3 partitions"})
  void nothingMovesBelowADraw(String session) {
    // by a seed, the numbers of rows are known: they must be the same below whatever is above
    String all = "select i, rand(5) as r from t";
    Set<String> every = new HashSet<>(rows(session, all));
    for (String some :
        List.of(
            "select * from (" + all + ") where i % 10 = 3",
            "select * from (" + all + ") limit 5",
            "select * from (" + all + ") order by i desc limit 5",
            "select d.* from (" + all + ") d join (values (77), (19999)) v(j) on d.i = v.j",
            "select i, max(r) from (" + all + ") where i > 9 group by i")) {
      assertThat(rows(session, some)).as(some).isNotEmpty().allMatch(every::contains);
    }
    assertThat(rows(session, "select k, random() from t group by k")).hasSize(7);
    assertThat(
            row(
                    session,
                    "select count(distinct r) from (select k, random() as r from t group by k)")
                .longValue(0))
        .isEqualTo(7);
    assertThat(
            row(
                    session,
                    "select count(distinct r) from (select random() as r from t a join"
                        + " (values (1), (1)) b(x) on a.k = b.x)")
                .longValue(0))
        .isEqualTo(2 * ((ROWS + 5) / 7));
  }

  @ParameterizedTest
  @ValueSource(strings = {"one thread", "four threads", "as written", "in 3 partitions"})
  void eachQueryHasItsOwnNumbersAndPlansAreNotCached(String session) {
    Session here = SESSIONS.get(session);
    DataFrame frame = here.table("t").select(col("i"), random().named("r")).limit(3);
    assertThat(rows(frame)).isNotEqualTo(rows(frame));
    String sql = "select random()";
    assertThat(rows(session, sql)).isNotEqualTo(rows(session, sql));
    PreparedQuery prepared = here.prepare("select random() + ?");
    assertThat(rows(prepared.bind(1))).isNotEqualTo(rows(prepared.bind(1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"one thread", "four threads", "as written", "in 3 partitions"})
  void aSeedOfTheSessionBeginsASeries(String session) {
    Session here = SESSIONS.get(session);
    List<List<String>> runs = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      here.execute("set seed = 0.42");
      runs.add(rows(here.sql("select i, random(), uuid() from t order by i limit 4")));
      runs.add(rows(here.sql("select i, random(), uuid() from t order by i limit 4")));
    }
    here.execute("reset seed");
    assertThat(runs.get(0)).isEqualTo(runs.get(2)).isNotEqualTo(runs.get(1));
    assertThat(runs.get(1)).isEqualTo(runs.get(3));
    assertThatThrownBy(() -> here.execute("set seed = 'x'"))
        .hasMessageContaining("Cannot set seed to x: it is a number, such as 0.42");
  }

  @ParameterizedTest
  @ValueSource(strings = {"one thread", "four threads", "as written", "in 3 partitions"})
  void setseedBeginsASeries(String session) {
    Session here = SESSIONS.get(session);
    List<List<String>> runs = new ArrayList<>();
    for (String call : List.of("setseed(0.42)", "setseed(-1)", "setseed(0.42)", "setseed(-1.0)")) {
      assertThat(rows(here.sql("select " + call))).isEqualTo(List.of("[null]"));
      runs.add(rows(here.sql("select i, random(), uuid() from t order by i limit 4")));
      assertThat(rows(here.sql("select setseed(null)"))).isEqualTo(List.of("[null]"));
      runs.add(rows(here.sql("select i, random(), uuid() from t order by i limit 4")));
    }
    assertThat(runs.subList(0, 4)).isEqualTo(runs.subList(4, 8)).doesNotHaveDuplicates();
    String both = "select " + "setseed(0.1), count(*), min(random()) from t";
    assertThat(rows(here.sql(both))).isEqualTo(rows(here.sql(both)));
    here.execute("reset seed");
    assertThat(rows(here.sql("select random()"))).isNotEqualTo(rows(here.sql("select random()")));
    assertThatThrownBy(() -> here.sql("select setseed(1.5)"))
        .hasMessageContaining("setseed takes a number from -1 to 1, not 1.5");
    assertThatThrownBy(() -> here.sql("select setseed(i) from t"))
        .hasMessageContaining("setseed takes a literal number from -1 to 1, not ");
  }

  @Test
  void aSeedGivesTheSameNumbersWhateverTheThreads() {
    String sql = "select i, rand(9), randn(9), rand(-9) from t where k <> 2";
    List<List<String>> found = new ArrayList<>();
    for (String session : List.of("one thread", "four threads", "as written")) {
      found.add(new ArrayList<>(new TreeSet<>(rows(session, sql))));
    }
    assertThat(new HashSet<>(found)).hasSize(1);
    assertThat(found.getFirst()).hasSize((int) (ROWS - (ROWS + 4) / 7));
  }

  @ParameterizedTest
  @ValueSource(strings = {"one thread", "four threads", "as written", "in 3 partitions"})
  void conditionsOfJoinsAndPlacesOfAllKindsDraw(String session) {
    long pairs = ROWS * 7;
    assertThat(
            row(
                    session,
                    "select count(*) from t a join (values (0), (1), (2), (3), (4), (5), (6)) b(x)"
                        + " on random() < 0.5")
                .longValue(0))
        .isBetween(pairs * 45 / 100, pairs * 55 / 100);
    assertThat(rows(session, "select i from t order by random() limit 5"))
        .isNotEqualTo(rows(session, "select i from t order by random() limit 5"));
    assertThat(rows(session, "select sum(i) over (partition by floor(random() * 3)) from t"))
        .hasSize((int) ROWS);
    assertThat(
            row(
                    session,
                    "select count(distinct g) from (select floor(random() * 3) as g from t group by"
                        + " 1)")
                .longValue(0))
        .isEqualTo(3);
    assertThat(rows(session, "select (select random()) from t limit 2")).hasSize(2);
    assertThat(rows(session, "values (random()), (random())")).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(strings = {"one thread", "four threads", "as written", "in 3 partitions"})
  void uuidsAreOfTheirVersionAndDiffer(String session) {
    Values row =
        row(
            session,
            "select count(distinct u), count(distinct v), bool_and(cast(u as varchar) similar to"
                + " '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'),"
                + " bool_and(cast(v as varchar) similar to"
                + " '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'),"
                + " count(distinct substr(cast(v as varchar), 1, 13))"
                + " from (select gen_random_uuid() as u, uuidv7() as v from t)");
    assertThat(row.longValue(0)).isEqualTo(ROWS);
    assertThat(row.longValue(1)).isEqualTo(ROWS);
    assertThat(row.values().get(2)).isEqualTo(true);
    assertThat(row.values().get(3)).isEqualTo(true);
    assertThat(row.longValue(4)).isEqualTo(1); // the moment of the query
  }

  @Test
  void listsAreShuffledAndSampled() {
    Values row =
        row(
            "one thread",
            "select count(distinct s), bool_and(list_sort(s) = [1, 2, 3, 4]),"
                + " bool_and(length(two) = 2), min(shuffle(null::int[])),"
                + " bool_and(length(list_sample([1], 3)) = 1)"
                + " from (select shuffle([1, 2, 3, 4]) as s, list_sample([1, 2, 3], 2) as two"
                + " from t)");
    assertThat(row.longValue(0)).isEqualTo(24);
    assertThat(row.values().get(1)).isEqualTo(true);
    assertThat(row.values().get(2)).isEqualTo(true);
    assertThat(row.values().get(3)).isNull();
    assertThat(row.values().get(4)).isEqualTo(true);
    assertThatThrownBy(() -> rows("one thread", "select list_sample([1], -1)"))
        .hasMessageContaining("Cannot choose -1 elements of a list: it is 0 or more");
  }

  @Test
  void oneExpressionIsOneNumberOfARow() {
    Expr number = random();
    DataFrame frame =
        SESSIONS
            .get("four threads")
            .table("t")
            .select(number.named("a"), number.plus(1).named("b"));
    assertThat(frame.filter(col("a").plus(1).notEqTo(col("b"))).count()).isZero();
    DataFrame averages =
        SESSIONS
            .get("in 3 partitions")
            .table("t")
            .withColumn("g", call("floor", random().times(2)))
            .groupBy("g")
            .agg(count().named("n"), avg(col("i")).named("i"));
    assertThat(averages.count()).isEqualTo(2);
  }

  @Test
  void placesWithoutARowAreRefused() {
    assertThatThrownBy(() -> rows("one thread", "select list_transform([1, 2], x -> random())"))
        .hasMessageContaining("draws random numbers, which rows have and elements do not");
    assertThatThrownBy(
            () -> rows("one thread", "select * from t a left join t b on random() < 0.5"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("Cannot draw random numbers in the condition of LEFT JOIN");
    assertThatThrownBy(() -> rows("one thread", "select rand(i) from t"))
        .hasMessageContaining("rand takes a literal integer as its seed, not i");
    assertThatThrownBy(() -> call("random", lit(1), lit(2)))
        .hasMessageContaining("random takes 0 to 1 arguments, not 2");
  }
}
