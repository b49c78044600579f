package dev.heddle.engine.worker;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.StageCounts;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.NodeSample;
import dev.heddle.engine.graph.StageOutput;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.engine.graph.TaskInput;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.physical.operator.OperatorCounts;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.TaskTotals;
import dev.heddle.physical.pipeline.MemoryFloors;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangeShape;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;

/**
 * What tasks of a stage have in common on a worker, worked out once, and what they did together.
 * Thread-safe.
 */
public final class WorkerStage {
  /** What writing an exchange takes: rows that are no batch yet, and blocks on their way. */
  private static final long EXCHANGE_BYTES = 16L << 20;

  final StageTemplate template;

  /** Names a task's memory in messages. */
  final String name;

  /** Memory that a task needs in any case, beside its breakers' states. */
  final long ownBytes;

  /** What the states of its breakers need. */
  final long reservedBytes;

  private final int threads;
  private final long floorBytes;
  private final IntUnaryOperator partitions;

  /** The nodes of each stage whose work tasks do, in the order of a walk over its own fragment. */
  private final Map<Integer, List<PhysicalPlan>> nodes = new LinkedHashMap<>();

  private final Set<ExchangeId> announced = ConcurrentHashMap.newKeySet();
  private PlanMetrics sum = new PlanMetrics(); // guarded by this
  private boolean hasCounts; // guarded by this

  /**
   * Works out what a stage needs.
   *
   * @param threads how many threads a task has
   * @param floorBytes what a task needs in any case, as the client has worked out from statistics
   *     that are not looked up again here
   * @param partitions returns the number of partitions that a stage of the job writes
   */
  WorkerStage(
      StageTemplate template,
      String name,
      int threads,
      long floorBytes,
      IntUnaryOperator partitions) {
    this(
        template,
        name,
        threads,
        floorBytes,
        partitions,
        Map.of(template.stage(), template.nodes()));
  }

  private WorkerStage(
      StageTemplate template,
      String name,
      int threads,
      long floorBytes,
      IntUnaryOperator partitions,
      Map<Integer, List<PhysicalPlan>> nodes) {
    this.template = template;
    this.name = name;
    this.threads = threads;
    this.floorBytes = floorBytes;
    this.reservedBytes = MemoryFloors.reservedBytes(template.fragment(), threads);
    this.ownBytes = Math.max(EXCHANGE_BYTES, floorBytes - reservedBytes);
    this.partitions = partitions;
    this.nodes.putAll(nodes);
  }

  /** Returns what tasks have in common that do the work of a stage too that this one reads. */
  WorkerStage takingIn(WorkerStage other) {
    IdentityHashMap<PhysicalPlan, PhysicalPlan> replaced = new IdentityHashMap<>();
    StageTemplate both = template.takingIn(other.template, replaced::put);
    Map<Integer, List<PhysicalPlan>> all = new LinkedHashMap<>();
    nodes.forEach(
        (stage, own) ->
            all.put(stage, own.stream().map(node -> replaced.getOrDefault(node, node)).toList()));
    all.putAll(other.nodes);
    return new WorkerStage(both, name, threads, floorBytes + other.floorBytes, partitions, all);
  }

  /**
   * Returns what a task of a stage needs in any case on a worker whose tasks have this number of
   * threads.
   */
  public static long floorBytes(StageTemplate stage, int threads) {
    return MemoryFloors.ownBytes(stage.fragment(), threads)
        + MemoryFloors.reservedBytes(stage.fragment(), threads)
        + EXCHANGE_BYTES;
  }

  /**
   * Notifies the backend of the exchanges that a task uses.
   *
   * @param maps returns how many tasks have written an exchange
   */
  void announce(TaskStart start, ExchangeBackend exchanges, ToIntFunction<ExchangeId> maps) {
    if (template.output() instanceof StageOutput.ToExchange to
        && !announced.contains(start.output())) {
      exchanges.create(
          start.output(),
          new ExchangeShape(
              to.shape().types(), start.tasks(), to.shape().partitions(), to.shape().isKept()));
      announced.add(start.output());
    }
    for (TaskInput input : start.inputs()) {
      if (input.stage() >= 0 && !announced.contains(input.exchange())) {
        exchanges.create(
            input.exchange(),
            new ExchangeShape(
                types(input.stage()),
                maps.applyAsInt(input.exchange()),
                partitions.applyAsInt(input.stage())));
        announced.add(input.exchange());
      }
    }
  }

  /** Returns the types of the rows that the fragment reads from what a stage wrote. */
  private List<DataType> types(int stage) {
    for (List<PhysicalPlan> own : nodes.values()) {
      for (PhysicalPlan node : own) {
        if (node instanceof PhysicalPlan.ExchangeRead read && read.exchange() == stage) {
          return read.output().fields().stream().map(Field::type).toList();
        }
      }
    }
    return List.of();
  }

  /** Lets the threads of a task of a profiled job publish where they are. */
  void publish(JobSampling sampling, PlanMetrics metrics) {
    sampling.publish(metrics, nodes);
  }

  /** Returns what nodes have done so far in a task, for each stage whose work it does. */
  Map<Integer, List<NodeSample>> sampled(PlanMetrics task) {
    Map<Integer, List<NodeSample>> all = new LinkedHashMap<>();
    nodes.forEach(
        (stage, own) -> all.put(stage, own.stream().map(node -> sample(task.of(node))).toList()));
    return all;
  }

  private static NodeSample sample(OperatorMetrics did) {
    return new NodeSample(did.rowsOut(), did.nanos(), did.stateBytes(), did.spilledBytes());
  }

  /** Adds what a task did that has finished. */
  synchronized void add(PlanMetrics task) {
    hasCounts = true;
    for (List<PhysicalPlan> own : nodes.values()) {
      own.forEach(node -> sum.add(node, task.counts(node)));
    }
    sum.add(task.elsewhere());
  }

  /** Returns what tasks did since the last call, if there were any, for each stage. */
  synchronized List<ControlMessage.Metrics> takeMeasured(JobId job) {
    if (!hasCounts) {
      return List.of();
    }
    List<ControlMessage.Metrics> measured = new ArrayList<>();
    nodes.forEach(
        (stage, own) -> {
          List<OperatorCounts> counts = own.stream().map(sum::counts).toList();
          TaskTotals totals = stage == template.stage() ? sum.elsewhere() : TaskTotals.NONE;
          measured.add(
              new ControlMessage.Metrics(job, stage, new StageCounts(counts, totals).encode()));
        });
    sum = new PlanMetrics();
    hasCounts = false;
    return measured;
  }
}
