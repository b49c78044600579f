package dev.heddle.engine.cluster;

import dev.heddle.engine.graph.JobContext;
import dev.heddle.engine.graph.StageOutput;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.engine.graph.TaskInput;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.scheduler.TaskFailure;
import dev.heddle.engine.worker.TaskRunner;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.physical.operator.Cancellation;
import dev.heddle.physical.operator.MemoryFloors;
import dev.heddle.physical.operator.OperatorCounts;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.spill.SpillFolder;
import dev.heddle.physical.spill.SpillSpace;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeDirectory;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.shuffle.protocol.SealedMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/** Runs single attempts on a worker, each with an account and spill files of its own. */
final class TaskWork {
  /** What writing an exchange takes: rows that are no batch yet, and blocks on their way. */
  static final long EXCHANGE_BYTES = 16L << 20;

  private final TaskRunner runner;
  private final int threads;
  private final MemoryLedger ledger;
  private final SpillFolder spill;
  private final ExchangeBackend exchanges;
  private final ExchangeDirectory directory;

  TaskWork(
      Executor executor,
      int threads,
      MemoryLedger ledger,
      SpillFolder spill,
      ExchangeBackend exchanges,
      ExchangeDirectory directory) {
    this.exchanges = exchanges;
    this.directory = directory;
    this.runner = new TaskRunner(executor, threads, exchanges);
    this.threads = threads;
    this.ledger = ledger;
    this.spill = spill;
  }

  /** How an attempt ended. */
  sealed interface Outcome {}

  /**
   * It has done its work.
   *
   * @param nodes what the nodes of its fragment did, in the order of a walk from the root
   */
  record Finished(Optional<SealedMap> output, List<OperatorCounts> nodes) implements Outcome {}

  /** It has not. */
  record Ended(TaskFailure failure) implements Outcome {}

  /** Stands where a session's runner has the caller's sink: here every stage writes an exchange. */
  private enum NoResult implements SinkFactory {
    INSTANCE;

    @Override
    public Sink open(TaskContext context) {
      throw new IllegalStateException("A worker has no sink of its own for results");
    }

    @Override
    public void complete(TaskContext context) {}

    @Override
    public void close() {}
  }

  /** Runs an attempt to its end; throws nothing. */
  Outcome run(TaskStart start, WorkerJob job, Cancellation cancellation) {
    try {
      StageTemplate stage = job.stage(start.task().stage());
      announce(start, job, stage);
      PlanMetrics metrics = new PlanMetrics();
      Optional<SealedMap> output = run(start, job, stage, metrics, cancellation);
      List<OperatorCounts> nodes = new ArrayList<>();
      collect(stage.fragment(), metrics, nodes);
      return new Finished(output, nodes);
    } catch (FetchLostException e) {
      return new Ended(lost(start, e));
    } catch (HeddleException e) {
      return cancellation.isCancelled() && e.code() == ErrorCode.CANCELLED
          ? new Ended(new TaskFailure.Stopped())
          : failed(e.code(), String.valueOf(e.getMessage()));
    } catch (OutOfMemoryError e) {
      return failed(
          ErrorCode.OUT_OF_MEMORY,
          "The Java heap of a worker ran out in " + start.task() + ": start workers with more");
    } catch (RuntimeException | StackOverflowError e) {
      return failed(ErrorCode.INTERNAL, "Internal error in " + start.task() + ": " + e);
    }
  }

  /** Tells the backend of the exchanges that the task touches. */
  private void announce(TaskStart start, WorkerJob job, StageTemplate stage) {
    if (stage.output() instanceof StageOutput.ToExchange to) {
      exchanges.create(
          start.output(),
          new ExchangeShape(to.shape().types(), start.tasks(), to.shape().partitions()));
    }
    for (TaskInput input : start.inputs()) {
      exchanges.create(
          input.exchange(),
          new ExchangeShape(
              types(stage.fragment(), input.stage()),
              directory.winners(input.exchange()).maps().size(),
              job.partitions(input.stage())));
    }
  }

  /** Returns the types of the rows that a fragment reads from what a stage wrote. */
  private static List<DataType> types(PhysicalPlan node, int stage) {
    if (node instanceof PhysicalPlan.ExchangeRead read && read.exchange() == stage) {
      return read.output().fields().stream().map(Field::type).toList();
    }
    for (PhysicalPlan input : node.inputs()) {
      List<DataType> found = types(input, stage);
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }

  private static Outcome failed(ErrorCode code, String message) {
    return new Ended(new TaskFailure.Failed(code, message));
  }

  private static TaskFailure lost(TaskStart start, FetchLostException e) {
    int version = 0;
    for (TaskInput input : start.inputs()) {
      if (input.exchange().equals(e.exchange())) {
        version = input.version();
      }
    }
    return new TaskFailure.FetchLost(
        e.exchange(), version, e.maps(), String.valueOf(e.getMessage()));
  }

  private Optional<SealedMap> run(
      TaskStart start,
      WorkerJob job,
      StageTemplate stage,
      PlanMetrics metrics,
      Cancellation cancellation) {
    MemoryAccount account =
        ledger.admit(
            start.task().toString(),
            ownBytes(stage, threads),
            MemoryFloors.reservedBytes(stage.fragment(), threads),
            cancellation::check);
    Optional<SealedMap> output;
    try (SpillSpace space = spill.open()) {
      output =
          runner.run(
              start,
              stage,
              new JobContext(
                  account,
                  space,
                  job.time(),
                  cancellation,
                  metrics,
                  job.loops(),
                  NoResult.INSTANCE));
    } catch (Throwable e) {
      try {
        account.close();
      } catch (IllegalStateException leak) {
        e.addSuppressed(leak);
      }
      throw e;
    }
    account.close();
    return output;
  }

  private static long ownBytes(StageTemplate stage, int threads) {
    return MemoryFloors.ownBytes(stage.fragment(), threads) + EXCHANGE_BYTES;
  }

  /**
   * Returns what a task of a stage needs in any case on a worker whose tasks have so many threads.
   */
  static long floorBytes(StageTemplate stage, int threads) {
    return ownBytes(stage, threads) + MemoryFloors.reservedBytes(stage.fragment(), threads);
  }

  private static void collect(PhysicalPlan node, PlanMetrics metrics, List<OperatorCounts> nodes) {
    nodes.add(metrics.counts(node));
    node.inputs().forEach(input -> collect(input, metrics, nodes));
  }
}
