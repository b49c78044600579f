package dev.heddle.frame.verb;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.plan.NamedWindow;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Builds the plans of the verbs that choose and compute columns. */
public final class Projections {
  private static final String WINDOW_PREFIX = "$window";

  private Projections() {}

  /** Exactly these columns. */
  public static LogicalPlan select(LogicalPlan input, List<Expr> exprs) {
    if (exprs.isEmpty()) {
      throw new AnalysisException("Cannot select: no column is named");
    }
    return project(input, named(input, exprs, "Cannot select"), "Cannot select");
  }

  /** All columns, those of the same name replaced in their place, new ones at the end. */
  public static LogicalPlan withColumns(LogicalPlan input, List<Expr> exprs) {
    String action = "Cannot add columns";
    Map<String, NamedExpr> columns = new LinkedHashMap<>();
    for (String name : input.schema().names()) {
      columns.put(name, new NamedExpr(name, new Expr.Column(name)));
    }
    Set<String> added = new HashSet<>();
    for (NamedExpr column : named(input, exprs, action)) {
      if (!added.add(column.name())) {
        throw new AnalysisException(
            action + ": column \"" + column.name() + "\" is given more than once");
      }
      columns.put(column.name(), column);
    }
    return project(input, List.copyOf(columns.values()), action);
  }

  /** The same columns, some under new names. */
  public static LogicalPlan rename(LogicalPlan input, Map<String, String> newNames) {
    String action = "Cannot rename";
    ExprTyper typer = new ExprTyper(input.schema(), action);
    newNames.keySet().forEach(typer::field);
    List<NamedExpr> columns =
        input.schema().names().stream()
            .map(n -> new NamedExpr(newNames.getOrDefault(n, n), new Expr.Column(n)))
            .toList();
    return project(input, columns, action);
  }

