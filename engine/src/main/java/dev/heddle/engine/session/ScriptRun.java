package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.ObjectName;
import dev.heddle.engine.catalogue.SessionCatalogue;
import dev.heddle.engine.catalogue.StatementNames;
import dev.heddle.engine.catalogue.TableFacts;
import dev.heddle.engine.catalogue.ViewText;
import dev.heddle.engine.session.StatementChecks.Named;
import dev.heddle.engine.write.FolderInsert;
import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.SqlParameters;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.PlanParameters;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.PreparedSql;
import dev.heddle.frame.spi.StatementResult;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.frame.spi.WriteSummary;
import dev.heddle.frame.spi.WriteTarget;
import dev.heddle.frame.watch.Traffic;
import dev.heddle.io.values.HeapResult;
import dev.heddle.planner.sql.DescribedColumns;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.parser.Script;
import dev.heddle.planner.sql.tree.ExplainKind;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.SyntaxTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
  private final TableStatements tables;
  private final StatementNames names;
  private final DatabaseStatements databases;
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
    this.tables = new TableStatements(engine, script, this);
    this.names = engine.names(script);
    this.databases = new DatabaseStatements(engine, this, names);
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
    if (only instanceof Statement.Insert insert && insert.conflict() == null && rows.size() > 1) {
      run.insertEach(insert, rows);
    } else {
      rows.forEach(row -> new ScriptRun(engine, statement, row, null, counter).run());
    }
    return changed[0];
  }

  private void insertEach(Statement.Insert insert, List<SqlParameters> rows) {
    try {
      engine.transaction().check();
      new StatementChecks(engine, script, Named.BEFORE).check(insert);
      tables.insertEach(insert, rows);
    } catch (RuntimeException e) {
      engine.transaction().fail();
      throw e;
    }
  }

  /** Runs all; a failure aborts the transaction that is open then. */
  void run() {
    Script parsed = engine.parse(script);
    try {
      requireGoingOn(parsed.statements());
      parameters.requireAll(parameters.isEmpty() ? Set.of() : parsed.parameters());
      boolean makesSchemas = parsed.statements().stream().anyMatch(DatabaseStatements::isStatement);
      Named named = makesSchemas ? Named.WHEN_IT_RUNS : Named.BEFORE;
      StatementChecks first = new StatementChecks(engine, script, named);
      parsed.statements().forEach(first::check);
      for (Statement statement : parsed.statements()) {
        if (makesSchemas) {
          new StatementChecks(engine, script, Named.BEFORE).check(statement);
        }
        run(statement);
      }
    } catch (RuntimeException e) {
      engine.transaction().fail();
      throw e;
    }
  }

  /** Fails in an aborted transaction, unless the first statement may end it. */
  private void requireGoingOn(List<Statement> statements) {
    if (!statements.isEmpty() && !(statements.getFirst() instanceof Statement.Transaction)) {
      engine.transaction().check();
    }
  }

  private void run(Statement statement) {
    if (!(statement instanceof Statement.Transaction)) {
      engine.transaction().check();
    }
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
      case Statement.CreateTable s -> tables.create(s);
      case Statement.CreateTableAs s -> tables.createAs(s);
      case Statement.Insert s -> tables.insert(s);
      case Statement.InsertFiles s -> insertFiles(s, s.insert(), s.folder().value());
      case Statement.Update s -> tables.changes().update(s);
      case Statement.Delete s -> tables.changes().delete(s);
      case Statement.Merge s -> tables.changes().merge(s);
      case Statement.Drop s -> tables.drop(s);
      case Statement.Alter s -> tables.alter(s);
      case Statement.CreateIndex s -> tables.createIndex(s);
      case Statement.DropIndex s -> tables.dropIndex(s);
      case Statement.Comment s -> tables.comment(s);
      case Statement.Analyze s -> tables.analyze(s);
      case Statement.ShowCreate s -> tables.showCreate(s);
      case Statement.SetVariable s -> {
        session.setVariable(s, this::analyze);
        say(s, "set variable " + s.name().text());
      }
      case Statement.ResetVariable s -> {
        boolean isFound = engine.data().variables().reset(s.name().text());
        say(s, (isFound ? "reset variable " : "no variable ") + s.name().text());
      }
      case Statement.Prepare s -> {
        engine.data().prepared().put(script, s);
        say(s, "prepared " + s.name().text());
      }
      case Statement.Execute s -> {
        String text = engine.data().prepared().text(script, s, engine.data().variables());
        new ScriptRun(engine, text, SqlParameters.none(), queries, consumer).run();
      }
      case Statement.Deallocate s -> say(s, session.deallocate(s));
      case Statement.CreateSequence s -> sayDone(s, session.createSequence(s));
      case Statement.DropSequence s -> sayDone(s, session.dropSequence(s));
      case Statement.Checkpoint s -> say(s, "nothing waits to be written");
      case Statement.CreateType s -> sayDone(s, session.create(s, this::analyze));
      case Statement.DropType s -> sayDone(s, session.drop(s));
      case Statement.CreateMacro s -> databases.createMacro(s);
      case Statement.DropMacro s -> databases.dropMacro(s);
      case Statement.CreateSchema s -> databases.createSchema(s);
      case Statement.DropSchema s -> databases.dropSchema(s);
      case Statement.Attach s -> databases.attach(s);
      case Statement.Detach s -> databases.detach(s);
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
            .explain(analyze(s.query()), ExplainText.mode(s.kind()), start)
            .lines()
            .forEach(line -> lines.add(new Object[] {line}));
        if (findsValues(s.query()) && s.kind() == ExplainKind.ALL) {
          lines.add(new Object[] {"== binding"});
          lines.add(new Object[] {"a query has run for the values of PIVOT, which has no IN"});
        }
        giveConstants(s, PLAN, lines);
      }
      case Statement.Use s -> say(s, databases.use(s));
      case Statement.SetOptions s -> say(s, session.set(s));
      case Statement.ResetOption s -> say(s, session.reset(s));
      case Statement.ShowOption s -> giveConstants(s, session.shownSchema(s), session.shown(s));
      case Statement.Transaction s -> say(s, session.transaction(s));
      case Statement.ShowFunctions s ->
          giveConstants(s, SessionStatements.FUNCTIONS, session.functions());
      case Statement.ShowTables s -> showTables(s);
      case Statement.Describe s -> describe(s);
    }
  }

  /** Adds files to a folder. */
  void insertFiles(Statement statement, Statement.Insert insert, String folder) {
    StatementStart start = StatementStart.now();
    FolderInsert into = engine.folderInsert(folder);
    Query rows = insert.isCopy() ? InsertedRows.copied(insert, into.schema()) : insert.query();
    LogicalPlan query = analyze(script, rows, InsertedRows.types(insert, into.schema()));
    LogicalPlan added = InsertedRows.plan(insert, query, into.schema(), Map.of());
    WriteSummary summary = engine.write(added, into.target(), start);
    sayChange(
        statement,
        summary.rows(),
        "inserted " + rows(summary.rows()) + " into " + folder + moved(summary.traffic()));
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

  LogicalPlan analyze(Query query) {
    return analyze(script, query, List.of());
  }

  /** Returns the plan of a query whose columns are converted to types, if there are any. */
  LogicalPlan analyze(String text, Query query, List<DataType> wanted) {
    return parameters.isEmpty()
        ? engine.analyze(text, query)
        : withValues(engine.prepare(text, query, wanted));
  }

  /** Returns the plan of a query over frames by name. */
  LogicalPlan analyze(String text, Map<String, LogicalPlan> frames) {
    return parameters.isEmpty()
        ? engine.analyzeSql(text, frames)
        : withValues(engine.prepareSql(text, frames));
  }

  private LogicalPlan withValues(PreparedSql prepared) {
    return PlanParameters.replaced(prepared.plan(), parameters.constants(prepared.parameters()));
  }

  String text(Statement statement) {
    return script.substring(statement.span().start(), statement.span().end());
  }

  private void hold(Statement.Hold s) {
    Map.Entry<ObjectName, SessionCatalogue.Entry> found = names.require(s.name());
    LogicalPlan cached = found.getValue().cached();
    String name = s.name().text();
    LogicalPlan plan = cached == null ? engine.table(found.getKey()) : cached;
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

  void say(Statement statement, String message) {
    consumer.accept(new StatementResult(text(statement), message, null, 0));
  }

  /** Tells of a statement that has changed tables, views or files. */
  void sayChange(Statement statement, long changedRows, String message) {
    consumer.accept(new StatementResult(text(statement), message, null, changedRows));
  }

  private static String skipped(long badRows) {
    return badRows == 0 ? "" : ", skipped " + badRows + (badRows == 1 ? " bad row" : " bad rows");
  }

  private static String leftOut(List<String> columns) {
    return columns.isEmpty() ? "" : ", left out " + String.join(", ", columns);
  }

  static String notes(QueryProfile profile) {
    return skipped(profile.badRows())
        + leftOut(profile.columnsLeftOut())
        + moved(profile.traffic());
  }

  private static String moved(@Nullable Traffic traffic) {
    return traffic == null ? "" : "\n" + traffic.line();
  }

  static String rows(long count) {
    return count + (count == 1 ? " row" : " rows");
  }

  private void giveRows(Statement statement, LogicalPlan plan, StatementStart start) {
    try (OffHeapResult result = engine.collect(plan, start)) {
      give(statement, result);
    }
  }

  /** Shows rows, which stay the caller's. */
  void give(Statement statement, OffHeapResult rows) {
    consumer.accept(new StatementResult(text(statement), "", rows, 0));
  }

  /** Shows rows that are known. */
  void giveConstants(Statement statement, Schema schema, List<@Nullable Object[]> rows) {
    try (HeapResult result = engine.memory().result(schema, rows, engine.timeZone())) {
      consumer.accept(new StatementResult(text(statement), "", result, 0));
    }
  }

  private void createView(Statement.CreateView s) {
    ObjectName name = names.made(s.name());
    if (!s.replaces()) {
      engine.catalogue().checkFree("view", name);
    }
    SchemaName current = engine.current().name();
    boolean isSameDatabase = current.database().equals(name.schema().database());
    Span query = s.query().span();
    ViewText text =
        new ViewText(
            script.substring(query.start(), query.end()),
            s.columns().stream().map(Name::text).toList(),
            isSameDatabase ? current : name.schema());
    engine.createView(name, text);
    sayChange(s, 0, "created view " + name.name());
  }

  /** Says what a statement has done, which is a change unless there was nothing to do. */
  private void sayDone(Statement statement, SessionStatements.Done done) {
    if (done.isChange()) {
      sayChange(statement, 0, done.message());
    } else {
      say(statement, done.message());
    }
  }

  private void showTables(Statement.ShowTables s) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (TableInfo table : engine.visibleTables()) {
      rows.add(
          new Object[] {
            table.name(), table.kind().name().toLowerCase(Locale.ROOT), (long) table.schema().size()
          });
    }
    giveConstants(s, TABLES, rows);
  }

  private void describe(Statement.Describe s) {
    TableFacts facts = new TableFacts(engine.catalogue().state());
    giveConstants(s, DescribedColumns.SCHEMA, DescribedColumns.of(analyze(s.query()), facts));
  }
}
