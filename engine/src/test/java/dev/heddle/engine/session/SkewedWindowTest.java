package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.scheduler.SchedulerOptions;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Windows some of whose hash partitions are found skewed while they run give the rows of DuckDB:
 * with nulls and NaN among the keys, peers, one frequent key or two, keys that are frequent in some
 * files only, one key that has all rows, few rows and none.
 */
class SkewedWindowTest {
  private static final int SEEDS = Integer.getInteger("heddle.range.seeds", 3);
  private static final int WORKERS = 3;

  /** What the partitions of windows are. */
  private static final List<String> KEYS =
      List.of(
          "CASE WHEN id % 10 < 6 THEN 'frequent' WHEN id % 7 = 0 THEN NULL"
              + " ELSE 'k' || CAST(id % 400 AS VARCHAR) END",
          "CASE WHEN id % 10 < 6 THEN NULL ELSE 'k' || CAST(id % 500 AS VARCHAR) END",
          "CASE WHEN id % 3 = 0 THEN 'one' WHEN id % 3 = 1 THEN 'other'"
              + " ELSE 'k' || CAST(id % 90 AS VARCHAR) END",
          "CASE WHEN id < 5000 THEN 'early' ELSE 'k' || CAST(id % 300 AS VARCHAR) END",
          "CASE WHEN id >= 0 THEN 'all' END",
          "CASE WHEN id % 10 < 6 THEN CAST('NaN' AS DOUBLE) WHEN id % 10 < 8 THEN 0.0"
              + " ELSE CAST(id % 300 AS DOUBLE) END",
          "'k' || CAST(id % 1000 AS VARCHAR)",
          "'k' || CAST(k AS VARCHAR)");

  @TempDir private Path folder;

  private static String select(Random random) {
    String window = "partition by p order by " + order(random);
    StringBuilder calls = new StringBuilder();
    for (int call = 0; call < 1 + random.nextInt(3); call++) {
      calls.append(", ").append(RangeWindowTest.call(random, window)).append(" as w").append(call);
    }
    if (random.nextInt(4) == 0) {
      calls.append(", sum(v) over (partition by p) as total");
    }
    String from = "(select *, " + KEYS.get(random.nextInt(KEYS.size())) + " as p from t) x";
    if (random.nextInt(3) == 0) {
      from =
          "(select * from (select *, row_number() over (partition by p order by v nulls last, id)"
              + " as n from "
              + from
              + ") y where n % 5 <> 3) z";
      calls.append(", n");
    }
    String sql = "select id, p, o" + calls + " from " + from;
    return switch (random.nextInt(5)) {
      case 0 -> "select p, count(*) as c, max(w0) as w from (" + sql + ") q group by p";
      case 1 -> "select * from (" + sql + ") q order by o nulls last, id limit 300";
      case 2 -> "select q.*, u.b from (" + sql + ") q join t u on q.id = u.id";
      default -> sql;
    };
  }

  private static String order(Random random) {
    String direction = random.nextBoolean() ? "" : " desc";
    String nulls = random.nextBoolean() ? " nulls first" : " nulls last";
    return List.of("o", "f", "s", "v", "id").get(random.nextInt(5)) + direction + nulls;
  }

  @Test
  void theyGiveTheRowsOfDuckDb() throws Exception {
    Path events = Files.createDirectory(folder.resolve("events"));
    int both = 0;
    try (ThreadCluster cluster =
        new ThreadCluster(
            folder,
            1,
            WORKERS,
            SchedulerOptions.cluster().withSizes(1, 0),
            Optional.of(events),
            64L << 20)) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Random random = new Random(seed);
        Path files = Files.createDirectory(folder.resolve("t" + seed));
        SessionOptions options =
            SessionOptions.defaults().withThreads(2).withPartitions(2 + random.nextInt(5));
        try (DuckDbOracle duck = DuckDbOracle.openAlike();
            Session session = cluster.open(options)) {
          duck.execute("CREATE TABLE t AS " + RangeWindowTest.table(random));
          String share = random.nextBoolean() ? "id % 4" : "least(3, id // 1500)";
          for (int file = 0; file < 4; file++) {
            duck.execute(
                ("COPY (FROM t WHERE SHARE = " + file + ") TO '").replace("SHARE", share)
                    + files.resolve(file + ".parquet")
                    + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
          }
          session.createView("t", session.read().parquet(files.toString()));
          for (int i = 0; i < 8; i++) {
            String sql = select(random);
            String told = "seed " + seed + ", " + options.partitions() + " partitions: " + sql;
            both += session.sql(sql).explain().contains("found skewed") ? 1 : 0;
            List<List<String>> wanted =
                duck.rows(sql).stream()
                    .map(row -> row.stream().map(RangeWindowTest::same).toList())
                    .toList();
            assertThat(RangeWindowTest.sorted(RangeWindowTest.rows(session, sql)))
                .as(told)
                .isEqualTo(RangeWindowTest.sorted(wanted));
          }
        }
      }
    }
    assertThat(both).isGreaterThan(SEEDS * 8 / 3);
    assertThat(lines(events, "are skewed: their")).isGreaterThan(SEEDS);
    assertThat(lines(events, "is skewed, so none of its")).isGreaterThan(0);
  }

  private static long lines(Path events, String text) throws IOException {
    List<Path> jobs = new ArrayList<>();
    try (Stream<Path> files = Files.list(events)) {
      files.forEach(jobs::add);
    }
    long found = 0;
    for (Path job : jobs) {
      found += Files.readAllLines(job).stream().filter(line -> line.contains(text)).count();
    }
    return found;
  }
}
