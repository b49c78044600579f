package dev.heddle.planner.sql.binder;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.CallShape;
import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.DescribedColumns;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.tree.Relation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Binds SUMMARIZE, a row of statistics about each column of a query, which one aggregation
 * computes, and DESCRIBE and {@code table_info} in the place of a query, whose rows are constants.
 */
final class SummaryBinder {
  private static final DataType PERCENT = new DataType.Decimal(9, 2);

  private final BindContext context;
  private final QueryBinder queries;

  SummaryBinder(BindContext context, QueryBinder queries) {
    this.context = context;
    this.queries = queries;
  }

  /** Returns a row for each column with its name and type, or for each table with its name. */
  LogicalPlan description(Relation.Description description, @Nullable OuterArguments outer) {
    List<List<Expr.Literal>> rows = new ArrayList<>();
    if (description.query() == null) {
      Schema names = Schema.of(new Field("name", DataType.STRING, false));
      context.catalogue().names().stream().sorted().forEach(n -> rows.add(List.of(text(n))));
      return new LogicalPlan.Values(names, rows);
    }
    LogicalPlan query = queries.bind(description.query(), outer);
    return values(
        DescribedColumns.SCHEMA, DescribedColumns.of(query, context.catalogue().described()));
  }

  /** Returns a numbered row for each column of a table. */
  LogicalPlan columns(LogicalPlan table) {
    return values(
        DescribedColumns.NUMBERED,
        DescribedColumns.numbered(table, context.catalogue().described()));
  }

  private static LogicalPlan values(Schema schema, List<@Nullable Object[]> rows) {
    List<List<Expr.Literal>> literals = new ArrayList<>();
    for (@Nullable Object[] row : rows) {
      List<Expr.Literal> values = new ArrayList<>();
      for (int i = 0; i < row.length; i++) {
        values.add(new Expr.Literal(row[i], schema.field(i).type()));
      }
      literals.add(values);
    }
    return new LogicalPlan.Values(schema, literals);
  }

  private static Expr.Literal text(@Nullable String value) {
    return new Expr.Literal(value, DataType.STRING);
  }

  /** Returns the statistics. */
  LogicalPlan summary(Relation.Summary summary, @Nullable OuterArguments outer) {
    LogicalPlan input = queries.bind(summary.query(), outer);
    AggregateStage stage = new AggregateStage(context, input, List.of(), List.of(List.of()));
    ExprTyper typer = new ExprTyper(input.schema(), BindContext.ACTION);
    List<Expr> rows = new ArrayList<>();
    for (int i = 0; i < input.schema().size(); i++) {
      rows.add(
          stage.above(row(Plans.column(input, i), input.schema().field(i), typer), summary.span()));
    }
    LogicalPlan statistics = stage.plan();
    Expr list = new Expr.Call(ScalarFunction.LIST_OF, rows);
    LogicalPlan unnested = Plans.unnest(statistics, list, "statistics");
    Expr row = Plans.column(unnested, unnested.schema().size() - 1);
    List<NamedExpr> columns = new ArrayList<>();
    DataType.Struct struct =
        (DataType.Struct) unnested.schema().field(unnested.schema().size() - 1).type();
    for (String name : struct.names()) {
      columns.add(
          new NamedExpr(name, Expr.Call.of(ScalarFunction.FIELD, row, LiteralBinder.text(name))));
    }
    return Plans.project(unnested, columns);
  }

