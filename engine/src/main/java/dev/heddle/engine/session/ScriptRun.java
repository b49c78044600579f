package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.DescribedColumns;
import dev.heddle.engine.catalogue.SessionCatalogue;
import dev.heddle.engine.catalogue.ViewText;
import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.SqlParameters;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.PlanParameters;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.frame.spi.PreparedSql;
import dev.heddle.frame.spi.StatementResult;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.frame.spi.WriteSummary;
import dev.heddle.frame.spi.WriteTarget;
import dev.heddle.frame.watch.Traffic;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.values.HeapResult;
import dev.heddle.planner.sql.SqlSchema;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.parser.Script;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.SyntaxTree;
import dev.heddle.planner.sql.tree.TableName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs the statements of a script in order. Used by one thread. */
final class ScriptRun {
  static final Schema TABLES =
      Schema.of(
          new Field("name", DataType.STRING, false),
          new Field("kind", DataType.STRING, false),
          new Field("columns", DataType.INT64, false));
  static final Schema PLAN = Schema.of(new Field("plan", DataType.STRING, false));

  private final SessionEngine engine;
  private final String script;
  private final SqlParameters parameters;
  private final SessionStatements session;
  private final @Nullable BiConsumer<String, LogicalPlan> queries;
  private final Consumer<StatementResult> consumer;

  /**
   * Makes a run.
   *
   * @param parameters values for parameters of the statements
   * @param queries takes queries that have not run; null to run them
   * @param consumer takes what was done
   */
  ScriptRun(
      SessionEngine engine,
      String script,
      SqlParameters parameters,
      @Nullable BiConsumer<String, LogicalPlan> queries,
      Consumer<StatementResult> consumer) {
    this.engine = engine;
    this.script = script;
    this.parameters = parameters;
    this.session = new SessionStatements(engine, script);
    this.queries = queries;
    this.consumer = consumer;
  }

  /** Runs one statement once for each row of values; returns how many rows it has changed. */
  static long each(SessionEngine engine, String statement, List<SqlParameters> rows) {
    Statement only = StatementShapes.only(engine.parse(statement));
    long[] changed = {0};
    Consumer<StatementResult> counter = result -> changed[0] += result.changedRows();
    SqlParameters first = rows.isEmpty() ? SqlParameters.none() : rows.getFirst();
    ScriptRun run = new ScriptRun(engine, statement, first, null, counter);
    if (only instanceof Statement.Insert insert && rows.size() > 1) {
      run.requireChange("insert", insert.name());
      run.insertEach(insert, rows);
    } else {
      rows.forEach(row -> new ScriptRun(engine, statement, row, null, counter).run());
    }
    return changed[0];
  }

  void run() {
    Script parsed = engine.parse(script);
    parameters.requireAll(parameters.isEmpty() ? Set.of() : parsed.parameters());
    parsed.statements().forEach(this::check);
    parsed.statements().forEach(this::run);
  }

  /**
   * Fails for types, options and schemas that are wrong, before the first statement of the script
   * runs.
   */
  private void check(Statement statement) {
    switch (statement) {
      case Statement.CreateTable s -> {
        requireChange("create a table", s.name());
        Schema unused = Binder.columns(script, s);
      }
      case Statement.CreateTableAs s -> requireChange("create a table", s.name());
      case Statement.CreateView s -> requireChange("create a view", s.name());
      case Statement.Insert s -> requireChange("insert", s.name());
      case Statement.Drop s -> requireChange("drop a " + (s.isView() ? "view" : "table"), s.name());
      case Statement.Hold s -> requireMain("keep the rows of a table", s.name());
      case Statement.Copy s -> {
        WriteTarget target = Binder.target(script, s);
        Storage unused = engine.rights().storageToWrite(target.path());
      }
      case Statement.Use s -> session.check(s);
      case Statement.Transaction s -> session.check(s);
      case Statement.Select _,
          Statement.CreateMacro _,
          Statement.DropMacro _,
          Statement.SetOptions _,
          Statement.ResetOption _,
          Statement.ShowOption _,
          Statement.Explain _,
          Statement.ShowTables _,
          Statement.Describe _ -> {
        // Nothing is known before it is bound.
      }
    }
  }

  private void requireChange(String action, TableName name) {
    requireMain(action, name);
    engine.rights().checkChange(action);
  }