  /** The same columns, under new names in their order. */
  public static LogicalPlan rename(LogicalPlan input, List<String> names) {
    String action = "Cannot rename";
    int size = input.schema().size();
    if (names.size() != size) {
      throw new AnalysisException(
          action
              + ": "
              + names.size()
              + " names "
              + names
              + " for "
              + size
              + " columns "
              + input.schema().names());
    }
    List<NamedExpr> columns = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      columns.add(new NamedExpr(names.get(i), new Expr.Column(input.schema().field(i).name())));
    }
    return project(input, columns, action);
  }

  /** The columns of a schema, in its types and order. */
  public static LogicalPlan select(LogicalPlan input, Schema schema) {
    String action = "Cannot select the columns of a schema";
    ExprTyper typer = new ExprTyper(input.schema(), action);
    List<NamedExpr> columns = new ArrayList<>();
    for (Field field : schema.fields()) {
      Field present = typer.field(field.name());
      Expr column = new Expr.Column(field.name());
      if (present.nullable() && !field.nullable()) {
        throw new AnalysisException(
            action
                + ": column \""
                + field.name()
                + "\" may be null and must not; fill or drop its nulls, or make the field"
                + " nullable");
      }
      columns.add(
          new NamedExpr(
              field.name(),
              present.type().equals(field.type()) ? column : column.cast(field.type())));
    }
    return project(input, columns, action);
  }

  /** A column of numbers from a start before the others. */
  public static LogicalPlan indexed(LogicalPlan input, String name, long start) {
    List<Field> fields = new ArrayList<>();
    fields.add(new Field(name, DataType.INT64, false));
    fields.addAll(input.schema().fields());
    Schema indexed = ExprChecks.schema("Cannot add a row index", fields);
    return new LogicalPlan.RowIndex(input, name, start, indexed);
  }

  /** The columns of another plan, of an input that has them all. */
  static LogicalPlan columns(LogicalPlan input, Schema schema, String action) {
    List<NamedExpr> columns =
        schema.names().stream().map(n -> new NamedExpr(n, new Expr.Column(n))).toList();
    return project(input, columns, action);
  }

  /** All columns but these. */
  public static LogicalPlan drop(LogicalPlan input, List<String> dropped) {
    String action = "Cannot drop";
    ExprTyper typer = new ExprTyper(input.schema(), action);
    dropped.stream().filter(n -> input.schema().whyUnreadable(n).isEmpty()).forEach(typer::field);
    List<NamedExpr> columns =
        input.schema().names().stream()
            .filter(n -> !dropped.contains(n))
            .map(n -> new NamedExpr(n, new Expr.Column(n)))
            .toList();
    if (columns.isEmpty()) {
      throw new AnalysisException(action + ": no column would be left");
    }
    return project(input, columns, action);
  }

  /** All columns, the fields of these structs in their places. */
  public static LogicalPlan unnest(LogicalPlan input, List<String> structs) {
    String action = "Cannot unnest";
    ExprTyper typer = new ExprTyper(input.schema(), action);
    for (String name : structs) {
      DataType type = typer.field(name).type();
      if (!(type instanceof DataType.Struct)) {
        throw new AnalysisException(
            action
                + ": column \""
                + name
                + "\" is "
                + type.sqlName()
                + ", not a struct; explode takes lists and maps");
      }
    }
    List<NamedExpr> columns = new ArrayList<>();
    for (Field field : input.schema().fields()) {
      Expr column = new Expr.Column(field.name());
      if (structs.contains(field.name()) && field.type() instanceof DataType.Struct struct) {
        struct.names().forEach(n -> columns.add(new NamedExpr(n, column.field(n))));
      } else {
        columns.add(new NamedExpr(field.name(), column));
      }
    }
    return project(input, columns, action);
  }

  /** The same columns, some converted. */
  public static LogicalPlan cast(LogicalPlan input, Map<String, DataType> types) {
    String action = "Cannot cast";
    ExprTyper typer = new ExprTyper(input.schema(), action);
    types.keySet().forEach(typer::field);
    List<NamedExpr> columns = new ArrayList<>();
    for (String name : input.schema().names()) {
      Expr column = new Expr.Column(name);
      DataType type = types.get(name);
      columns.add(new NamedExpr(name, type == null ? column : column.cast(type)));
    }
    return project(input, columns, action);
  }

  private static List<NamedExpr> named(LogicalPlan input, List<Expr> exprs, String action) {
    ExprTyper typer = new ExprTyper(input.schema(), action);
    return exprs.stream()
        .map(e -> new NamedExpr(ExprChecks.outputName(e), ExprChecks.bound(typer, e)))
        .toList();
  }

  /**
   * Puts a projection on the plan; window functions in it move into a window node below, and those
   * inside of others into one below that.
   */
  public static LogicalPlan project(LogicalPlan input, List<NamedExpr> columns, String action) {
    ExprTyper typer = new ExprTyper(input.schema(), action);
    List<Field> fields = new ArrayList<>();
    for (NamedExpr column : columns) {
      ExprChecks.requireScalarOrWindow(typer, column.expr());
      fields.add(ExprChecks.field(typer, column.name(), column.expr()));
    }
    Schema schema = ExprChecks.schema(action, fields);
    LogicalPlan below = input;
    List<NamedExpr> outer = columns;
    int known = 0;
    while (true) {
      Map<Expr.Over, String> windows = new LinkedHashMap<>();
      for (NamedExpr column : outer) {
        collectWindows(column.expr(), windows, known);
      }
      if (windows.isEmpty()) {
        return new LogicalPlan.Project(below, outer, schema);
      }
      outer =
          outer.stream()
              .map(c -> new NamedExpr(c.name(), withWindowColumns(c.expr(), windows)))
              .toList();
      below = window(below, windows, new ExprTyper(below.schema(), action));
      known += windows.size();
    }
  }

  /** Collects the calls that have no other inside. */
  private static void collectWindows(Expr expr, Map<Expr.Over, String> windows, int known) {
    ExprParts.forEach(
        expr,
        part -> {
          if (part instanceof Expr.Over over && !hasWindow(over)) {
            windows.putIfAbsent(over, WINDOW_PREFIX + (known + windows.size()));
          }
        });
  }

  private static boolean hasWindow(Expr.Over over) {
    return over.children().stream().anyMatch(e -> ExprParts.any(e, Expr.Over.class::isInstance));
  }

  private static Expr withWindowColumns(Expr expr, Map<Expr.Over, String> windows) {
    return ExprRewriter.replace(
        expr,
        part ->
            part instanceof Expr.Over over && windows.containsKey(over)
                ? new Expr.Column(windows.get(over))
                : null);
  }

  private static LogicalPlan window(
      LogicalPlan input, Map<Expr.Over, String> windows, ExprTyper typer) {
    List<Field> fields = new ArrayList<>(input.schema().fields());
    List<NamedWindow> columns = new ArrayList<>();
    windows.forEach(
        (over, name) -> {
          columns.add(new NamedWindow(name, over));
          fields.add(ExprChecks.field(typer, name, over));
        });
    return new LogicalPlan.Window(input, columns, new Schema(fields));
  }
}
