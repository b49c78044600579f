package dev.heddle.engine.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** TABLESAMPLE and USING SAMPLE. */
class SqlSampleTest {
  private static Session session;

  @BeforeAll
  static void open() {
    session = Heddle.local(SessionOptions.defaults().withMemoryBudgetBytes(1L << 29));
    session.execute("create table numbers as select i, i % 7 as k from range(10000) t(i)");
  }

  @AfterAll
  static void close() {
    session.close();
  }

  private static List<Object> values(String sql) {
    List<Object> values = new ArrayList<>();
    try (QueryResult result = session.sql(sql).collect()) {
      result.forEach(row -> values.add(row.value(0)));
    }
    return values;
  }

  private static long count(String from) {
    return (long) values("select count(*) from " + from).getFirst();
  }

  @Test
  void takesSharesOfRowsByEachMethod() {
    double deviation = Math.sqrt(10_000 * 0.3 * 0.7);
    for (String sample :
        List.of(
            "tablesample bernoulli (30)",
            "tablesample system (30 percent)",
            "tablesample (30%)",
            "tablesample 30 percent",
            "using sample 30%",
            "using sample 30% (bernoulli)")) {
      assertThat((double) count("numbers " + sample))
          .as(sample)
          .isCloseTo(3_000, within(6 * deviation));
      assertThat(count("numbers " + sample.replace("30", "100"))).as(sample).isEqualTo(10_000);
      assertThat(count("numbers " + sample.replace("30", "0"))).as(sample).isZero();
    }
  }

  @Test
  void takesNumbersOfRows() {
    for (String sample :
        List.of(
            "tablesample 40 rows",
            "tablesample reservoir (40)",
            "tablesample (40 rows) repeatable (7)",
            "using sample 40",
            "using sample reservoir(40 rows)",
            "using sample 40 rows (system)",
            "using sample 40 (reservoir, 7)")) {
      assertThat(count("numbers " + sample)).as(sample).isEqualTo(40);
      assertThat(count("numbers " + sample.replace("40", "40000"))).as(sample).isEqualTo(10_000);
    }
  }

  @Test
  void aSeedGivesTheSameRowsAndNoSeedOthersEachTime() {
    String seeded = "select i from numbers tablesample bernoulli (5) repeatable (3) order by i";
    assertThat(values(seeded)).isEqualTo(values(seeded)).isNotEmpty();
    assertThat(values(seeded)).isNotEqualTo(values(seeded.replace("(3)", "(4)")));
    assertThat(values("select i from numbers using sample 50 (reservoir, 3) order by i"))
        .isEqualTo(
            values("select i from numbers tablesample reservoir(50) repeatable (3) order by 1"));
    String open = "select i from numbers using sample 50 rows order by i";
    assertThat(values(open)).isNotEqualTo(values(open));
    session.execute("create view some_rows as from numbers tablesample 50 rows");
    assertThat(values("select i from some_rows order by i"))
        .isNotEqualTo(values("select i from some_rows order by i"));
    session.execute("drop view some_rows");
  }

  @Test
  void aTableIsSampledBeforeItsJoinAndAllOfFromBeforeWhereAndGroups() {
    assertThat(count("numbers tablesample 30 rows cross join range(3)")).isEqualTo(90);
    assertThat(count("numbers cross join range(3) using sample 30 rows")).isEqualTo(30);
    assertThat(
            values(
                "select count(*) from numbers where k = 1 using sample reservoir(700) repeatable"
                    + " (1)"))
        .allSatisfy(n -> assertThat((long) n).isBetween(50L, 170L));
    assertThat(
            values(
                "select sum(n) from (select k, count(*) as n from numbers group by k using sample"
                    + " 70)"))
        .isEqualTo(List.of(new java.math.BigDecimal(70)));
    assertThat(values("select s.i from numbers tablesample 1 rows as s")).hasSize(1);
  }
}
