package dev.heddle.engine.session;

import dev.heddle.engine.graph.JobContext;
import dev.heddle.engine.graph.JobEvent;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobProgress;
import dev.heddle.engine.graph.NoResult;
import dev.heddle.engine.graph.PersistedRows;
import dev.heddle.engine.graph.PersistingStageRunner;
import dev.heddle.engine.graph.QueryRef;
import dev.heddle.engine.graph.StageCutter;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageOperators;
import dev.heddle.engine.graph.StageOutput;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.engine.profile.QuerySampling;
import dev.heddle.engine.stream.TimedSinkFactory;
import dev.heddle.frame.QueryPlan;
import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.ScanProfile;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.NodeStatus;
import dev.heddle.frame.watch.PlannedStage;
import dev.heddle.frame.watch.QueryState;
import dev.heddle.frame.watch.Traffic;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.Transfers;
import dev.heddle.physical.codegen.LoopCache;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.physical.operator.Cancellation;
import dev.heddle.physical.operator.CollectSinkFactory;
import dev.heddle.physical.operator.CollectedRows;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.TaskTotals;
import dev.heddle.physical.pipeline.MemoryFloors;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.profile.PlaceRing;
import dev.heddle.physical.spill.SpillFolder;
import dev.heddle.physical.spill.SpillSpace;
import dev.heddle.planner.PlannedQuery;
import dev.heddle.planner.program.PhaseReport;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run of a planned query: cuts it, runs it, collects its rows and what was measured. */
final class QueryRun {
  /** What of the memory the rows of one result may take; the others go to the disk. */
  private static final int RESULT_SHARE = 8;

  /** What writing an exchange takes: rows that are no batch yet, and those on their way to disk. */
  private static final long EXCHANGE_BYTES = 16L << 20;

  private final PlannedQuery planned;
  private final QueryTime time;
  private final Optional<LoopCache> loops;
  private final Cancellation cancellation;
  private final PlanMetrics metrics = new PlanMetrics();
  private final List<QueryProfile.Phase> phases = new ArrayList<>();
  private final StageGraph graph;
  private final PlanNodes nodes;
  private final StatementStart start;
  private final String query;
  private final JobProgress progress = new JobProgress();
  private Transfers transfers = Transfers.NONE;
  private Transfers transfersOfTasks = Transfers.NONE; // while they ran
  private final long cutNanos;
  private long elapsedNanos;
  private long runNanos;
  private @Nullable TimedSinkFactory taken;
  private boolean isCollected;
  private long spilledBytes;
  private long spilledFiles;
  private volatile @Nullable CpuProfile cpu;

  /** Where the rows of the result go. */
  enum Delivery {
    /** Together, to the process that runs the query. */
    TOGETHER,
    /** Nowhere: they stay where they are made. */
    APART
  }

  /**
   * Cuts a planned query.
   *
   * @param delivery where the rows of the result go
   * @param loops keeps generated code; none where none is to be made
   * @param start when began what the query is for, such as a statement that names its tables
   * @param query what it is for, in words
   */
  QueryRun(
      PlannedQuery planned,
      Delivery delivery,
      int partitions,
      QueryTime time,
      Optional<LoopCache> loops,
      Cancellation cancellation,
      StatementStart start,
      String query) {
    this.query = query;
    this.start = start;
    this.planned = planned;
    this.time = time;
    this.loops = loops;
    this.cancellation = cancellation;
    for (PhaseReport phase : planned.phases()) {
      phases.add(new QueryProfile.Phase("plan: " + phase.name(), phase.nanos()));
    }
    long begun = System.nanoTime();
    graph =
        switch (delivery) {
          case TOGETHER -> StageCutter.cut(planned.physical(), partitions, metrics::share);
          case APART -> StageCutter.cutApart(planned.physical(), partitions, metrics::share);
        };
    nodes = new PlanNodes(graph);
    progress.countBy(() -> nodes.status(metrics));
    cutNanos = System.nanoTime() - begun;
    phases.add(new QueryProfile.Phase("cut", cutNanos));
  }

  /**
   * Returns what the query needs in any case: what the neediest of its tasks does, since they run
   * one after the other.
   */
  FloorBytes floors(int threads) {
    long own = 0;
    long reserved = 0;
    for (StageTemplate stage : graph.stages()) {
      boolean isLast = stage.output() instanceof StageOutput.Result;
      own =
          Math.max(
              own,
              MemoryFloors.ownBytes(stage.fragment(), threads) + (isLast ? 0 : EXCHANGE_BYTES));
      reserved =
          Math.max(
              reserved,
              MemoryFloors.reservedBytes(stage.fragment(), threads)
                  + (isLast ? CollectSinkFactory.floorBytes(threads) : 0));
    }
    return new FloorBytes(own, reserved);
  }

