package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.FunctionRegistry;
import dev.heddle.engine.catalogue.ObjectName;
import dev.heddle.engine.catalogue.SessionNames;
import dev.heddle.engine.catalogue.ViewText;
import dev.heddle.engine.change.ChangedTable;
import dev.heddle.engine.change.DefinitionReader;
import dev.heddle.engine.change.TableConstraints;
import dev.heddle.engine.graph.PersistingStageRunner;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.profile.ProfileSupport;
import dev.heddle.engine.ui.SessionUi;
import dev.heddle.engine.write.FolderInsert;
import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.QueryPlan;
import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.SqlParameters;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.option.SessionAccess;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.BatchStream;
import dev.heddle.frame.spi.Engine;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.frame.spi.LoadMode;
import dev.heddle.frame.spi.PreparedSql;
import dev.heddle.frame.spi.StatementInfo;
import dev.heddle.frame.spi.StatementResult;
import dev.heddle.frame.spi.StatementShape;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.frame.spi.UserFunctions;
import dev.heddle.frame.spi.WriteSummary;
import dev.heddle.frame.spi.WriteTarget;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryHandle;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.WorkingFolder;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.parser.Script;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.TableName;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.jspecify.annotations.Nullable;

/**
 * A session's engine: plans in this process, and runs stages here or on a cluster. Thread-safe:
 * queries of several threads share the workers and the memory.
 */
final class SessionEngine extends SessionParts implements Engine {
  private final boolean isFirst; // the owner of what is shared
  private final @Nullable SessionUi ui;

  SessionEngine(SessionOptions options) {
    this(options, SharedState.runner(options));
  }

  /** Makes an engine whose stages are run by what it is given, and closes. */
  SessionEngine(SessionOptions options, StageRunner runner) {
    this(options, runner, WorkingFolder.OF_PROCESS);
  }

  /** Makes an engine for which relative paths start in a folder. */
  SessionEngine(SessionOptions options, StageRunner runner, WorkingFolder folder) {
    this(new SharedState(options, runner, folder), options);
  }

  private SessionEngine(SharedState shared, SessionOptions options) {
    super(shared, shared.rights, shared.ledger);
    this.isFirst = true;
    this.ui = ObservedEngine.show(shared, executor, options);
  }

  /** Makes an engine beside the first one. */
  private SessionEngine(SharedState shared, SessionRights rights, MemoryLedger pays) {
    super(shared, rights, pays);
    this.isFirst = false;
    this.ui = null;
  }

  @Override
  public ZoneId timeZone() {
    return settings.timeZone();
  }

  @Override
  public LogicalPlan.Scan scan(Source source) {
    checkOpen();
    return rights().sources().apply(source);
  }

  @Override
  public LogicalPlan.Scan loadRows(Schema schema, Iterator<@Nullable Object[]> rows) {
    checkOpen();
    return LoadedRows.ofObjects(shared.memory, schema, rows);
  }

  @Override
  public LogicalPlan.Scan loadArrow(
      Schema schema,
      Iterator<VectorSchemaRoot> batches,
      @Nullable DictionaryProvider dictionaries) {
    checkOpen();
    return LoadedRows.ofArrow(shared.memory, "arrow", schema, batches, dictionaries);
  }

  @Override
  public LogicalPlan analyzeSql(String text, Map<String, LogicalPlan> frames) {
    checkOpen();
    return shared.texts.put(
        text,
        executor.cancellable(
            _ -> QueryStack.forText(text, () -> queries.bind(text, frames, data))));
  }

  @Override
  public PreparedSql prepareSql(String text, Map<String, LogicalPlan> frames) {
    checkOpen();
    return executor.cancellable(
        _ -> QueryStack.forText(text, () -> queries.prepare(text, frames, data)));
  }

  @Override
  public Expr bindExpression(String text, Schema columns) {
    checkOpen();
    return QueryStack.forText(text, () -> Binder.expression(text, columns, names()));
  }

  /** Returns what binds the texts of a table, in which names are those of its schema. */
  DefinitionReader.Texts texts(SchemaName home) {
    return new DefinitionReader.Texts() {
      @Override
      public Expr expression(String text, Schema columns) {
        checkOpen();
        return QueryStack.forText(text, () -> Binder.expression(text, columns, names().in(home)));
      }

      @Override
      public LogicalPlan query(String text, Map<String, LogicalPlan> frames) {
        checkOpen();
        return executor.cancellable(
            _ -> QueryStack.forText(text, () -> queries.bind(text, frames, data.in(home))));
      }

      @Override
      public ChangedTable table(TableName name) {
        return changes().ofSchema(home, name);
      }
    };
  }

