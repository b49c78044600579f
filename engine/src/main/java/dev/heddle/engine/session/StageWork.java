package dev.heddle.engine.session;

import dev.heddle.engine.graph.FragmentReads;
import dev.heddle.engine.graph.JobProgress;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageOperators;
import dev.heddle.engine.graph.StageOutput;
import dev.heddle.engine.graph.StageProgress;
import dev.heddle.engine.graph.StageSample;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.frame.watch.QueryState;
import dev.heddle.frame.watch.StageStatus;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How much of a query's work is done, by stage: of the rows that a stage is to read, those that it
 * has read. Of a table they are known, and of an exchange once it is written; else they are what
 * the planner expects.
 */
final class StageWork {
  /** What is not over is not done, whatever has been read: sorts and groups come after that. */
  private static final double MAX_OPEN_SHARE = 0.98;

  private final StageGraph graph;
  private final PlanMetrics metrics;
  private final JobProgress progress;
  private final boolean isFinished;
  private final List<StageStatus> stages = new ArrayList<>();
  private double expected;
  private double done;
  private long rows;
  private long bytesRead;
  private long files;
  private long rowGroups;
  private long rowGroupsSkipped;
  private long spilledBytes;
  private long memoryBytes;

  /**
   * Adds up what has been done.
   *
   * @param progress how far each stage is as its runner states it
   * @param state of the query
   */
  StageWork(StageGraph graph, PlanMetrics metrics, JobProgress progress, QueryState state) {
    this.isFinished = state == QueryState.FINISHED;
    this.graph = graph;
    this.metrics = metrics;
    this.progress = progress;
    for (StageTemplate stage : graph.stages()) {
      add(stage);
    }
  }

  List<StageStatus> stages() {
    return stages;
  }

  /** Returns the share that is done, from 0 to 1. */
  double share() {
    return expected == 0 ? 0 : done / expected;
  }

  /** Returns the rows read from tables. */
  long rows() {
    return rows;
  }

  long bytesRead() {
    return bytesRead;
  }

  /** Returns the files, or parts of them, that were not left out. */
  long files() {
    return files;
  }

  /** Returns the row groups that were read. */
  long rowGroups() {
    return rowGroups;
  }

  /** Returns the row groups that could be left out unread. */
  long rowGroupsSkipped() {
    return rowGroupsSkipped;
  }

  /** Returns the memory that tasks in other processes have. */
  long memoryBytes() {
    return memoryBytes;
  }

  /** Returns the bytes of spilled states of operators. */
  long spilledBytes() {
    return spilledBytes;
  }

  private void add(StageTemplate stage) {
    double weight = Math.max(1, expected(stage.fragment(), stage));
    FragmentReads reads = new FragmentReads(stage.fragment(), metrics);
    long handled = reads.handledRows();
    rows += reads.tableRows();
    bytesRead += reads.bytesRead();
    files += reads.files();
    rowGroups += reads.rowGroups();
    rowGroupsSkipped += reads.rowGroupsSkipped();
    spilledBytes += reads.spilledBytes();
    for (StageSample sample : progress.running()) {
      if (sample.stage() == stage.stage() && !isFinished) {
        handled += sample.handledRows();
        rows += sample.tableRows();
        bytesRead += sample.bytesRead();
        files += sample.files();
        rowGroups += sample.rowGroups();
        rowGroupsSkipped += sample.rowGroupsSkipped();
        spilledBytes += sample.spilledBytes();
        memoryBytes += sample.memoryBytes();
      }
    }
    Optional<StageProgress> known = stated(stage.stage());
    int tasks = known.map(StageProgress::tasks).orElse(stage.tasks());
    int finished = isFinished ? tasks : known.map(StageProgress::done).orElse(0);
    double share =
        finished == tasks
            ? 1
            : Math.min(
                MAX_OPEN_SHARE, Math.max((double) finished / tasks, Math.min(1, handled / weight)));
    expected += weight;
    done += weight * share;
    stages.add(
        new StageStatus(
            stage.stage(),
            StageOperators.of(stage.fragment()),
            tasks,
            isFinished ? 0 : known.map(StageProgress::held).orElse(0),
            finished,
            handled,
            share));
  }

  private Optional<StageProgress> stated(int stage) {
    return progress.stages().stream().filter(each -> each.stage() == stage).findFirst();
  }

  /** Returns the rows that the leaves below a node have. */
  private double expected(PhysicalPlan node, StageTemplate stage) {
    double leaves = 0;
    for (PhysicalPlan input : node.inputs()) {
      leaves += expected(input, stage);
    }
    return switch (node) {
      case PhysicalPlan.Scan scan ->
          Math.max(
              1,
              Math.max(
                  (double) scan.table().statistics().rowCount().orElse(0), scan.estimate().rows()));
      case PhysicalPlan.ExchangeRead read -> Math.max(1, written(read, stage));
      default -> leaves;
    };
  }

  private double written(PhysicalPlan.ExchangeRead read, StageTemplate stage) {
    Optional<StageProgress> writer = stated(read.exchange());
    double written =
        writer.isPresent() && writer.get().done() == writer.get().tasks()
            ? writer.get().rows()
            : read.estimate().rows();
    boolean isWhole =
        read.exchange() >= 0
            && graph.stage(read.exchange()).output() instanceof StageOutput.ToExchange to
            && to.shape().partitions() == 1;
    return isWhole ? written * stage.tasks() : written;
  }
}
