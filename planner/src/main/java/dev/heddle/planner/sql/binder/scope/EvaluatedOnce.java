package dev.heddle.planner.sql.binder.scope;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The arguments of aggregates that give another value each time they are evaluated, such as {@code
 * nextval('s')}. An aggregate may be made of others that all read its argument, and an operator may
 * read it more than once: each argument as it is written becomes one column of the rows below.
 */
public final class EvaluatedOnce {
  private static final String MARK = "$once ";

  private final LogicalPlan input;
  private final Map<Expr.Alias, Expr> columns = new LinkedHashMap<>();

  /** Makes a collection of arguments over the rows of a plan. */
  public EvaluatedOnce(LogicalPlan input) {
    this.input = input;
  }

  /** Returns the parts of a call with a mark around such arguments, one for each written place. */
  public static CallParts marked(CallParts parts, Span call) {
    if (parts.arguments().stream().noneMatch(ExprParts::isVolatileInEachPlace)) {
      return parts;
    }
    List<Expr> arguments = new ArrayList<>();
    for (Expr argument : parts.arguments()) {
      String place = MARK + call.start() + "." + arguments.size();
      arguments.add(
          ExprParts.isVolatileInEachPlace(argument) ? new Expr.Alias(argument, place) : argument);
    }
    return new CallParts(
        arguments, parts.isDistinct(), parts.filter(), parts.orderBy(), parts.nulls());
  }

  /** Returns whether an expression has such a mark, so that it may be in several places. */
  public static boolean isMarked(Expr expr) {
    return expr instanceof Expr.Alias alias && alias.name().startsWith(MARK);
  }

  /** Returns an aggregate that reads columns of {@link #plan} in place of marked arguments. */
  public Expr.Aggregate read(Expr.Aggregate call) {
    return (Expr.Aggregate)
        ExprRewriter.replace(
            call,
            part ->
                part instanceof Expr.Alias alias && isMarked(alias)
                    ? columns.computeIfAbsent(alias, this::column)
                    : null);
  }

  private Expr column(Expr.Alias alias) {
    return new Expr.BoundColumn(input.schema().size() + columns.size(), alias.name());
  }

  /** Returns the rows with the columns that have been read behind the others. */
  public LogicalPlan plan() {
    if (columns.isEmpty()) {
      return input;
    }
    ExprTyper typer = new ExprTyper(input.schema(), BindContext.ACTION);
    List<Field> fields = new ArrayList<>(input.schema().fields());
    List<NamedExpr> all = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      String name = fields.get(i).name();
      all.add(new NamedExpr(name, new Expr.BoundColumn(i, name)));
    }
    for (Expr.Alias alias : columns.keySet()) {
      ExprType type = typer.type(alias.operand());
      fields.add(new Field(alias.name(), type.type(), type.nullable()));
      all.add(new NamedExpr(alias.name(), alias.operand()));
    }
    return new LogicalPlan.Project(input, all, new Schema(fields));
  }
}
