package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.ObjectName;
import dev.heddle.engine.catalogue.SessionCatalogue;
import dev.heddle.engine.catalogue.StatementNames;
import dev.heddle.engine.catalogue.TableDefinition;
import dev.heddle.engine.catalogue.TableText;
import dev.heddle.engine.change.Alteration;
import dev.heddle.engine.change.AlterationReader;
import dev.heddle.engine.change.ChangedTable;
import dev.heddle.engine.change.DefinitionReader;
import dev.heddle.engine.change.GeneratedColumns;
import dev.heddle.engine.change.TableConstraints;
import dev.heddle.engine.database.TableBuilder;
import dev.heddle.engine.write.FolderInsert;
import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.SqlParameters;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.PreparedSql;
import dev.heddle.frame.spi.StatementShape;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.planner.sql.NamedTypes;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.AlterAction;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.TableName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Carries out the statements of a script that make, fill and drop tables. Used by one thread. */
final class TableStatements {
  static final Schema CREATION = Schema.of(new Field("statement", DataType.STRING, false));

  private final SessionEngine engine;
  private final String script;
  private final ScriptRun run;
  private final RowChanges changes;
  private final StatementNames names;

  TableStatements(SessionEngine engine, String script, ScriptRun run) {
    this.engine = engine;
    this.script = script;
    this.run = run;
    this.changes = new RowChanges(engine, script, run);
    this.names = engine.names(script);
  }

  RowChanges changes() {
    return changes;
  }

  /** Makes room for a new table; returns false if there is one already and that is fine. */
  private boolean prepareTable(TableName name, boolean replaces, boolean ifNotExists) {
    ObjectName made = names.made(name);
    boolean isThere = engine.catalogue().find(List.of(made.schema()), made.name()).isPresent();
    if (isThere && ifNotExists) {
      return false;
    }
    if (isThere && replaces) {
      return true;
    }
    engine.catalogue().checkFree("table", made);
    return true;
  }

  private void install(
      TableName name, boolean replaces, LogicalPlan.Scan table, TableDefinition definition) {
    if (replaces) {
      engine.changes().put(names.made(name), table, definition);
    } else {
      engine.changes().add(names.made(name), table, definition);
    }
  }

  void create(Statement.CreateTable s) {
    if (!prepareTable(s.name(), s.replaces(), s.ifNotExists())) {
      run.say(s, "table " + s.name().text() + " exists");
      return;
    }
    DefinitionReader reader = reader(names.made(s.name()));
    Schema schema = reader.columns(s);
    TableDefinition definition = reader.of(s, schema);
    try (TableBuilder table = engine.changes().builder(names.made(s.name()), schema)) {
      install(s.name(), s.replaces(), table.build(), definition);
    }
    run.sayChange(s, 0, "created table " + s.name().text());
  }

