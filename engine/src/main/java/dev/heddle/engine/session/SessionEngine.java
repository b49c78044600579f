package dev.heddle.engine.session;

import static java.util.Objects.requireNonNull;

import dev.heddle.engine.cluster.client.ClusterStageRunner;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobShare;
import dev.heddle.engine.graph.KeepingStageRunner;
import dev.heddle.engine.graph.KeptRows;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.worker.LocalStageRunner;
import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.SqlParameters;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.UserFunction;
import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.option.ClusterOptions;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.Engine;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.frame.spi.PreparedSql;
import dev.heddle.frame.spi.StatementResult;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.frame.spi.WriteSummary;
import dev.heddle.frame.spi.WriteTarget;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.catalog.MemoryTable;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.ipc.ArrowImport;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.memory.Reservation;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.write.RowOrder;
import dev.heddle.physical.codegen.LoopCache;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.physical.operator.Cancellation;
import dev.heddle.physical.operator.CollectedRows;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.spill.SpillFolder;
import dev.heddle.physical.spill.SpillSpace;
import dev.heddle.planner.PlanCache;
import dev.heddle.planner.PlannedQuery;
import dev.heddle.planner.Planner;
import dev.heddle.planner.PlannerSettings;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.shuffle.net.Security;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.jspecify.annotations.Nullable;

/**
 * A session's engine: plans in this process, and runs stages here or on a cluster. Thread-safe:
 * queries of several threads share the workers and the memory.
 */
final class SessionEngine implements Engine {
  private static final AtomicLong JOBS = new AtomicLong();
  private static final AtomicLong STREAMS = new AtomicLong();
  private static final int MAX_PLANS = 256;
  private static final int MOST_RUNS = 3;
  private static final String ODD_ORDER = "it is sorted by what is not among its columns";

  /** So many parts of rows that stay in a cluster, for each task that runs at a time. */
  private static final int PARTS_PER_SLOT = 4;

  private final SessionOptions options;
  private final MemoryLedger ledger;
  private final ProcessMemory.Limit limit;
  private final MemoryTables memory;
  private final FrameCache cache;
  private final SourceTables sources;
  private final SessionCatalogue catalogue;
  private final BoundQueries queries;
  private final PlanCache plans = new PlanCache(MAX_PLANS);
  private final int threads;
  private final StageRunner runner;
  private final Set<Cancellation> running = ConcurrentHashMap.newKeySet();
  private final Set<AutoCloseable> results = ConcurrentHashMap.newKeySet();
  private final SpillFolder spill;
  private final Storages.@Nullable Lease storage;
  private volatile boolean closed;

  SessionEngine(SessionOptions options) {
    this(options, runner(options));
  }

  /** Makes an engine whose stages are run by what it is given, and closes. */
  SessionEngine(SessionOptions options, StageRunner runner) {
    this.options = options;
    this.storage = options.s3() == null ? null : Storages.use(options.s3());
    this.ledger = ProcessMemory.ledger();
    this.limit = ProcessMemory.limit(options.memoryBudgetBytes());
    this.spill =
        new SpillFolder(
            options.spillFolder(),
            options.spillQuotaBytes() == 0 ? Long.MAX_VALUE : options.spillQuotaBytes());
    this.memory = new MemoryTables(ledger.open("tables in memory"));
    this.cache = new FrameCache(ledger, memory);
    this.catalogue = new SessionCatalogue(cache::isHeld);
    this.sources = new SourceTables(memory, options.timeZone());
    this.queries = new BoundQueries(catalogue, sources, MAX_PLANS);
    this.threads = threads(options);
    this.runner = runner;
  }

  private static StageRunner runner(SessionOptions options) {
    ClusterOptions cluster = options.cluster();
    if (cluster == null) {
      return new LocalStageRunner(threads(options));
    }
    InetSocketAddress scheduler = new InetSocketAddress(cluster.host(), cluster.port());
    return new ClusterStageRunner(
        scheduler,
        Security.ofMember(cluster.security(), scheduler),
        ProcessMemory.ledger(),
        threads(options),
        new JobShare(cluster.priority(), cluster.weight()));
  }

