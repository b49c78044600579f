package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.suite.TpchData;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Exchanges of thousands of maps and partitions, in processes with small heaps. */
@Tag("process")
class LargeExchangeTest {
  private static final int ROWS = 40; // of a file

  private static final int MAPS = Integer.getInteger("heddle.large.maps", 250);
  private static final int MANY = Math.min(MAPS, 2_000);

  private static final List<String> COLUMNS =
      List.of(
          "l_returnflag",
          "l_linestatus",
          "l_quantity",
          "l_extendedprice",
          "l_discount",
          "l_tax",
          "l_shipdate");

  private static final String QUERY_1 =
      """
      select l_returnflag, l_linestatus, sum(q) as sum_qty, sum(p) as sum_base_price,
        sum(p * (1 - d)) as sum_disc_price, sum(p * (1 - d) * (1 + t)) as sum_charge,
        count(*) as count_order
      from (select l_returnflag, l_linestatus, cast(l_quantity as decimal(15, 2)) as q,
          cast(l_extendedprice as decimal(15, 2)) as p, cast(l_discount as decimal(15, 2)) as d,
          cast(l_tax as decimal(15, 2)) as t, cast(l_shipdate as date) as s
        from items)
      where s <= date '1998-09-02'
      group by l_returnflag, l_linestatus
      order by l_returnflag, l_linestatus
      """;

  @TempDir private Path folder;

  @Test
  void manyTasksExchangeRowsAmongAsManyPartitions() throws Exception {
    Path files = Files.createDirectories(folder.resolve("files"));
    long total = 0;
    Set<Long> keys = new HashSet<>();
    for (int i = 0; i < MANY; i++) {
      StringBuilder text = new StringBuilder("k,v\n");
      for (int row = 0; row < ROWS; row++) {
        long key = (i * 40L + row) * 7919 % 30_011;
        keys.add(key);
        total += i + row;
        text.append(key).append(',').append(i + row).append('\n');
      }
      Files.writeString(files.resolve("part-" + i + ".csv"), text);
    }
    try (TestCluster cluster =
            new TestCluster(folder.resolve("cluster"), 2, 1, null, List.of(), List.of());
        Session session = Heddle.local(cluster.options().withPartitions(MANY))) {
      session.createView("files", session.read().csv(files.toString()));
      DataFrame sums =
          session.sql(
              "select count(*) as k, sum(n) as n, sum(v) as v from"
                  + " (select k, count(*) as n, sum(v) as v from files group by k)");
      try (QueryResult result = sums.collect()) {
        assertThat(result.toText(10))
            .containsSubsequence(
                String.valueOf(keys.size()), String.valueOf(MANY * ROWS), String.valueOf(total));
      }
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void oneQueryOfTpchHasAMapForEachOfManyFiles() throws Exception {
    Path data = TpchData.ensure(folder, 0.01, _ -> {});
    Path files = Files.createDirectories(folder.resolve("lineitem"));
    String expected;
    try (Session local = Heddle.local(SessionOptions.defaults().withThreads(2))) {
      local.createView("items", local.read().parquet(data.resolve("lineitem.parquet").toString()));
      expected = text(local.sql(QUERY_1));
      writeFiles(local, files);
    }
    try (TestCluster cluster =
            new TestCluster(folder.resolve("cluster"), 2, 1, null, List.of(), List.of());
        Session session = Heddle.local(cluster.options().withPartitions(8))) {
      session.createView("items", session.read().csv(files.toString()));
      assertThat(text(session.sql(QUERY_1))).isEqualTo(expected);
    }
  }

  private static void writeFiles(Session session, Path files) throws Exception {
    List<StringBuilder> texts = new ArrayList<>();
    for (int i = 0; i < MAPS; i++) {
      texts.add(new StringBuilder(String.join(",", COLUMNS)).append('\n'));
    }
    int row = 0;
    try (QueryResult all =
        session.sql("select " + String.join(", ", COLUMNS) + " from items").collect()) {
      for (Row each : all) {
        StringBuilder text = texts.get(row++ % MAPS);
        for (int c = 0; c < COLUMNS.size(); c++) {
          text.append(each.value(c)).append(c + 1 < COLUMNS.size() ? ',' : '\n');
        }
      }
    }
    for (int i = 0; i < MAPS; i++) {
      Files.writeString(files.resolve("part-" + i + ".csv"), texts.get(i));
    }
  }

  private static String text(DataFrame frame) {
    try (QueryResult result = frame.collect()) {
      return result.toText(10);
    }
  }
}
