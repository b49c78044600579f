package dev.heddle.engine.worker;

import dev.heddle.engine.graph.FragmentReads;
import dev.heddle.engine.graph.JobContext;
import dev.heddle.engine.graph.NoResult;
import dev.heddle.engine.graph.NodeSample;
import dev.heddle.engine.graph.StageSample;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskInput;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.scheduler.TaskFailure;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.Transfers;
import dev.heddle.physical.operator.Cancellation;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.TaskTotals;
import dev.heddle.physical.operator.ThreadTimes;
import dev.heddle.physical.spill.SpillFolder;
import dev.heddle.physical.spill.SpillSpace;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.shuffle.protocol.SealedMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.ToIntFunction;

/** Runs single attempts on a worker, each with an account and spill files of its own. */
final class TaskWork {
  private final TaskRunner runner;
  private final MemoryLedger ledger;
  private final SpillFolder spill;
  private final ExchangeBackend exchanges;
  private final ToIntFunction<ExchangeId> maps;
  private final Set<RunningTask> running = ConcurrentHashMap.newKeySet();
  private Transfers reported = Storages.transfers(); // guarded by this

  TaskWork(
      Executor executor,
      int threads,
      int slots,
      MemoryLedger ledger,
      SpillFolder spill,
      ExchangeBackend exchanges,
      ToIntFunction<ExchangeId> maps) {
    this.exchanges = exchanges;
    this.maps = maps;
    this.runner = new TaskRunner(executor, threads, exchanges, slots);
    this.ledger = ledger;
    this.spill = spill;
  }

  /** A task, from when it begins to run until it is closed. */
  private final class RunningTask implements AutoCloseable {
    private final TaskAttempt task;
    private final WorkerStage stage;
    private final PlanMetrics metrics;
    private final MemoryAccount account;
    private final SpillSpace spill;

    RunningTask(
        TaskAttempt task,
        WorkerStage stage,
        PlanMetrics metrics,
        MemoryAccount account,
        SpillSpace spill) {
      this.task = task;
      this.stage = stage;
      this.metrics = metrics;
      this.account = account;
      this.spill = spill;
      running.add(this);
    }

    @Override
    public void close() {
      running.remove(this);
    }

    /** Returns what it has done so far, of each stage whose work it does. */
    List<StageSample> samples() {
      List<StageSample> samples = new ArrayList<>();
      stage
          .sampled(metrics)
          .forEach(
              (number, nodes) ->
                  samples.add(
                      number == task.stage()
                          ? sample(nodes)
                          : StageSample.ofNodes(task.job(), number, nodes)));
      return samples;
    }

    private StageSample sample(List<NodeSample> nodes) {
      FragmentReads reads = new FragmentReads(stage.template.fragment(), metrics);
      return new StageSample(
          task.job(),
          task.stage(),
          reads.handledRows(),
          reads.tableRows(),
          reads.bytesRead(),
          reads.files(),
          reads.rowGroups(),
          reads.rowGroupsSkipped(),
          account.usedBytes(),
          spill.writtenBytes(),
          nodes);
    }
  }

  /** Returns what the tasks that run now have done so far, by job and stage. */
  List<StageSample> samples() {
    Map<List<Object>, StageSample> sums = new LinkedHashMap<>();
    for (RunningTask task : running) {
      for (StageSample sample : task.samples()) {
        sums.merge(List.of(sample.job(), sample.stage()), sample, StageSample::plus);
      }
    }
    return List.copyOf(sums.values());
  }

  /** How an attempt ended. */
  sealed interface Outcome {}

  /** It has done its work. */
  record Finished(Optional<SealedMap> output) implements Outcome {}

  /** It has not. */
  record Ended(TaskFailure failure) implements Outcome {}

  /** Runs an attempt to its end; throws nothing. */
  Outcome run(TaskStart start, WorkerJob job, Cancellation cancellation) {
    try {
      WorkerStage stage = job.stage(start.task().stage(), start.taken());
      stage.announce(start, exchanges, maps);
      PlanMetrics metrics = new PlanMetrics();
      metrics.measureInDetail();
      job.sampling().ifPresent(sampling -> stage.publish(sampling, metrics));
      Optional<SealedMap> output = run(start, job, stage, metrics, cancellation);
      int repeats = start.task().attempt() == 0 ? 0 : 1;
      metrics.add(new TaskTotals(0, 0, moved(), ThreadTimes.NONE, repeats, Map.of()));
      stage.add(metrics);
      return new Finished(output);
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
    } catch (RuntimeException | Error e) {
      return failed(ErrorCode.INTERNAL, "Internal error in " + start.task() + ": " + e);
    }
  }

  /** Returns what the process has moved since this was last asked. */
  private synchronized Transfers moved() {
    Transfers now = Storages.transfers();
    Transfers since = now.since(reported);
    reported = now;
    return since;
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
      WorkerStage stage,
      PlanMetrics metrics,
      Cancellation cancellation) {
    MemoryAccount account =
        ledger.admit(stage.name, stage.ownBytes, stage.reservedBytes, cancellation::check);
    Optional<SealedMap> output;
    try (SpillSpace space = spill.open();
        RunningTask _ = new RunningTask(start.task(), stage, metrics, account, space)) {
      output =
          runner.run(
              start,
              stage.template,
              new JobContext(
                  account,
                  space,
                  job.time(),
                  cancellation,
                  metrics,
                  job.loops(),
                  NoResult.INSTANCE));
      metrics.add(
          new TaskTotals(
              space.writtenBytes(),
              space.fileCount(),
              Transfers.NONE,
              metrics.threads(),
              0,
              metrics.functions().nanos()));
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
}