  private int partitions() {
    return options.partitions() == 0 ? runner.slots() : options.partitions();
  }

  private static int threads(SessionOptions options) {
    return options.threads() == 0 ? Runtime.getRuntime().availableProcessors() : options.threads();
  }

  private void checkOpen() {
    if (closed) {
      throw new HeddleException(
          ErrorCode.CLOSED, "Cannot use a session that has been closed; open another one");
    }
  }

  SessionCatalogue catalogue() {
    return catalogue;
  }

  MemoryTables memory() {
    return memory;
  }

  @Override
  public LogicalPlan.Scan scan(Source source) {
    checkOpen();
    return sources.name(source);
  }

  @Override
  public LogicalPlan.Scan loadRows(Schema schema, Iterator<@Nullable Object[]> rows) {
    checkOpen();
    try (MemoryTables.Builder table = memory.builder("rows", schema);
        RowBatches batches = new RowBatches(schema, table.account())) {
      while (rows.hasNext()) {
        try (Batch batch = batches.next(rows)) {
          table.append(batch);
        }
      }
      return table.build();
    }
  }

  private static List<String> types(Schema schema) {
    return schema.fields().stream().map(field -> field.type().sqlName()).toList();
  }

  @Override
  public LogicalPlan.Scan loadArrow(
      Schema schema,
      Iterator<VectorSchemaRoot> batches,
      @Nullable DictionaryProvider dictionaries) {
    checkOpen();
    try (MemoryTables.Builder table = memory.builder("arrow", schema)) {
      while (batches.hasNext()) {
        VectorSchemaRoot root = requireNonNull(batches.next(), "a root of batches is null");
        Schema given = ArrowTypes.fromArrow(root.getSchema(), dictionaries);
        if (!types(given).equals(types(schema))) {
          throw new AnalysisException(
              "Cannot take Arrow batches: one has columns "
                  + types(given)
                  + ", the schema "
                  + types(schema));
        }
        for (int from = 0; from < root.getRowCount(); from += Batch.MAX_ROWS) {
          int rows = Math.min(Batch.MAX_ROWS, root.getRowCount() - from);
          try (Batch batch =
              ArrowImport.copy(root, from, rows, schema, dictionaries, table.account())) {
            table.append(batch);
          }
        }
      }
      return table.build();
    }
  }

  @Override
  public LogicalPlan analyzeSql(String text, Map<String, LogicalPlan> frames) {
    checkOpen();
    return cancellable(_ -> QueryStack.forText(text, () -> queries.bind(text, frames)));
  }

  @Override
  public PreparedSql prepareSql(String text, Map<String, LogicalPlan> frames) {
    checkOpen();
    return cancellable(_ -> QueryStack.forText(text, () -> queries.prepare(text, frames)));
  }

  @Override
  public Expr bindExpression(String text, Schema columns) {
    checkOpen();
    SessionNames names = new SessionNames(catalogue, sources, Map.of());
    return QueryStack.forText(text, () -> Binder.expression(text, columns, names));
  }

  /** Returns a query with parameters that is a part of a script. */
  PreparedSql prepare(String script, Query query, List<DataType> wanted) {
    checkOpen();
    return cancellable(
        _ -> QueryStack.forText(script, () -> queries.prepare(script, query, wanted)));
  }

  /** Returns the plan of a query that is a part of a script. */
  LogicalPlan analyze(String script, Query query) {
    checkOpen();
    return cancellable(_ -> QueryStack.forText(script, () -> queries.bind(script, query)));
  }

  /** Returns the statements of a script. */
  List<Statement> statements(String script) {
    return cancellable(_ -> QueryStack.forText(script, () -> SqlParser.script(script)));
  }

  /** Runs analysis or planning so that it ends when all is cancelled. */
  private <T> T cancellable(Function<Cancellation, T> body) {
    Cancellation cancellation = new Cancellation();
    running.add(cancellation);
    try {
      return CancelPoint.under(cancellation.flag(), () -> body.apply(cancellation));
    } finally {
      running.remove(cancellation);
    }
  }

