package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.StatementNames;
import dev.heddle.engine.change.ChangedTable;
import dev.heddle.engine.change.ConflictChanges;
import dev.heddle.engine.change.GeneratedColumns;
import dev.heddle.engine.change.MergeChanges;
import dev.heddle.engine.change.RowUpdates;
import dev.heddle.engine.change.StatementText;
import dev.heddle.engine.change.TableChange;
import dev.heddle.engine.database.TableBuilder;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.plan.LimitKind;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.spi.PreparedSql;
import dev.heddle.frame.spi.StatementShape;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.MergeAction;
import dev.heddle.planner.sql.tree.MergeClause;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.TableName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Carries out UPDATE, DELETE, MERGE and INSERT with ON CONFLICT. Used by one thread.
 *
 * <p>All rows of the table are computed anew, with a mark of those that are changed, and put in the
 * place of the old ones, while no other statement changes the table.
 */
final class RowChanges {
  private static final Expression ONE = new Expression.NumberLiteral("1", new Span(0, 0));

  private final SessionEngine engine;
  private final String script;
  private final ScriptRun run;
  private final StatementText text;
  private final StatementNames names;

  RowChanges(SessionEngine engine, String script, ScriptRun run) {
    this.engine = engine;
    this.script = script;
    this.run = run;
    this.text = new StatementText(script);
    this.names = engine.names(script);
  }

  private TableChanges.Target target(TableName name, String verb) {
    return engine.changes().target(names.require(name), verb);
  }

  StatementText text() {
    return text;
  }

  private ChangedTable table(TableChanges.Target target) {
    return new ChangedTable(target.name(), target.schema(), engine.changes().definition(target));
  }

  /** Returns what a table is, with the columns that it had when its name was looked up. */
  static ChangedTable table(SessionEngine engine, TableChanges.Target target) {
    return new ChangedTable(
        target.name(), target.schema(), engine.catalogue().definition(target.object()));
  }

  /** Returns the columns of a table that are made of others. */
  static GeneratedColumns generated(SessionEngine engine, TableChanges.Target target) {
    return new GeneratedColumns(engine.texts(target.object().schema()), table(engine, target));
  }

  void update(Statement.Update s) {
    TableChanges.Target target = target(s.name(), "update");
    TableChange change = update(s, target);
    Relation.Table table = relation(s.name(), s.alias());
    check(s.span(), s.with(), joined(table, s.from()), target, s.columns(), s.where());
    change(change, target, Map.of());
  }

  void delete(Statement.Delete s) {
    TableChanges.Target target = target(s.name(), "delete from");
    TableChange change = delete(s, target);
    Relation.Table table = relation(s.name(), s.alias());
    check(s.span(), s.with(), joined(table, s.using()), target, List.of(), s.where());
    change(change, target, Map.of());
  }

  void merge(Statement.Merge s) {
    TableChanges.Target target = target(s.name(), "merge into");
    for (MergeClause clause : s.clauses()) {
      check(s, clause, target);
    }
    LogicalPlan source =
        run.analyze(text.before(s.with()) + MergeChanges.source(s, text), Map.of());
    change(merge(s, target, source), target, Map.of());
  }

  private TableChange update(Statement.Update s, TableChanges.Target target) {
    requireOther(s.with(), target);
    return RowUpdates.update(s, table(target), text).with(s.with(), text);
  }

  private TableChange delete(Statement.Delete s, TableChanges.Target target) {
    requireOther(s.with(), target);
    return RowUpdates.delete(s, table(target), text).with(s.with(), text);
  }

  private TableChange merge(Statement.Merge s, TableChanges.Target target, LogicalPlan source) {
    requireOther(s.with(), target);
    return MergeChanges.of(s, table(target), text, source.schema().names()).with(s.with(), text);
  }

  /** Fails if WITH hides the table that is changed. */
  private static void requireOther(Statement.With with, TableChanges.Target target) {
    if (with.tables().stream().anyMatch(t -> t.name().text().equalsIgnoreCase(target.name()))) {
      throw new AnalysisException(
          "Cannot change \""
              + target.name()
              + "\": WITH gives its name to a query; choose another one there");
    }
  }

