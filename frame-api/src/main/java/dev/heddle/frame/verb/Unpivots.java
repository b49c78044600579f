package dev.heddle.frame.verb;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** Builds the plans of {@code unpivot}: a list of names and values for each row, unnested. */
public final class Unpivots {
  /** What fails. */
  public static final String ACTION = "Cannot unpivot";

  private static final String ENTRY = "$entry";
  private static final String NAME_PREFIX = "k"; // as UNPIVOT of SQL, so that plans are equal
  private static final String VALUE_PREFIX = "v";

  private Unpivots() {}

  /** A row for each of the columns: the others, then the column's name and its value. */
  public static LogicalPlan all(
      LogicalPlan input, List<String> columns, String names, String values) {
    if (columns.isEmpty()) {
      throw new AnalysisException(ACTION + ": no column is named");
    }
    List<String> chosen = List.copyOf(new LinkedHashSet<>(columns));
    DataType common = commonType(input.schema(), chosen);
    List<Expr> entries = new ArrayList<>();
    for (String name : chosen) {
      Expr column = new Expr.Column(name);
      boolean isCommon = typer(input).field(name).type().equals(common);
      entries.add(
          Functions.struct(
              Functions.lit(name).named(NAME_PREFIX + names),
              (isCommon ? column : column.cast(common)).named(VALUE_PREFIX + values)));
    }
    Expr list = Functions.list(entries.toArray(Expr[]::new));
    DataType type = typer(input).type(list).type();
    if (!(type instanceof DataType.ListOf(DataType entry))) {
      throw new IllegalStateException("a list is " + type);
    }
    List<Field> fields = new ArrayList<>(input.schema().fields());
    fields.add(Field.of(ENTRY, entry));
    LogicalPlan unnested = new LogicalPlan.Unnest(input, list, false, false, new Schema(fields));
    List<NamedExpr> kept = new ArrayList<>();
    for (String name : input.schema().names()) {
      if (!chosen.contains(name)) {
        kept.add(new NamedExpr(name, new Expr.Column(name)));
      }
    }
    Expr entryColumn = new Expr.Column(ENTRY);
    kept.add(new NamedExpr(names, entryColumn.field(NAME_PREFIX + names)));
    kept.add(new NamedExpr(values, entryColumn.field(VALUE_PREFIX + values)));
    return Projections.project(unnested, kept, ACTION);
  }

  /** The rows whose value is not null. */
  public static LogicalPlan withoutNulls(LogicalPlan all, String values) {
    return new LogicalPlan.Filter(all, new Expr.Column(values).isNotNull());
  }

  private static ExprTyper typer(LogicalPlan input) {
    return new ExprTyper(input.schema(), ACTION);
  }

  private static DataType commonType(Schema schema, List<String> columns) {
    ExprTyper typer = new ExprTyper(schema, ACTION);
    Field first = typer.field(columns.getFirst());
    DataType common = first.type();
    for (String name : columns) {
      Field field = typer.field(name);
      DataType wider = TypeCoercion.commonType(common, field.type());
      if (wider == null) {
        throw new AnalysisException(
            ACTION
                + ": column \""
                + name
                + "\" is "
                + field.type().sqlName()
                + " and column \""
                + first.name()
                + "\" "
                + first.type().sqlName()
                + "; cast one of them, values go to one column");
      }
      common = wider;
    }
    return common;
  }
}
