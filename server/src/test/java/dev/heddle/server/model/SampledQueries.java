package dev.heddle.server.model;

import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.CpuStack;
import dev.heddle.frame.watch.PlanNode;
import dev.heddle.frame.watch.PlannedStage;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryProgress;
import dev.heddle.frame.watch.QueryState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Events of queries that were sampled. */
public final class SampledQueries {
  public static final String HOSTILE = "<script>alert(1)</script>";

  private static final Duration PERIOD = Duration.ofMillis(20);
  private static final Instant BEGUN = Instant.parse("2026-01-02T03:04:05Z");
  private static final List<String> START =
      List.of(
          "java.lang.Thread.runWith",
          "java.lang.Thread.run",
          "java.util.concurrent.ThreadPoolExecutor$Worker.run",
          "dev.heddle.physical.pipeline.PipelineTask.run",
          "dev.heddle.physical.pipeline.OperatorChain.emit");

  private SampledQueries() {}

  /** A query begins, and has a plan of two stages: scans, a join, and an aggregate. */
  public static void begin(ProgressListener to, long query) {
    to.event(new QueryEvent.Began(query, BEGUN, "select k, sum(slow(a)) from t join u " + query));
    to.event(
        new QueryEvent.Planned(
            query,
            BEGUN.plusMillis(3),
            List.of(
                new PlannedStage(0, "Scan " + HOSTILE + " → HashJoin", 4, List.of()),
                new PlannedStage(1, "Aggregate", 2, List.of(0))),
            List.of(
                new PlanNode(0, 0, "Scan", "Scan " + HOSTILE, 1e5, List.of()),
                new PlanNode(1, 0, "Scan", "Scan u", 1e3, List.of()),
                new PlanNode(2, 0, "HashJoin", "HashJoin by a", 1e5, List.of(0, 1)),
                new PlanNode(3, 0, "HashAggregate", "Aggregate partial by k", 1e3, List.of(2)),
                new PlanNode(4, 1, "HashAggregate", "Aggregate final by k", 1e2, List.of(3)))));
  }

  /** A query is over. */
  public static void end(ProgressListener to, long query) {
    QueryProgress last =
        new QueryProgress(
            query,
            "",
            QueryState.FINISHED,
            Duration.ofMillis(2_340),
            Duration.ofMillis(2_300),
            1,
            100_000,
            1 << 20,
            1,
            4,
            0,
            0,
            0,
            List.of(),
            List.of());
    to.event(
        new QueryEvent.Ended(
            query, BEGUN.plusMillis(2_340), last, Optional.empty(), Optional.empty(), List.of()));
  }

  /** Its samples have come. */
  public static void sampled(ProgressListener to, long query, CpuProfile profile) {
    to.event(new QueryEvent.Profiled(query, BEGUN.plusMillis(2_500), profile));
  }

  private static CpuStack stack(int node, String process, int samples, String... frames) {
    List<String> all = new ArrayList<>(START);
    all.addAll(List.of(frames));
    return new CpuStack(node, "", process, all, PERIOD.multipliedBy(samples));
  }

  /** Half of it in the user's function, which the join calls; a part of another worker. */
  public static CpuProfile profile() {
    String join = "dev.heddle.physical.join.HashJoinOperator.process";
    String probe = "dev.heddle.physical.join.ProbeTable.probe";
    String aggregate = "dev.heddle.physical.aggregate.HashAggregateOperator.process";
    return new CpuProfile(
        PERIOD,
        List.of(
            stack(2, "", 50, join, "com.example.Prices.slow", "java.lang.Math.sin"),
            stack(2, "", 60, join, "com.example.Prices.slow"),
            stack(2, "worker-1", 40, join, probe, "dev.heddle.physical.kernel.Hashes.mix"),
            stack(2, "", 12, join, probe),
            stack(0, "", 21, "dev.heddle.io.parquet.PageReader.read", HOSTILE + ".method"),
            stack(0, "worker-1", 11, "dev.heddle.io.parquet.PageReader.read", "zstd.Zstd.decode"),
            stack(
                3,
                "",
                9,
                aggregate,
                "dev.heddle.physical.aggregate.Groups$$Lambda/0x00007f1a.apply"),
            stack(4, "worker-1", 3, aggregate),
            new CpuStack(
                CpuStack.NO_NODE,
                "planning",
                "",
                List.of("java.lang.Thread.run", "dev.heddle.planner.Planner.plan"),
                PERIOD.multipliedBy(4))),
        PERIOD.multipliedBy(2),
        PERIOD.multipliedBy(3),
        List.of("Methods may be named by their callers: start with " + HOSTILE + "."));
  }

  /** Random stacks of a few methods and nodes. */
  public static CpuProfile random(Random random, int stacks, int names, int depth) {
    List<CpuStack> all = new ArrayList<>();
    for (int i = 0; i < stacks; i++) {
      String[] frames = new String[1 + random.nextInt(depth)];
      for (int k = 0; k < frames.length; k++) {
        frames[k] = "dev.heddle.some.LongNameOfAClass.methodOfIt" + random.nextInt(names);
      }
      all.add(stack(random.nextInt(5), "worker-" + random.nextInt(3), 1, frames));
    }
    return new CpuProfile(PERIOD, all, Duration.ZERO, Duration.ZERO, List.of());
  }
}
