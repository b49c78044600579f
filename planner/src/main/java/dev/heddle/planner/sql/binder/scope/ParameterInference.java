package dev.heddle.planner.sql.binder.scope;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.plan.JoinKey;
import dev.heddle.frame.plan.LimitKind;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedAggregate;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.plan.NamedWindow;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the types of a plan's parameters: the types that functions convert them to, and the types
 * of the columns that they become.
 */
public final class ParameterInference {
  private final ParameterTypes types;
  private final IdentityHashMap<LogicalPlan, List<DataType>> done = new IdentityHashMap<>();

  private ParameterInference(ParameterTypes types) {
    this.types = types;
  }

  /**
   * Suggests the types of a plan's parameters.
   *
   * @param wanted types that its columns are converted to; may be empty
   */
  public static void infer(LogicalPlan plan, List<DataType> wanted, ParameterTypes types) {
    int width = plan.schema().size();
    new ParameterInference(types)
        .plan(plan, wanted.size() == width ? wanted : Collections.nCopies(width, DataType.NULL));
  }

  private static DataType either(DataType type, DataType other) {
    return type instanceof DataType.Null ? other : type;
  }

  private void plan(LogicalPlan plan, List<DataType> wanted) {
    if (wanted.equals(done.put(plan, wanted))) {
      return;
    }
    switch (plan) {
      case LogicalPlan.Project p -> plan(p.input(), columns(p.input(), p.columns(), wanted));
      case LogicalPlan.Filter p -> {
        expr(p.predicate(), typer(p.input().schema()), DataType.BOOL);
        plan(p.input(), wanted);
      }
      case LogicalPlan.Aggregate p -> {
        ExprTyper typer = typer(p.input().schema());
        for (NamedAggregate aggregate : p.aggregates()) {
          expr(aggregate.call(), typer, DataType.NULL);
        }
        plan(p.input(), columns(p.input(), p.keys(), wanted.subList(0, p.keys().size())));
      }
      case LogicalPlan.Join p -> join(p);
      case LogicalPlan.LateralJoin p -> {
        p.arguments().forEach(a -> expr(a, typer(p.left().schema()), DataType.NULL));
        if (p.condition() != null) {
          expr(p.condition(), typer(p.schema()), DataType.BOOL);
        }
        inputs(p);
      }
      case LogicalPlan.AsOfJoin p -> {
        keys(p.keys(), p.left().schema(), p.right().schema());
        expr(p.leftOn(), typer(p.left().schema()), p.comparedAs());
        expr(p.rightOn(), typer(p.right().schema()), p.comparedAs());
        inputs(p);
      }
      case LogicalPlan.Sort p -> sorted(p.input(), p.keys(), wanted);
      case LogicalPlan.Repartition p -> sorted(p.input(), p.keys(), wanted);
      case LogicalPlan.ComputedLimit p -> {
        ExprTyper typer = typer(p.input().schema());
        if (p.offset() != null) {
          expr(p.offset(), typer, DataType.INT64);
        }
        if (p.count() != null) {
          boolean isPercent = p.kind() == LimitKind.PERCENT;
          expr(p.count(), typer, isPercent ? DataType.FLOAT64 : DataType.INT64);
        }
        plan(p.input(), wanted);
      }
      case LogicalPlan.Limit p -> plan(p.input(), wanted);
      case LogicalPlan.Sample p -> plan(p.input(), wanted);
      case LogicalPlan.Distinct p -> plan(p.input(), wanted);
      case LogicalPlan.Union p -> set(p, wanted);
      case LogicalPlan.Intersect p -> set(p, wanted);
      case LogicalPlan.Except p -> set(p, wanted);
      case LogicalPlan.Window p -> {
        for (NamedWindow window : p.columns()) {
          expr(window.over(), typer(p.input().schema()), DataType.NULL);
        }
        plan(p.input(), wanted.subList(0, p.input().schema().size()));
      }
      case LogicalPlan.Unnest p -> {
        expr(p.list(), typer(p.input().schema()), DataType.NULL);
        inputs(p);
      }
      case LogicalPlan.Scan _,
          LogicalPlan.Values _,
          LogicalPlan.WorkingTable _,
          LogicalPlan.RecursiveUnion _,
          LogicalPlan.RowIndex _,
          LogicalPlan.Explode _ ->
          inputs(plan);
    }
  }

  private void sorted(LogicalPlan input, List<SortKey> keys, List<DataType> wanted) {
    for (SortKey key : keys) {
      expr(key.expr(), typer(input.schema()), DataType.NULL);
    }
    plan(input, wanted);
  }

  private void inputs(LogicalPlan plan) {
    for (LogicalPlan input : plan.inputs()) {
      plan(input, Collections.nCopies(input.schema().size(), DataType.NULL));
    }
  }

