package dev.heddle.spark.runner;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.StageCounts;
import dev.heddle.engine.graph.JobEvent;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskInput;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.scheduler.TaskFailure;
import dev.heddle.engine.worker.HostedJob;
import dev.heddle.engine.worker.HostedOutcome;
import dev.heddle.engine.worker.HostedWorker;
import dev.heddle.engine.worker.PersistedRowsReader;
import dev.heddle.engine.worker.TaskThreads;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.ErrorKind;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.S3Options;
import dev.heddle.io.catalog.PinnedTable;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.storage.Storages;
import dev.heddle.physical.operator.Cancellation;
import dev.heddle.physical.operator.TaskTotals;
import dev.heddle.physical.spill.SpillFolder;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.spark.bridge.SourceBatches;
import dev.heddle.spark.bridge.StageReports;
import dev.heddle.spark.bridge.StageTask;
import dev.heddle.spark.bridge.TaskException;
import dev.heddle.spark.bridge.Unchecked;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilledException;
import org.apache.spark.shuffle.ShuffleHandle;
import org.apache.spark.util.TaskCompletionListener;
import org.apache.spark.util.Utils;
import org.jspecify.annotations.Nullable;
import scala.Product2;

/** Runs tasks in an executor, all of them out of one ledger of memory. Thread-safe. */
public final class ExecutorTask implements StageTask {
  private final ExecutorService threads =
      Executors.newCachedThreadPool(new TaskThreads("heddle-task-"));
  private final Map<Long, TaskSide> running = new ConcurrentHashMap<>(); // by Spark's attempt
  private final ShuffleBackend exchanges = new ShuffleBackend(this::side);
  private @Nullable HostedWorker worker; // guarded by this
  private @Nullable MemoryLedger ledger; // guarded by this

  /** Makes the one of this process. */
  public ExecutorTask() {}

  private TaskSide side() {
    TaskContext context = TaskContext.get();
    TaskSide side = context == null ? null : running.get(context.taskAttemptId());
    if (side == null) {
      throw new IllegalStateException("This thread works on no task of Spark's");
    }
    return side;
  }

  /** Opens rows that other jobs have left, or that Spark makes. */
  private SplitReader open(
      PinnedTable table, int part, List<Integer> columns, MemoryAccount account) {
    TaskSide task = side();
    SourceBatches source = task.source(table.job());
    return source == null
        ? new PersistedRowsReader(
                task::kept, exchange -> task.input(exchange).maps(), () -> exchanges)
            .open(table, part, columns, account)
        : new SourceReader(source, part, columns, account);
  }

  private synchronized MemoryLedger ledger(long memoryBytes) {
    MemoryLedger known = ledger;
    if (known == null) {
      known = new MemoryLedger(memoryBytes);
      ledger = known;
    }
    return known;
  }

  @Override
  public Iterator<byte[]> read(byte[] request, ShuffleHandle rows, int map, TaskContext context) {
    FrameRequest frame = FrameRequest.decode(request);
    return new FrameReader(frame, rows, map, context, ledger(frame.memoryBytes()));
  }

  private synchronized HostedWorker worker(TaskContext context, ExecutorSettings settings) {
    if (worker == null) {
      worker =
          new HostedWorker(
              new TaskContexts(threads),
              context.cpus(),
              settings.slots(),
              ledger(settings.memoryBytes()),
              new SpillFolder(Path.of(Utils.getLocalDir(SparkEnv.get().conf())), Long.MAX_VALUE),
              exchanges,
              exchange -> side().input(exchange).maps(),
              this::open,
              StageTask.class.getClassLoader());
    }
    return worker;
  }

  @Override
  public Iterator<Product2<Integer, byte[]>> run(
      byte[] job,
      byte[] task,
      ShuffleHandle[] inputs,
      List<SourceBatches> sources,
      TaskContext context,
      StageReports reports) {
    TaskRequest request = TaskRequest.decode(task);
    TaskStart start = start(request.start(), context);
    Map<ExchangeId, ShuffleSide.Input> read = new HashMap<>();
    int at = 0;
    int written = 0;
    for (TaskInput input : start.inputs()) {
      TaskRequest.InputSize size = request.inputs().get(at++);
      read.put(
          input.exchange(),
          size.maps() == 0
              ? ShuffleSide.Input.NONE
              : new ShuffleSide.Input(inputs[written++], size.maps(), size.blockBytes()));
    }
    Map<Long, SourceBatches> made = new HashMap<>();
    for (int i = 0; i < sources.size(); i++) {
      made.put(request.sources().get(i), sources.get(i));
    }
    TaskSide side = new TaskSide(context, read, made);
    Cancellation cancellation = new Cancellation();
    CountDownLatch ended = new CountDownLatch(1);
    running.put(context.taskAttemptId(), side);
    context.addTaskCompletionListener(
        (TaskCompletionListener)
            _ -> {
              cancellation.cancel();
              side.drop();
              awaitUninterrupted(ended);
              running.remove(context.taskAttemptId());
            });
    HostedWorker with = worker(context, request.settings());
    threads.execute(
        () -> {
          try {
            TaskContexts.with(
                context,
                () -> side.end(run(with, request.settings().s3(), start, job, cancellation)));
          } finally {
            ended.countDown();
          }
        });
    return new Written(side, start, context, reports);
  }