  void createAs(Statement.CreateTableAs s) {
    if (!prepareTable(s.name(), s.replaces(), s.ifNotExists())) {
      run.say(s, "table " + s.name().text() + " exists");
      return;
    }
    StatementStart start = StatementStart.now();
    LogicalPlan plan = run.analyze(s.query());
    Set<String> columns = new HashSet<>();
    for (String name : plan.schema().names()) {
      if (!columns.add(name.toLowerCase(Locale.ROOT))) {
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
        TableBuilder table = engine.changes().builder(names.made(s.name()), result)) {
      result.lendBatches(table::append);
      count = result.rowCount();
      profile = result.profile();
      install(s.name(), s.replaces(), table.build(), TableDefinition.PLAIN);
    }
    run.sayChange(
        s,
        count,
        "created table "
            + s.name().text()
            + ", "
            + ScriptRun.rows(count)
            + ScriptRun.notes(profile));
  }

  private DefinitionReader reader(ObjectName table) {
    NamedTypes types = engine.types(table.schema());
    return new DefinitionReader(engine.texts(table.schema()), script, types, table.name());
  }

  // Tables that are there

  void alter(Statement.Alter s) {
    Optional<Map.Entry<ObjectName, SessionCatalogue.Entry>> found = names.find(s.name());
    if (found.isEmpty() && s.ifExists()) {
      run.say(s, "no " + (s.isView() ? "view " : "table ") + s.name().text());
      return;
    }
    boolean isView = names.require(s.name()).getValue().kind() == TableInfo.Kind.VIEW;
    if (isView && s.action() instanceof AlterAction.Rename(Name to)) {
      ObjectName name = found.orElseThrow().getKey();
      engine.catalogue().rename(name, to.text());
      run.sayChange(s, 0, "renamed view " + name.name() + " to " + to.text());
      return;
    }
    TableChanges.Target target = engine.changes().target(names.require(s.name()), "alter");
    if (s.isView()) {
      throw new AnalysisException("Cannot alter view \"" + target.name() + "\": it is a table");
    }
    ChangedTable table = RowChanges.table(engine, target);
    Alteration change =
        new AlterationReader(table, reader(target.object()), changes.text()).of(s.action());
    if (change != null) {
      alter(target, change);
    }
    run.sayChange(s, 0, change == null ? "nothing to alter in " + target.name() : change.message());
  }

  private void alter(TableChanges.Target target, Alteration change) {
    StatementStart start = StatementStart.now();
    engine.changes().alter(target, change, now -> altered(now, change, start));
  }

  /** Makes the rows of a table in the columns that it gets, which are checked. */
  private LogicalPlan.Scan altered(
      TableChanges.Target now, Alteration change, StatementStart start) {
    if (change.rows() == null) {
      return now.scan();
    }
    LogicalPlan rows = run.analyze(change.rows(), Map.of(ChangedTable.ROWS, now.scan()));
    LogicalPlan converted = InsertedRows.byName(change.name(), rows, change.schema());
    try (OffHeapResult result = engine.collect(converted, start);
        TableBuilder table =
            engine.changes().builder(now.object().withName(change.name()), change.schema())) {
      InsertedRows.checkNotNull(result, change.schema(), change.name());
      result.lendBatches(table::append);
      LogicalPlan.Scan made = table.build();
      try {
        TableConstraints.check(
            new ChangedTable(change.name(), change.schema(), change.definition()),
            made,
            engine.queries(now.object().schema()));
        return made;
      } catch (RuntimeException e) {
        engine.changes().free(made);
        throw e;
      }
    }
  }

  void createIndex(Statement.CreateIndex s) {
    TableChanges.Target target =
        engine.changes().target(names.require(s.table()), "create an index on");
    ChangedTable table = RowChanges.table(engine, target);
    Alteration change = AlterationReader.withIndex(table, s);
    String name = change.definition().indexes().getLast().name();
    ObjectName taken =
        engine.catalogue().state().tableOfIndex(List.of(target.object().schema()), name);
    if (taken != null && s.ifNotExists()) {
      run.say(s, "index " + name + " exists");
      return;
    }
    if (taken != null) {
      throw new HeddleException(
          ErrorCode.ALREADY_EXISTS,
          "Cannot create index \""
              + name
              + "\": table \""
              + taken.name()
              + "\" has one of that name");
    }
    alter(target, change);
    run.sayChange(s, 0, change.message());
  }

  void dropIndex(Statement.DropIndex s) {
    String name = s.name().text();
    ObjectName table = engine.catalogue().state().tableOfIndex(engine.current().path(), name);
    if (table == null) {
      if (s.ifExists()) {
        run.say(s, "no index " + name);
        return;
      }
      throw new HeddleException(
          ErrorCode.NOT_FOUND, "Cannot drop index \"" + name + "\": no table has it");
    }
    TableChanges.Target target =
        engine
            .changes()
            .target(
                engine.catalogue().require(List.of(table.schema()), table.name()),
                "drop an index of");
    alter(target, AlterationReader.withoutIndex(RowChanges.table(engine, target), name));
    run.sayChange(s, 0, "dropped index " + name);
  }

  void comment(Statement.Comment s) {
    Map.Entry<ObjectName, SessionCatalogue.Entry> found = names.require(s.name());
    String name = found.getKey().name();
    String column = null;
    if (s.column() != null) {
      Schema schema = engine.table(found.getKey()).schema();
      int at = ChangedTable.position(name, schema, "comment on", s.column());
      column = schema.field(at).name();
    }
    engine.catalogue().comment(found.getKey(), column, s.text());
    run.sayChange(s, 0, "commented on " + name + (column == null ? "" : "." + column));
  }

  void analyze(Statement.Analyze s) {
    if (s.name() != null) {
      Object unused = names.require(s.name());
    }
    run.say(s, "nothing to analyze: the statistics of tables are those of their rows");
  }

  void showCreate(Statement.ShowCreate s) {
    Map.Entry<ObjectName, SessionCatalogue.Entry> found = names.require(s.name());
    ObjectName name = found.getKey();
    SessionCatalogue.Entry entry = found.getValue();
    if (entry.kind() == TableInfo.Kind.VIEW && entry.text() == null) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot show how \""
              + name.name()
              + "\" is created: the view is one of a frame, without SQL");
    }
    String text =
        entry.text() != null
            ? TableText.of(name, entry.text())
            : TableText.of(name, entry.plan().schema(), engine.catalogue().definition(name));
    run.giveConstants(s, CREATION, List.<@Nullable Object[]>of(new Object[] {text}));
  }

  void drop(Statement.Drop s) {
    TableInfo.Kind kind = s.isView() ? TableInfo.Kind.VIEW : TableInfo.Kind.TABLE;
    TableName name = s.name();
    String what = kind.name().toLowerCase(Locale.ROOT);
    if (s.ifExists() && names.find(name).isEmpty()) {
      run.say(s, "no " + what + " " + name.text());
      return;
    }
    engine.changes().drop(kind, names.schemas(name), name.text());
    run.sayChange(s, 0, "dropped " + what + " " + name.text());
  }

  // Defaults

  private Map<String, Expr> defaults(TableChanges.Target target) {
    Map<String, Expr> values = new LinkedHashMap<>();
    Map<String, String> texts = engine.catalogue().definition(target.object()).defaults();
    DefinitionReader.Texts home = engine.texts(target.object().schema());
    for (Field field : target.schema().fields()) {
      String text = texts.get(field.name());
      if (text != null) {
        values.put(field.name(), DefinitionReader.defaultValue(home, text, field));
      }
    }
    return values;
  }

  // INSERT

  private TableChanges.Target target(Statement.Insert s) {
    TableChanges.Target target = engine.changes().target(names.require(s.name()), "insert into");
    InsertedRows.requireGiven(s.columns(), target, engine.catalogue().definition(target.object()));
    return target;
  }

  private InsertedRows.Inserted query(Statement.Insert s, TableChanges.Target target) {
    return InsertedRows.query(s, script, target.given(), engine.changes().definition(target));
  }

  /** Fails if an INSERT by name gives a column that is generated. */
  private void requireGiven(Statement.Insert s, LogicalPlan query, TableChanges.Target target) {
    if (s.byName()) {
      InsertedRows.requireGiven(
          InsertedRows.written(query.schema().names()),
          target,
          engine.catalogue().definition(target.object()));
    }
  }

  void insert(Statement.Insert s) {
    String folder = FolderInsert.folder(names.require(s.name()).getValue().plan());
    if (folder != null && s.conflict() == null && s.returning().isEmpty()) {
      run.insertFiles(s, s, folder);
      return;
    }
    TableChanges.Target target = target(s);
    StatementStart start = StatementStart.now();
    InsertedRows.Inserted inserted = query(s, target);
    LogicalPlan query =
        run.analyze(inserted.script(), inserted.query(), InsertedRows.types(s, target.given()));
    insert(s, target, List.of(query), start);
  }

  void insertEach(Statement.Insert s, List<SqlParameters> rows) {
    TableChanges.Target target = target(s);
    StatementStart start = StatementStart.now();
    InsertedRows.Inserted inserted = query(s, target);
    PreparedSql prepared =
        engine.prepare(inserted.script(), inserted.query(), InsertedRows.types(s, target.given()));
    insert(s, target, InsertedRows.bound(prepared, rows), start);
  }

  private void insert(
      Statement.Insert s,
      TableChanges.Target target,
      List<LogicalPlan> queries,
      StatementStart start) {
    Map<String, Expr> defaults = defaults(target);
    GeneratedColumns generated = RowChanges.generated(engine, target);
    List<OffHeapResult> added = new ArrayList<>();
    try {
      for (LogicalPlan query : queries) {
        requireGiven(s, query, target);
        LogicalPlan given = InsertedRows.plan(s, query, target.given(), defaults);
        added.add(engine.collect(generated.completed(given), start));
      }
      if (s.conflict() != null) {
        List<Integer> given = InsertedRows.positions(s, queries.getFirst(), target);
        insert(s, s.conflict(), target, given, added);
        return;
      }
      OffHeapResult returned = s.returning().isEmpty() ? null : returned(s, target, added, start);
      try {
        engine.changes().append(target, added, engine, start);
        long count = added.stream().mapToLong(OffHeapResult::rowCount).sum();
        String message = "inserted " + ScriptRun.rows(count) + " into " + target.name();
        if (returned == null) {
          run.sayChange(s, count, message + ScriptRun.notes(added.getFirst().profile()));
        } else {
          run.give(s, returned);
        }
      } finally {
        close(returned);
      }
    } finally {
      added.forEach(OffHeapResult::close);
    }
  }

  static void close(@Nullable OffHeapResult result) {
    if (result != null) {
      result.close();
    }
  }

  private void insert(
      Statement.Insert s,
      Statement.Conflict conflict,
      TableChanges.Target target,
      List<Integer> given,
      List<OffHeapResult> added) {
    List<Field> nullable = new ArrayList<>(); // rows that are in conflict may have any nulls
    for (Field field : target.schema().fields()) {
      nullable.add(Field.of(field.name(), field.type()));
    }
    LogicalPlan.Scan rows = held(engine, target.name(), new Schema(nullable), added);
    try {
      changes.insert(s, conflict, target, given, rows);
    } finally {
      engine.changes().free(rows);
    }
  }

  /** Holds rows, which stay the caller's, as a table without a name. */
  static LogicalPlan.Scan held(
      SessionEngine engine, TableChanges.Target target, List<OffHeapResult> added) {
    return held(engine, target.name(), target.schema(), added);
  }

  private static LogicalPlan.Scan held(
      SessionEngine engine, String name, Schema schema, List<OffHeapResult> added) {
    try (MemoryTables.Builder table = engine.memory().builder(name, schema)) {
      added.forEach(each -> each.lendBatches(table::append));
      return table.build();
    }
  }

  private OffHeapResult returned(
      Statement.Insert s,
      TableChanges.Target target,
      List<OffHeapResult> added,
      StatementStart start) {
    LogicalPlan.Scan rows = held(engine, target, added);
    try {
      String text = returned(String.valueOf(changes.text().items(s.returning())), target);
      return engine.collect(run.analyze(text, Map.of(ChangedTable.ROWS, rows)), start);
    } finally {
      engine.changes().free(rows);
    }
  }

  /** Returns the query of what RETURNING gives of new rows. */
  static String returned(String items, TableChanges.Target target) {
    return "SELECT "
        + items
        + " FROM "
        + SqlParser.name(ChangedTable.ROWS)
        + " AS "
        + SqlParser.name(target.name());
  }

  /** Returns what an INSERT takes and gives. */
  StatementShape shape(Statement.Insert s) {
    TableChanges.Target target = target(s);
    InsertedRows.Inserted inserted = query(s, target);
    PreparedSql prepared =
        engine.prepare(inserted.script(), inserted.query(), InsertedRows.types(s, target.given()));
    requireGiven(s, prepared.plan(), target);
    InsertedRows.check(s, prepared.plan(), target.given());
    return s.conflict() == null
        ? changes.shape(prepared, s, target)
        : changes.shape(prepared, s, s.conflict(), target);
  }
}
