package dev.heddle.server.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heddle.frame.watch.NodeStatus;
import dev.heddle.frame.watch.PlanNode;
import dev.heddle.frame.watch.PlannedStage;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryProgress;
import dev.heddle.frame.watch.QueryState;
import dev.heddle.frame.watch.StageStatus;
import dev.heddle.server.api.Api;
import dev.heddle.server.api.OwnProfileApi;
import dev.heddle.server.api.QueryJson;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans of hundreds of stages stay small where they are shown as a graph. */
class WidePlanTest {
  private static final boolean IS_WHOLE = Boolean.getBoolean("heddle.long");
  private static final int NODES_OF_STAGE = 5;
  private static final int MAX_BYTES = 2_000_000;
  private static final long MAX_CPU_NANOS = 50_000_000; // a refresh of a page
  private static final String LONG_TEXT = " with a condition that is long".repeat(20);

  @TempDir private Path folder;

  private QueryLog open() {
    return new QueryLog(new HistoryFolder(folder, 10, 1 << 20), new QueryJson());
  }

  /** Two stages for each branch, and one that reads all; kinds of branches differ. */
  private static void plan(QueryLog queries, long query, int branches, int kinds) {
    Instant begun = Instant.now().minusSeconds(60);
    queries.event(new QueryEvent.Began(query, begun, "select a wide plan"));
    List<PlannedStage> stages = new ArrayList<>();
    List<PlanNode> nodes = new ArrayList<>();
    List<Integer> last = new ArrayList<>();
    for (int branch = 0; branch < branches; branch++) {
      int scan = 2 * branch;
      add(stages, nodes, scan, "Scan" + branch % kinds, List.of());
      add(stages, nodes, scan + 1, "Aggregate", List.of(scan));
      last.add(scan + 1);
    }
    add(stages, nodes, 2 * branches, "UnionAll", last);
    queries.event(new QueryEvent.Planned(query, begun, stages, nodes));
    queries.progress(
        new QueryProgress(
            query,
            "select a wide plan",
            QueryState.RUNNING,
            Duration.ofSeconds(60),
            Duration.ofSeconds(50),
            0.5,
            1,
            1,
            1,
            1,
            0,
            1,
            0,
            stages.stream()
                .map(each -> new StageStatus(each.stage(), each.operators(), 4, 1, 2, 10, 0.5))
                .toList(),
            IntStream.range(0, nodes.size())
                .mapToObj(i -> new NodeStatus(i, 100, 5, 6, 7))
                .toList()));
  }

  private static void add(
      List<PlannedStage> stages,
      List<PlanNode> nodes,
      int stage,
      String operator,
      List<Integer> inputs) {
    stages.add(new PlannedStage(stage, operator + " → Project", 4, inputs));
    for (int i = 0; i < NODES_OF_STAGE; i++) {
      int number = stage * NODES_OF_STAGE + i;
      String kind = i == 0 ? operator : "Project";
      nodes.add(new PlanNode(number, stage, kind, kind + " " + number + LONG_TEXT, 10, List.of()));
    }
  }

  private static GraphView graph(QueryLog queries, long query) {
    return GraphView.of(
        queries.running().stream()
            .filter(each -> each.summary().id() == query)
            .findFirst()
            .orElseThrow()
            .view());
  }

  @Test
  void branchesThatDoTheSameForTheSameReadersAreOne() {
    try (QueryLog queries = open()) {
      plan(queries, 1, 300, 2);
      GraphView graph = graph(queries, 1);
      assertThat(graph.leftOut()).isZero();
      assertThat(graph.stages())
          .extracting(stage -> stage.sum().stage(), stage -> stage.alike().size())
          .containsExactly(tuple(0, 149), tuple(1, 299), tuple(2, 149), tuple(600, 0));
      StageRecord aggregates = graph.stages().get(1).sum();
      assertThat(aggregates.inputs()).containsExactly(0, 2);
      assertThat(aggregates.tasks()).isEqualTo(4 * 300);
      assertThat(graph.stages().getLast().sum().inputs()).containsExactly(1);
      assertThat(graph.nodes()).hasSize(4 * NODES_OF_STAGE);
      NodeStatus scan = graph.nodes().getFirst().did();
      assertThat(scan).isEqualTo(new NodeStatus(0, 150 * 100, 150 * 5, 6, 150 * 7));
      assertThat(graph.nodes().getFirst().plan().expectedRows()).isEqualTo(1_500);
    }
  }

  @Test
  void ofAFewStagesEachIsShown() {
    try (QueryLog queries = open()) {
      plan(queries, 1, 23, 1);
      GraphView graph = graph(queries, 1);
      assertThat(graph.stages()).hasSize(47).allMatch(stage -> stage.alike().isEmpty());
      assertThat(graph.leftOut()).isZero();
    }
  }

  @Test
  void ofManyThatDifferTheLastAreShown() {
    try (QueryLog queries = open()) {
      plan(queries, 1, 300, 300);
      GraphView graph = graph(queries, 1);
      assertThat(graph.stages()).hasSize(GraphView.MAX_STAGES);
      assertThat(graph.leftOut()).isEqualTo(601 - GraphView.MAX_STAGES);
      assertThat(graph.stages().getLast().sum().stage()).isEqualTo(600);
    }
  }

  @Test
  void pagesOfWidePlansAreSmallAndCheap() throws Exception {
    try (QueryLog queries = open();
        ProcessSampler system = new ProcessSampler(() -> 0)) {
      for (int query = 1; query <= 3; query++) {
        plan(queries, query, 500, 1 << (5 * query - 5));
      }
      Api api =
          new Api(
              new LargeClusterTest.Cluster(queries), system, new OwnProfileApi(new OwnProfiles()));
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      for (String topic : List.of("graph", "status", "shuffle", "query/1")) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
          long begun = threads.getCurrentThreadCpuTime();
          assertThat(api.topic(topic).orElseThrow()).as(topic).hasSizeLessThan(MAX_BYTES);
          least = Math.min(least, threads.getCurrentThreadCpuTime() - begun);
        }
        if (IS_WHOLE) { // on a machine that is known
          assertThat(least).as("CPU time of a refresh of %s", topic).isLessThan(MAX_CPU_NANOS);
        }
      }
      JsonNode graph =
          new ObjectMapper().readTree(new String(api.topic("graph").orElseThrow(), UTF_8));
      assertThat(graph.get("queries")).hasSize(3);
      assertThat(graph.findValues("alike")).anyMatch(alike -> alike.size() == 499);
    }
  }
}