  /** Returns what taking in the result needs in any case, where the query runs elsewhere. */
  FloorBytes resultFloors(int threads) {
    long reserved = CollectSinkFactory.floorBytes(threads);
    if (graph.endsWithReader()) {
      reserved += MemoryFloors.reservedBytes(resultPlan(), threads);
    }
    return new FloorBytes(EXCHANGE_BYTES, reserved);
  }

  /**
   * What a query needs in any case.
   *
   * @param own for batches under way
   * @param reserved for the states of its operators
   */
  record FloorBytes(long own, long reserved) {}

  /**
   * Runs the query; the account pays, and for the rows until they are closed.
   *
   * @param folder where spill files of the run and of the rows go
   */
  CollectedRows run(
      JobId job, StageRunner runner, MemoryAccount account, SpillFolder folder, int threads) {
    isCollected = true;
    SpillSpace kept = folder.open();
    try (SpillSpace space = folder.open();
        Reservation reservation =
            account.reserve("result", CollectSinkFactory.floorBytes(threads));
        CollectSinkFactory collector =
            new CollectSinkFactory(
                resultPlan().output(),
                reservation,
                kept,
                account.ledger().limitBytes() / RESULT_SHARE)) {
      runInto(job, runner, account, space, collector);
      spilledBytes += kept.writtenBytes();
      spilledFiles += kept.fileCount();
      return collector.moveRows();
    } catch (Throwable e) {
      kept.close();
      throw e;
    }
  }

  /** Runs the query into a sink, which stays the caller's; the account pays. */
  void runInto(
      JobId job, StageRunner runner, MemoryAccount account, SpillSpace spill, SinkFactory sink) {
    long begun = System.nanoTime();
    Transfers before = Storages.transfers();
    try (TimedSinkFactory timed = new TimedSinkFactory(sink)) {
      taken = timed;
      runner.run(
          job,
          graph,
          new JobContext(
              account, spill, time, cancellation, metrics, loops, timed, progress, query));
    } finally {
      long ended = System.nanoTime();
      runNanos = ended - begun;
      phases.add(new QueryProfile.Phase("run", ended - begun));
      elapsedNanos = ended - start.nanos();
      TaskTotals elsewhere = metrics.elsewhere();
      spilledBytes = spill.writtenBytes() + elsewhere.spilledBytes();
      spilledFiles = spill.fileCount() + elsewhere.spilledFiles();
      Transfers now = Storages.transfers();
      transfers = now.since(start.moved()).plus(elsewhere.transfers());
      transfersOfTasks = now.since(before).plus(elsewhere.transfers());
    }
  }

  /** Runs the query and leaves its rows where they are made; the account pays for the run. */
  PersistedRows keep(
      JobId job,
      String name,
      Schema schema,
      PersistingStageRunner runner,
      MemoryAccount account,
      SpillSpace spill) {
    return runner.keep(
        job,
        name,
        schema,
        graph,
        new JobContext(
            account,
            spill,
            time,
            cancellation,
            metrics,
            loops,
            NoResult.INSTANCE,
            progress,
            query));
  }

  /** Returns what each node has done so far, in the order of their numbers. */
  List<NodeStatus> status(QueryState state) {
    List<NodeStatus> over = nodes.status(metrics);
    return state == QueryState.FINISHED ? over : progress.status(over, nodes::walk);
  }

  /** Returns how much is done as it was last known, and asks for what is known now. */
  StageWork work(QueryState state) {
    if (!state.isEnd()) {
      progress.ask();
    }
    return new StageWork(graph, metrics, progress, state);
  }

  /** Returns how long it took to cut the plan into stages. */
  long cutNanos() {
    return cutNanos;
  }

  /** Lets the threads of the run publish where they are. */
  void publish(QuerySampling sampling) {
    metrics.publish(sampling.places());
    int first = sampling.places(0, nodes.size());
    if (first != PlaceRing.NOWHERE) {
      for (int i = 0; i < nodes.size(); i++) {
        metrics.publish(nodes.node(i), first + i);
      }
    }
    progress.profile(nodes.all());
  }

  /** Waits for what other processes have sampled, and returns it. */
  CpuProfile profileElsewhere() {
    return progress.profileElsewhere();
  }

  /** Sets where the CPU time went. */
  void setCpu(CpuProfile all) {
    cpu = all;
  }

  /** Sets the query that the run belongs to. */
  void belongTo(QueryRef number) {
    progress.belongTo(number);
  }

  /** Sets who is told what happens in the run. */
  void watchBy(Consumer<JobEvent> watcher) {
    progress.watchBy(watcher);
  }

  /** Returns the stages in words, producers before consumers. */
  List<PlannedStage> stages() {
    return graph.stages().stream()
        .map(
            stage ->
                new PlannedStage(
                    stage.stage(),
                    StageOperators.of(stage.fragment()),
                    stage.tasks(),
                    stage.inputs()))
        .toList();
  }

