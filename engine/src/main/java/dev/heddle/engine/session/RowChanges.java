package dev.heddle.engine.session;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.spi.PreparedSql;
import dev.heddle.frame.spi.StatementShape;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.SyntaxTree;
import dev.heddle.planner.sql.tree.TableName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Carries out UPDATE and DELETE. Used by one thread.
 *
 * <p>All rows of the table are computed anew, with a mark of those that are changed, and put in the
 * place of the old ones, while no other statement changes the table.
 */
final class RowChanges {
  private static final String CHANGED = "\"$changed\"";
  private static final String MARKED = "$marked";
  private static final Expression ONE = new Expression.NumberLiteral("1", new Span(0, 0));

  private final SessionEngine engine;
  private final String script;
  private final ScriptRun run;

  RowChanges(SessionEngine engine, String script, ScriptRun run) {
    this.engine = engine;
    this.script = script;
    this.run = run;
  }

  /** Returns a part of the script where each parameter has its number, wherever it stands. */
  private String numbered(Object tree, int start, int end) {
    List<Expression.Parameter> parameters = new ArrayList<>();
    boolean unused =
        SyntaxTree.any(tree, node -> node instanceof Expression.Parameter p && !parameters.add(p));
    parameters.sort(Comparator.comparingInt(parameter -> parameter.span().start()));
    StringBuilder text = new StringBuilder();
    int at = start;
    for (Expression.Parameter parameter : parameters) {
      text.append(script, at, parameter.span().start()).append('$').append(parameter.name());
      at = parameter.span().end();
    }
    return text.append(script, at, end).toString();
  }

  private String numbered(Expression value) {
    return numbered(value, value.span().start(), value.span().end());
  }

  /** Returns the text of columns, with the aliases of the first and the last. */
  String items(List<Query.SelectItem> items) {
    int start = items.getFirst().span().start();
    Query.SelectItem last = items.getLast();
    int end = last.span().end();
    if (last.alias() != null) {
      end = Math.max(end, last.alias().span().end());
    }
    Name first = items.getFirst().alias();
    return numbered(items, first == null ? start : Math.min(start, first.span().start()), end);
  }

  private String defaultText(String table, String column) {
    return "(" + engine.catalogue().defaults(table).getOrDefault(column, "NULL") + ")";
  }

  /**
   * What UPDATE or DELETE does.
   *
   * @param row name of the table in the statement's expressions
   * @param marked a query of all rows of the table, changed, with a mark
   * @param kept condition of the rows that stay
   */
  private record Change(
      Statement statement,
      String verb,
      String row,
      String marked,
      String kept,
      List<Query.SelectItem> returning) {}

  void update(Statement.Update s) {
    TableChanges.Target target = engine.changes().target(s.name().text(), "update");
    Change change = change(s, target);
    List<Query.SelectItem> items = new ArrayList<>();
    List<DataType> types = new ArrayList<>();
    for (Statement.SetColumn column : s.columns()) {
      if (!(column.value() instanceof Expression.DefaultValue)) {
        int at = InsertedRows.position(target.name(), "update", column.column(), target.schema());
        items.add(new Query.SelectItem(column.value(), null, column.value().span()));
        types.add(target.schema().field(at).type());
      }
    }
    check(new Query.SelectItem(ONE, null, s.span()), s.name(), s.alias(), items, types, s.where());
    change(change, target);
  }

