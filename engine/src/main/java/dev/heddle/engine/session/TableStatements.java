package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.SessionCatalogue;
import dev.heddle.engine.catalogue.TableDefinition;
import dev.heddle.engine.change.ChangedTable;
import dev.heddle.engine.change.ConstraintQueries;
import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.SqlParameters;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.PreparedSql;
import dev.heddle.frame.spi.StatementShape;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.SyntaxTree;
import dev.heddle.planner.sql.tree.TableConstraint;
import dev.heddle.planner.sql.tree.TableName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Carries out the statements of a script that make, fill and drop tables. Used by one thread. */
final class TableStatements {
  private static final Schema NOTHING = new Schema(List.of());

  private final SessionEngine engine;
  private final String script;
  private final ScriptRun run;
  private final RowChanges changes;

  TableStatements(SessionEngine engine, String script, ScriptRun run) {
    this.engine = engine;
    this.script = script;
    this.run = run;
    this.changes = new RowChanges(engine, script, run);
  }

  RowChanges changes() {
    return changes;
  }

  private String text(Span span) {
    return script.substring(span.start(), span.end());
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

  private void install(
      TableName name, boolean replaces, LogicalPlan.Scan table, TableDefinition definition) {
    if (replaces) {
      engine.changes().put(name.text(), table, definition);
    } else {
      engine.changes().add(name.text(), table, definition);
    }
  }

  void create(Statement.CreateTable s) {
    if (!prepareTable(s.name(), s.replaces(), s.ifNotExists())) {
      run.say(s, "table " + s.name().text() + " exists");
      return;
    }
    Schema schema = Binder.columns(script, s);
    TableDefinition definition = definition(s, schema);
    try (MemoryTables.Builder table = engine.memory().builder(s.name().text(), schema)) {
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

  void drop(Statement.Drop s) {
    TableInfo.Kind kind = s.isView() ? TableInfo.Kind.VIEW : TableInfo.Kind.TABLE;
    TableName name = s.name();
    String what = kind.name().toLowerCase(Locale.ROOT);
    if (s.ifExists() && engine.catalogue().find(name.text()).isEmpty()) {
      run.say(s, "no " + what + " " + name.text());
      return;
    }
    engine.changes().drop(kind, name.text());
    run.sayChange(s, 0, "dropped " + what + " " + name.text());
  }

  // Defaults, keys and conditions

  private TableDefinition definition(Statement.CreateTable s, Schema schema) {
    List<TableDefinition.Key> keys = new ArrayList<>();
    List<TableDefinition.Check> checks = new ArrayList<>();
    for (TableConstraint constraint : s.constraints()) {
      switch (constraint) {
        case TableConstraint.Key key -> keys.add(key(s, key, schema));
        case TableConstraint.Check check -> checks.add(check(s, check, schema));
      }
    }
    if (keys.stream().filter(key -> key.kind() == TableConstraint.KeyKind.PRIMARY).count() > 1) {
      throw new AnalysisException(
          "Cannot create table \""
              + s.name().text()
              + "\": it has two primary keys; make one of them UNIQUE");
    }
    return new TableDefinition(defaults(s, schema), keys, checks);
  }

  private static @Nullable String text(@Nullable Name name) {
    return name == null ? null : name.text();
  }

  private static TableDefinition.Key key(
      Statement.CreateTable s, TableConstraint.Key key, Schema schema) {
    List<String> columns = new ArrayList<>();
    for (Name name : key.columns()) {
      int at = ChangedTable.position(s.name().text(), schema, "create table", name);
      String column = schema.field(at).name();
      if (columns.contains(column)) {
        throw new AnalysisException(
            "Cannot create table \""
                + s.name().text()
                + "\": column \""
                + column
                + "\" is twice in a key");
      }
      columns.add(column);
    }
    return new TableDefinition.Key(text(key.name()), key.kind(), columns);
  }

  private TableDefinition.Check check(
      Statement.CreateTable s, TableConstraint.Check check, Schema schema) {
    String condition = text(check.condition().span());
    String what = "Cannot use CHECK (" + condition + ") in \"" + s.name().text() + "\"";
    if (SyntaxTree.any(check.condition(), Query.class::isInstance)) {
      throw new AnalysisException(what + ": a query cannot be in it");
    }
    Expr bound = engine.bindExpression(condition, schema);
    TableDefinition.Check made =
        new TableDefinition.Check(
            text(check.name()),
            condition,
            schema.names().stream().filter(column -> reads(check.condition(), column)).toList());
    if (!new ExprTyper(schema, what).type(bound).type().equals(DataType.BOOL)) {
      throw new AnalysisException(what + ": it is no BOOLEAN");
    }
    LogicalPlan unused =
        engine.analyzeSql(
            ConstraintQueries.failed(s.name().text(), made),
            Map.of(ConstraintQueries.ROWS, new LogicalPlan.Values(schema, List.of())));
    return made;
  }

  private static boolean reads(Expression condition, String column) {
    return SyntaxTree.any(
        condition,
        node ->
            node instanceof Expression.ColumnReference reference
                && reference.parts().getFirst().mayMean(column));
  }

  /** Returns the texts of the defaults of a new table, by column; fails if one does not fit. */
  private Map<String, String> defaults(Statement.CreateTable s, Schema schema) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (int i = 0; i < schema.size(); i++) {
      Expression otherwise = s.columns().get(i).otherwise();
      if (otherwise != null) {
        String text = text(otherwise.span());
        Expr unused = otherwise(text, schema.field(i));
        texts.put(schema.field(i).name(), text);
      }
    }
    return texts;
  }

  private Expr otherwise(String text, Field field) {
    Expr value = new Expr.Cast(engine.bindExpression(text, NOTHING), field.type(), CastMode.STRICT);
    try {
      new ExprTyper(NOTHING, "Cannot use " + text + " as default of " + field.name()).type(value);
    } catch (AnalysisException e) {
      throw new AnalysisException(
          e.code(),
          "Cannot use "
              + text
              + " as default of \""
              + field.name()
              + "\": it is no "
              + field.type().sqlName(),
          e);
    }
    return value;
  }

  private Map<String, Expr> defaults(TableChanges.Target target) {
    Map<String, Expr> values = new LinkedHashMap<>();
    Map<String, String> texts = engine.catalogue().definition(target.name()).defaults();
    for (Field field : target.schema().fields()) {
      String text = texts.get(field.name());
      if (text != null) {
        values.put(field.name(), otherwise(text, field));
      }
    }
    return values;
  }

  // INSERT

  /** The query of an INSERT, in its script or in a text where defaults are written out. */
  record Inserted(String script, Query query) {}

  /** Returns the query with what DEFAULT means. */
  static Inserted query(
      Statement.Insert s, String script, TableChanges.Target target, SessionCatalogue catalogue) {
    Map<String, String> defaults = catalogue.definition(target.name()).defaults();
    List<String> columns =
        InsertedRows.targets(s, target.schema()).stream()
            .map(i -> target.schema().field(i).name())
            .toList();
    if (!(s.query().body() instanceof Query.Values values)
        || (!SyntaxTree.any(values, Expression.DefaultValue.class::isInstance)
            && !values.rows().getFirst().isEmpty())) {
      return new Inserted(script, s.query());
    }
    StringBuilder text = new StringBuilder();
    if (values.rows().getFirst().isEmpty()) {
      text.append("VALUES (");
      text.append(
          columns.stream()
              .map(c -> "(" + defaults.getOrDefault(c, "NULL") + ")")
              .collect(Collectors.joining(", ")));
      text.append(")");
    } else {
      int at = s.query().span().start();
      for (List<Expression> row : values.rows()) {
        for (int i = 0; i < Math.min(row.size(), columns.size()); i++) {
          if (row.get(i) instanceof Expression.DefaultValue(Span span)) {
            text.append(script, at, span.start());
            text.append("(").append(defaults.getOrDefault(columns.get(i), "NULL")).append(")");
            at = span.end();
          }
        }
      }
      text.append(script, at, s.query().span().end());
    }
    return new Inserted(text.toString(), SqlParser.query(text.toString()));
  }

  void insert(Statement.Insert s) {
    TableChanges.Target target = engine.changes().target(s.name().text());
    StatementStart start = StatementStart.now();
    Inserted inserted = query(s, script, target, engine.catalogue());
    LogicalPlan query =
        run.analyze(inserted.script(), inserted.query(), InsertedRows.types(s, target.schema()));
    insert(s, target, List.of(query), start);
  }

  void insertEach(Statement.Insert s, List<SqlParameters> rows) {
    TableChanges.Target target = engine.changes().target(s.name().text());
    StatementStart start = StatementStart.now();
    Inserted inserted = query(s, script, target, engine.catalogue());
    PreparedSql prepared =
        engine.prepare(inserted.script(), inserted.query(), InsertedRows.types(s, target.schema()));
    insert(s, target, InsertedRows.bound(prepared, rows), start);
  }

  private void insert(
      Statement.Insert s,
      TableChanges.Target target,
      List<LogicalPlan> queries,
      StatementStart start) {
    Map<String, Expr> defaults = defaults(target);
    List<OffHeapResult> added = new ArrayList<>();
    try {
      for (LogicalPlan query : queries) {
        added.add(engine.collect(InsertedRows.plan(s, query, target.schema(), defaults), start));
      }
      if (s.conflict() != null) {
        List<Integer> given = InsertedRows.given(s, queries.getFirst(), target.schema());
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
          run.giveChanged(s, returned, message);
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
    added.forEach(each -> InsertedRows.checkNotNull(each, target.schema(), target.name()));
    LogicalPlan.Scan rows = held(target, added);
    try {
      changes.insert(s, conflict, target, given, rows);
    } finally {
      engine.changes().free(rows);
    }
  }

  private LogicalPlan.Scan held(TableChanges.Target target, List<OffHeapResult> added) {
    try (MemoryTables.Builder table = engine.memory().builder(target.name(), target.schema())) {
      added.forEach(each -> each.lendBatches(table::append));
      return table.build();
    }
  }

  private OffHeapResult returned(
      Statement.Insert s,
      TableChanges.Target target,
      List<OffHeapResult> added,
      StatementStart start) {
    LogicalPlan.Scan rows = held(target, added);
    try {
      String text =
          "SELECT "
              + changes.text().items(s.returning())
              + " FROM "
              + SqlParser.name(target.name());
      return engine.collect(run.analyze(text, Map.of(target.name(), rows)), start);
    } finally {
      engine.changes().free(rows);
    }
  }

  /** Returns what an INSERT takes and gives. */
  StatementShape shape(Statement.Insert s) {
    TableChanges.Target target = engine.changes().target(s.name().text());
    Inserted inserted = query(s, script, target, engine.catalogue());
    PreparedSql prepared =
        engine.prepare(inserted.script(), inserted.query(), InsertedRows.types(s, target.schema()));
    InsertedRows.check(s, prepared.plan(), target.schema());
    return changes.shape(prepared, s, target);
  }
}
