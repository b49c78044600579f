package dev.heddle.engine.observed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObservedRowsTest {
  /** A quarter of the rows of one and two have the key 0: estimates expect a few thousand pairs. */
  private static final String SKEWED =
      "select count(*), sum(one.v + two.v + three.v) from one, two, three"
          + " where one.k = two.k and one.j = three.j and two.v > three.v";

  /** Of joins, groups, subqueries and set operations, of which some stop early. */
  private static final List<String> QUERIES =
      List.of(
          SKEWED,
          "select count(*) from one where v % 10 = 3 and k = 0",
          "select k, count(*) from one where j < 2000 group by k having count(*) > 5 order by k",
          "select count(distinct k), count(*) from two",
          "select distinct v % 7, k % 3 from two",
          "select count(*) from one where exists (select 1 from two where two.k = one.k and v <"
              + " 40)",
          "select count(*) from one where not exists (select 1 from two where two.k = one.j)",
          "select count(*), count(two.v) from one left join two on one.j = two.k and two.v < 9",
          "select count(*) from one full join three on one.k = three.j",
          "select count(*) from one, three where one.j = three.j and three.v < 500 and one.v > 90",
          "select count(*) from (select k from one union all select k from two) where k between 1"
              + " and 900",
          "with g as (select k, sum(v) as s from one group by k) select count(*) from g a, g b"
              + " where a.k = b.k and a.s > 10",
          "select one.v from one, two where one.k = two.k order by one.v limit 5",
          "select one.v from one, three where one.j = three.j limit 5",
          "select count(*) from one, two where one.k = two.k and two.v > 1000000",
          "select count(*) from one a, one b where a.k = b.j and a.v < 20 and b.v > 50",
          "select k, (select max(v) from three where three.j = one.j) from one where v = 3 order by"
              + " 1, 2",
          "select count(*) from one where k not in (select k from two where v > 95)");

  @TempDir private Path folder;

  @BeforeEach
  void write() {
    try (Session session = Heddle.local(SessionOptions.defaults().withoutObservedRows())) {
      write(
          session, "one", "case when n % 4 = 0 then 0 else n end as k, n as j, n % 100 as v", 4000);
      write(session, "two", "case when n % 4 = 1 then 0 else n end as k, n % 100 as v", 4000);
      write(session, "three", "n % 4000 as j, n as v", 12_000);
    }
  }

  private void write(Session session, String name, String columns, int rows) {
    session.execute(
        "copy (select %s from range(0, %d) t(n)) to '%s'".formatted(columns, rows, file(name)));
  }

  private Path file(String name) {
    return folder.resolve(name + ".parquet");
  }

  private SessionOptions options(String counts) {
    return SessionOptions.defaults()
        .withThreads(2)
        .withMemoryBudgetBytes(1L << 29)
        .withObservedRowsFolder(folder.resolve(counts));
  }

  private Session open(SessionOptions options) {
    Session session = Heddle.local(options);
    for (String name : List.of("one", "two", "three")) {
      session.execute(
          "create view %s as select * from read_parquet('%s')".formatted(name, file(name)));
    }
    return session;
  }

  private static List<String> rows(Session session, String sql) {
    List<String> rows = new ArrayList<>();
    try (QueryResult result = session.sql(sql).collect()) {
      for (Row row : result) {
        rows.add(row.toString());
      }
    }
    return rows;
  }

  private static String explained(Session session, String sql) {
    return session.sql(sql).explain(ExplainMode.OPTIMIZED);
  }

  /** Returns which table is joined with one first. */
  private static String joinedFirst(String plan) {
    return plan.lines()
        .filter(line -> line.contains("TableScan"))
        .max((a, b) -> Integer.compare(depth(a), depth(b)))
        .map(
            line ->
                plan.lines()
                    .filter(other -> other.contains("TableScan") && depth(other) == depth(line))
                    .map(other -> other.replaceAll(".*/(\\w+)\\.parquet.*", "$1"))
                    .filter(name -> !name.equals("one"))
                    .findFirst()
                    .orElse("none"))
        .orElse("none");
  }

  private static int depth(String line) {
    return line.length() - line.stripLeading().length();
  }

  @Test
  void aLaterProcessJoinsInTheOrderThatCountsShowToBeRight() {
    List<String> first;
    try (Session session = open(options("a"))) {
      assertThat(joinedFirst(explained(session, SKEWED))).isEqualTo("two");
      first = rows(session, SKEWED);
    }
    try (Session session = open(options("a"))) {
      String plan = explained(session, SKEWED);
      assertThat(joinedFirst(plan)).isEqualTo("three");
      assertThat(rows(session, SKEWED)).isEqualTo(first);
      assertThat(session.sql("select * from one, two where one.k = two.k").explain())
          .containsPattern("Join .*\\(~\\d+ rows, observed 1003000\\)")
          .containsPattern("HashJoin .*\\(~\\d+ rows, observed 1003 k, ~");
    }
  }

  @Test
  void anOrderThatPromisesToSaveLittleIsNotTaken() {
    String sql = SKEWED.replace(" and two.v > three.v", ""); // half of the time goes to its rows
    try (Session session = open(options("little"))) {
      String first = joinedFirst(explained(session, sql));
      rows(session, sql);
      String later = explained(session, sql);
      assertThat(later).contains("observed 1003000)");
      assertThat(joinedFirst(later)).isEqualTo(first).isEqualTo("two");
    }
  }

  @Test
  void aPlanOfThePlanCacheIsMadeAnewOnceCountsRefuteIt() {
    try (Session session = open(options("b"))) {
      List<String> first = rows(session, SKEWED);
      String phases = phases(session);
      assertThat(phases).as("made anew").contains("plan: join order");
      assertThat(rows(session, SKEWED)).isEqualTo(first);
      assertThat(phases(session)).as("its estimates are right").contains("plan: reuse");
    }
  }

  private static String phases(Session session) {
    try (QueryResult result = session.sql(SKEWED).collect()) {
      return result.profile().phases().toString();
    }
  }

  @Test
  void aChangedFileHasNoCounts() {
    String sql = "select count(*) from one where v % 10 = 3";
    try (Session session = open(options("c"))) {
      rows(session, sql);
      assertThat(explained(session, sql)).contains("observed 400)");
    }
    try (Session session = Heddle.local(SessionOptions.defaults().withoutObservedRows())) {
      write(session, "one", "n as k, n as j, n % 50 as v", 5000);
    }
    try (Session session = open(options("c"))) {
      assertThat(explained(session, sql)).doesNotContain("observed");
      assertThat(rows(session, sql)).hasToString("[[500]]");
      assertThat(explained(session, sql)).contains("observed 500)");
    }
  }

  @Test
  void countsOfTextFilesBelongToTheOptionsTheyAreReadBy() throws IOException {
    Path csv = folder.resolve("t.csv");
    try (var out = Files.newBufferedWriter(csv)) {
      for (int i = 0; i < 2000; i++) {
        out.write("# " + i + "\n" + i % 10 + ";" + i + "\n");
      }
    }
    String one =
        "select count(*) from read_csv('%s', delim = ';', names = ['a', 'b'], header ="
            + " false, skip = %d, comment = '#') where a = 3";
    try (Session session = open(options("f"))) {
      rows(session, one.formatted(csv, 0));
      assertThat(explained(session, one.formatted(csv, 0))).contains("observed 200)");
      assertThat(explained(session, one.formatted(csv, 1000))).doesNotContain("observed");
      assertThat(rows(session, one.formatted(csv, 1000))).hasToString("[[100]]");
      assertThat(explained(session, one.formatted(csv, 1000))).contains("observed 100)");
      assertThat(explained(session, one.formatted(csv, 0))).contains("observed 200)");
    }
    try (Session session = open(options("f"))) { // the options are the same text in each session
      assertThat(explained(session, one.formatted(csv, 0))).contains("observed 200)");
    }
  }

  @Test
  void nothingIsKeptOrUsedWhenSwitchedOff() {
    String sql = "select count(*) from one where v % 10 = 3";
    try (Session session = open(options("d").withoutObservedRows())) {
      rows(session, sql);
      assertThat(explained(session, sql)).doesNotContain("observed");
    }
    assertThat(folder.resolve("d")).doesNotExist();
    try (Session session = open(options("d"))) {
      session.execute("set uses_observed_rows = off");
      rows(session, sql);
      session.execute("reset uses_observed_rows");
      assertThat(explained(session, sql)).doesNotContain("observed");
      rows(session, sql);
      assertThat(explained(session, sql)).contains("observed 400)");
      session.execute("set uses_observed_rows = off");
      assertThat(explained(session, sql)).doesNotContain("observed");
    }
  }

  @Test
  void rowsOfAQueryThatStopsEarlyAreNotCounted() {
    try (Session session = open(options("e"))) {
      rows(session, "select v from one where v % 10 = 3 limit 2");
      assertThat(explained(session, "select v from one where v % 10 = 3"))
          .doesNotContain("observed");
      rows(session, "select count(*) from one where v % 10 = 3 and random() < 0.5");
      assertThat(explained(session, "select v from one where v % 10 = 3 and random() < 0.5"))
          .doesNotContain("observed");
    }
  }

  @Test
  void answersAndCountsAreTheSameHoweverAQueryIsRun() throws Exception {
    Map<String, SessionOptions> variants = new TreeMap<>();
    variants.put("whole", options("whole"));
    variants.put("other order", options("order").withExcludedRules(Set.of("join order")));
    variants.put("unpushed", options("unpushed").withExcludedRules(Set.of("reduce groups")));
    variants.put("divided", options("divided").withPartitions(3));
    List<List<String>> expected = new ArrayList<>();
    Map<Long, Long> counts = new TreeMap<>();
    Map<String, Integer> common = new TreeMap<>();
    try (Session plain = open(options("none").withoutObservedRows())) {
      for (String sql : QUERIES) {
        expected.add(sorted(rows(plain, sql)));
      }
    }
    for (Map.Entry<String, SessionOptions> variant : variants.entrySet()) {
      for (int round = 0; round < 2; round++) {
        try (Session session = open(variant.getValue())) {
          for (int i = 0; i < QUERIES.size(); i++) {
            List<String> rows = sorted(rows(session, QUERIES.get(i)));
            if (!QUERIES.get(i).contains(" limit ")) {
              assertThat(rows)
                  .as(variant.getKey() + ": " + QUERIES.get(i))
                  .isEqualTo(expected.get(i));
            }
          }
        }
      }
      Path kept = ObservedRowStore.folder(variant.getValue());
      ObservedPairs pairs = new ObservedRowFile(kept, ObservedRowStore.MAX_PAIRS).read();
      for (int i = 0; i < pairs.size(); i++) {
        long rows = pairs.value(i) >>> 16;
        Long earlier = counts.put(pairs.key(i), rows);
        if (earlier != null) {
          common.merge(variant.getKey(), 1, Integer::sum);
          assertThat(rows).as("a count of " + variant.getKey()).isEqualTo(earlier);
        }
      }
    }
    assertThat(common.values()).allMatch(count -> count > 15).hasSize(variants.size() - 1);
    assertThat(Files.size(folder.resolve("whole/rows"))).isLessThan(4_000);
  }

  private static List<String> sorted(List<String> rows) {
    return rows.stream().sorted().toList();
  }
}
