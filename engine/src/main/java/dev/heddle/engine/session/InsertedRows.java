package dev.heddle.engine.session;

import dev.heddle.engine.change.ChangedTable;
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
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an INSERT puts into a table: the table's columns, in its order and types. Stateless. */
final class InsertedRows {
  private InsertedRows() {}

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

  private static void add(String table, List<Integer> targets, Name name, Schema schema) {
    int found = ChangedTable.position(table, schema, "insert into", name);
    if (targets.contains(found)) {
      throw new AnalysisException(
          "Cannot insert into \"" + table + "\": column \"" + name.text() + "\" is named twice");
    }
    targets.add(found);
  }
}
