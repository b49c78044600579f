package dev.heddle.frame.verb;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.plan.NamedWindow;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/** Builds the plan of {@code unique}: the rows that are the first of their partition. */
public final class Uniques {
  private static final String ACTION = "Cannot make unique";
  private static final String NUMBER = "$number";

  private Uniques() {}

  public static LogicalPlan unique(LogicalPlan input, List<Expr> columns) {
    if (columns.isEmpty()) {
      throw new AnalysisException(ACTION + ": no column is named; for whole rows use distinct()");
    }
    ExprTyper typer = new ExprTyper(input.schema(), ACTION);
    List<Expr> keys = columns.stream().map(column -> ExprChecks.bound(typer, column)).toList();
    for (Expr key : keys) {
      ExprChecks.requireScalar(typer, key);
      ExprType unused = typer.type(key);
    }
    Expr.Over number = Functions.rowNumber().over(Functions.partitionBy(keys.toArray(Expr[]::new)));
    List<Field> fields = new ArrayList<>(input.schema().fields());
    fields.add(new Field(NUMBER, DataType.INT64, false));
    LogicalPlan numbered =
        new LogicalPlan.Window(input, List.of(new NamedWindow(NUMBER, number)), new Schema(fields));
    LogicalPlan first = new LogicalPlan.Filter(numbered, Functions.col(NUMBER).eqTo(1));
    List<NamedExpr> kept =
        input.schema().names().stream()
            .map(name -> new NamedExpr(name, new Expr.Column(name)))
            .toList();
    return Projections.project(first, kept, ACTION);
  }
}
