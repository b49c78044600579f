package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.StatementTexts;
import dev.heddle.engine.findings.Evidence;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.PersistedRows;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.setting.SessionSettings;
import dev.heddle.engine.setting.TimedWork;
import dev.heddle.engine.stream.ConsumerSinkFactory;
import dev.heddle.engine.stream.HeapBatchStream;
import dev.heddle.engine.stream.OffHeapArrowStream;
import dev.heddle.engine.stream.ResultQueue;
import dev.heddle.engine.stream.StreamSinkFactory;
import dev.heddle.engine.write.FileOutput;
import dev.heddle.engine.write.WritePlans;
import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.WritePlace;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.spi.BatchStream;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.frame.spi.WriteSummary;
import dev.heddle.frame.spi.WriteTarget;
import dev.heddle.frame.watch.QueryHandle;
import dev.heddle.io.ipc.ArrowMemory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.storage.Storage;
import dev.heddle.physical.operator.Cancellation;
import dev.heddle.physical.operator.CollectedRows;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.spill.SpillFolder;
import dev.heddle.physical.spill.SpillSpace;
import dev.heddle.planner.PlannedQuery;
import dev.heddle.planner.Planner;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Runs the queries of a session: plans each, admits it, runs its stages, and hands its rows over.
 * Safe for many threads. Owns what runs and the results that are open, which {@link #close} ends.
 */
final class QueryExecutor {
  private static final AtomicLong JOBS = new AtomicLong();
  private static final AtomicLong STREAMS = new AtomicLong();

  private final SessionSettings settings;
  private final MemoryLedger ledger;
  private final FrameCache cache;
  private final StageRunner runner;
  private final SpillFolder spill;
  private final int threads;
  private final SessionRights rights;
  private final QueryPlanning planning;
  private final StatementTexts texts;
  private final TimedWork running;
  private final ProgressReports reports;
  private final Set<AutoCloseable> results = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * Makes an executor; what it is given belongs to the session.
   *
   * @param threads threads that run a query's tasks in this process
   */
  QueryExecutor(
      SessionSettings settings,
      MemoryLedger ledger,
      FrameCache cache,
      SessionRights rights,
      StageRunner runner,
      SpillFolder spill,
      int threads,
      StatementTexts texts,
      ProgressReports reports) {
    this.texts = texts;
    this.reports = reports;
    this.settings = settings;
    this.ledger = ledger;
    this.cache = cache;
    this.running = new TimedWork(settings);
    this.planning = new QueryPlanning(settings, rights, runner, ledger, texts);
    this.rights = rights;
    this.runner = runner;
    this.spill = spill;
    this.threads = threads;
  }

  /**
   * Checks that the session is open.
   *
   * @throws HeddleException if it was closed
   */
  void checkOpen() {
    if (closed) {
      throw new HeddleException(
          ErrorCode.CLOSED, "Cannot use a session that has been closed; open another one");
    }
  }

  /** Runs analysis or planning so that it ends when all is cancelled. */
  <T> T cancellable(Function<Cancellation, T> body) {
    Cancellation cancellation = new Cancellation();
    return running.run(
        cancellation, () -> CancelPoint.under(cancellation.flag(), () -> body.apply(cancellation)));
  }

  QueryPlanning planning() {
    return planning;
  }

  /** What is done with a result. */
  private interface Use<T> {
    T of(QueryRun run, CollectedRows rows, MemoryAccount account);
  }

  /**
   * Runs a plan; what uses the result takes over rows and account, also if it throws. If persisted
   * rows are gone from the cluster, they are computed again with another run.
   */
  private <T> T runThen(
      RunningQuery query,
      LogicalPlan plan,
      QueryPlanning.Planner planner,
      StatementStart start,
      Use<T> then) {
    return QueryStack.forPlan(
        plan,
        () ->
            cache.whilePersistedAreLost(
                plan, () -> query.onThread(() -> runOnce(query, plan, planner, start, then))));
  }

  private RunningQuery query(LogicalPlan plan) {
    return new RunningQuery(
        texts.of(plan),
        reports,
        (run, steps, elapsed, earlier) ->
            RunEvidence.of(run, steps, elapsed, earlier, threads, runner));
  }

  /** Runs the body of a query so that it is seen, and ends when all is cancelled. */
  private <T> T watched(RunningQuery query, Supplier<T> body) {
    query.begin();
    reports.begin(query);
    try {
      T made = running.run(query.cancellation(), body);
      query.finish();
      return made;
    } catch (Throwable e) {
      query.fail(e);
      throw e;
    } finally {
      reports.end(query);
      query.endProfileLater();
    }
  }

  private <T> T runOnce(
      RunningQuery query,
      LogicalPlan plan,
      QueryPlanning.Planner planner,
      StatementStart start,
      Use<T> then) {
    checkOpen();
    query.plan(start);
    Cancellation cancellation = query.cancellation();
    try (FrameCache.Use use = cache.use(plan, new CacheFiller(this, cancellation))) {
      QueryRun run = planning.plan(use.plan(), cancellation, planner, start);
      JobId job = nextJob();
      query.await(run);
      MemoryAccount account = admit(run, job);
      query.run(account);
      CollectedRows rows;
      try {
        rows = run.run(job, runner, account, spill, threads);
        account.endPromise();
      } catch (Throwable e) {
        closeAfter(account, e);
        throw e;
      }
      query.release();
      planning.remember(run);
      return then.of(run, rows, account);
    }
  }

  /** Computes rows that stay where they are made, until the caller closes them. */
  PersistedRows keep(LogicalPlan plan) {
    checkOpen();
    Cancellation cancellation = new Cancellation();
    CacheFiller filler = new CacheFiller(this, cancellation);
    return running.run(
        cancellation,
        () -> {
          try (FrameCache.Use use = cache.use(plan, filler)) {
            return filler.keepRows(use.plan());
          }
        });
  }

  static JobId nextJob() {
    return new JobId(JOBS.incrementAndGet());
  }

  StageRunner runner() {
    return runner;
  }

  /** Returns what pays for queries and their results. */
  MemoryLedger ledger() {
    return ledger;
  }

  /** Opens a folder for the spilled rows of a query. */
  SpillSpace openSpill() {
    return spill.open();
  }

  /** Opens the account of a query that is about to run, which has been promised what it needs. */
  MemoryAccount admit(QueryRun run, JobId job) {
    QueryRun.FloorBytes floors =
        runner.isInProcess() ? run.floors(threads) : run.resultFloors(threads);
    return ledger.admit(job.toString(), floors.own(), floors.reserved(), run.cancellation()::check);
  }

  /** A leak must not hide the error that made it. */
  static void closeAfter(MemoryAccount account, Throwable error) {
    try {
      account.close();
    } catch (IllegalStateException leak) {
      error.addSuppressed(leak);
    }
  }

  OffHeapResult collect(LogicalPlan plan, StatementStart start) {
    RunningQuery query = query(plan);
    return watched(query, () -> collect(query, plan, start));
  }

  /** Runs a query on a thread of its own. */
  QueryHandle submit(LogicalPlan plan, StatementStart start) {
    checkOpen();
    RunningQuery query = query(plan);
    SubmittedQuery handle = new SubmittedQuery(query);
    handle.start(() -> watched(query, () -> collect(query, plan, start)));
    return handle;
  }

  ProgressReports reports() {
    return reports;
  }

  private OffHeapResult collect(RunningQuery query, LogicalPlan plan, StatementStart start) {
    return runThen(
        query,
        plan,
        planning.cached(),
        start,
        (run, rows, account) -> {
          OffHeapResult[] self = new OffHeapResult[1];
          OffHeapResult result =
              new OffHeapResult(plan.schema(), rows, run, account, () -> results.remove(self[0]));
          self[0] = result;
          results.add(result);
          return result;
        });
  }

  public ArrowStream stream(LogicalPlan plan) {
    StreamMaker<ArrowStream> maker =
        (queue, onClose) -> {
          MemoryAccount vectors = ledger.open("rows of a stream");
          ArrowMemory memory = new ArrowMemory(vectors, vectors::close);
          return new OffHeapArrowStream(plan.schema(), queue, memory, onClose);
        };
    return cache.whilePersistedAreLost(plan, () -> openStream(plan, maker));
  }

  public BatchStream batches(LogicalPlan plan) {
    return cache.whilePersistedAreLost(plan, () -> openStream(plan, HeapBatchStream::new));
  }

  /** Makes what a reader sees of a queue. */
  private interface StreamMaker<S> {
    S make(ResultQueue queue, Runnable onClose);
  }

  public QueryProfile forEachBatch(LogicalPlan plan, Consumer<ResultBatch> consumer) {
    checkOpen();
    RunningQuery query = query(plan);
    return watched(query, () -> runInto(query, plan, UnaryOperator.identity(), consumer(consumer)))
        .profile();
  }

  private SinkMaker consumer(Consumer<ResultBatch> rows) {
    return (physical, account) ->
        new ConsumerSinkFactory(rows, physical.output(), threads, account);
  }

  /** Makes the end of a query. */
  private interface SinkMaker {
    SinkFactory make(PhysicalPlan plan, MemoryAccount account);
  }

  /** Starts a query beside the caller and waits for its first rows. */
  private <S extends AutoCloseable> S openStream(LogicalPlan plan, StreamMaker<S> maker) {
    checkOpen();
    RunningQuery query = query(plan);
    ResultQueue queue = new ResultQueue(query.cancellation());
    SinkMaker sinks =
        (physical, account) -> new StreamSinkFactory(queue, physical.output(), threads, account);
    AutoCloseable[] self = new AutoCloseable[1];
    S stream = maker.make(queue, () -> results.remove(self[0]));
    self[0] = stream;
    results.add(stream);
    Thread.ofPlatform()
        .daemon()
        .name("heddle-stream-", STREAMS.incrementAndGet())
        .start(
            () -> {
              try {
                watched(query, () -> runInto(query, plan, UnaryOperator.identity(), sinks));
                queue.end();
              } catch (Throwable e) {
                queue.fail(e);
              } finally {
                queue.finish();
              }
            });
    try {
      queue.awaitFirst();
      return stream;
    } catch (Throwable e) {
      Closeables.all(stream);
      throw e;
    }
  }

  /** Plans a query and gives the plan to a use; runs nothing. */
  <T> T planned(LogicalPlan plan, StatementStart start, ExplainText.Planned<T> use) {
    checkOpen();
    ExplainText text = new ExplainText(threads, cache.describe(plan));
    return cancellable(
        cancellation ->
            QueryStack.forPlan(
                plan,
                () ->
                    use.of(
                        text,
                        planning.plan(cache.withHeld(plan), cancellation, Planner::plan, start))));
  }

  /** Runs a query as a mode says, drops its rows and gives what was measured to a use. */
  <T> T analyzed(
      LogicalPlan plan, ExplainMode mode, StatementStart start, ExplainText.Analyzed<T> use) {
    checkOpen();
    RunningQuery query = query(plan);
    query.measure();
    if (mode.isProfiled()) {
      query.profile();
    }
    Use<T> dropped =
        (run, rows, account) -> {
          rows.close();
          long peak = account.peakBytes();
          account.close();
          Evidence evidence = query.evidence(run);
          query.endProfile();
          return use.of(new ExplainText(threads, cache.describe(plan)), run, evidence, peak);
        };
    return watched(query, () -> runThen(query, plan, Planner::plan, start, dropped));
  }

  WriteSummary write(LogicalPlan plan, WriteTarget target, StatementStart start) {
    checkOpen();
    target.check(plan.schema());
    RunningQuery query = query(plan);
    return watched(query, () -> write(query, plan, target, start));
  }

  private WriteSummary write(
      RunningQuery query, LogicalPlan plan, WriteTarget target, StatementStart start) {
    WritePlans.Site elsewhere =
        target.layout().place() == WritePlace.CLIENT
            ? WritePlans.Site.CLIENT
            : WritePlans.Site.ELSEWHERE;
    ZoneId zone = settings.timeZone();
    WritePlans plans =
        new WritePlans(
            target, plan.schema(), zone, runner.isInProcess() ? WritePlans.Site.HERE : elsewhere);
    AtomicReference<QueryRun> last = new AtomicReference<>();
    FileOutput.Runs runs =
        (rows, end, begin, consumer) -> last.set(runWrite(query, rows, end, begin, consumer));
    Storage storage = rights.storageToWrite(target.path());
    WriteSummary written = new FileOutput(plan, target, storage, plans, runs).write();
    QueryRun run = last.get();
    return run == null
        ? written
        : new WriteSummary(
            written.rows(),
            written.bytes(),
            written.files(),
            written.partitions(),
            run.profile().badRows(),
            run.profile().columnsLeftOut(),
            run.trafficSince(start));
  }

  /** Runs the tasks of a write; if persisted rows are gone they are computed again. */
  private QueryRun runWrite(
      RunningQuery query,
      LogicalPlan plan,
      UnaryOperator<PhysicalPlan> end,
      Runnable begin,
      Consumer<ResultBatch> rows) {
    return cache.whilePersistedAreLost(
        plan,
        () -> {
          begin.run();
          return runInto(query, plan, end, consumer(rows));
        });
  }

  /** Runs a plan into a sink that takes the rows as they come. */
  private QueryRun runInto(
      RunningQuery query, LogicalPlan plan, UnaryOperator<PhysicalPlan> end, SinkMaker sinks) {
    return QueryStack.forPlan(
        plan, () -> query.onThread(() -> runOnceInto(query, plan, end, sinks)));
  }

  private QueryRun runOnceInto(
      RunningQuery query, LogicalPlan plan, UnaryOperator<PhysicalPlan> end, SinkMaker sinks) {
    checkOpen();
    query.plan(StatementStart.now());
    Cancellation cancellation = query.cancellation();
    try (FrameCache.Use use = cache.use(plan, new CacheFiller(this, cancellation))) {
      QueryPlanning.Planner planner =
          (logical, tables, settings, time, cancelled) -> {
            PlannedQuery planned =
                planning.cached().plan(logical, tables, settings, time, cancelled);
            return planned.withPhysical(end.apply(planned.physical()));
          };
      QueryRun run = planning.plan(use.plan(), cancellation, planner, StatementStart.now());
      JobId job = nextJob();
      query.await(run);
      MemoryAccount account = admit(run, job);
      query.run(account);
      try (SpillSpace space = spill.open();
          SinkFactory sink = sinks.make(run.resultPlan(), account)) {
        run.runInto(job, runner, account, space, sink);
        account.endPromise(); // the sink may wait until its rows have been taken
      } catch (Throwable e) {
        closeAfter(account, e);
        throw e;
      }
      query.release();
      account.close();
      planning.remember(run);
      return run;
    }
  }

  void cancelAll() {
    running.cancelAll();
  }

  /** Cancels what runs and closes the results that are open; false if that was done before. */
  boolean close() {
    if (closed) {
      return false;
    }
    closed = true;
    cancelAll();
    for (AutoCloseable result : new ArrayList<>(results)) {
      try {
        result.close();
      } catch (Exception e) {
        throw new IllegalStateException("Cannot close a result", e);
      }
    }
    return true;
  }
}