  @Override
  public void execute(String script, SqlParameters parameters, Consumer<StatementResult> consumer) {
    checkOpen();
    new ScriptRun(this, script, parameters, null, consumer).run();
  }

  @Override
  public void execute(
      String script,
      SqlParameters parameters,
      BiConsumer<String, LogicalPlan> queries,
      Consumer<StatementResult> others) {
    checkOpen();
    new ScriptRun(this, script, parameters, queries, others).run();
  }

  @Override
  public void register(UserFunction function) {
    checkOpen();
    if (!FunctionCatalogue.find(function.name()).isEmpty()) {
      throw new HeddleException(
          ErrorCode.ALREADY_EXISTS,
          "Cannot register function \""
              + function.name()
              + "\": a built-in function has that name; choose another one");
    }
    runner.prepare(function);
    catalogue.putFunction(function);
  }

  @Override
  public void unregister(String name) {
    checkOpen();
    catalogue.dropFunction(name);
  }

  @Override
  public UserFunction function(String name) {
    checkOpen();
    return catalogue.requireFunction(name);
  }

  private QueryTime now() {
    Instant now = Instant.now();
    return new QueryTime(ChronoUnit.MICROS.between(Instant.EPOCH, now), options.timeZone());
  }

  /** Planning anew, or by way of the plans that were made before. */
  private interface Planning {
    PlannedQuery plan(
        LogicalPlan plan,
        Function<LogicalPlan.Scan, Table> tables,
        PlannerSettings settings,
        QueryTime time,
        AtomicBoolean cancelled);
  }

  private QueryRun plan(
      LogicalPlan plan, Cancellation cancellation, Planning planning, StatementStart start) {
    return plan(plan, QueryRun.Rows.TOGETHER, partitions(), cancellation, planning, start);
  }

  private QueryRun plan(
      LogicalPlan plan,
      QueryRun.Rows rows,
      int partitions,
      Cancellation cancellation,
      Planning planning,
      StatementStart start) {
    QueryTime time = now();
    PlannerSettings settings =
        new PlannerSettings(
            partitions,
            options.isOptimized() ? PlannerSettings.Level.OPTIMIZED : PlannerSettings.Level.PLAIN,
            options.partitions() == 0 ? PlannerSettings.Spread.LARGE : PlannerSettings.Spread.ALL,
            options.excludedRules());
    PlannedQuery planned =
        CancelPoint.under(
            cancellation.flag(),
            () -> planning.plan(plan, sources::find, settings, time, cancellation.flag()));
    Optional<LoopCache> loops =
        options.generatesCode() ? Optional.of(LoopCache.SHARED) : Optional.empty();
    return new QueryRun(planned, rows, partitions, time, loops, cancellation, start);
  }

  private interface Use<T> {
    T of(QueryRun run, CollectedRows rows, MemoryAccount account);
  }

  /**
   * Runs a plan; what uses the result takes over rows and account, also if it throws. Should rows
   * be gone that a cluster has kept, they are computed again with another run.
   */
  private <T> T runThen(LogicalPlan plan, Planning planning, StatementStart start, Use<T> then) {
    return QueryStack.forPlan(plan, () -> runAgainThen(plan, planning, start, then));
  }

  private <T> T runAgainThen(
      LogicalPlan plan, Planning planning, StatementStart start, Use<T> then) {
    for (int run = 1; ; run++) {
      try {
        return runOnce(plan, planning, start, then);
      } catch (HeddleException e) {
        if (!mayRunAgain(plan, e, run)) {
          throw e;
        }
      }
    }
  }

  private boolean mayRunAgain(LogicalPlan plan, HeddleException error, int run) {
    return error.code() == ErrorCode.FETCH_LOST && run < MOST_RUNS && cache.hasLost(plan);
  }