  /** Returns a query with parameters that is a part of a script. */
  PreparedSql prepare(String script, Query query, List<DataType> wanted) {
    checkOpen();
    return executor.cancellable(
        _ -> QueryStack.forText(script, () -> queries.prepare(script, query, wanted, data)));
  }

  /** Returns the rows of a query over plans by name, which has no parameters. */
  List<List<@Nullable Object>> rows(String query, Map<String, LogicalPlan> plans) {
    return data.queries().apply(analyzeSql(query, plans));
  }

  /** Returns what runs queries of texts of a table, in which names are those of its schema. */
  TableConstraints.Queries queries(SchemaName home) {
    DefinitionReader.Texts texts = texts(home);
    return (query, plans) -> data.queries().apply(texts.query(query, plans));
  }

  /** Returns the plan of a query that is a part of a script. */
  LogicalPlan analyze(String script, Query query) {
    checkOpen();
    return shared.texts.put(
        script.substring(query.span().start(), query.span().end()),
        executor.cancellable(
            _ -> QueryStack.forText(script, () -> queries.bind(script, query, data))));
  }

  /** Returns the statements and parameters of a script. */
  Script parse(String script) {
    return executor.cancellable(_ -> QueryStack.forText(script, () -> SqlParser.script(script)));
  }

  @Override
  public List<StatementInfo> statements(String script) {
    checkOpen();
    return new StatementShapes(this, script).kinds();
  }

  @Override
  public StatementShape describe(String statement) {
    checkOpen();
    return new StatementShapes(this, statement).find();
  }