  private void requireMain(String action, TableName name) {
    SqlSchema schema = Binder.schema(script, name);
    if (schema != SqlSchema.MAIN) {
      throw new AnalysisException(
          "Cannot "
              + action
              + " in schema "
              + schema.sqlName()
              + ": it is read-only; use schema "
              + SqlSchema.MAIN.sqlName());
    }
  }

  private void run(Statement statement) {
    switch (statement) {
      case Statement.Select s -> {
        StatementStart start = StatementStart.now();
        LogicalPlan plan = analyze(s.query());
        if (queries == null) {
          giveRows(s, plan, start);
        } else {
          start.run(() -> queries.accept(text(s), plan));
        }
      }
      case Statement.CreateView s -> createView(s);
      case Statement.CreateTable s -> createTable(s);
      case Statement.CreateTableAs s -> createTableAs(s);
      case Statement.Insert s -> insert(s);
      case Statement.Drop s -> drop(s);
      case Statement.CreateMacro s -> createMacro(s);
      case Statement.DropMacro s -> dropMacro(s);
      case Statement.Hold s -> hold(s);
      case Statement.Copy s -> {
        StatementStart start = StatementStart.now();
        LogicalPlan query = analyze(s.query());
        WriteTarget target = withColumnsOf(query.schema(), Binder.target(script, s));
        WriteSummary summary = engine.write(query, target, start);
        sayChange(
            s,
            summary.rows(),
            "wrote "
                + s.path().value()
                + ", "
                + rows(summary.rows())
                + skipped(summary.badRows())
                + leftOut(summary.columnsLeftOut())
                + moved(summary.traffic()));
      }
      case Statement.Explain s -> {
        StatementStart start = StatementStart.now();
        List<@Nullable Object[]> lines = new ArrayList<>();
        engine
            .explain(analyze(s.query()), mode(s.kind()), start)
            .lines()
            .forEach(line -> lines.add(new Object[] {line}));
        if (findsValues(s.query()) && s.kind() == Statement.ExplainKind.ALL) {
          lines.add(new Object[] {"== binding"});
          lines.add(new Object[] {"a query has run for the values of PIVOT, which has no IN"});
        }
        giveConstants(s, PLAN, lines);
      }
      case Statement.Use s -> say(s, session.use(s));
      case Statement.SetOptions s -> say(s, session.set(s));
      case Statement.ResetOption s -> say(s, session.reset(s));
      case Statement.ShowOption s -> giveConstants(s, session.shownSchema(s), session.shown(s));
      case Statement.Transaction s -> say(s, session.transaction(s));
      case Statement.ShowTables s -> showTables(s);
      case Statement.Describe s -> describe(s);
    }
  }

  private static boolean findsValues(Query query) {
    return SyntaxTree.any(
        query, node -> node instanceof Relation.PivotKey key && key.values() == null);
  }

  /** Names of partition columns may differ in case from those of the query. */
  private static WriteTarget withColumnsOf(Schema schema, WriteTarget target) {
    List<String> columns = new ArrayList<>();
    for (String name : target.layout().partitionBy()) {
      List<String> near = schema.names().stream().filter(name::equalsIgnoreCase).toList();
      boolean isOther = near.size() == 1 && schema.indexOf(name).isEmpty();
      columns.add(isOther ? near.getFirst() : name);
    }
    return new WriteTarget(
        target.path(), target.format(), target.layout().withPartitionBy(columns), target.mode());
  }

  private static ExplainMode mode(Statement.ExplainKind kind) {
    return switch (kind) {
      case ALL -> ExplainMode.ALL;
      case ANALYZE -> ExplainMode.ANALYZE;
      case LOGICAL -> ExplainMode.LOGICAL;
      case OPTIMIZED -> ExplainMode.OPTIMIZED;
      case PHYSICAL -> ExplainMode.PHYSICAL;
      case JSON -> ExplainMode.JSON;
      case ANALYZE_JSON -> ExplainMode.ANALYZE_JSON;
      case ANALYZE_PROFILE -> ExplainMode.ANALYZE_PROFILE;
      case ANALYZE_PROFILE_JSON -> ExplainMode.ANALYZE_PROFILE_JSON;
    };
  }

  private LogicalPlan analyze(Query query) {
    return analyze(query, List.of());
  }

