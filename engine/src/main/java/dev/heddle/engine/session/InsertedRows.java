package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.TableDefinition;
import dev.heddle.engine.change.ChangedTable;
import dev.heddle.engine.change.GeneratedColumns;
import dev.heddle.frame.SqlParameters;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.plan.PlanParameters;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.PreparedSql;
import dev.heddle.io.batch.Column;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.reader.CopiedFile;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.SyntaxTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What an INSERT puts into a table: the table's columns, in its order and types. Stateless. */
final class InsertedRows {
  private InsertedRows() {}

  /** The query of an INSERT, in its script or in a text where defaults are written out. */
  record Inserted(String script, Query query) {}

  /** Returns the query with what DEFAULT means. */
  static Inserted query(
      Statement.Insert s, String script, Schema given, TableDefinition definition) {
    if (s.isCopy()) {
      return new Inserted(script, copied(s, given));
    }
    Map<String, String> defaults = definition.defaults();
    List<String> columns = targets(s, given).stream().map(i -> given.field(i).name()).toList();
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
      List<Query.CommonTable> with = s.query().with();
      if (!with.isEmpty()) {
        text.append(s.query().isRecursive() ? "WITH RECURSIVE " : "WITH ");
        text.append(script, with.getFirst().span().start(), with.getLast().span().end());
        text.append(' ');
      }
      int at = values.span().start();
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

  /**
   * Returns the query of a COPY from a file, which reads the columns that it puts the rows into.
   */
  static Query copied(Statement.Insert s, Schema given) {
    return CopiedFile.typed(s.query(), targets(s, given).stream().map(given::field).toList());
  }

  /**
   * Checks rows before they are added.
   *
   * @throws HeddleException if a column that is NOT NULL has a null
   */
  static void checkNotNull(OffHeapResult added, Schema schema, String table) {
    added.lendBatches(
        batch -> {
          for (int i = 0; i < schema.size(); i++) {
            if (!schema.field(i).nullable()) {
              checkNotNull(batch.column(i), batch.rowCount(), table, schema.field(i).name());
            }
          }
        });
  }

  private static void checkNotNull(Column column, int rows, String table, String name) {
    for (int row = 0; row < rows; row++) {
      if (column.isNull(row)) {
        throw new HeddleException(
            ErrorCode.CONSTRAINT,
            "Cannot insert into \"" + table + "\": column \"" + name + "\" is NOT NULL");
      }
    }
  }

  /**
   * Puts the query's columns into the table's order and types; missing ones get their default.
   *
   * @param defaults by column; a column without one becomes null
   */
  static LogicalPlan plan(
      Statement.Insert s, LogicalPlan query, Schema schema, Map<String, Expr> defaults) {
    return plan(s.name().text(), given(s, query, schema), query, schema, defaults);
  }

  /**
   * Returns the rows of a query for each row of values, in as few plans as can be: rows that are
   * constant become one.
   */
  static List<LogicalPlan> bound(PreparedSql query, List<SqlParameters> values) {
    List<LogicalPlan> plans = new ArrayList<>();
    List<List<Expr.Literal>> constants = new ArrayList<>();
    for (SqlParameters each : values) {
      each.requireAll(query.parameters().keySet());
      LogicalPlan plan = PlanParameters.replaced(query.plan(), each.constants(query.parameters()));
      List<Expr.Literal> row = constantRow(plan);
      if (row == null) {
        addConstants(query, constants, plans);
        plans.add(plan);
      } else {
        constants.add(row);
      }
    }
    addConstants(query, constants, plans);
    return plans;
  }

  private static void addConstants(
      PreparedSql query, List<List<Expr.Literal>> rows, List<LogicalPlan> plans) {
    if (!rows.isEmpty()) {
      List<Field> columns = new ArrayList<>();
      for (Field field : query.plan().schema().fields()) {
        columns.add(Field.of(field.name(), field.type()));
      }
      plans.add(new LogicalPlan.Values(new Schema(columns), rows));
      rows.clear();
    }
  }

  /** Returns the values of a plan that is one row of constants; null for others. */
  private static @Nullable List<Expr.Literal> constantRow(LogicalPlan plan) {
    if (!(plan instanceof LogicalPlan.Project project)
        || !(project.input() instanceof LogicalPlan.Values one)
        || one.rows().size() != 1) {
      return null;
    }
    List<Expr.Literal> row = new ArrayList<>();
    for (int i = 0; i < project.columns().size(); i++) {
      if (!(project.columns().get(i).expr() instanceof Expr.Literal literal)
          || !literal.type().equals(plan.schema().field(i).type())) {
        return null;
      }
      row.add(literal);
    }
    return row;
  }

  /** Fails if a query's columns cannot be inserted. */
  static void check(Statement.Insert s, LogicalPlan query, Schema schema) {
    LogicalPlan unused = plan(s, query, schema, Map.of());
  }

  /** Puts columns that have the names of a table's into its order and types. */
  static LogicalPlan byName(String table, LogicalPlan query, Schema schema) {
    return plan(table, targets(table, query.schema().names(), schema), query, schema, Map.of());
  }

  private static LogicalPlan plan(
      String table,
      List<Integer> targets,
      LogicalPlan query,
      Schema schema,
      Map<String, Expr> defaults) {
    if (query.schema().size() != targets.size()) {
      throw new AnalysisException(
          "Cannot insert into \""
              + table
              + "\": the query gives "
              + query.schema().size()
              + " columns, not "
              + targets.size());
    }
    ExprTyper typer = new ExprTyper(query.schema(), "Cannot insert into \"" + table + "\"");
    List<NamedExpr> columns = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      Field field = schema.field(i);
      int from = targets.indexOf(i);
      Expr value =
          from < 0
              ? defaults.getOrDefault(field.name(), new Expr.Literal(null, field.type()))
              : new Expr.Cast(
                  new Expr.BoundColumn(from, query.schema().field(from).name()),
                  field.type(),
                  CastMode.STRICT);
      ExprType checked = typer.type(value);
      columns.add(new NamedExpr(field.name(), value));
      fields.add(Field.of(field.name(), checked.type()));
    }
    return new LogicalPlan.Project(query, columns, new Schema(fields));
  }

