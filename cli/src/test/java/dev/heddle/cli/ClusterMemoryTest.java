package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.suite.Answer;
import dev.heddle.bench.suite.HeddleEngine;
import dev.heddle.bench.suite.TpchData;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shuffles, joins and sorts of more than the workers have memory for give the right rows within the
 * limits, also where half of all rows have one key.
 *
 * <p>{@code heddle.cluster.scale} sets the scale of the data, of which line items have about 60 MB
 * in memory at 0.05; {@code heddle.cluster.workers} the number of workers.
 */
@Tag("process")
class ClusterMemoryTest {
  private static final double SCALE =
      Double.parseDouble(System.getProperty("heddle.cluster.scale", "0.05"));
  private static final int WORKERS = Integer.getInteger("heddle.cluster.workers", 2);
  private static final long MEMORY = (SCALE < 0.1 ? 48L : 64L) << 20; // a join needs 40 MB

  /** What a process has beside its memory and heap: code, stacks, class data, libraries. */
  private static final long OTHER = 350L << 20;

  private static final String SKEWED =
      "(select case when l_partkey % 2 = 0 then 7 else l_orderkey * 8 + l_linenumber end as k,"
          + " l_quantity as v, l_comment as s from lineitem) as big";
  private static final String ALL =
      "(select l_orderkey * 8 + l_linenumber as k, l_quantity as v, l_comment as s from lineitem)";

  private static final List<String> QUERIES =
      List.of(
          "select count(*), sum(n), sum(x), max(t) from (select k, count(*) as n, sum(v) as x,"
              + " max(s) as t from "
              + ALL
              + " as big group by k) as q",
          "select count(*), sum(b.v), sum(o.v), max(b.s), max(o.s) from "
              + ALL
              + " as b join "
              + ALL
              + " as o on b.k = o.k",
          "select count(*), sum(x % 1009), max(t) from (select row_number() over (order by s, k) *"
              + " v as x, s as t from "
              + ALL
              + " as big) as q",
          "select count(*), sum(n), max(t) from (select k, count(distinct s) as n, max(s) as t from"
              + " "
              + SKEWED
              + " group by k) as q",
          "select count(*), sum(o.v), max(big.s) from "
              + SKEWED
              + " join "
              + ALL
              + " as o on big.k = o.k",
          "select count(*), sum(o.v), max(big.s) from "
              + ALL
              + " as o join "
              + SKEWED
              + " on big.k = o.k where o.v <> 3");

  /** By day the join of skewed rows is enough. */
  private static final List<String> CHOSEN = Effort.isWhole() ? QUERIES : List.of(QUERIES.get(4));

  @TempDir private static Path folder;

  @Test
  void staysWithinTheLimits() throws Exception {
    Path data = TpchData.ensure(folder, SCALE, _ -> {});
    List<Answer> expected = new ArrayList<>();
    try (HeddleEngine local = new HeddleEngine(SessionOptions.defaults().withThreads(2))) {
      local.openTables(data, List.of("lineitem"));
      for (String query : CHOSEN) {
        expected.add(local.run(query));
      }
    }
    try (TestCluster cluster =
        new TestCluster(
            folder.resolve("cluster"), WORKERS, 1, MEMORY, null, List.of(), List.of())) {
      List<Process> before = cluster.processes().workers();
      try (HeddleEngine engine = new HeddleEngine(cluster.options())) {
        engine.openTables(data, List.of("lineitem"));
        for (int i = 0; i < CHOSEN.size(); i++) {
          assertThat(engine.run(CHOSEN.get(i)).differenceFrom(expected.get(i)))
              .as(CHOSEN.get(i))
              .isEmpty();
        }
      }
      for (Process worker : before) {
        assertThat(worker.isAlive()).isTrue();
        assertThat(peakBytes(worker)).isLessThan(MEMORY + TestCluster.HEAP + OTHER);
      }
      for (Process server : cluster.processes().shuffleServers()) {
        assertThat(peakBytes(server)).isLessThan(MEMORY + TestCluster.HEAP + OTHER);
      }
      cluster.awaitEndOfJobs();
      cluster.close();
      assertThat(cluster.filesLeft()).isEmpty();
    }
  }

  /** Returns the most memory that a process has held so far, or 0 where that is not known. */
  private static long peakBytes(Process process) throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (Files.exists(status)) {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("\\D", "")) << 10;
        }
      }
    }
    return 0;
  }
}