  private static Expr row(Expr column, Field field, ExprTyper typer) {
    boolean isNumber = field.type().isNumeric();
    Expr rows = call("count");
    Expr nulls = Expr.Call.of(ScalarFunction.SUBTRACT, integer(1), ratio(column, rows));
    List<Expr> parts = new ArrayList<>();
    add(parts, "column_name", text(field.name()));
    add(parts, "column_type", text(field.type().sqlName()));
    add(parts, "min", asText(call("min", column), typer));
    add(parts, "max", asText(call("max", column), typer));
    add(parts, "approx_unique", or(call("approx_count_distinct", column), DataType.INT64, typer));
    add(parts, "avg", asText(average(column, field.type()), typer));
    add(parts, "std", isNumber ? asText(call("stddev", column), typer) : text(null));
    for (int quarter = 1; quarter <= 3; quarter++) {
      Expr fraction = new Expr.Literal(quarter / 4.0, DataType.FLOAT64);
      Expr quantile = call("approx_quantile", number(column, field.type()), fraction);
      add(parts, "q" + 25 * quarter, asText(ofNumber(quantile, field.type()), typer));
    }
    add(parts, "count", rows);
    Expr hundred = integer(100);
    add(
        parts,
        "null_percentage",
        new Expr.Cast(
            Expr.Call.of(ScalarFunction.MULTIPLY, nulls, hundred), PERCENT, CastMode.STRICT));
    return new Expr.Call(ScalarFunction.STRUCT_OF, parts);
  }

  private static Expr average(Expr column, DataType type) {
    return switch (type) {
      case DataType.Bool _ -> text(null);
      case DataType.Date _ -> ofNumber(call("avg", call("epoch_us", column)), DataType.TIMESTAMP);
      case DataType.Time _ -> ofNumber(call("avg", number(column, type)), type);
      case DataType.Timestamp _ -> ofNumber(call("avg", number(column, type)), type);
      default -> call("avg", column);
    };
  }

  /** Returns what quantiles of a column are computed of: days of dates, microseconds of times. */
  private static Expr number(Expr column, DataType type) {
    return switch (type) {
      case DataType.Date _ ->
          Expr.Call.of(ScalarFunction.SUBTRACT, column, call("make_date", integer(0)));
      case DataType.Time _ -> call("epoch_us", column);
      case DataType.Timestamp _ -> call("epoch_us", column);
      default -> column;
    };
  }

  /** Returns the value of the column's type that a number is, or null where there is none. */
  private static Expr ofNumber(Expr number, DataType type) {
    Expr whole = new Expr.Cast(number, DataType.INT64, CastMode.STRICT);
    Expr value =
        switch (type) {
          case DataType.Date _ ->
              call("make_date", new Expr.Cast(number, DataType.INT32, CastMode.STRICT));
          case DataType.Time _ -> call("make_timestamp", whole);
          case DataType.Timestamp instant when instant.withZone() -> instant(number);
          case DataType.Timestamp _ -> call("make_timestamp", whole);
          default -> type.isNumeric() ? number : text(null);
        };
    return new Expr.Cast(value, type, CastMode.STRICT);
  }

  /** Returns the instant some microseconds after 1970. */
  private static Expr instant(Expr micros) {
    return call(
        "to_timestamp", Expr.Call.of(ScalarFunction.TRUE_DIVIDE, micros, integer(1_000_000)));
  }

  private static Expr integer(long value) {
    return new Expr.Literal(value, DataType.INT64);
  }

  /** Returns which part of the rows has a value; null of no rows. */
  private static Expr ratio(Expr column, Expr rows) {
    Expr all = Expr.Call.of(ScalarFunction.NULLIF, rows, integer(0));
    return Expr.Call.of(ScalarFunction.TRUE_DIVIDE, call("count", column), all);
  }

  private static void add(List<Expr> parts, String name, Expr value) {
    parts.add(LiteralBinder.text(name));
    parts.add(value);
  }

  private static Expr call(String function, Expr... arguments) {
    CallShape shape = new CallShape(arguments.length, false, false, false, false);
    return FunctionCatalogue.pick(function, shape).build(CallParts.of(arguments));
  }

  private static Expr asText(Expr value, ExprTyper typer) {
    return or(new Expr.Cast(value, DataType.STRING, CastMode.STRICT), DataType.STRING, typer);
  }

  /** Returns an expression, or null where the column's type has no such statistic. */
  private static Expr or(Expr value, DataType type, ExprTyper typer) {
    try {
      typer.type(value);
      return value;
    } catch (AnalysisException e) {
      return new Expr.Cast(LiteralBinder.nothing(), type, CastMode.STRICT);
    }
  }
}