  private <T> T runOnce(LogicalPlan plan, Planning planning, StatementStart start, Use<T> then) {
    checkOpen();
    Cancellation cancellation = new Cancellation();
    running.add(cancellation);
    try (FrameCache.Use use = cache.use(plan, new HeldRows(cancellation))) {
      QueryRun run = plan(use.plan(), cancellation, planning, start);
      JobId job = new JobId(JOBS.incrementAndGet());
      MemoryAccount account = admit(run, job);
      CollectedRows rows;
      try {
        rows = run.run(job, runner, account, spill, threads);
        account.endPromise();
      } catch (Throwable e) {
        closeAfter(account, e);
        throw e;
      }
      return then.of(run, rows, account);
    } finally {
      running.remove(cancellation);
    }
  }

  /** Computes rows that are to be held, as a part of a query, with which it is cancelled. */
  private final class HeldRows implements FrameCache.Filler {
    private final Cancellation cancellation;

    HeldRows(Cancellation cancellation) {
      this.cancellation = cancellation;
    }

    @Override
    public FrameCache.Filled fill(LogicalPlan plan, Reservation memory) {
      QueryRun run = plan(plan, cancellation, plans::plan, StatementStart.now());
      Optional<List<RowOrder>> order = KnownOrder.of(run.resultPlan());
      if (order.isPresent() && order.get().isEmpty()) {
        return new FrameCache.NotHeld(ODD_ORDER);
      }
      JobId job = new JobId(JOBS.incrementAndGet());
      MemoryAccount account = admit(run, job);
      List<Batch> batches;
      boolean isTooLarge;
      try (SpillSpace space = spill.open();
          HoldSinkFactory sink = new HoldSinkFactory(run.resultPlan().output(), memory)) {
        run.runInto(job, runner, account, space, sink);
        isTooLarge = sink.isTooLarge();
        batches = sink.moveBatches();
      } catch (Throwable e) {
        closeAfter(account, e);
        throw e;
      }
      account.close();
      if (isTooLarge) {
        return new FrameCache.NotHeld("it does not fit into memory");
      }
      MemoryTable table = MemoryTable.of("held " + plan, plan.schema(), batches, memory.account());
      return new FrameCache.Rows(table, order.map(SessionEngine::sortKeys).orElse(List.of()));
    }

    @Override
    public FrameCache.Filled keep(LogicalPlan plan) {
      int parts = options.partitions() == 0 ? partitions() * PARTS_PER_SLOT : partitions();
      QueryRun run =
          plan(plan, QueryRun.Rows.APART, parts, cancellation, plans::plan, StatementStart.now());
      Optional<List<RowOrder>> order = KnownOrder.of(run.planned().physical());
      if (order.isPresent() && order.get().isEmpty()) {
        return new FrameCache.NotHeld(ODD_ORDER);
      }
      MemoryAccount account = admit(run, new JobId(JOBS.incrementAndGet()));
      KeptRows kept;
      try (SpillSpace space = spill.open()) {
        KeepingStageRunner keeper = (KeepingStageRunner) runner;
        kept = run.keep("kept " + plan, plan.schema(), keeper, account, space);
      } catch (Throwable e) {
        closeAfter(account, e);
        throw e;
      }
      account.close();
      return new FrameCache.Kept(kept, order.map(SessionEngine::sortKeys).orElse(List.of()));
    }
  }

  private static List<SortKey> sortKeys(List<RowOrder> order) {
    return order.stream()
        .map(
            each ->
                new SortKey(
                    new Expr.Column(each.column()),
                    each.isDescending() ? SortDirection.DESCENDING : SortDirection.ASCENDING,
                    each.isNullsFirst() ? NullPlacement.FIRST : NullPlacement.LAST))
        .toList();
  }