  private Change change(Statement.Update s, TableChanges.Target target) {
    String row = row(target, s.alias());
    Map<Integer, Expression> values = new LinkedHashMap<>();
    for (Statement.SetColumn column : s.columns()) {
      int at = InsertedRows.position(target.name(), "update", column.column(), target.schema());
      if (values.put(at, column.value()) != null) {
        throw new AnalysisException(
            "Cannot update \""
                + target.name()
                + "\": column \""
                + column.column().text()
                + "\" is set twice");
      }
    }
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < target.schema().size(); i++) {
      Field field = target.schema().field(i);
      String name = SqlParser.name(field.name());
      Expression value = values.get(i);
      if (value == null) {
        columns.add(row + "." + name);
        continue;
      }
      String written =
          value instanceof Expression.DefaultValue
              ? defaultText(target.name(), field.name())
              : "(" + numbered(value) + ")";
      columns.add(
          "CASE WHEN "
              + CHANGED
              + " THEN CAST("
              + written
              + " AS "
              + field.type().sqlName()
              + ") ELSE "
              + row
              + "."
              + name
              + " END AS "
              + name);
    }
    String marked =
        "SELECT "
            + String.join(", ", columns)
            + ", "
            + CHANGED
            + " FROM ("
            + marked(target, row, s.where())
            + ") AS "
            + row;
    return new Change(s, "updated", row, marked, "TRUE", s.returning());
  }

  void delete(Statement.Delete s) {
    TableChanges.Target target = engine.changes().target(s.name().text(), "delete from");
    check(
        new Query.SelectItem(ONE, null, s.span()),
        s.name(),
        s.alias(),
        List.of(),
        List.of(),
        s.where());
    change(change(s, target), target);
  }

  private Change change(Statement.Delete s, TableChanges.Target target) {
    String row = row(target, s.alias());
    String marked = marked(target, row, s.where());
    return new Change(s, "deleted", row, marked, "NOT " + CHANGED, s.returning());
  }

  /** Binds what is computed of the rows where it is written, so that errors have their place. */
  private void check(
      Query.SelectItem one,
      TableName name,
      @Nullable Name alias,
      List<Query.SelectItem> items,
      List<DataType> types,
      @Nullable Expression where) {
    Relation.Table table =
        new Relation.Table(
            name, alias == null ? null : new Relation.Alias(alias, List.of()), one.span());
    Query.Select select =
        new Query.Select(
            null,
            items.isEmpty() ? List.of(one) : items,
            table,
            where,
            null,
            null,
            List.of(),
            null,
            one.span());
    LogicalPlan unused = run.analyze(script, Query.of(select), types);
  }

  // What a statement takes and gives

  /** Returns what an UPDATE takes and gives. */
  StatementShape shape(Statement.Update s) {
    TableChanges.Target target = engine.changes().target(s.name().text(), "update");
    return shape(change(s, target), target);
  }

  /** Returns what a DELETE takes and gives. */
  StatementShape shape(Statement.Delete s) {
    TableChanges.Target target = engine.changes().target(s.name().text(), "delete from");
    return shape(change(s, target), target);
  }

  private StatementShape shape(Change change, TableChanges.Target target) {
    PreparedSql prepared = engine.prepareSql(change.marked(), Map.of(target.name(), target.scan()));
    return shape(prepared, change.returning(), change.row(), target);
  }

  StatementShape shape(
      PreparedSql prepared,
      List<Query.SelectItem> returning,
      String row,
      TableChanges.Target target) {
    if (returning.isEmpty()) {
      return StatementShapes.changes(prepared.parameters());
    }
    String text =
        "SELECT " + items(returning) + " FROM " + SqlParser.name(target.name()) + " AS " + row;
    LogicalPlan plan = engine.analyzeSql(text, Map.of(target.name(), target.scan()));
    return StatementShapes.rows(prepared.parameters(), plan.schema());
  }

  private static String row(TableChanges.Target target, @Nullable Name alias) {
    return SqlParser.name(alias == null ? target.name() : alias.text());
  }

  private String marked(TableChanges.Target target, String row, @Nullable Expression where) {
    String condition = where == null ? "TRUE" : "coalesce((" + numbered(where) + "), FALSE)";
    return "SELECT "
        + row
        + ".*, "
        + condition
        + " AS "
        + CHANGED
        + " FROM "
        + SqlParser.name(target.name())
        + " AS "
        + row;
  }

  private void change(Change change, TableChanges.Target target) {
    StatementStart start = StatementStart.now();
    long[] count = {0};
    OffHeapResult[] returned = {null};
    try {
      engine
          .changes()
          .rewrite(
              target,
              now -> {
                LogicalPlan.Scan marked =
                    held(run.analyze(change.marked(), Map.of(now.name(), now.scan())), start);
                try {
                  count[0] = count(marked, start);
                  returned[0] = returned(change, now, marked, start);
                  return kept(change, now, marked, start);
                } finally {
                  engine.changes().free(marked);
                }
              });
      String message = change.verb() + " " + ScriptRun.rows(count[0]) + " of " + target.name();
      if (returned[0] == null) {
        run.sayChange(change.statement(), count[0], message);
      } else {
        run.giveChanged(change.statement(), returned[0], message);
      }
    } finally {
      TableStatements.close(returned[0]);
    }
  }

  private LogicalPlan.Scan held(LogicalPlan plan, StatementStart start) {
    try (OffHeapResult result = engine.collect(plan, start);
        MemoryTables.Builder table = engine.memory().builder(MARKED, plan.schema())) {
      result.lendBatches(table::append);
      return table.build();
    }
  }

  private LogicalPlan ofMarked(String text, LogicalPlan.Scan marked) {
    return engine.analyzeSql(text, Map.of(MARKED, marked));
  }

  private static String columns(TableChanges.Target table) {
    return table.schema().names().stream().map(SqlParser::name).collect(Collectors.joining(", "));
  }

  private static String from(String condition) {
    return " FROM " + SqlParser.name(MARKED) + " WHERE " + condition;
  }

  private long count(LogicalPlan.Scan marked, StatementStart start) {
    LogicalPlan plan = ofMarked("SELECT count(*)" + from(CHANGED), marked);
    try (OffHeapResult result = engine.collect(plan, start)) {
      return result.iterator().next().longValue(0);
    }
  }

  private @Nullable OffHeapResult returned(
      Change change, TableChanges.Target now, LogicalPlan.Scan marked, StatementStart start) {
    if (change.returning().isEmpty()) {
      return null;
    }
    String rows = "(SELECT " + columns(now) + from(CHANGED) + ") AS " + change.row();
    return engine.collect(
        ofMarked("SELECT " + items(change.returning()) + " FROM " + rows, marked), start);
  }

  private LogicalPlan.Scan kept(
      Change change, TableChanges.Target now, LogicalPlan.Scan marked, StatementStart start) {
    LogicalPlan rows = ofMarked("SELECT " + columns(now) + from(change.kept()), marked);
    LogicalPlan converted = InsertedRows.byName(now.name(), rows, now.schema());
    try (OffHeapResult result = engine.collect(converted, start);
        MemoryTables.Builder table = engine.memory().builder(now.name(), now.schema())) {
      InsertedRows.checkNotNull(result, now.schema(), now.name());
      result.lendBatches(table::append);
      return table.build();
    }
  }
}