  private static HostedOutcome run(
      HostedWorker with, S3Options s3, TaskStart start, byte[] job, Cancellation cancellation) {
    try (Storages.OptionsLease _ = Storages.use(s3)) {
      return with.run(start, () -> HostedJob.decode(job), cancellation);
    } catch (HeddleException e) { // tasks of an earlier session have others
      return new HostedOutcome.Ended(
          new TaskFailure.Failed(e.code(), String.valueOf(e.getMessage())));
    }
  }

  /** Spark numbers attempts: its numbers are unique in the application. */
  private static TaskStart start(TaskStart asked, TaskContext context) {
    TaskAttempt task = asked.task();
    JobId job = task.job();
    int attempt = Math.toIntExact(context.taskAttemptId());
    return new TaskStart(
        new TaskAttempt(job, task.stage(), task.partition(), attempt),
        asked.tasks(),
        asked.range(),
        asked.taken(),
        asked.inputs(),
        asked.output(),
        asked.server(),
        asked.floorBytes());
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    boolean wasInterrupted = false;
    while (true) {
      try {
        latch.await();
        break;
      } catch (InterruptedException e) {
        wasInterrupted = true;
      }
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** What Spark's thread takes from a task, whose end it learns here. */
  private static final class Written implements Iterator<Product2<Integer, byte[]>> {
    private final TaskSide side;
    private final TaskStart start;
    private final TaskContext context;
    private final StageReports reports;
    private final long begunNanos = System.nanoTime();
    private @Nullable Product2<Integer, byte[]> next;
    private boolean isOver;

    Written(TaskSide side, TaskStart start, TaskContext context, StageReports reports) {
      this.side = side;
      this.start = start;
      this.context = context;
      this.reports = reports;
    }

    @Override
    public boolean hasNext() {
      if (next == null && !isOver) {
        try {
          switch (side.take()) {
            case TaskSide.Record record -> next = record.block();
            case TaskSide.End end -> end(end.outcome());
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw killed();
        }
      }
      return next != null;
    }

    private TaskKilledException killed() {
      return new TaskKilledException(context.getKillReason().getOrElse(() -> "interrupted"));
    }

    private void end(HostedOutcome outcome) {
      isOver = true;
      switch (outcome) {
        case HostedOutcome.Finished finished -> report(finished);
        case HostedOutcome.Ended ended -> throw failed(ended.failure());
      }
    }

    private void report(HostedOutcome.Finished finished) {
      TaskTotals totals = TaskTotals.NONE;
      for (ControlMessage.Metrics measured : finished.measured()) {
        totals = totals.plus(StageCounts.decode(measured.counts()).totals());
      }
      TaskReport report =
          new TaskReport(
              start.task().partition(),
              context.attemptNumber(),
              SparkEnv.get().executorId(),
              JobEvent.now(),
              (System.nanoTime() - begunNanos) / 1_000,
              finished);
      reports.add(
          report.encode(),
          finished.output().rows(),
          finished.output().bytes(),
          totals.spilledBytes());
      context.taskMetrics().incDiskBytesSpilled(totals.spilledBytes());
    }

    private RuntimeException failed(TaskFailure failure) {
      long job = start.task().job().number();
      return switch (failure) {
        case TaskFailure.Stopped _ -> killed();
        case TaskFailure.FetchLost lost ->
            side.lost() == null
                ? new TaskException(
                    job, ErrorCode.FETCH_LOST.name(), lost.message(), TaskException.Retry.MAY_HELP)
                : Unchecked.<RuntimeException>thrown(side.lost());
        case TaskFailure.Failed(ErrorCode code, String message) ->
            new TaskException(job, code.name(), message, retry(code.kind()));
      };
    }

    private static TaskException.Retry retry(ErrorKind kind) {
      return kind == ErrorKind.EXTERNAL || kind == ErrorKind.RESOURCE
          ? TaskException.Retry.MAY_HELP
          : TaskException.Retry.IS_USELESS;
    }

    @Override
    public Product2<Integer, byte[]> next() {
      if (!hasNext()) {
        throw new NoSuchElementException("The task has written no more");
      }
      Product2<Integer, byte[]> taken = next;
      next = null;
      return taken;
    }
  }
}
