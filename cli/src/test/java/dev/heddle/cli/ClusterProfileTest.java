package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heddle.bench.suite.TpchData;
import dev.heddle.engine.session.KeptEvents;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.frame.watch.CpuStack;
import dev.heddle.frame.watch.QueryEvent;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Profiles of queries on a cluster of processes. */
@Tag("process")
class ClusterProfileTest {
  private static final String QUERY =
      "select count(*), sum(length(a.l_comment) + length(b.l_comment)) from lineitem a join"
          + " lineitem b on a.l_orderkey = b.l_orderkey where upper(a.l_comment) <"
          + " upper(b.l_comment)";

  @TempDir private Path folder;

  @Test
  void hasTheSamplesOfAllWorkers() throws Exception {
    Path data = TpchData.ensure(folder, 0.03, _ -> {});
    KeptEvents events = new KeptEvents();
    try (TestCluster cluster =
            new TestCluster(folder.resolve("cluster"), 2, 1, null, List.of(), List.of());
        Session session = Heddle.local(cluster.options().withPartitions(6))) {
      session.execute(
          "create view lineitem as select * from '" + data.resolve("lineitem.parquet") + "'");
      session.addProgressListener(events);
      String json = session.sql(QUERY).explain(ExplainMode.ANALYZE_PROFILE_JSON);
      JsonNode all = new ObjectMapper().readTree(json);

      List<QueryEvent.Profiled> profiles = events.of(QueryEvent.Profiled.class);
      assertThat(profiles).hasSize(1);
      List<CpuStack> stacks = profiles.getFirst().profile().stacks();
      assertThat(stacks).extracting(CpuStack::process).contains("worker-0", "worker-1");
      JsonNode cpu = all.get("cpu");
      assertThat(cpu.get("cautions")).as("%s", cpu).isEmpty();
      long join = 0;
      for (JsonNode place : cpu.get("places")) {
        if (place.has("node")) {
          JsonNode node = all.get("nodes").get(place.get("node").asInt());
          join +=
              node.get("operator").asText().equals("HashJoin") ? place.get("nanos").asLong() : 0;
        }
      }
      assertThat(join).as("%s", cpu).isPositive();

      session.sql(QUERY).collect().close();
      assertThat(events.of(QueryEvent.Profiled.class)).as("what nobody asked for").hasSize(1);
    }
  }
}