  /**
   * Carries out an INSERT with ON CONFLICT.
   *
   * @param given positions of the columns that it gives values for
   * @param added its rows, which stay the caller's
   */
  void insert(
      Statement.Insert s,
      Statement.Conflict conflict,
      TableChanges.Target target,
      List<Integer> given,
      LogicalPlan.Scan added) {
    ConflictChanges changes = new ConflictChanges(s, conflict, table(target), text, given);
    Map<String, LogicalPlan> frames = Map.of(ConflictChanges.NEW, added);
    switch (conflict.action()) {
      case UPDATE, REPLACE -> change(changes.updating(), target, frames);
      case NOTHING -> {
        Held held = new Held(frames);
        change(target, held, now -> changes.adding(absent(changes, held)));
      }
    }
  }

  /** Holds the rows that are in conflict with none of the table and none before them. */
  private static List<String> absent(ConflictChanges changes, Held held) {
    held.hold(ConflictChanges.LEFT, changes.numbered());
    held.hold(ConflictChanges.LEFT, changes.absent());
    List<String> added = new ArrayList<>();
    while (held.count(ConflictChanges.LEFT, "TRUE") > 0) {
      held.hold(ConflictChanges.FIRST, changes.first());
      String name = ConflictChanges.NEW + added.size();
      held.hold(name, "SELECT * FROM " + SqlParser.name(ConflictChanges.FIRST));
      added.add(name);
      held.hold(ConflictChanges.LEFT, changes.others());
    }
    return added;
  }

  // Checks, where the statement is written

  private static Relation.Table relation(TableName name, @Nullable Name alias) {
    return new Relation.Table(
        name, alias == null ? null : new Relation.Alias(alias, List.of()), name.span());
  }

  private static Relation joined(Relation table, @Nullable Relation with) {
    return with == null ? table : join(table, with, Relation.JoinType.COMMA, null, List.of());
  }

  private static Relation join(
      Relation left,
      Relation right,
      Relation.JoinType type,
      @Nullable Expression condition,
      List<Name> using) {
    return new Relation.Join(left, right, type, false, false, null, condition, using, right.span());
  }

  private void check(Statement.Merge s, MergeClause clause, TableChanges.Target target) {
    Relation table = relation(s.name(), s.alias());
    Relation joined = join(table, s.source(), Relation.JoinType.INNER, s.condition(), s.using());
    Relation read =
        switch (clause.rows()) {
          case MATCHED -> joined;
          case NOT_IN_TARGET ->
              join(s.source(), table, Relation.JoinType.ANTI, s.condition(), s.using());
          case NOT_IN_SOURCE -> table;
        };
    List<Statement.SetColumn> set = new ArrayList<>();
    if (clause.action() instanceof MergeAction.Update update) {
      set.addAll(update.columns());
    } else if (clause.action() instanceof MergeAction.Insert insert
        && insert.values() != null
        && insert.values().size() == insert.columns().size()) {
      for (int i = 0; i < insert.columns().size(); i++) {
        Expression value = insert.values().get(i);
        set.add(new Statement.SetColumn(insert.columns().get(i), value, value.span()));
      }
    }
    Span written = new Span(s.span().start(), clause.span().end());
    check(written, s.with(), read, target, set, clause.condition());
  }

  /**
   * Binds what is computed of the rows where it is written, so that errors have their place.
   *
   * @param written a text that is bound for nothing else
   */
  private void check(
      Span written,
      Statement.With with,
      Relation from,
      TableChanges.Target target,
      List<Statement.SetColumn> columns,
      @Nullable Expression where) {
    List<Query.SelectItem> items = new ArrayList<>();
    List<DataType> types = new ArrayList<>();
    for (Statement.SetColumn column : columns) {
      if (!(column.value() instanceof Expression.DefaultValue)) {
        int at = table(target).position("update", column.column());
        items.add(new Query.SelectItem(column.value(), null, column.value().span()));
        types.add(target.schema().field(at).type());
      }
    }
    Query.SelectItem one = new Query.SelectItem(ONE, null, written);
    Query.Select select =
        new Query.Select(
            null,
            items.isEmpty() ? List.of(one) : items,
            from,
            where,
            null,
            null,
            List.of(),
            null,
            written);
    Query query =
        new Query(
            with.isRecursive(),
            with.tables(),
            select,
            List.of(),
            null,
            null,
            null,
            LimitKind.ROWS,
            written);
    LogicalPlan unused = run.analyze(script, query, types);
  }

