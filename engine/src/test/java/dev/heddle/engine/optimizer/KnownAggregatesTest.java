package dev.heddle.engine.optimizer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What footers tell of whole tables is what scans of them find. */
class KnownAggregatesTest {
  private static final long SEED = Long.getLong("heddle.seed", 71);
  private static final String NUMBERS =
      "cast(x %% 100 as tinyint) as i8, cast(x %% 10000 as smallint) as i16, cast(x as integer) as"
          + " i32, x * 1000000007 as i64, date '2020-01-01' + cast(x %% 5000 as integer) as d,"
          + " timestamp '1969-12-31 23:59:59.123456' + to_microseconds(x * 12345) as ts,"
          + " cast(timestamp '1969-12-31 23:59:59' + to_microseconds(x * 12345) as timestamptz) as"
          + " tz, case when x %% 3 = 0 then x end as n, cast(null as integer) as nothing,"
          + " cast(x as double) as f, 'text ' || x as t";

  @TempDir static Path folder;
  private static Session with;
  private static Session without;

  @BeforeAll
  static void write() {
    with = Heddle.local();
    without = Heddle.local(SessionOptions.defaults().withExcludedRules(Set.of("KnownAggregates")));
    Random random = new Random(SEED);
    for (int file = 0; file < 4; file++) {
      int rows = file == 2 ? 0 : 1 + random.nextInt(5000);
      int from = random.nextInt(20_000) - 10_000;
      with.execute(
          "copy (select "
              + NUMBERS.formatted()
              + " from (select i + "
              + from
              + " as x from range("
              + rows
              + ") r(i)) y) to '"
              + folder.resolve("many/" + file + ".parquet")
              + "'");
    }
    with.execute(
        "copy (select 7 as i32, 'x' as t) to '" + folder.resolve("apart/less.parquet") + "'");
    with.execute(
        "copy (select 8 as i32, 9 as n, 'x' as t) to '"
            + folder.resolve("apart/more.parquet")
            + "'");
  }

  @AfterAll
  static void close() {
    with.close();
    without.close();
  }

  private static void same(String query, boolean isKnown) {
    String plan = with.sql(query).explain(ExplainMode.OPTIMIZED);
    assertThat(plan.contains("Values")).as(query + "\n" + plan).isEqualTo(isKnown);
    assertThat(without.sql(query).explain(ExplainMode.OPTIMIZED)).doesNotContain("Values");
    assertThat(RuleTester.rows(with, query))
        .as("seed " + SEED + ": " + query)
        .isEqualTo(RuleTester.rows(without, query));
  }

  @Test
  void boundsAndCountsOfAllTypesAreThoseThatScansFind() {
    for (String table : List.of("many/*.parquet", "many/0.parquet", "many/2.parquet")) {
      String from = " from '" + folder.resolve(table) + "'";
      for (String column : List.of("i8", "i16", "i32", "i64", "d", "ts", "tz", "n", "nothing")) {
        same("select min(%1$s), max(%1$s), count(%1$s), count(*)".formatted(column) + from, true);
      }
      same("select max(d), min(ts), max(n)" + from, true);
    }
  }

  @Test
  void whatIsNotKnownIsRead() {
    String from = " from '" + folder.resolve("many/*.parquet") + "'";
    same("select min(f)" + from, false);
    same("select max(t)" + from, false);
    same("select max(i32), sum(i32)" + from, false);
    same("select max(i32)" + from + " where i8 > 3", false);
    same("select i8, max(i32)" + from + " group by i8", false);
    same("select max(i32) filter (where i8 > 3)" + from, false);
    same("select max(i32 + 1)" + from, false);
    same("select count(distinct i32), max(i32)" + from, false);
    same("select count(*)" + from, false);
  }

  @Test
  void filesThatLackAColumnHaveNulls() {
    String from =
        " from read_parquet('" + folder.resolve("apart/*.parquet") + "', union_by_name => true)";
    same("select min(i32), max(i32), count(i32)" + from, true);
    same("select min(n), max(n), count(n), count(*)" + from, true);
  }
}
