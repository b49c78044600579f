package dev.heddle.server.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heddle.frame.watch.PlanNode;
import dev.heddle.frame.watch.PlannedStage;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.server.api.Api;
import dev.heddle.server.api.QueryJson;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A simulated cluster of 1,000 workers that have run a million tasks. */
class LargeClusterTest {
  private static final int WORKERS = 1_000;
  private static final int STAGES = 4;
  private static final int MAX_BYTES = 2_000_000;
  private static final List<String> TOPICS =
      List.of("status", "graph", "workers", "shuffle", "queries", "storage", "system", "query/1");

  @TempDir private Path folder;

  /** Workers without processes. */
  private record Cluster(QueryLog queries) implements Board {
    @Override
    public String title() {
      return "simulated";
    }

    @Override
    public List<Member> members() {
      List<Member> all = new ArrayList<>();
      for (int i = 0; i < WORKERS; i++) {
        all.add(new Member("worker-" + i, "host-" + i, 8, 2, 8, 1 << 30, 2L << 30, 0, 10));
      }
      return all;
    }

    @Override
    public List<BucketUse> buckets() {
      return List.of();
    }

    @Override
    public boolean cancel(QueryRecord query) {
      return false;
    }
  }

  /** Runs tasks of one query, of which the last ones of each worker still run. */
  private static void run(QueryLog queries, int tasks) {
    Instant begun = Instant.now().minusSeconds(600);
    queries.event(new QueryEvent.Began(1, begun, "select a million"));
    List<PlannedStage> stages = new ArrayList<>();
    List<PlanNode> nodes = new ArrayList<>();
    for (int stage = 0; stage < STAGES; stage++) {
      List<Integer> inputs = stage == 0 ? List.of() : List.of(stage - 1);
      stages.add(new PlannedStage(stage, "HashJoin → Aggregate", tasks / STAGES, inputs));
      nodes.add(new PlanNode(stage, stage, "HashJoin", "HashJoin a = b", 1e6, inputs));
    }
    queries.event(new QueryEvent.Planned(1, begun, stages, nodes));
    int eachWorker = tasks / WORKERS;
    Duration ran = Duration.ofMillis(600_000L / eachWorker);
    for (int turn = 0; turn < eachWorker; turn++) {
      Instant at = begun.plus(ran.multipliedBy(turn));
      int stage = turn * STAGES / eachWorker;
      for (int worker = 0; worker < WORKERS; worker++) {
        int task = turn * WORKERS + worker;
        String name = "worker-" + worker;
        queries.event(new QueryEvent.TaskStarted(1, at, stage, task, 0, name));
        if (turn < eachWorker - 1) {
          queries.event(
              new QueryEvent.TaskEnded(
                  1, at.plus(ran), stage, task, 0, name, ran, 10, 1_000, Optional.empty()));
        }
      }
    }
  }

  @Test
  void aPageOfAMillionTasksIsAsSmallAsOneOfFew() throws Exception {
    List<Integer> bars = new ArrayList<>();
    for (int tasks : new int[] {20_000, 1_000_000}) {
      HistoryFolder history = new HistoryFolder(folder.resolve("" + tasks), 10, 1 << 20);
      try (QueryLog queries = new QueryLog(history, new QueryJson());
          ProcessSampler system = new ProcessSampler(() -> 0)) {
        run(queries, tasks);
        Api api = new Api(new Cluster(queries), system);
        for (String topic : TOPICS) {
          assertThat(api.topic(topic).orElseThrow()).as(topic).hasSizeLessThan(MAX_BYTES);
        }
        JsonNode query =
            new ObjectMapper().readTree(new String(api.topic("query/1").orElseThrow(), UTF_8));
        JsonNode timeline = query.get("timeline");
        assertThat(timeline.get("tasks").asInt()).isEqualTo(tasks);
        assertThat(timeline.get("lanes")).hasSizeLessThanOrEqualTo(64);
        int shown = 0;
        int open = 0;
        for (JsonNode bar : timeline.get("bars")) {
          shown += bar.get(4).asInt();
          open += bar.get(5).asInt() == 1 ? bar.get(4).asInt() : 0;
        }
        assertThat(shown).as("every task is in a bar").isEqualTo(tasks);
        assertThat(open).as("those that run are in open ones").isEqualTo(WORKERS);
        bars.add(timeline.get("bars").size());
        JsonNode part =
            new ObjectMapper().readTree(api.timeline(1, 100_000, 200_000, 500).orElseThrow());
        assertThat(part.get("bars")).hasSizeBetween(64, 500 * 15 + 64 * STAGES);
      }
    }
    assertThat(bars).allSatisfy(count -> assertThat(count).isLessThan(1_600 * 15 + 64 * STAGES));
    assertThat(bars.get(1)).isLessThan(bars.get(0) * 4 + 1_000);
  }
}
