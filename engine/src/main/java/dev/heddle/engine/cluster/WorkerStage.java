package dev.heddle.engine.cluster;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageOutput;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.engine.graph.TaskInput;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.physical.operator.OperatorCounts;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.TaskTotals;
import dev.heddle.physical.pipeline.MemoryFloors;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeDirectory;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangeShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntUnaryOperator;

/**
 * What tasks of a stage have in common on a worker, worked out once, and what they did together.
 * Thread-safe.
 */
final class WorkerStage {
  /** What writing an exchange takes: rows that are no batch yet, and blocks on their way. */
  private static final long EXCHANGE_BYTES = 16L << 20;

  final StageTemplate template;

  /** Names a task's memory in messages. */
  final String name;

  /** Memory that a task needs in any case, beside its breakers' states. */
  final long ownBytes;

  /** What the states of its breakers need. */
  final long reservedBytes;

  private final IntUnaryOperator partitions;
  private final List<PhysicalPlan> nodes = new ArrayList<>(); // in the order of a walk
  private final Set<ExchangeId> announced = ConcurrentHashMap.newKeySet();
  private PlanMetrics sum = new PlanMetrics(); // guarded by this
  private boolean hasCounts; // guarded by this

  /**
   * Works out what a stage needs.
   *
   * @param threads how many threads a task has
   * @param floorBytes what a task needs in any case, as the client has worked out from statistics
   *     that are not looked up again here
   * @param partitions tells how many partitions a stage of the job writes
   */
  WorkerStage(
      StageTemplate template,
      String name,
      int threads,
      long floorBytes,
      IntUnaryOperator partitions) {
    this.template = template;
    this.name = name;
    this.reservedBytes = MemoryFloors.reservedBytes(template.fragment(), threads);
    this.ownBytes = Math.max(EXCHANGE_BYTES, floorBytes - reservedBytes);
    this.partitions = partitions;
    collect(template.fragment());
  }

  private void collect(PhysicalPlan node) {
    nodes.add(node);
    node.inputs().forEach(this::collect);
  }

  /**
   * Returns what a task of a stage needs in any case on a worker whose tasks have so many threads.
   */
  static long floorBytes(StageTemplate stage, int threads) {
    return MemoryFloors.ownBytes(stage.fragment(), threads)
        + MemoryFloors.reservedBytes(stage.fragment(), threads)
        + EXCHANGE_BYTES;
  }

  /** Tells the backend of the exchanges that a task touches. */
  void announce(TaskStart start, ExchangeBackend exchanges, ExchangeDirectory directory) {
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
                directory.winners(input.exchange()).maps().size(),
                partitions.applyAsInt(input.stage())));
        announced.add(input.exchange());
      }
    }
  }

  /** Returns the types of the rows that the fragment reads from what a stage wrote. */
  private List<DataType> types(int stage) {
    for (PhysicalPlan node : nodes) {
      if (node instanceof PhysicalPlan.ExchangeRead read && read.exchange() == stage) {
        return read.output().fields().stream().map(Field::type).toList();
      }
    }
    return List.of();
  }

  /** Adds what a task did that has finished. */
  synchronized void add(PlanMetrics task) {
    hasCounts = true;
    for (PhysicalPlan node : nodes) {
      sum.add(node, task.counts(node));
    }
    sum.add(task.elsewhere());
  }

  /** Returns what tasks did since the last call, if there were any. */
  synchronized Optional<ControlMessage.Measured> takeMeasured(JobId job) {
    if (!hasCounts) {
      return Optional.empty();
    }
    List<OperatorCounts> counts = new ArrayList<>(nodes.size());
    for (PhysicalPlan node : nodes) {
      counts.add(sum.counts(node));
    }
    TaskTotals totals = sum.elsewhere();
    sum = new PlanMetrics();
    hasCounts = false;
    return Optional.of(new ControlMessage.Measured(job, template.stage(), counts, totals));
  }
}
