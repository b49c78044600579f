package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.explain.ParsedJson;
import dev.heddle.engine.profile.CpuSampler;
import dev.heddle.engine.scheduler.SchedulerOptions;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.frame.watch.CpuStack;
import dev.heddle.frame.watch.QueryEvent;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What workers sample reaches the client, with the nodes of its plan. */
class RemoteProfileTest {
  @TempDir private Path folder;

  private final KeptEvents events = new KeptEvents();

  @Test
  void hasWhatWorkersSampledByNode() throws Exception {
    try (ThreadCluster cluster =
            new ThreadCluster(
                folder, 2, 2, SchedulerOptions.cluster(), Optional.empty(), 256L << 20);
        Session session = cluster.open(SessionOptions.defaults().withPartitions(4))) {
      String file = folder.resolve("numbers.parquet").toString();
      session.execute(
          "copy (select range as v, range % 100 as g from range(2000000)) to '"
              + file
              + "' (row_group_size 100000)");
      session.addProgressListener(events);
      String json =
          session
              .sql(
                  "select g, sum(sin(v) * cos(v * 3) + sqrt(v)) from '"
                      + file
                      + "' group by g order by g")
              .explain(ExplainMode.ANALYZE_PROFILE_JSON);
      ParsedJson all = ParsedJson.of(json);
      assertThat(all.get("cpu").get("cautions")).as("%s", all.get("cpu")).isEmpty();
      List<QueryEvent.Profiled> profiles = events.of(QueryEvent.Profiled.class);
      assertThat(profiles).hasSize(1);
      List<CpuStack> remote =
          profiles.getFirst().profile().stacks().stream()
              .filter(stack -> !stack.process().isEmpty())
              .toList();
      assertThat(remote).anyMatch(stack -> stack.node() != CpuStack.NO_NODE);
      for (CpuStack stack : remote) {
        assertThat(stack.node()).isLessThan(all.get("nodes").size());
      }
      long grouped = 0;
      for (CpuStack stack : remote) {
        boolean isFirst =
            stack.node() != CpuStack.NO_NODE
                && all.get("nodes").get(stack.node()).get("stage").asLong() == 0;
        grouped += isFirst ? stack.time().toNanos() : 0;
      }
      long sum = remote.stream().mapToLong(stack -> stack.time().toNanos()).sum();
      assertThat(grouped).as("%s", all).isGreaterThan(sum / 2);
    }
    assertThat(CpuSampler.process().isRunning()).isFalse();
  }
}