  // What a statement takes and gives

  /** Returns what an UPDATE takes and gives. */
  StatementShape shape(Statement.Update s) {
    TableChanges.Target target = target(s.name(), "update");
    return shape(update(s, target), target);
  }

  /** Returns what a DELETE takes and gives. */
  StatementShape shape(Statement.Delete s) {
    TableChanges.Target target = target(s.name(), "delete from");
    return shape(delete(s, target), target);
  }

  /** Returns what a MERGE takes and gives. */
  StatementShape shape(Statement.Merge s) {
    TableChanges.Target target = target(s.name(), "merge into");
    PreparedSql source =
        engine.prepareSql(text.before(s.with()) + MergeChanges.source(s, text), Map.of());
    return shape(merge(s, target, source.plan()), target);
  }

  private StatementShape shape(TableChange change, TableChanges.Target target) {
    return shape(change, target, Map.of(), Map.of());
  }

  /**
   * Returns what a change takes and gives.
   *
   * @param known parameters of what goes before it
   * @param given plans that its steps read
   */
  private StatementShape shape(
      TableChange change,
      TableChanges.Target target,
      Map<String, DataType> known,
      Map<String, LogicalPlan> given) {
    Map<String, DataType> parameters = new LinkedHashMap<>(known);
    Map<String, LogicalPlan> frames = new LinkedHashMap<>(given);
    frames.put(ChangedTable.ROWS, target.scan());
    for (TableChange.Step step : change.steps()) {
      PreparedSql prepared = engine.prepareSql(step.query(), frames);
      prepared.parameters().forEach(parameters::putIfAbsent);
      frames.put(step.name(), new LogicalPlan.Values(prepared.plan().schema(), List.of()));
    }
    if (change.items() == null) {
      return StatementShapes.changes(parameters);
    }
    LogicalPlan plan = engine.analyzeSql(returned(change, table(target)), frames);
    return StatementShapes.rows(parameters, plan.schema());
  }

  /** Returns what an INSERT with ON CONFLICT takes and gives. */
  StatementShape shape(
      PreparedSql prepared,
      Statement.Insert s,
      Statement.Conflict conflict,
      TableChanges.Target target) {
    List<Integer> given = InsertedRows.positions(s, prepared.plan(), target);
    ConflictChanges changes = new ConflictChanges(s, conflict, table(target), text, given);
    LogicalPlan none = new LogicalPlan.Values(target.schema(), List.of());
    TableChange change =
        switch (conflict.action()) {
          case UPDATE, REPLACE -> changes.updating();
          case NOTHING -> changes.adding(List.of(ConflictChanges.NEW));
        };
    return shape(change, target, prepared.parameters(), Map.of(ConflictChanges.NEW, none));
  }

  /** Returns what an INSERT takes and gives whose rows come of a query. */
  StatementShape shape(PreparedSql prepared, Statement.Insert s, TableChanges.Target target) {
    String items = text.items(s.returning());
    if (items == null) {
      return StatementShapes.changes(prepared.parameters());
    }
    String rows = TableStatements.returned(items, target);
    LogicalPlan plan = engine.analyzeSql(rows, Map.of(ChangedTable.ROWS, target.scan()));
    return StatementShapes.rows(prepared.parameters(), plan.schema());
  }

  // Changes

  /** Rows that are held under their names while a statement runs. */
  private final class Held implements AutoCloseable {
    private final StatementStart start = StatementStart.now();
    private final Map<String, LogicalPlan> frames = new LinkedHashMap<>();
    private final List<LogicalPlan.Scan> scans = new ArrayList<>();

    Held(Map<String, LogicalPlan> frames) {
      this.frames.putAll(frames);
    }

    LogicalPlan analyzed(String query) {
      return run.analyze(query, frames);
    }

    /** Holds the rows of a query under a name, which the query may use for what it meant before. */
    void hold(String name, String query) {
      hold(name, analyzed(query));
    }