  private void set(LogicalPlan plan, List<DataType> wanted) {
    List<DataType> types = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      types.add(either(plan.schema().field(i).type(), wanted.get(i)));
    }
    plan.inputs().forEach(input -> plan(input, types));
  }

  private void join(LogicalPlan.Join plan) {
    keys(plan.keys(), plan.left().schema(), plan.right().schema());
    if (plan.condition() != null) {
      expr(plan.condition(), typer(plan.pairSchema()), DataType.BOOL);
    }
    inputs(plan);
  }

  private void keys(List<JoinKey> keys, Schema left, Schema right) {
    for (JoinKey key : keys) {
      expr(key.left(), typer(left), key.comparedAs());
      expr(key.right(), typer(right), key.comparedAs());
    }
  }

  /** Looks into columns, and returns what types the columns of the input are to have. */
  private List<DataType> columns(
      LogicalPlan input, List<NamedExpr> columns, List<DataType> wanted) {
    ExprTyper typer = typer(input.schema());
    List<DataType> below =
        new ArrayList<>(Collections.nCopies(input.schema().size(), DataType.NULL));
    for (int i = 0; i < columns.size(); i++) {
      Expr column = columns.get(i).expr();
      expr(column, typer, wanted.get(i));
      boolean isCast = column instanceof Expr.Cast;
      Expr plain = column instanceof Expr.Cast cast ? cast.operand() : column;
      DataType type =
          column instanceof Expr.Cast cast ? either(cast.type(), wanted.get(i)) : wanted.get(i);
      if (plain instanceof Expr.BoundColumn bound && (isCast || !(type instanceof DataType.Null))) {
        below.set(bound.index(), type);
      }
    }
    return below;
  }

  private static ExprTyper typer(Schema schema) {
    return new ExprTyper(schema, BindContext.ACTION);
  }

  private void expr(Expr expr, ExprTyper typer, DataType wanted) {
    switch (expr) {
      case Expr.Parameter parameter -> {
        if (parameter.isUntyped()) {
          types.suggest(parameter.name(), wanted);
        }
      }
      case Expr.Call call -> arguments(call.arguments(), typer, argumentTypes(call, typer));
      case Expr.UserCall call -> arguments(call.arguments(), typer, argumentTypes(call, typer));
      case Expr.Cast cast -> expr(cast.operand(), typer, either(cast.type(), wanted));
      case Expr.In in -> {
        DataType common = typer.commonType(in);
        in.children().forEach(part -> expr(part, typer, common));
      }
      case Expr.Case cases -> {
        DataType common = either(typer.commonType(cases), wanted);
        for (Expr.Branch branch : cases.branches()) {
          expr(branch.condition(), typer, DataType.BOOL);
          expr(branch.value(), typer, common);
        }
        expr(cases.otherwise(), typer, common);
      }
      case Expr.Aggregate call -> {
        arguments(call.arguments(), typer, argumentTypes(call, typer));
        if (call.condition() != null) {
          expr(call.condition(), typer, DataType.BOOL);
        }
        call.orderBy().forEach(key -> expr(key.expr(), typer, DataType.NULL));
      }
      case Expr.WindowCall call -> arguments(call.arguments(), typer, argumentTypes(call, typer));
      case Expr.QuantifiedSubquery query -> {
        for (int i = 0; i < query.operands().size(); i++) {
          expr(query.operands().get(i), typer, query.comparedAs().get(i));
        }
        query.arguments().forEach(part -> expr(part, typer, DataType.NULL));
        plan((LogicalPlan) query.plan(), query.comparedAs());
      }
      case Expr.Subquery query -> {
        query.arguments().forEach(part -> expr(part, typer, DataType.NULL));
        LogicalPlan plan = (LogicalPlan) query.plan();
        boolean isScalar = query instanceof Expr.ScalarSubquery;
        plan(
            plan,
            isScalar ? List.of(wanted) : Collections.nCopies(plan.schema().size(), DataType.NULL));
      }
      default -> expr.children().forEach(part -> expr(part, typer, DataType.NULL));
    }
  }

  private void arguments(
      List<Expr> arguments, ExprTyper typer, @Nullable List<DataType> argumentTypes) {
    for (int i = 0; i < arguments.size(); i++) {
      expr(
          arguments.get(i),
          typer,
          argumentTypes == null || i >= argumentTypes.size()
              ? DataType.NULL
              : argumentTypes.get(i));
    }
  }

  /** Returns what a call converts its arguments to; null if too little is known of them. */
  private static @Nullable List<DataType> argumentTypes(Expr call, ExprTyper typer) {
    try {
      return switch (call) {
        case Expr.Call c -> typer.signature(c.function(), c.arguments()).argumentTypes();
        case Expr.UserCall c -> typer.signature(c.function(), c.arguments()).argumentTypes();
        case Expr.Aggregate c -> typer.signature(c.function(), c.arguments()).argumentTypes();
        case Expr.WindowCall c -> typer.signature(c.function(), c.arguments()).argumentTypes();
        default -> null;
      };
    } catch (AnalysisException e) {
      return null; // an argument without a type; the binder has checked the others
    }
  }
}
