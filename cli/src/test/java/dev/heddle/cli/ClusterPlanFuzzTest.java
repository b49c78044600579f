package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.session.RandomQuery;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random queries over random tables give the same rows on a cluster of processes as in this
 * process, in one partition and in several.
 *
 * <p>{@code heddle.cluster.plans} sets the number of seeds, {@code heddle.cluster.plans.first} the
 * first of them.
 */
@Tag("process")
class ClusterPlanFuzzTest {
  private static final int SEEDS = Integer.getInteger("heddle.cluster.plans", Effort.of(2, 1));
  private static final int FIRST = Integer.getInteger("heddle.cluster.plans.first", 0);
  private static final int TABLES = 3;
  private static final int LARGE_ONE_IN = 25;
  private static final int DIGITS = 12; // of a sum whose order is free
  private static final long MAX_ROWS = 50_000;
  private static final int[] PARTITIONS = {3, 1, 7};
  private static final Pattern IGNORED_NULLS = Pattern.compile(" ignore nulls\\)");

  @TempDir private Path folder;

  @Test
  void givesTheSameRowsAsThisProcess() throws Exception {
    List<String> failures = new ArrayList<>();
    SessionOptions here = SessionOptions.defaults().withThreads(2);
    int compared = 0;
    try (DuckDbOracle duck = DuckDbOracle.open();
        Session local = Heddle.local(here);
        TestCluster cluster =
            new TestCluster(
                folder.resolve("cluster"),
                2,
                1,
                null,
                List.of(),
                List.of("--inline-memory", "64k"))) {
      List<Session> remote = new ArrayList<>();
      try {
        for (int partitions : PARTITIONS) {
          remote.add(Heddle.local(cluster.options().withPartitions(partitions)));
        }
        for (int seed = FIRST; seed < FIRST + SEEDS; seed++) {
          Session session = remote.get(seed % remote.size());
          RandomQuery random = new RandomQuery(seed, seed % LARGE_ONE_IN == LARGE_ONE_IN - 1);
          Path tables = Files.createDirectory(folder.resolve("seed-" + seed));
          for (int t = 0; t < TABLES; t++) {
            Path file = tables.resolve("t" + t + ".parquet");
            duck.execute(
                "COPY (%s) TO '%s' (FORMAT parquet, ROW_GROUP_SIZE 2048)"
                    .formatted(random.table(t), file));
            local.createView("t" + t, local.read().parquet(file.toString()));
            session.createView("t" + t, session.read().parquet(file.toString()));
          }
          String sql = IGNORED_NULLS.matcher(random.query()).replaceAll(") ignore nulls");
          List<String> expected;
          try {
            if (count(local, sql) > MAX_ROWS) {
              continue; // a join of many with many, too large for bags on the heap
            }
            expected = bag(local, sql);
          } catch (HeddleException e) {
            continue; // such as an overflow: what fails there is no measure
          }
          compared++;
          String how = "seed " + seed + ", " + PARTITIONS[seed % remote.size()] + " partitions";
          try {
            List<String> actual = bag(session, sql);
            if (!actual.equals(expected)) {
              failures.add(how + ":\n" + sql + "\n" + difference(actual, expected));
            }
          } catch (HeddleException e) {
            failures.add(how + ":\n" + sql + "\n" + e);
          }
        }
      } finally {
        remote.forEach(Session::close);
      }
    }
    System.out.println(compared + " of " + SEEDS + " random queries compared with a cluster");
    assertThat(failures).as(String.join("\n\n", failures)).isEmpty();
    assertThat(compared).isGreaterThan(SEEDS / 2);
  }

  private static long count(Session session, String sql) {
    try (QueryResult result = session.sql("select count(*) from (" + sql + ") q").collect()) {
      Object count = result.iterator().next().value(0);
      return count instanceof Number number ? number.longValue() : 0;
    }
  }

  private static List<String> bag(Session session, String sql) {
    List<String> rows = new ArrayList<>();
    try (QueryResult result = session.sql(sql).collect()) {
      for (Row row : result) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < row.schema().size(); i++) {
          text.append(text(row.value(i))).append('|');
        }
        rows.add(text.toString());
      }
    }
    rows.sort(null);
    return rows;
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case Double d when !d.isNaN() && !d.isInfinite() -> {
        BigDecimal rounded = new BigDecimal(d).round(new MathContext(DIGITS));
        yield rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
      }
      case null, default -> String.valueOf(value);
    };
  }

  private static String difference(List<String> actual, List<String> expected) {
    List<String> missing = new ArrayList<>(expected);
    List<String> more = new ArrayList<>();
    for (String row : actual) {
      if (!missing.remove(row)) {
        more.add(row);
      }
    }
    return "%d rows instead of %d; missing: %s; too many: %s"
        .formatted(
            actual.size(),
            expected.size(),
            missing.stream().limit(3).toList(),
            more.stream().limit(3).toList());
  }
}
