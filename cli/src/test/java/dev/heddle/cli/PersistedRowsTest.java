package dev.heddle.cli;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.suite.TpchData;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that stay in a cluster of processes, of which some are killed. */
@Tag("process")
class PersistedRowsTest {
  @TempDir private Path folder;

  private static DataFrame late(Session session, Path data) {
    return session
        .read()
        .parquet(data.resolve("lineitem.parquet").toString())
        .filter(col("l_receiptdate").gt(col("l_commitdate")))
        .select("l_orderkey", "l_quantity", "l_shipmode", "l_comment");
  }

  private static List<String> totals(DataFrame frame) {
    List<String> rows = new ArrayList<>();
    try (QueryResult result =
        frame
            .groupBy("l_shipmode")
            .agg(count(), sum("l_orderkey"), sum("l_quantity"))
            .sort("l_shipmode")
            .collect()) {
      for (Row row : result) {
        rows.add(row.toString());
      }
    }
    return rows;
  }

  @Test
  void theyOutliveTheProcesses() throws Exception {
    Path data = TpchData.ensure(folder, 0.01, _ -> {});
    List<String> expected;
    try (Session local = Heddle.local(SessionOptions.defaults().withThreads(2))) {
      expected = totals(late(local, data));
    }
    Path files = folder.resolve("cluster");
    try (TestCluster cluster =
        new TestCluster(files, 2, 2, null, List.of("--dead-seconds", "3"), List.of())) {
      try (Session session = Heddle.local(cluster.options().withPartitions(6))) {
        DataFrame kept = late(session, data).persist();
        assertThat(totals(kept)).isEqualTo(expected);
        long done = cluster.status().jobsDone();
        assertThat(totals(kept)).isEqualTo(expected);
        assertThat(cluster.status().jobsDone()).isEqualTo(done + 1);

        TestCluster.kill(cluster.processes().shuffleServers().getFirst());
        assertThat(totals(kept)).as("after a server's death").isEqualTo(expected);

        TestCluster.kill(cluster.processes().workers().getFirst());
        assertThat(totals(kept)).as("after a worker's death").isEqualTo(expected);

        TestCluster.kill(cluster.processes().scheduler());
        cluster.processes().restartScheduler();
        assertThat(totals(kept)).as("after the scheduler's death").isEqualTo(expected);
        assertThat(cluster.await("one job", status -> status.jobs().size() == 1).text())
            .contains("persisted for other jobs");
        assertThat(cluster.filesLeft()).isNotEmpty();
      }
      cluster.awaitEndOfJobs();
      cluster.close();
      assertThat(cluster.filesLeft()).isEmpty();
    }
  }
}
