package dev.heddle.engine.session;

import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageOutput;
import dev.heddle.engine.graph.StageProgress;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.frame.watch.QueryState;
import dev.heddle.frame.watch.StageStatus;
import dev.heddle.io.scan.ConjunctMetrics;
import dev.heddle.io.scan.ScanCounts;
import dev.heddle.io.scan.ScanMetrics;
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
  private final List<StageProgress> stated;
  private final boolean isFinished;
  private final List<StageStatus> stages = new ArrayList<>();
  private double expected;
  private double done;
  private long rows;
  private long bytesRead;
  private long spilledBytes;

  /**
   * Adds up what has been done.
   *
   * @param stated how far each stage is as its runner states it; may be nothing
   * @param state of the query
   */
  StageWork(StageGraph graph, PlanMetrics metrics, List<StageProgress> stated, QueryState state) {
    this.isFinished = state == QueryState.FINISHED;
    this.graph = graph;
    this.metrics = metrics;
    this.stated = stated;
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

  /** Returns the bytes of spilled states of operators. */
  long spilledBytes() {
    return spilledBytes;
  }

  /** What the leaves of a stage are to read, and have read. */
  private static final class Leaves {
    private double expected;
    private double handled; // rows that need no more work, with those that were left out
    private long read;
  }

  private void add(StageTemplate stage) {
    Leaves leaves = new Leaves();
    StringBuilder operators = new StringBuilder();
    add(stage.fragment(), stage, leaves, operators);
    Optional<StageProgress> known = stated(stage.stage());
    int tasks = known.map(StageProgress::tasks).orElse(stage.tasks());
    int finished = isFinished ? tasks : known.map(StageProgress::done).orElse(0);
    double weight = Math.max(1, leaves.expected);
    double share =
        finished == tasks
            ? 1
            : Math.min(
                MAX_OPEN_SHARE,
                Math.max((double) finished / tasks, Math.min(1, leaves.handled / weight)));
    expected += weight;
    done += weight * share;
    stages.add(
        new StageStatus(
            stage.stage(),
            operators.toString(),
            tasks,
            isFinished ? 0 : known.map(StageProgress::held).orElse(0),
            finished,
            leaves.read,
            share));
  }

  private Optional<StageProgress> stated(int stage) {
    return stated.stream().filter(each -> each.stage() == stage).findFirst();
  }

  private void add(PhysicalPlan node, StageTemplate stage, Leaves leaves, StringBuilder operators) {
    node.inputs().forEach(input -> add(input, stage, leaves, operators));
    operators.append(operators.isEmpty() ? "" : " → ").append(node.getClass().getSimpleName());
    spilledBytes += metrics.of(node).spilledBytes();
    switch (node) {
      case PhysicalPlan.Scan scan -> {
        operators.append(' ').append(scan.table().name());
        addScan(scan, leaves);
      }
      case PhysicalPlan.ExchangeRead read -> addRead(read, stage, leaves);
      default -> {}
    }
  }

  private void addScan(PhysicalPlan.Scan scan, Leaves leaves) {
    double expectedRows =
        Math.max(scan.table().statistics().rowCount().orElse(0), scan.estimate().rows());
    leaves.expected += Math.max(1, expectedRows);
    Optional<ScanMetrics> counts = metrics.ofScan(scan);
    if (counts.isPresent()) {
      ScanCounts now = counts.get().counts();
      long read = counts.get().rowsRead.sum();
      long skipped = 0;
      for (String conjunct : now.conjuncts().keySet()) {
        ConjunctMetrics each = counts.get().conjunct(conjunct);
        skipped += each.rowsSkipped.sum();
      }
      leaves.read += read;
      leaves.handled += read + skipped;
      rows += read;
      bytesRead += counts.get().bytesRead.sum() + counts.get().indexBytesRead.sum();
    }
  }

  private void addRead(PhysicalPlan.ExchangeRead read, StageTemplate stage, Leaves leaves) {
    long got = metrics.of(read).rowsOut();
    leaves.read += got;
    leaves.handled += got;
    Optional<StageProgress> writer = stated(read.exchange());
    double written =
        writer.isPresent() && writer.get().done() == writer.get().tasks()
            ? writer.get().rows()
            : read.estimate().rows();
    boolean isWhole =
        read.exchange() >= 0
            && graph.stage(read.exchange()).output() instanceof StageOutput.ToExchange to
            && to.shape().partitions() == 1;
    leaves.expected += Math.max(1, isWhole ? written * stage.tasks() : written);
  }
}
