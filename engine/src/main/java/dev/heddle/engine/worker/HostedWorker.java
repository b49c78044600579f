package dev.heddle.engine.worker;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.code.WorkerCode;
import dev.heddle.engine.graph.ContentHash;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.scheduler.TaskFailure;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.io.catalog.PinnedRows;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.physical.operator.Cancellation;
import dev.heddle.physical.spill.SpillFolder;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * Runs attempts in a process that another engine has started and schedules: it has neither a
 * scheduler nor servers of exchanges. Jobs are not announced and do not end: those used last are
 * kept. Thread-safe.
 */
public final class HostedWorker {
  private static final int MAX_IDLE_JOBS = 8;

  private final TaskWork work;
  private final MemoryLedger ledger;
  private final int threads;
  private final PinnedRows pinned;
  private final WorkerCode code;
  private final KnownTemplates templates = new KnownTemplates();
  private final Map<JobId, Known> jobs = new LinkedHashMap<>(16, 0.75f, true); // guarded by this

  /** A job, and the code that goes with it. */
  private record Known(WorkerJob job, List<ContentHash> archives) {}

  /**
   * Makes a worker; what it is given stays the caller's.
   *
   * @param executor lends threads
   * @param threads of a task
   * @param slots how many tasks run at a time
   * @param maps returns how many tasks have written an exchange that a task reads, which asks on
   *     one of its threads
   * @param pinned opens rows that other jobs have left, for a task that asks on one of its threads
   * @param classes has the classes of the user's own functions that are in no archive
   */
  public HostedWorker(
      Executor executor,
      int threads,
      int slots,
      MemoryLedger ledger,
      SpillFolder spill,
      ExchangeBackend exchanges,
      ToIntFunction<ExchangeId> maps,
      PinnedRows pinned,
      ClassLoader classes) {
    this.work = new TaskWork(executor, threads, slots, ledger, spill, exchanges, maps);
    this.ledger = ledger;
    this.threads = threads;
    this.pinned = pinned;
    this.code = new WorkerCode(spill, classes);
  }

  /**
   * Runs an attempt to its end, on the caller's thread and others; throws nothing.
   *
   * @param content gives the job, if it is not known
   */
  public HostedOutcome run(
      TaskStart start, Supplier<HostedJob> content, Cancellation cancellation) {
    WorkerJob job = enter(start.task().job(), content);
    try {
      return switch (work.run(start, job, cancellation)) {
        case TaskWork.Ended ended -> new HostedOutcome.Ended(ended.failure());
        case TaskWork.Finished finished ->
            finished
                .output()
                .<HostedOutcome>map(
                    output ->
                        new HostedOutcome.Finished(output, job.takeCounts(start.task().stage())))
                .orElseGet(() -> wroteNothing(start));
      };
    } finally {
      leave(job);
    }
  }

  private static HostedOutcome wroteNothing(TaskStart start) {
    return new HostedOutcome.Ended(
        new TaskFailure.Failed(ErrorCode.INTERNAL, start.task() + " has written no exchange"));
  }

  private synchronized WorkerJob enter(JobId id, Supplier<HostedJob> content) {
    Known known = jobs.get(id);
    if (known == null || !known.job.enter()) {
      known = open(content.get());
      jobs.put(id, known);
      known.job.enter();
    }
    return known.job;
  }

  private Known open(HostedJob content) {
    Map<ContentHash, byte[]> bytes = new HashMap<>();
    content.content().forEach(each -> bytes.put(each.hash(), each.bytes()));
    List<ContentHash> archives = new ArrayList<>();
    for (ControlMessage.Archive archive : content.archives()) {
      code.put(archive.hash(), archive.bytes());
      archives.add(archive.hash());
    }
    WorkerJob job =
        new WorkerJob(content.begins(), bytes, ledger, threads, pinned, code, templates);
    return new Known(job, archives);
  }

  private synchronized void leave(WorkerJob job) {
    job.leave();
    Iterator<Known> oldest = jobs.values().iterator();
    for (int idle = jobs.size() - MAX_IDLE_JOBS; idle > 0; idle--) {
      Known known = oldest.next();
      oldest.remove();
      known.archives.forEach(code::forget);
      known.job.end(); // once its last task has left
    }
  }
}