  /** Opens the account of a query that is about to run, which has been promised what it needs. */
  private MemoryAccount admit(QueryRun run, JobId job) {
    QueryRun.FloorBytes floors =
        options.cluster() == null ? run.floors(threads) : run.resultFloors(threads);
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

  @Override
  public QueryResult run(LogicalPlan plan) {
    return collect(plan, StatementStart.now());
  }

  OffHeapResult collect(LogicalPlan plan, StatementStart start) {
    return runThen(
        plan,
        plans::plan,
        start,
        (run, rows, account) -> {
          OffHeapResult[] self = new OffHeapResult[1];
          OffHeapResult result =
              new OffHeapResult(
                  plan.schema(),
                  rows,
                  options.timeZone(),
                  run.profile(),
                  account,
                  () -> results.remove(self[0]));
          self[0] = result;
          results.add(result);
          return result;
        });
  }

  @Override
  public ArrowStream stream(LogicalPlan plan) {
    for (int run = 1; ; run++) {
      try {
        return openStream(plan);
      } catch (HeddleException e) {
        if (!mayRunAgain(plan, e, run)) {
          throw e;
        }
      }
    }
  }

  @Override
  public QueryProfile forEachBatch(LogicalPlan plan, Consumer<ResultBatch> consumer) {
    checkOpen();
    FileOutput.SinkMaker sinks =
        (physical, account) ->
            new ConsumerSinkFactory(consumer, physical.output(), threads, account);
    return runInto(plan, sinks, new Cancellation()).profile();
  }

  /** Starts a query beside the caller and waits for its first rows. */
  private ArrowStream openStream(LogicalPlan plan) {
    checkOpen();
    Cancellation cancellation = new Cancellation();
    ResultQueue queue = new ResultQueue(cancellation);
    FileOutput.SinkMaker sinks =
        (physical, account) -> new StreamSinkFactory(queue, physical.output(), threads, account);
    CountDownLatch ended = new CountDownLatch(1);
    OffHeapArrowStream[] self = new OffHeapArrowStream[1];
    MemoryAccount vectors = ledger.open("rows of a stream");
    OffHeapArrowStream stream =
        new OffHeapArrowStream(
            plan.schema(),
            queue,
            ended,
            new ArrowMemory(vectors, vectors::close),
            () -> results.remove(self[0]));
    self[0] = stream;
    results.add(stream);
    Thread.ofPlatform()
        .daemon()
        .name("heddle-stream-", STREAMS.incrementAndGet())
        .start(
            () -> {
              try {
                runInto(plan, sinks, cancellation);
                queue.end();
              } catch (Throwable e) {
                queue.fail(e);
              } finally {
                ended.countDown();
              }
            });
    try {
      queue.awaitFirst();
      return stream;
    } catch (Throwable e) {
      stream.close();
      throw e;
    }
  }

  @Override
  public String explain(LogicalPlan plan, ExplainMode mode) {
    return explain(plan, mode, StatementStart.now());
  }

  String explain(LogicalPlan plan, ExplainMode mode, StatementStart start) {
    checkOpen();
    if (mode == ExplainMode.ANALYZE) {
      return runThen(
          plan,
          Planner::plan,
          start,
          (run, rows, account) -> {
            rows.close();
            long peak = account.peakBytes();
            account.close();
            return ExplainText.analyze(run, rows.rowCount(), peak, threads, cache.describe(plan));
          });
    }
    return cancellable(
        cancellation ->
            QueryStack.forPlan(
                plan,
                () -> {
                  QueryRun run = plan(cache.withHeld(plan), cancellation, Planner::plan, start);
                  return ExplainText.of(run, mode, threads, cache.describe(plan));
                }));
  }

  @Override
  public WriteSummary write(LogicalPlan plan, WriteTarget target) {
    return write(plan, target, StatementStart.now());
  }

  WriteSummary write(LogicalPlan plan, WriteTarget target, StatementStart start) {
    checkOpen();
    target.check(plan.schema());
    AtomicReference<QueryRun> last = new AtomicReference<>();
    FileOutput.Runs runs = (rows, sinks) -> last.set(runInto(rows, sinks, new Cancellation()));
    FileOutput output = new FileOutput(plan, target, options.timeZone(), threads, runs);
    WriteSummary written = output.write();
    QueryRun run = last.get();
    return run == null
        ? written
        : new WriteSummary(
            written.rows(),
            written.bytes(),
            written.files(),
            run.profile().badRows(),
            run.profile().columnsLeftOut(),
            run.trafficOfWrite(start, output.nanos()));
  }

  /** Runs a plan into a sink that takes the rows as they come. */
  private QueryRun runInto(
      LogicalPlan plan, FileOutput.SinkMaker sinks, Cancellation cancellation) {
    return QueryStack.forPlan(plan, () -> runOnceInto(plan, sinks, cancellation));
  }

  private QueryRun runOnceInto(
      LogicalPlan plan, FileOutput.SinkMaker sinks, Cancellation cancellation) {
    checkOpen();
    running.add(cancellation);
    try (FrameCache.Use use = cache.use(plan, new HeldRows(cancellation))) {
      QueryRun run = plan(use.plan(), cancellation, plans::plan, StatementStart.now());
      JobId job = new JobId(JOBS.incrementAndGet());
      MemoryAccount account = admit(run, job);
      try (SpillSpace space = spill.open();
          SinkFactory sink = sinks.make(run.resultPlan(), account)) {
        run.runInto(job, runner, account, space, sink);
        account.endPromise(); // the sink may wait until its rows have been taken
      } catch (Throwable e) {
        closeAfter(account, e);
        throw e;
      }
      account.close();
      return run;
    } finally {
      running.remove(cancellation);
    }
  }

  @Override
  public void cache(LogicalPlan plan) {
    checkOpen();
    cache(plan, FrameCache.Place.MEMORY);
  }

  @Override
  public void persist(LogicalPlan plan) {
    checkOpen();
    boolean isCluster = runner instanceof KeepingStageRunner;
    cache(plan, isCluster ? FrameCache.Place.CLUSTER : FrameCache.Place.MEMORY);
  }

  private void cache(LogicalPlan plan, FrameCache.Place place) {
    QueryStack.forPlan(plan, () -> cache.add(plan, place));
  }

  @Override
  public void unpersist(LogicalPlan plan) {
    uncache(plan);
  }

  @Override
  public void uncache(LogicalPlan plan) {
    checkOpen();
    QueryStack.forPlan(plan, () -> cache.remove(plan));
  }

  @Override
  public void createView(String name, LogicalPlan plan) {
    checkOpen();
    catalogue.putView(name, plan);
  }

  /**
   * Creates or replaces a view of SQL text, which must be right now.
   *
   * @throws AnalysisException if it is not, or reads itself
   */
  void createView(String name, ViewText text) {
    checkOpen();
    SessionNames names = new SessionNames(catalogue, sources, Map.of()).ofView(name);
    LogicalPlan plan = QueryStack.forText(text.text(), () -> text.bind(name, names));
    catalogue.putView(name, plan, text);
  }

  @Override
  public void dropView(String name) {
    checkOpen();
    catalogue.drop(TableInfo.Kind.VIEW, name);
  }

  @Override
  public LogicalPlan table(String name) {
    checkOpen();
    String exact = catalogue.require(name).getKey();
    return new SessionNames(catalogue, sources, Map.of()).plan(exact);
  }

  @Override
  public List<TableInfo> tables() {
    checkOpen();
    SessionNames names = new SessionNames(catalogue, sources, Map.of());
    List<TableInfo> all = new ArrayList<>();
    catalogue
        .entries()
        .forEach(
            (name, entry) ->
                all.add(new TableInfo(name, entry.kind(), schema(names, name, entry))));
    return all;
  }

  /** Returns the columns as they are; of a view that cannot be bound now, as they were. */
  private static Schema schema(SessionNames names, String name, SessionCatalogue.Entry entry) {
    try {
      return entry.text() == null ? entry.plan().schema() : names.plan(name).schema();
    } catch (HeddleException e) {
      return entry.plan().schema();
    }
  }

  @Override
  public void cancelAll() {
    running.forEach(Cancellation::cancel);
  }

  @Override
  public void close() {
    if (closed) {
      return;
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
    runner.close();
    spill.close();
    cache.close();
    memory.close();
    if (storage != null) {
      storage.close();
    }
    limit.close();
  }
}