  @Override
  public long loadTable(
      String name,
      LoadMode mode,
      Schema schema,
      Iterator<VectorSchemaRoot> batches,
      @Nullable DictionaryProvider dictionaries) {
    checkOpen();
    rights().checkChange("load rows into " + name);
    return new TableLoad(this, name, mode).load(schema, batches, dictionaries);
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
  public long executeEach(String statement, List<SqlParameters> rows) {
    checkOpen();
    return ScriptRun.each(this, statement, rows);
  }

  @Override
  public UserFunctions functions() {
    checkOpen();
    return new FunctionRegistry(
        catalogue.functions(), rights()::checkChange, shared.runner::prepare);
  }

  @Override
  public QueryResult run(LogicalPlan plan) {
    return collect(plan, StatementStart.now());
  }

  OffHeapResult collect(LogicalPlan plan, StatementStart start) {
    return executor.collect(plan, start);
  }

  @Override
  public QueryHandle submit(LogicalPlan plan) {
    return executor.submit(plan, StatementStart.now());
  }

  @Override
  public void addProgressListener(ProgressListener listener) {
    checkOpen();
    executor.reports().add(listener);
  }

  @Override
  public void removeProgressListener(ProgressListener listener) {
    checkOpen();
    executor.reports().remove(listener);
  }

  @Override
  public Optional<URI> dashboard() {
    checkOpen();
    return ui == null ? Optional.empty() : Optional.of(ui.link());
  }

  @Override
  public void report(LogicalPlan plan, Path file) {
    checkOpen();
    Storage unused = rights().storageToWrite(file.toString());
    ObservedEngine.report(settings.options(), executor, plan, file);
  }

  @Override
  public ArrowStream stream(LogicalPlan plan) {
    return transaction().watched(executor.stream(plan));
  }

  @Override
  public BatchStream batches(LogicalPlan plan) {
    return executor.batches(plan);
  }

  @Override
  public QueryProfile forEachBatch(LogicalPlan plan, Consumer<ResultBatch> consumer) {
    return executor.forEachBatch(plan, consumer);
  }

  @Override
  public String explain(LogicalPlan plan, ExplainMode mode) {
    return explain(plan, mode, StatementStart.now());
  }

  String explain(LogicalPlan plan, ExplainMode mode, StatementStart start) {
    if (mode.isProfiled()) {
      ProfileSupport.check();
    }
    return ExplainText.of(executor, plan, mode, start);
  }

  @Override
  public QueryPlan queryPlan(LogicalPlan plan) {
    return executor.planned(plan, StatementStart.now(), (text, run) -> run.plan());
  }

  @Override
  public QueryPlan analyzedPlan(LogicalPlan plan) {
    return executor.analyzed(
        plan,
        ExplainMode.ANALYZE,
        StatementStart.now(),
        (text, run, evidence, peak) -> run.measuredPlan());
  }

  /** Returns what INSERT adds to a folder, if the session may write there. */
  FolderInsert folderInsert(String folder) {
    checkOpen();
    return new FolderInsert(folder, rights().storageToWrite(folder), rights().sources());
  }

  @Override
  public WriteSummary write(LogicalPlan plan, WriteTarget target) {
    return write(plan, target, StatementStart.now());
  }

  WriteSummary write(LogicalPlan plan, WriteTarget target, StatementStart start) {
    return executor.write(plan, target, start);
  }

  @Override
  public void cache(LogicalPlan plan) {
    checkOpen();
    cache(plan, FrameCache.Place.MEMORY);
  }

  @Override
  public void persist(LogicalPlan plan) {
    checkOpen();
    boolean isCluster = shared.runner instanceof PersistingStageRunner;
    cache(plan, isCluster ? FrameCache.Place.CLUSTER : FrameCache.Place.MEMORY);
  }

  private void cache(LogicalPlan plan, FrameCache.Place place) {
    QueryStack.forPlan(plan, () -> shared.cache.add(plan, place));
  }

  @Override
  public void unpersist(LogicalPlan plan) {
    uncache(plan);
  }

  @Override
  public void uncache(LogicalPlan plan) {
    checkOpen();
    QueryStack.forPlan(plan, () -> shared.cache.remove(plan));
  }

  @Override
  public void createView(String name, LogicalPlan plan) {
    checkOpen();
    rights().checkChange("create view \"" + name + "\"");
    catalogue.putView(new ObjectName(SchemaName.SESSION, name), plan);
  }

  /**
   * Creates or replaces a view of SQL text, which must be right now.
   *
   * @throws AnalysisException if it is not, or reads itself
   */
  void createView(ObjectName name, ViewText text) {
    checkOpen();
    SessionNames names = names().ofView(name, text);
    LogicalPlan plan = QueryStack.forText(text.text(), () -> text.bind(name.name(), names));
    catalogue.putView(name, plan, text, rights().sources());
  }

  @Override
  public void dropView(String name) {
    checkOpen();
    rights().checkChange("drop view \"" + name + "\"");
    catalogue.drop(TableInfo.Kind.VIEW, current().path(), name);
  }

  @Override
  public LogicalPlan table(String name) {
    checkOpen();
    return table(names("").require(name));
  }

  /** Returns the rows of a table or view, whose name is spelled exactly. */
  LogicalPlan table(ObjectName name) {
    return names().plan(name);
  }

  @Override
  public List<TableInfo> tables() {
    checkOpen();
    return names().tables();
  }

  /** Returns the tables and views that are found by their own names. */
  List<TableInfo> visibleTables() {
    checkOpen();
    return names().visibleTables();
  }

  @Override
  public Engine newSession() {
    return beside(rights(), executor.ledger());
  }

  @Override
  public Engine newSession(SessionAccess access) {
    long bytes = access.memoryBytes();
    MemoryLedger all = executor.ledger();
    return beside(rights().within(access), bytes == 0 ? all : all.part("--session-memory", bytes));
  }

  private Engine beside(SessionRights wanted, MemoryLedger pay) {
    checkOpen();
    SessionEngine other = new SessionEngine(shared, wanted, pay);
    shared.others.add(other);
    try {
      checkOpen(); // else nobody closes the other
      return other;
    } catch (HeddleException e) {
      other.close();
      throw e;
    }
  }

  @Override
  public void cancelAll() {
    executor.cancelAll();
  }

  @Override
  public void close() {
    if (!executor.close()) {
      return;
    }
    try {
      transaction().close();
    } finally {
      closeParts();
    }
  }

  private void closeParts() {
    if (!isFirst) {
      shared.others.remove(this);
      return;
    }
    shared.others.forEach(SessionEngine::close);
    executor.reports().awaitLate();
    executor.reports().profiles().turnOn(Duration.ZERO);
    if (ui != null) {
      ui.close();
    }
    shared.close();
  }
}