  /** Returns the plan of a query whose columns are converted to types, if there are any. */
  private LogicalPlan analyze(Query query, List<DataType> wanted) {
    if (parameters.isEmpty()) {
      return engine.analyze(script, query);
    }
    PreparedSql prepared = engine.prepare(script, query, wanted);
    return PlanParameters.replaced(prepared.plan(), parameters.constants(prepared.parameters()));
  }

  private String text(Statement statement) {
    return script.substring(statement.span().start(), statement.span().end());
  }

  private void hold(Statement.Hold s) {
    Map.Entry<String, SessionCatalogue.Entry> found = engine.catalogue().require(s.name().text());
    LogicalPlan cached = found.getValue().cached();
    String name = s.name().text();
    LogicalPlan plan = cached == null ? engine.table(name) : cached;
    switch (s.kind()) {
      case CACHE -> {
        engine.cache(plan);
        engine.catalogue().putCached(found.getKey(), plan);
        say(s, "caches " + name + " from its first use on");
      }
      case UNCACHE -> {
        engine.uncache(plan);
        engine.catalogue().putCached(found.getKey(), null);
        say(s, "no longer caches " + name);
      }
      case PERSIST -> {
        engine.persist(plan);
        engine.catalogue().putCached(found.getKey(), plan);
        say(s, "persists " + name + " from its first use on");
      }
      case UNPERSIST -> {
        engine.unpersist(plan);
        engine.catalogue().putCached(found.getKey(), null);
        say(s, "no longer persists " + name);
      }
    }
  }

  private void say(Statement statement, String message) {
    consumer.accept(new StatementResult(text(statement), message, null, 0));
  }

  /** Tells of a statement that has changed tables, views or files. */
  private void sayChange(Statement statement, long changedRows, String message) {
    engine.transaction().change(message.lines().findFirst().orElse(""));
    consumer.accept(new StatementResult(text(statement), message, null, changedRows));
  }

  private static String skipped(long badRows) {
    return badRows == 0 ? "" : ", skipped " + badRows + (badRows == 1 ? " bad row" : " bad rows");
  }

  private static String leftOut(List<String> columns) {
    return columns.isEmpty() ? "" : ", left out " + String.join(", ", columns);
  }

  private static String notes(QueryProfile profile) {
    return skipped(profile.badRows())
        + leftOut(profile.columnsLeftOut())
        + moved(profile.traffic());
  }

  private static String moved(@Nullable Traffic traffic) {
    return traffic == null ? "" : "\n" + traffic.line();
  }

  private static String rows(long count) {
    return count + (count == 1 ? " row" : " rows");
  }

  private void giveRows(Statement statement, LogicalPlan plan, StatementStart start) {
    try (OffHeapResult result = engine.collect(plan, start)) {
      consumer.accept(new StatementResult(text(statement), "", result, 0));
    }
  }

  private void giveConstants(Statement statement, Schema schema, List<@Nullable Object[]> rows) {
    try (HeapResult result = engine.memory().result(schema, rows)) {
      consumer.accept(new StatementResult(text(statement), "", result, 0));
    }
  }

  private void createView(Statement.CreateView s) {
    String name = s.name().text();
    if (!s.replaces()) {
      engine.catalogue().checkFree("view", name);
    }
    Span query = s.query().span();
    ViewText text =
        new ViewText(
            script.substring(query.start(), query.end()),
            s.columns().stream().map(Name::text).toList());
    engine.createView(name, text);
    sayChange(s, 0, "created view " + name);
  }

  /** Makes room for a new table; returns false if there is one already and that is fine. */
  private boolean prepareTable(TableName name, boolean replaces, boolean ifNotExists) {
    Optional<Map.Entry<String, SessionCatalogue.Entry>> old = engine.catalogue().find(name.text());
    if (old.isPresent() && ifNotExists) {
      return false;
    }
    if (old.isPresent() && replaces) {
      return true;
    }
    engine.catalogue().checkFree("table", name.text());
    return true;
  }

  private void install(TableName name, boolean replaces, LogicalPlan.Scan table) {
    if (replaces) {
      engine.changes().put(name.text(), table);
    } else {
      engine.changes().add(name.text(), table);
    }
  }

  private void createTable(Statement.CreateTable s) {
    if (!prepareTable(s.name(), s.replaces(), s.ifNotExists())) {
      say(s, "table " + s.name().text() + " exists");
      return;
    }
    try (MemoryTables.Builder table =
        engine.memory().builder(s.name().text(), Binder.columns(script, s))) {
      install(s.name(), s.replaces(), table.build());
    }
    sayChange(s, 0, "created table " + s.name().text());
  }