    private void hold(String name, LogicalPlan plan) {
      try (OffHeapResult result = engine.collect(plan, start);
          MemoryTables.Builder table = engine.memory().builder(name, plan.schema())) {
        result.lendBatches(table::append);
        LogicalPlan.Scan scan = table.build();
        scans.add(scan);
        frames.put(name, scan);
      }
    }

    /** Makes the generated columns of the marked rows anew. */
    void generate(TableChanges.Target table) {
      LogicalPlan marked = frames.get(TableChange.MARKED);
      if (marked != null && !table.given().equals(table.schema())) {
        hold(TableChange.MARKED, generated(engine, table).computed(marked));
      }
    }

    long count(String name, String condition) {
      String query = "SELECT count(*) FROM " + SqlParser.name(name) + " WHERE " + condition;
      try (OffHeapResult result = engine.collect(analyzed(query), start)) {
        return result.iterator().next().longValue(0);
      }
    }

    /** Runs a step; fails if its rows are refused. */
    void run(TableChange.Step step, TableChanges.Target table) {
      hold(step.name(), step.query());
      for (TableChange.Refusal refusal : step.refusals()) {
        try (OffHeapResult result = engine.collect(analyzed(refusal.query()), start)) {
          if (result.rowCount() > 0) {
            throw new HeddleException(
                ErrorCode.CONSTRAINT,
                "Cannot change \""
                    + table.name()
                    + "\": "
                    + refusal.message()
                    + result.iterator().next().value(0));
          }
        }
      }
    }

    @Override
    public void close() {
      scans.forEach(engine.changes()::free);
    }
  }

  private void change(
      TableChange change, TableChanges.Target target, Map<String, LogicalPlan> frames) {
    change(target, new Held(frames), now -> change);
  }

  private void change(
      TableChanges.Target target, Held held, Function<TableChanges.Target, TableChange> made) {
    long[] count = {0};
    TableChange[] done = {null};
    OffHeapResult[] returned = {null};
    try {
      engine
          .changes()
          .rewrite(
              target,
              now -> {
                try (held) {
                  held.frames.put(ChangedTable.ROWS, now.scan());
                  TableChange change = made.apply(now);
                  change.steps().forEach(step -> held.run(step, now));
                  held.generate(now);
                  done[0] = change;
                  count[0] = held.count(TableChange.MARKED, TableChange.ACTION + " IS NOT NULL");
                  if (change.items() != null) {
                    String rows = returned(change, table(now));
                    returned[0] = engine.collect(held.analyzed(rows), held.start);
                  }
                  return kept(now, held);
                }
              },
              (now, rows) -> TableChanges.check(engine, now, rows));
      TableChange change = done[0];
      String message =
          change.verb() + " " + ScriptRun.rows(count[0]) + change.joining() + target.name();
      if (returned[0] == null) {
        run.sayChange(change.statement(), count[0], message);
      } else {
        run.give(change.statement(), returned[0]);
      }
    } finally {
      TableStatements.close(returned[0]);
    }
  }

  private static String returned(TableChange change, ChangedTable table) {
    return "SELECT "
        + change.items()
        + " FROM (SELECT "
        + table.columns()
        + (change.isShowingActions() ? ", " + TableChange.ACTION : "")
        + " FROM "
        + SqlParser.name(TableChange.MARKED)
        + " WHERE "
        + TableChange.ACTION
        + " IS NOT NULL) AS "
        + change.row();
  }

  private LogicalPlan.Scan kept(TableChanges.Target now, Held held) {
    String query =
        "SELECT "
            + table(now).columns()
            + " FROM "
            + SqlParser.name(TableChange.MARKED)
            + " WHERE "
            + TableChange.ACTION
            + " IS DISTINCT FROM 'DELETE'";
    LogicalPlan converted = InsertedRows.byName(now.name(), held.analyzed(query), now.schema());
    try (OffHeapResult result = engine.collect(converted, held.start);
        TableBuilder table = engine.changes().builder(now.object(), now.schema())) {
      InsertedRows.checkNotNull(result, now.schema(), now.name());
      result.lendBatches(table::append);
      return table.build();
    }
  }
}
