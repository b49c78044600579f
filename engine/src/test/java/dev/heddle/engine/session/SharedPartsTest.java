package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What several parts of a query read is computed once, and they all get all of its rows. */
class SharedPartsTest {
  private static final String NUMBERS =
      "(select i.v + 100 * j.v + 10000 * k.v as n from digits i, digits j, digits k)";

  private final SessionOptions options =
      SessionOptions.defaults().withMemoryBudgetBytes(1L << 28).withThreads(2);

  private static Session session(SessionOptions options) {
    Session session = Heddle.local(options);
    List<String> values = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      values.add("(" + i + ")");
    }
    session.createView(
        "digits", session.sql("select v from (values " + String.join(", ", values) + ") as t(v)"));
    return session;
  }

  private static List<String> rows(Session session, String sql) {
    List<String> rows = new ArrayList<>();
    try (QueryResult result = session.sql(sql).collect()) {
      for (Row row : result) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < row.schema().size(); i++) {
          values.add(String.valueOf(row.value(i)));
        }
        rows.add(values.toString());
      }
    }
    return rows.stream().sorted().toList();
  }

  @Test
  void readersGetTheRowsThatTheyWouldHaveComputed() {
    String groups =
        "with g as (select n % 7919 as k, sum(n) as s, count(*) as c, 'k' || (n % 7919) as t from "
            + NUMBERS
            + " x group by n % 7919) ";
    List<String> queries =
        List.of(
            groups + "select k, s from g where s = (select max(s) from g)",
            groups + "select count(*), sum(a.s), max(b.t) from g a join g b on a.k = b.k + 1",
            groups + "select c, count(*) from g group by c union all select -1, count(*) from g",
            groups
                + "select a.c, count(b.k) from g a left join g b on a.s = b.s and b.k > 7900"
                + " group by a.c",
            groups
                + "select count(*) from g a join g b on a.k = b.k join g d on d.k = a.k"
                + " where a.k in (select k from g where t like '%7')",
            "with i as (select n % 50 as k from "
                + NUMBERS
                + " a intersect select n % 70 from "
                + NUMBERS
                + " b) select count(*), max(x.k) from i x join i y on x.k = y.k + 1",
            "with w as (select k, s, rank() over (order by s) as r from (select n % 991 as k,"
                + " sum(n) as s from "
                + NUMBERS
                + " a group by 1)) select count(*), sum(x.r) from w x join w y on x.r = y.r + 1",
            "with e as (select n % 50 as k from "
                + NUMBERS
                + " a except select n % 20 from "
                + NUMBERS
                + " b) select count(*), min(x.k) from e x left join e y on x.k = y.k - 1");
    try (Session optimized = session(options);
        Session plain = session(options.withoutOptimizer())) {
      for (String sql : queries) {
        assertThat(rows(optimized, sql)).as(sql).isEqualTo(rows(plain, sql));
        String plan = optimized.sql(sql).explain(ExplainMode.PHYSICAL);
        assertThat(plan).as(sql).containsOnlyOnce("Share %1 ").contains("SharedRead of %1");
      }
    }
  }

  @Test
  void partsAreComputedEachTimeWhereThatIsAskedForOrWhereRowsMayDiffer() {
    String twice =
        "with g as (select n % 7 as k, sum(n) as s from "
            + NUMBERS
            + " x group by 1)"
            + " select a.k from g a join g b on a.s = b.s";
    String random =
        "select a.k from (select k + random() as k from (select distinct n % 7 as k from "
            + NUMBERS
            + " x)) a join (select k + random() as k from (select distinct n % 7 as k from "
            + NUMBERS
            + " x)) b on a.k = b.k";
    try (Session shared = session(options);
        Session apart = session(options.withExcludedRules(Set.of("shared parts")))) {
      assertThat(shared.sql(twice).explain(ExplainMode.PHYSICAL)).contains("SharedRead");
      assertThat(apart.sql(twice).explain(ExplainMode.PHYSICAL)).doesNotContain("SharedRead");
      assertThat(rows(apart, twice)).isEqualTo(rows(shared, twice));
      assertThat(rows(shared, random)).isEmpty(); // each side draws its own numbers
    }
  }

  @Test
  void rowsThatDoNotFitIntoMemoryAreSpilled() {
    String sql =
        "with g as (select 'a rather long text number ' || n as t, n from "
            + NUMBERS
            + " x) select count(*), max(t), sum(n) from"
            + " (select t, n from g union all select t, n from g)";
    try (Session roomy = session(options.withMemoryBudgetBytes(1L << 30));
        Session tight = session(options.withMemoryBudgetBytes(56L << 20))) {
      assertThat(rows(tight, sql)).isEqualTo(rows(roomy, sql));
    }
  }

  @Test
  void framesJoinedWithThemselvesAgainAndAgainArePlannedOnce() {
    try (Session session = session(options)) {
      DataFrame frame = session.sql("select v as k, v % 10 as g from digits");
      for (int i = 0; i < 12; i++) {
        frame = frame.join(frame.select("k"), "k");
      }
      try (QueryResult result = frame.collect()) {
        assertThat(result.rowCount()).isEqualTo(100);
      }
    }
  }
}
