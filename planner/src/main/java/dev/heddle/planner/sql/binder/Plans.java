package dev.heddle.planner.sql.binder;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.SqlRules.BinaryColumns;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.BinderCatalogue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes small parts of plans. Stateless. */
final class Plans {
  private Plans() {}

  /** Returns one row, for queries without FROM. */
  static LogicalPlan oneRow() {
    Schema schema = Schema.of(new Field("$row", DataType.BOOL, false));
    return new LogicalPlan.Values(schema, List.of(List.of(new Expr.Literal(true, DataType.BOOL))));
  }

  static Expr.BoundColumn column(LogicalPlan plan, int index) {
    return new Expr.BoundColumn(index, plan.schema().field(index).name());
  }

  /** Returns all columns of a plan. */
  static List<NamedExpr> columns(LogicalPlan plan) {
    List<NamedExpr> columns = new ArrayList<>(plan.schema().size());
    for (int i = 0; i < plan.schema().size(); i++) {
      Expr.BoundColumn column = column(plan, i);
      columns.add(new NamedExpr(column.name(), column));
    }
    return columns;
  }

  /** Returns a projection whose fields have the types of their expressions. */
  static LogicalPlan project(LogicalPlan input, List<NamedExpr> columns) {
    ExprTyper typer = new ExprTyper(input.schema(), BindContext.ACTION);
    List<Field> fields = new ArrayList<>(columns.size());
    for (NamedExpr column : columns) {
      ExprType type = typer.type(column.expr());
      fields.add(new Field(column.name(), type.type(), type.nullable()));
    }
    return new LogicalPlan.Project(input, columns, new Schema(fields));
  }

  /** Returns the plan under other column names; the plan itself if they are its own. */
  static LogicalPlan named(LogicalPlan plan, List<String> names) {
    if (plan.schema().names().equals(names)) {
      return plan;
    }
    List<NamedExpr> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      columns.add(new NamedExpr(names.get(i), column(plan, i)));
    }
    return project(plan, columns);
  }

  /** Returns some columns of a plan. */
  static LogicalPlan first(LogicalPlan plan, int count) {
    return project(plan, columns(plan).subList(0, count));
  }

  /**
   * Returns the rows of files.
   *
   * @param binaryAsText whether columns of bytes in Parquet files are texts; empty as the session
   *     has it
   */
  static LogicalPlan file(
      BinderCatalogue catalogue, Source source, Optional<Boolean> binaryAsText) {
    LogicalPlan plan = catalogue.file(source);
    boolean isText =
        source instanceof Source.Parquet
            && binaryAsText.orElseGet(() -> catalogue.rules().binary() == BinaryColumns.TEXT);
    return isText ? withTexts(plan) : plan;
  }

  private static LogicalPlan withTexts(LogicalPlan plan) {
    List<NamedExpr> columns = new ArrayList<>(columns(plan));
    boolean hasBytes = false;
    for (int i = 0; i < columns.size(); i++) {
      if (plan.schema().field(i).type() instanceof DataType.Binary) {
        Expr text = Expr.Call.of(ScalarFunction.DECODE, columns.get(i).expr());
        columns.set(i, new NamedExpr(columns.get(i).name(), text));
        hasBytes = true;
      }
    }
    return hasBytes ? project(plan, columns) : plan;
  }

  /** Returns the type of the rows of a list or of a map; null if it is neither. */
  static @Nullable DataType element(DataType type) {
    return switch (type) {
      case DataType.ListOf(DataType element) -> element;
      case DataType.MapOf map -> map.entry();
      default -> null;
    };
  }

  /**
   * Returns one list of those that are unnested side by side: its elements are structs of theirs.
   */
  static Expr zipped(List<Expr> lists, ExprTyper typer) {
    if (lists.size() == 1) {
      return lists.getFirst();
    }
    List<Expr> plain = new ArrayList<>();
    for (Expr list : lists) {
      boolean isMap = typer.type(list).type() instanceof DataType.MapOf;
      plain.add(isMap ? Expr.Call.of(ScalarFunction.MAP_ENTRIES, list) : list);
    }
    return new Expr.Call(ScalarFunction.LIST_ZIP, plain);
  }

  /** Returns the column of one of the lists that {@link #zipped} has made one of. */
  static Expr zippedElement(Expr element, int list, int lists) {
    return lists == 1
        ? element
        : Expr.Call.of(
            ScalarFunction.FIELD, element, LiteralBinder.text(TypeCoercion.rowField(list)));
  }

  /**
   * Returns a plan that unnests lists side by side; the element of {@link #zipped} follows its
   * columns. Beside others, levels of a deeper list are unnested before: each of its inner lists is
   * beside the others as they are.
   *
   * @param depths how many levels of each list are unnested; it is flattened to that
   */
  static LogicalPlan unnestTogether(
      LogicalPlan input, List<Expr> lists, List<Integer> depths, String name) {
    LogicalPlan plan = input;
    List<Expr> rest = new ArrayList<>(lists);
    int deepest = lists.size() == 1 ? 1 : Collections.max(depths);
    for (int i = 0; i < rest.size() && deepest > 1; i++) {
      rest.set(i, unflattened(rest.get(i), depths.get(i)));
    }
    for (int level = deepest; level > 1; level--) {
      List<Integer> deep = new ArrayList<>();
      for (int i = 0; i < rest.size(); i++) {
        if (depths.get(i) >= level) {
          deep.add(i);
        }
      }
      List<Expr> outer = deep.stream().map(rest::get).toList();
      plan = unnest(plan, zipped(outer, new ExprTyper(plan.schema(), BindContext.ACTION)), name);
      Expr element = column(plan, plan.schema().size() - 1);
      for (int k = 0; k < deep.size(); k++) {
        rest.set(deep.get(k), zippedElement(element, k, deep.size()));
      }
    }
    return unnest(plan, zipped(rest, new ExprTyper(plan.schema(), BindContext.ACTION)), name);
  }

  private static Expr unflattened(Expr list, int depth) {
    Expr whole = list;
    for (int i = 1; i < depth; i++) {
      whole = whole.children().getFirst();
    }
    return whole;
  }

  /** Returns a plan that unnests a list for each row; the element follows its columns. */
  static LogicalPlan unnest(LogicalPlan input, Expr list, String name) {
    return unnest(input, list, name, false);
  }

  /** Returns a plan that unnests a list for each row, with the positions of the elements. */
  static LogicalPlan unnestWithOrdinality(LogicalPlan input, Expr list, String name) {
    return unnest(input, list, name, true);
  }

  private static LogicalPlan unnest(
      LogicalPlan input, Expr list, String name, boolean withOrdinality) {
    DataType type = new ExprTyper(input.schema(), BindContext.ACTION).type(list).type();
    DataType element = requireNonNull(element(type), "no list");
    List<Field> fields = new ArrayList<>(input.schema().fields());
    fields.add(new Field(name, element, true));
    if (withOrdinality) {
      fields.add(new Field("ordinality", DataType.INT64, false));
    }
    return new LogicalPlan.Unnest(input, list, false, withOrdinality, new Schema(fields));
  }

  /** Returns the elements of a list that is computed of no row. */
  static LogicalPlan elements(Expr list, String name) {
    LogicalPlan row = oneRow();
    LogicalPlan unnest = unnest(row, list, name);
    return project(unnest, List.of(new NamedExpr(name, column(unnest, row.schema().size()))));
  }
}