  private void createTableAs(Statement.CreateTableAs s) {
    if (!prepareTable(s.name(), s.replaces(), s.ifNotExists())) {
      say(s, "table " + s.name().text() + " exists");
      return;
    }
    StatementStart start = StatementStart.now();
    LogicalPlan plan = analyze(s.query());
    Set<String> names = new HashSet<>();
    for (String name : plan.schema().names()) {
      if (!names.add(name.toLowerCase(Locale.ROOT))) {
        throw new AnalysisException(
            "Cannot create table \""
                + s.name().text()
                + "\": column \""
                + name
                + "\" occurs twice; give one of them another name with AS");
      }
    }
    long count;
    QueryProfile profile;
    try (OffHeapResult result = engine.collect(plan, start);
        MemoryTables.Builder table = engine.memory().builder(s.name().text(), plan.schema())) {
      result.lendBatches(table::append);
      count = result.rowCount();
      profile = result.profile();
      install(s.name(), s.replaces(), table.build());
    }
    sayChange(s, count, "created table " + s.name().text() + ", " + rows(count) + notes(profile));
  }

  private void insert(Statement.Insert s) {
    TableChanges.Target target = engine.changes().target(s.name().text());
    StatementStart start = StatementStart.now();
    LogicalPlan query = analyze(s.query(), InsertedRows.types(s, target.schema()));
    insert(s, target, List.of(query), start);
  }

  private void insertEach(Statement.Insert s, List<SqlParameters> rows) {
    TableChanges.Target target = engine.changes().target(s.name().text());
    StatementStart start = StatementStart.now();
    PreparedSql prepared =
        engine.prepare(script, s.query(), InsertedRows.types(s, target.schema()));
    insert(s, target, InsertedRows.bound(prepared, rows), start);
  }

  private void insert(
      Statement.Insert s,
      TableChanges.Target target,
      List<LogicalPlan> queries,
      StatementStart start) {
    List<OffHeapResult> added = new ArrayList<>();
    try {
      for (LogicalPlan query : queries) {
        added.add(engine.collect(InsertedRows.plan(s, query, target.schema()), start));
      }
      engine.changes().append(target, added, engine.executor(), start);
      long count = added.stream().mapToLong(OffHeapResult::rowCount).sum();
      sayChange(
          s,
          count,
          "inserted " + rows(count) + " into " + target.name() + notes(added.getFirst().profile()));
    } finally {
      added.forEach(OffHeapResult::close);
    }
  }

  private void drop(Statement.Drop s) {
    TableInfo.Kind kind = s.isView() ? TableInfo.Kind.VIEW : TableInfo.Kind.TABLE;
    TableName name = s.name();
    String what = kind.name().toLowerCase(Locale.ROOT);
    if (s.ifExists() && engine.catalogue().find(name.text()).isEmpty()) {
      say(s, "no " + what + " " + name.text());
      return;
    }
    engine.changes().drop(kind, name.text());
    sayChange(s, 0, "dropped " + what + " " + name.text());
  }

  private void createMacro(Statement.CreateMacro s) {
    if (s.replaces()) {
      engine.catalogue().putMacro(s.macro());
    } else {
      engine.catalogue().addMacro(s.macro());
    }
    sayChange(s, 0, "created macro " + s.macro().name().text());
  }

  private void dropMacro(Statement.DropMacro s) {
    String name = s.name().text();
    SessionCatalogue catalogue = engine.catalogue();
    boolean isFound = s.isTable() ? catalogue.dropTableMacro(name) : catalogue.dropMacro(name);
    if (!isFound && !s.ifExists()) {
      throw catalogue.macros().missing(name);
    }
    if (isFound) {
      sayChange(s, 0, "dropped macro " + name);
    } else {
      say(s, "no macro " + name);
    }
  }

  private void showTables(Statement.ShowTables s) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (TableInfo table : engine.tables()) {
      rows.add(
          new Object[] {
            table.name(), table.kind().name().toLowerCase(Locale.ROOT), (long) table.schema().size()
          });
    }
    giveConstants(s, TABLES, rows);
  }

  private void describe(Statement.Describe s) {
    giveConstants(s, DescribedColumns.SCHEMA, DescribedColumns.of(analyze(s.query())));
  }
}
