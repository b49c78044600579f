package dev.heddle.server.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.CpuStack;
import dev.heddle.server.api.QueryJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samples as trees by node and by code. */
class FlameGraphTest {
  private static final long SAMPLE = 20_000_000;

  @TempDir private Path folder;

  private QueryLog log() {
    return new QueryLog(new HistoryFolder(folder, 100, 1 << 30), new QueryJson());
  }

  private static FlamePart find(FlamePart in, String name) {
    return in.parts().stream()
        .filter(part -> part.step().name().startsWith(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not in " + in.parts()));
  }

  private static long all(CpuProfile profile) {
    return profile.attributed().plus(profile.unattributed()).plus(profile.lost()).toNanos();
  }

  private QueryRecord record(QueryLog log, CpuProfile profile) {
    SampledQueries.begin(log, 7);
    SampledQueries.end(log, 7);
    SampledQueries.sampled(log, 7, profile);
    return log.recent().getFirst();
  }

  @Test
  void byNodeStagesHaveNodesAndTheseTheMethodsBelowThem() {
    try (QueryLog log = log()) {
      CpuProfile profile = SampledQueries.profile();
      QueryRecord record = record(log, profile);
      FlameGraph graph =
          FlameGraph.of(
              "all", profile, record.view(), FlameGraph.By.NODE, FlameGraph.ALL_PROCESSES);
      FlamePart root = graph.tree().whole();
      assertThat(root.total()).isEqualTo(all(profile)).isEqualTo(215 * SAMPLE);
      assertThat(graph.inNodes()).isEqualTo(206 * SAMPLE);
      FlamePart join = find(find(root, "Stage 0 · Scan"), "HashJoin by a");
      assertThat(join.total()).isEqualTo(162 * SAMPLE);
      assertThat(join.step()).isEqualTo(new FlameStep(FlameStep.Kind.NODE, "HashJoin by a", 2));
      FlamePart process = join.parts().getFirst();
      assertThat(process.step().name())
          .isEqualTo("dev.heddle.physical.join.HashJoinOperator.process");
      assertThat(find(process, "com.example.Prices.slow").self()).isEqualTo(60 * SAMPLE);
      assertThat(find(find(root, "planning"), "dev.heddle.planner.Planner.plan").self())
          .isEqualTo(4 * SAMPLE);
      assertThat(find(root, "unknown").total()).isEqualTo(3 * SAMPLE);
      assertThat(graph.processes())
          .containsEntry("", 156 * SAMPLE)
          .containsEntry("worker-1", 54 * SAMPLE);
      assertThat(graph.methods().getFirst())
          .isEqualTo(new MethodTime("com.example.Prices.slow", 60 * SAMPLE, 110 * SAMPLE));
    }
  }

  @Test
  void byCodeStartsOfThreadsAreLeftOutAndHiddenClassesAreOne() {
    try (QueryLog log = log()) {
      CpuProfile profile = SampledQueries.profile();
      QueryView view = record(log, profile).view();
      FlamePart root =
          FlameGraph.of("all", profile, view, FlameGraph.By.CODE, "worker-1").tree().whole();
      assertThat(root.total()).isEqualTo(54 * SAMPLE);
      assertThat(root.parts())
          .extracting(part -> part.step().name(), FlamePart::total)
          .containsExactly(tuple("dev.heddle.physical.pipeline.PipelineTask.run", 54 * SAMPLE));
      assertThat(FrameNames.stable("a.Groups$$Lambda/0x00007f1a.apply"))
          .isEqualTo("a.Groups$$Lambda.apply");
    }
  }

  @Test
  void randomStacksLoseNoTime() {
    try (QueryLog log = log()) {
      QueryView view = record(log, SampledQueries.profile()).view();
      for (int seed = 0; seed < 10; seed++) {
        CpuProfile profile = SampledQueries.random(new Random(seed), 300, 4, 8);
        for (FlameGraph.By by : FlameGraph.By.values()) {
          FlameGraph graph = FlameGraph.of("all", profile, view, by, FlameGraph.ALL_PROCESSES);
          assertThat(graph.tree().total()).as("seed %d", seed).isEqualTo(all(profile));
          long selves = graph.methods().stream().mapToLong(MethodTime::self).sum();
          assertThat(selves).as("seed %d", seed).isEqualTo(all(profile));
          long ofOne =
              profile.stacks().stream()
                  .filter(stack -> stack.frames().contains(graph.methods().getFirst().frame()))
                  .mapToLong(stack -> stack.time().toNanos())
                  .sum();
          assertThat(graph.methods().getFirst().total()).isEqualTo(ofOne);
        }
      }
    }
  }

  @Test
  void aProfileOfTwentyThousandStacksIsBelowAMegabyte() {
    try (QueryLog log = log()) {
      for (int names :
          Boolean.getBoolean("heddle.long") ? new int[] {3, 100_000} : new int[] {100_000}) {
        CpuProfile profile =
            SampledQueries.random(new Random(names), CpuProfile.MAX_STACKS, names, 30);
        QueryRecord record = record(log, profile);
        for (FlameGraph.By by : FlameGraph.By.values()) {
          String json = new QueryJson().profile(record, profile, by);
          assertThat(json.getBytes(StandardCharsets.UTF_8).length).isBetween(5_000, 1_000_000);
          assertThat(json).doesNotContain("\n");
        }
      }
    }
  }

  @Test
  void samplesThatComeAfterTheEndAreKept() {
    try (QueryLog log = log()) {
      QueryRecord record = record(log, SampledQueries.profile());
      assertThat(record.cpu().map(CpuProfile::stacks).orElseThrow())
          .extracting(CpuStack::process)
          .contains("worker-1");
      assertThat(record.summary().sampledNanos()).isEqualTo(215 * SAMPLE);
      for (int query = 8; query < 14; query++) {
        SampledQueries.begin(log, query);
        SampledQueries.sampled(log, query, SampledQueries.profile());
        SampledQueries.end(log, query);
      }
    }
    try (QueryLog log = log()) {
      for (FlameGraph.By by : FlameGraph.By.values()) {
        Optional<String> kept = log.keptProfile(1, by);
        assertThat(kept).hasValueSatisfying(text -> assertThat(text).contains("Prices.slow"));
      }
      assertThat(log.keptProfile(99, FlameGraph.By.CODE)).isEmpty();
    }
  }
}
