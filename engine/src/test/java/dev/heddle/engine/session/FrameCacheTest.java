package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.exists;
import static dev.heddle.frame.expr.Functions.outer;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrameCacheTest {
  @TempDir Path folder;

  private Session session;
  private Path file;

  /** Written once a test, so that deleting it shows what is read from memory. */
  @BeforeEach
  void open() {
    session = Heddle.local(SessionOptions.defaults().withThreads(2));
    file = folder.resolve("t.parquet");
    session.execute(
        "copy (select n, n % 7 as k, 'name ' || (n % 10) as s, n * 0.5 as d from"
            + " (select row_number() over (order by a.x, b.x) as n from "
            + numbers("a")
            + ", "
            + numbers("b")
            + ") t) to '"
            + file
            + "'");
  }

  private static String numbers(String name) {
    StringBuilder values = new StringBuilder("(values (0)");
    for (int i = 1; i < 317; i++) {
      values.append(", (").append(i).append(')');
    }
    return values + ") " + name + "(x)";
  }

  @AfterEach
  void close() {
    session.close();
  }

  private static long value(DataFrame frame) {
    try (var result = frame.collect()) {
      return ((Number) result.iterator().next().value(0)).longValue();
    }
  }

  private void deleteFile() throws IOException {
    Files.delete(file);
  }

  @Test
  void laterQueriesReadTheRowsOfTheFirst() throws IOException {
    DataFrame table = session.read().parquet(file.toString());
    long rows = table.count();
    DataFrame held = table.filter(col("k").lt(5)).cache();
    assertThat(held.explain()).contains("cached from its first use on");
    long kept = held.count();
    assertThat(kept).isBetween(1L, rows - 1);
    deleteFile();
    assertThat(held.count()).isEqualTo(kept);
    assertThat(value(held.filter(col("k").eqTo(3)).agg(count()))).isPositive();
    assertThat(held.groupBy("s").agg(sum("n").named("n")).count()).isEqualTo(10);
    assertThat(value(held.filter(col("s").eqTo("name 4").and(col("n").gt(90_000))).agg(count())))
        .isEqualTo(
            value(held.filter(col("n").gt(90_000)).filter(col("s").endsWith("4")).agg(count())));
    assertThat(held.explain(ExplainMode.ALL)).contains("in memory", kept + " rows");
    DataFrame again = table.filter(col("k").lt(5));
    assertThat(again.count()).as("an equal frame").isEqualTo(kept);
    held.uncache();
    assertThatThrownBy(held::count)
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("t.parquet");
  }

  @Test
  void framesWithinHeldFramesAreHeldToo() throws IOException {
    DataFrame inner = session.read().parquet(file.toString()).cache();
    DataFrame outer = inner.groupBy("k").agg(count().named("c"), sum("d").named("d")).cache();
    assertThat(outer.count()).isEqualTo(7);
    deleteFile();
    assertThat(outer.sort("k").collect().rowCount()).isEqualTo(7);
    assertThat(inner.join(outer, "k").count()).isEqualTo(inner.count());
    outer.uncache();
    assertThat(outer.count()).as("computed from the inner frame").isEqualTo(7);
  }

  @Test
  void sqlReadsHeldRowsAndCanAskForThem() throws IOException {
    session.execute("create view v as select * from '" + file + "' where n > 10");
    session.execute("cache table v");
    long rows = value(session.sql("select count(*) from v"));
    deleteFile();
    assertThat(value(session.sql("select count(*) from v where n > 0"))).isEqualTo(rows);
    assertThat(session.sql("select k, count(*) c from v group by k").count()).isEqualTo(7);
    session.execute("uncache table v");
    assertThatThrownBy(() -> value(session.sql("select count(*) from v")))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("t.parquet");
  }

  @Test
  void subqueriesReadHeldRows() throws IOException {
    DataFrame held = session.read().parquet(file.toString()).filter(col("n").gt(10)).cache();
    long rows = held.count();
    DataFrame numbers = session.sql("select 11 as n union all select 1");
    deleteFile();
    assertThat(rows).isPositive();
    assertThat(numbers.filter(col("n").isIn(held, "n")).count()).isEqualTo(1);
    assertThat(numbers.filter(exists(held.filter(col("n").eqTo(outer("n"))))).count()).isEqualTo(1);
    assertThat(numbers.filter(col("n").isIn(held, "n")).explain()).contains("MiB in memory");
  }

  @Test
  void rowsKeepTheirOrder() {
    DataFrame sorted = session.read().parquet(file.toString()).sort(col("n").descending()).cache();
    long first = value(sorted.select("n").limit(1));
    assertThat(value(sorted.select("n").limit(1))).isEqualTo(first);
    assertThat(value(sorted.limit(5).agg(sum("n")))).isEqualTo(5 * first - 10);
    DataFrame lost = session.read().parquet(file.toString()).sort("n").select("d").cache();
    assertThat(value(lost.limit(1))).isZero();
    assertThat(lost.explain())
        .contains("not cached: it is sorted by what is not among its columns");
  }

  @Test
  void queriesOfSeveralThreadsShareRows() throws Exception {
    DataFrame held = session.read().parquet(file.toString()).cache();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<Long>> counts =
          java.util.stream.IntStream.range(0, 8)
              .mapToObj(i -> threads.submit(() -> held.filter(col("k").eqTo(i % 7)).count()))
              .toList();
      long sum = 0;
      for (int i = 0; i < 7; i++) {
        sum += counts.get(i).get();
      }
      assertThat(sum).isEqualTo(held.count());
    }
  }

  @Test
  void dropsWhatWasUsedLeastRecentlyWhenMemoryIsShort() {
    session.close();
    session =
        Heddle.local(SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(40L << 20));
    try {
      DataFrame table = session.read().parquet(file.toString());
      long rows = table.count();
      DataFrame[] frames = new DataFrame[12];
      for (int i = 0; i < frames.length; i++) {
        frames[i] = table.withColumn("i", col("n").plus(i)).cache();
        assertThat(frames[i].filter(col("i").gtEq(i)).count()).isEqualTo(rows);
      }
      assertThat(frames[0].explain()).contains("dropped for want of memory");
      assertThat(frames[11].explain()).contains("in memory");
      assertThat(frames[0].filter(col("i").gt(0)).count()).as("held again").isEqualTo(rows);
      assertThat(frames[0].explain()).contains("in memory");
    } finally {
      session.close();
    }
  }

  @Test
  void whatDoesNotFitIsComputedEachTime() {
    session.close();
    session =
        Heddle.local(SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(24L << 20));
    try {
      DataFrame table = session.read().parquet(file.toString());
      DataFrame large = table.union(table).union(table).union(table).union(table).cache();
      assertThat(large.count()).isEqualTo(5 * table.count());
      assertThat(large.explain()).contains("not cached");
    } finally {
      session.close();
    }
  }

  @Test
  void joinsFindTheSameRowsByHeldKeysOfEveryWidth() {
    DataFrame table = session.read().parquet(file.toString());
    // keys in one, two, four and eight bytes, with steps, below zero, with nulls
    String keys =
        "select n % 200 as k1, n % 30000 - 15000 as k2, n * 50021 as k4, n * 7000000000 as"
            + " k8, case when n % 3 > 0 then n end as kn, n, s from t";
    DataFrame plain = session.sql(keys, Map.of("t", table));
    DataFrame held = session.sql(keys + " where n > 0", Map.of("t", table)).cache();
    for (String key : List.of("k1", "k2", "k4", "k8", "kn")) {
      for (String few : List.of("n % 997 = 3", "n % 5 = 1", "n < 0")) {
        String query =
            "select count(*) * 1000000 + coalesce(sum(a.n % 1000), 0) from a join (select distinct "
                + key
                + " as k from b where "
                + few
                + ") b on a."
                + key
                + " = b.k where a.n % 2 = 0 or a.n > 50000";
        assertThat(value(session.sql(query, Map.of("a", held, "b", held))))
            .as(query)
            .isEqualTo(value(session.sql(query, Map.of("a", plain, "b", plain))));
      }
    }
  }
}
