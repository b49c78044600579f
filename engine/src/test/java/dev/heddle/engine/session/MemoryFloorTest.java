package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.ErrorKind;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.io.testing.Effort;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

class MemoryFloorTest {
  private static final String QUERY =
      "select v, count(*) as n from (values (1), (2), (1)) as t(v) group by v order by v";
  private static final int PICKS = 8;
  private static final int KEYS = 12;
  private static final long MIB = 1 << 20;
  private static final int THREADS = 8; // where there are many

  /** Beside lists, each of which is one value and cannot be divided. */
  private static final long LIST_BYTES = 64 * MIB;

  private static Session session(long limit) {
    return session(limit, 2);
  }

  private static Session session(long limit, int threads) {
    return Heddle.local(
        SessionOptions.defaults().withThreads(threads).withMemoryBudgetBytes(limit));
  }

  private static double floorMebibytes(Session session, String query) {
    String text = session.sql(query).explain(ExplainMode.ALL);
    Matcher floor = Pattern.compile("needs at least ([0-9.]+) MiB").matcher(text);
    assertThat(floor.find()).as(text).isTrue();
    return Double.parseDouble(floor.group(1));
  }

  @Test
  void runsWithTheFloorThatExplainNamesAndIsRefusedBelowIt() {
    long floor;
    try (Session session = session(1L << 30)) {
      floor = (long) (floorMebibytes(session, QUERY) * MIB);
      assertThat(floor).isBetween(MIB, 128 * MIB);
    }
    try (Session session = session(floor + MIB / 10);
        QueryResult result = session.sql(QUERY).collect()) {
      assertThat(result.rowCount()).isEqualTo(2);
    }
    try (Session session = session(floor - MIB / 2)) {
      assertThatThrownBy(() -> session.sql(QUERY).collect())
          .isInstanceOfSatisfying(
              HeddleException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY);
                assertThat(e.code().kind()).isEqualTo(ErrorKind.RESOURCE);
                assertThat(e.getMessage()).startsWith("Cannot start").contains("needs at least");
              });
    }
  }

  private static String nested(int levels) {
    String query = "select * from (values (1, 2), (2, 3), (1, 4)) as t(k, v)";
    for (int i = 0; i < levels; i++) {
      query = "select v as k, count(*) + max(k) as v from (" + query + ") t group by v";
    }
    return query;
  }

  @Test
  void whatHasEndedWhenAnotherBeginsNeedsNoMemory() {
    try (Session session = session(1L << 30)) {
      double few = floorMebibytes(session, nested(3));
      assertThat(floorMebibytes(session, nested(20))).isEqualTo(few);
      assertThat(floorMebibytes(session, nested(1))).isLessThan(few);
      String union =
          IntStream.range(0, 8)
              .mapToObj(i -> nested(3) + " having v > " + i)
              .collect(Collectors.joining(" union all "));
      assertThat(floorMebibytes(session, union)).isBetween(2 * few, 8 * few);
      String shared = "with t as (" + nested(3) + ") select * from t a join t b on a.k = b.v";
      assertThat(floorMebibytes(session, shared)).isBetween(few, 4 * few);
    }
    double floor;
    try (Session session = session(1L << 30)) {
      floor = floorMebibytes(session, nested(20));
    }
    try (Session session = session((long) (floor * MIB) + MIB / 10);
        QueryResult result = session.sql(nested(20)).collect()) {
      assertThat(result.rowCount()).isPositive();
    }
  }

  @Test
  void keepsWideRowsOfManyGroupsWithinItsFloor() {
    String picks =
        IntStream.range(0, PICKS)
            .mapToObj(i -> "last(v + " + i + " order by v % 7, v % 5, k, v % 3, k * 2, v) as p" + i)
            .collect(Collectors.joining(", "));
    String sums =
        IntStream.range(0, PICKS)
            .mapToObj(i -> "sum(p" + i + ")")
            .collect(Collectors.joining(" + ", "select count(*) as n, ", " as s from ("));
    String query =
        sums
            + "select k, "
            + picks
            + " from (select range % 60000 as k, range as v from range(150000)) group by k)";
    runsWithItsFloor(query);
  }

  @Test
  void keepsNestedKeysOfManyGroupsWithinItsFloor() {
    String text =
        "concat('a text that is longer than a view, number ', cast(v % 40000 as varchar))";
    String keys =
        "select {'t': "
            + text
            + ", 'n': v} as s, ["
            + text
            + ", null, 'x'] as l, ["
            + text
            + "] as m, v from (select range as v from range("
            + Effort.of(120_000, 40_000)
            + "))";
    runsWithItsFloor(
        "select count(*) as n, sum(length(m[1]) + n) as s from (select s, l, max(m) as m, count(*)"
            + " as n from ("
            + keys
            + ") group by cube(s, l))");
  }

  @Test
  void spillsValuesOfFewGroupsWithinItsFloor() {
    for (String key :
        Effort.isWhole() ? List.of("cast(v % 10 as varchar)", "v % 40") : List.of("v % 40")) {
      for (int rows : Effort.isWhole() ? List.of(1500, 2500) : List.of(800)) {
        runsWithItsFloor(
            "select count(*) as n, sum(m) as s, sum(f) as t from (select median(v) as m, min(v) as"
                + " f from (select a.range * 7 + b.range as v from range("
                + rows
                + ") a, range(1000) b) group by "
                + key
                + ")");
      }
    }
  }

  private static final int THOUSANDS = Integer.getInteger("heddle.floor.thousands", 150);

  /** Integers, each far from the one before. */
  private static final String SCATTERED =
      " (select (a.range * 1000 + b.range) * 7919 % 2000003 as v from range("
          + THOUSANDS
          + ") a, range(1000) b)";

  @Test
  void dividesDistinctValuesWithoutKeysWithinItsFloor() {
    runsWithItsFloor(
        "select count(distinct concat('a text that is too long for a view, and longer, ', cast(v as"
            + " varchar), ' and more')) as texts, sum(distinct v % 1000) as sums, count(distinct"
            + " cast(v as varchar)) as numbers from"
            + SCATTERED);
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void dividesSeveralCollectionsOfEachGroupWithinItsFloor() {
    String text = "concat('another text of some length ', cast(v % 500000 as varchar))";
    runsWithItsFloor(
        "select count(*) as n, max(l) as m from (select length(string_agg(distinct "
            + text
            + ", ',')) as l, sum(v) as s, count(distinct v % 7) filter (where v % 3 > 0) as d from"
            + SCATTERED
            + " group by "
            + text
            + ")");
  }

  @Test
  void sketchesValuesOfManyGroupsWithinItsFloor() {
    for (String key : List.of("v", "v % 30000", "v % 400")) {
      runsWithItsFloor(
          "select count(*) as n, sum(q) > 0 as m from (select approx_quantile(v, 0.5) as q,"
              + " approx_quantile(v % 1999, 0.9) as r, approx_count_distinct(v * 3) as d from"
              + SCATTERED
              + " group by "
              + key
              + ")");
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void groupsOnManyThreadsWithinItsFloor(@TempDir Path directory) {
    Path file = directory.resolve("scattered.parquet");
    try (Session session = session(1L << 30)) {
      session
          .sql("select * from" + SCATTERED)
          .write()
          .parquet(file.toString(), ParquetWriteOptions.DEFAULT.withRowGroupRows(50_000));
    }
    runsWithItsFloor(
        "select count(*) as n, max(t) as m from (select distinct concat('a text longer than a view"
            + " ', v, ' ', u) as t from '"
            + file
            + "', unnest([1, 2, 3]) as x(u))",
        0,
        THREADS);
    for (int i = 0; i < THOUSANDS; i += 400) { // of each thread, maps of combined keys at once
      for (String columns : List.of("v % 7 as k, v % 10000 as a", "v % 2500 as k, v % 11 as a")) {
        runsWithItsFloor(
            "select count(*) as n, sum(a) as s from (select k, count(distinct a) as a, sum(distinct"
                + " v) as b from (select v, "
                + columns
                + " from '"
                + file
                + "') group by k)",
            0,
            THREADS);
      }
    }
  }

  @Test
  void collectsTextsOfManyGroupsWithinItsFloor() {
    runsWithItsFloor(
        "select count(*) as n, sum(c) as s from (select cardinality(array_agg(distinct concat('a"
            + " text of some length, number ', v))) as c, median(distinct v % 7) as m from"
            + SCATTERED
            + " group by v % 600)");
  }

  @Test
  void groupsByAListBesideItsElementsWithinItsFloor() {
    runsWithItsFloor(
        "select count(*) as n, sum(c) as s from (select l, count(x) as c from (select l,"
            + " unnest(l) as x from (select array_agg(range) as l from range(4000))) group by l)",
        LIST_BYTES);
  }

  @Test
  void collectsAListBesideItsElementsWithinItsFloor() {
    int rows = 2_000;
    String query = "select l, unnest(l) as x from (select array_agg(range) as l from range(2000))";
    long floor;
    try (Session session = session(1L << 30)) {
      floor = (long) (floorMebibytes(session, query) * MIB);
    }
    try (Session session = session(floor + 4 * MIB);
        QueryResult result = session.sql(query).collect()) {
      long next = 0;
      for (Row row : result) {
        assertThat(((List<?>) row.value(0)).get((int) next)).isEqualTo(row.value(1));
        assertThat(row.value(1)).isEqualTo(next++);
      }
      assertThat(next).isEqualTo(rows);
    }
  }

  @Test
  void sortsByManyTextsInManyRunsWithinItsFloor() {
    int side = Effort.of(2_500, 1_000);
    String texts =
        IntStream.range(0, KEYS)
            .mapToObj(i -> "concat('a text longer than a view ', v % " + (i + 7) + ") as t" + i)
            .collect(Collectors.joining(", "));
    String keys = IntStream.range(0, KEYS).mapToObj(i -> "t" + i).collect(Collectors.joining(", "));
    runsWithItsFloor(
        "select count(*) as n, sum(r) as s from (select row_number() over (partition by "
            + keys
            + " order by v, w) as r from (select * from (select range as v, "
            + texts
            + " from range("
            + side
            + ")) join (select range as w from range("
            + side
            + ")) on v % 10 = w % 10))");
  }

  /** Rows of texts, structs and lists. */
  private static String wide(int rows) {
    return "select range as v, concat('a text longer than a view ', range % 10) as c0,"
        + " {'a': range % 9, 'b': concat('text text text ', range % 15)} as c1,"
        + " concat('a text longer than a view ', range % 12) as c2,"
        + " {'a': range % 9, 'b': concat('text text text ', range % 17)} as c3,"
        + " cast(range % 57 as varchar) as c4, [range % 13, range, null] as c5,"
        + " [concat('elements are long here ', range % 12)] as c6, [range % 15, range, null] as c7,"
        + " case when range % 5 = 0 then null else concat('some other text ', range) end as c8,"
        + " range * 2 as c9, cast(range as double) / 5 as c10 from range("
        + rows
        + ")";
  }

  @Test
  void dividesWideRowsWithinItsFloor() {
    String joined =
        "select * from ("
            + wide(Effort.of(2_000, 800))
            + ") left join (select range as w, concat('right hand text ', range % 31) as x from"
            + " range(500)) on v % 4 = w % 4";
    runsWithItsFloor(
        "select count(*) as n, sum(v) as s from (select * from ("
            + joined
            + ") union select * from ("
            + joined
            + ") where v % 3 = 1)");
    runsWithItsFloor(
        "select count(*) as n, sum(v) as s from (select distinct * from (" + joined + "))");
    runsWithItsFloor(
        "select count(*) as n, sum(v) as s from (select distinct * from (select v * 1000 + b.range"
            + " as v, v as w, c0, c1, c6, c9 from ("
            + wide(3000)
            + "), range("
            + Effort.of(135, 25)
            + ") b))");
  }

  private static void runsWithItsFloor(String query) {
    runsWithItsFloor(query, 0);
  }

  private static void runsWithItsFloor(String query, long moreBytes) {
    runsWithItsFloor(query, moreBytes, 2);
  }

  private static void runsWithItsFloor(String query, long moreBytes, int threads) {
    long floor;
    List<Object> expected;
    try (Session session = session(1L << 30, threads);
        QueryResult result = session.sql(query).collect()) {
      floor = (long) (floorMebibytes(session, query) * MIB);
      expected = values(result);
    }
    try (Session session = session(floor + MIB / 2 + moreBytes, threads);
        QueryResult result = session.sql(query).collect()) {
      assertThat(values(result)).isEqualTo(expected);
    }
  }

  private static List<Object> values(QueryResult result) {
    Row row = result.iterator().next();
    return List.of(row.value(0), row.value(1));
  }

  @Test
  void theNewestLimitOfOpenSessionsHoldsAndEndsWithItsSession() {
    long before = ProcessMemory.ledger().limitBytes();
    try (Session first = session(128 * MIB)) {
      Session second = session(96 * MIB);
      try (Session third = session(64 * MIB);
          Session silent = session(0)) {
        assertThat(ProcessMemory.ledger().limitBytes()).isEqualTo(64 * MIB);
        second.close();
        silent.close();
        assertThat(ProcessMemory.ledger().limitBytes()).isEqualTo(64 * MIB);
        third.close();
        assertThat(ProcessMemory.ledger().limitBytes()).isEqualTo(128 * MIB);
      }
      first.close();
    }
    assertThat(ProcessMemory.ledger().limitBytes()).isEqualTo(before);
  }

  @Test
  void theDefaultIsAShareOfTheMachineWithoutTheHeap() {
    assertThat(ProcessMemory.defaultBytes(10L << 30, 1L << 30)).isEqualTo(6L << 30);
    assertThat(ProcessMemory.defaultBytes(1L << 30, 1L << 30)).isEqualTo(256 * MIB);
  }
}