  /** Returns the positions of the columns that an INSERT gives values for. */
  static List<Integer> given(Statement.Insert s, LogicalPlan query, Schema schema) {
    return s.byName()
        ? targets(s.name().text(), query.schema().names(), schema)
        : targets(s, schema);
  }

  /** Returns the types of the columns that an INSERT names; none where its query names them. */
  static List<DataType> types(Statement.Insert s, Schema schema) {
    return s.byName()
        ? List.of()
        : targets(s, schema).stream().map(i -> schema.field(i).type()).toList();
  }

  /** Returns the positions of the columns that an INSERT names, all if it names none. */
  static List<Integer> targets(Statement.Insert s, Schema schema) {
    List<Integer> targets = new ArrayList<>();
    if (s.columns().isEmpty()) {
      for (int i = 0; i < schema.size(); i++) {
        targets.add(i);
      }
      return targets;
    }
    for (Name name : s.columns()) {
      add(s.name().text(), targets, name, schema);
    }
    return targets;
  }

  private static List<Integer> targets(String table, List<String> names, Schema schema) {
    List<Integer> targets = new ArrayList<>();
    for (String name : names) {
      boolean isExact = schema.names().contains(name);
      add(table, targets, new Name(name, isExact, new Span(0, 0)), schema);
    }
    return targets;
  }

  /** Returns the positions in a table of the columns that an INSERT gives values for. */
  static List<Integer> positions(
      Statement.Insert s, LogicalPlan query, TableChanges.Target target) {
    return given(s, query, target.given()).stream()
        .map(i -> target.schema().indexOf(target.given().field(i).name()).orElseThrow())
        .toList();
  }

  /** Fails if a name means a column that is generated. */
  static void requireGiven(
      List<Name> names, TableChanges.Target target, TableDefinition definition) {
    for (Name name : names) {
      for (String column : definition.generated().keySet()) {
        if (name.mayMean(column)) {
          GeneratedColumns.requireGiven("insert into", target.name(), column, definition);
        }
      }
    }
  }

  /** Returns names of columns as they can be written in SQL. */
  static List<Name> written(List<String> names) {
    return names.stream().map(name -> new Name(name, false, new Span(0, 0))).toList();
  }

  private static void add(String table, List<Integer> targets, Name name, Schema schema) {
    int found = ChangedTable.position(table, schema, "insert into", name);
    if (targets.contains(found)) {
      throw new AnalysisException(
          "Cannot insert into \"" + table + "\": column \"" + name.text() + "\" is named twice");
    }
    targets.add(found);
  }
}