  /** Returns the part of the plan that delivers the rows. */
  PhysicalPlan resultPlan() {
    return graph.resultStage().fragment();
  }

  /** Returns the bytes that went to spill files. */
  long spilledBytes() {
    return spilledBytes;
  }

  /** Returns how many spill files there were. */
  long spilledFiles() {
    return spilledFiles;
  }

  /** Returns the query's switch. */
  Cancellation cancellation() {
    return cancellation;
  }

  /** Returns the zone in which points in time are shown. */
  ZoneId timeZone() {
    return time.zone();
  }

  PlannedQuery planned() {
    return planned;
  }

  PlanMetrics metrics() {
    return metrics;
  }

  /** Returns the plan with what is expected of its nodes. */
  QueryPlan plan() {
    return new QueryPlan(stages(), nodes.described(), List.of());
  }

  /** Returns the plan with what its nodes have done too. */
  QueryPlan measuredPlan() {
    return new QueryPlan(stages(), nodes.described(), nodes.status(metrics));
  }

  /** Returns the plan's nodes with their numbers. */
  PlanNodes nodes() {
    return nodes;
  }

  StageGraph graph() {
    return graph;
  }

  /** Returns how long the stages ran. */
  long runNanos() {
    return runNanos;
  }

  /**
   * Returns the time during which who takes the rows held up the threads that make them.
   *
   * @param threads that make them
   */
  long resultNanos(int threads) {
    if (taken == null) {
      return 0;
    }
    return isCollected ? taken.threadNanos() / threads : taken.nanos(); // others take one at a time
  }

  QueryProfile profile() {
    List<QueryProfile.Stage> stages = new ArrayList<>();
    List<ScanProfile> scans = new ArrayList<>();
    for (StageTemplate stage : graph.stages()) {
      StageSum sum = new StageSum();
      sum.add(stage.fragment());
      addScans(stage.fragment(), scans);
      stages.add(
          new QueryProfile.Stage(
              stage.stage(),
              StageOperators.of(stage.fragment()),
              stage.tasks(),
              sum.rowsIn,
              metrics.of(stage.fragment()).rowsOut(),
              sum.nanos,
              sum.nanos));
    }
    return new QueryProfile(
        phases, stages, scans, traffic(), spilledBytes, spilledFiles, Optional.ofNullable(cpu));
  }

  private void addScans(PhysicalPlan node, List<ScanProfile> scans) {
    node.inputs().forEach(input -> addScans(input, scans));
    ScanProfiles.of(node, metrics).ifPresent(scans::add);
  }

  /** Returns what was moved, and what the threads were busy with meanwhile. */
  @Nullable Traffic traffic() {
    return traffic(transfers, elapsedNanos);
  }

  /** Returns what has been moved up to now by a statement that this was the last query of. */
  @Nullable Traffic trafficSince(StatementStart begun) {
    Transfers moved =
        Storages.transfers().since(begun.moved()).plus(metrics.elsewhere().transfers());
    return traffic(moved, System.nanoTime() - begun.nanos());
  }

  private @Nullable Traffic traffic(Transfers moved, long nanos) {
    if (moved.requests() == 0) {
      return null;
    }
    long[] busy = new long[3];
    for (StageTemplate stage : graph.stages()) {
      addNanos(stage.fragment(), busy);
    }
    return new Traffic(
        moved.bytesRead(),
        moved.bytesWritten(),
        moved.requests(),
        moved.retries(),
        nanos,
        moved.bestBytesPerSecond(),
        moved.waitNanos() + moved.sendNanos(),
        Math.max(0, busy[0] - transfersOfTasks.waitNanos()),
        busy[1] + Math.max(0, busy[2] - moved.sendNanos()),
        moved.buckets().stream()
            .map(
                each ->
                    new Traffic.Bucket(
                        each.bucket(),
                        each.requests(),
                        each.refused(),
                        each.bytes(),
                        each.allowed()))
            .toList());
  }

  /** Adds the time of scans and, last, of writes, waits included, and between them of all else. */
  private void addNanos(PhysicalPlan node, long[] nanos) {
    node.inputs().forEach(input -> addNanos(input, nanos));
    int kind =
        switch (node) {
          case PhysicalPlan.Scan _ -> 0;
          case PhysicalPlan.Write _ -> 2;
          default -> 1;
        };
    nanos[kind] += metrics.of(node).nanos();
  }

  /** Adds up a fragment's nodes, leaves first. */
  private final class StageSum {
    private long rowsIn;
    private long nanos;

    void add(PhysicalPlan node) {
      node.inputs().forEach(this::add);
      OperatorMetrics measured = metrics.of(node);
      nanos += measured.nanos();
      if (node.inputs().isEmpty()) {
        rowsIn += measured.rowsOut();
      }
    }
  }
}
