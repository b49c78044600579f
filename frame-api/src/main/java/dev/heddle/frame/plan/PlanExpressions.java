package dev.heddle.frame.plan;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.expr.SortKey;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Goes over the expressions of a plan and of the plans below it. The plans of subqueries, and the
 * right sides of lateral joins, have rows of their own around them and are left out; their
 * arguments are not.
 */
public final class PlanExpressions {
  private PlanExpressions() {}

  /** Returns the expressions of one node, without those of its inputs. */
  public static List<Expr> of(LogicalPlan plan) {
    List<Expr> found = new ArrayList<>();
    LogicalPlan unused =
        Mapping.own(
            plan,
            expr -> {
              found.add(expr);
              return expr;
            });
    return found;
  }

  /** Hands all expressions to a consumer. */
  public static void forEach(LogicalPlan plan, Consumer<Expr> consumer) {
    LogicalPlan unused =
        map(
            plan,
            expr -> {
              consumer.accept(expr);
              return expr;
            });
  }

  /** Returns the plan with each expression replaced by what the operator returns for it. */
  public static LogicalPlan map(LogicalPlan plan, UnaryOperator<Expr> operator) {
    return new Mapping(operator).map(plan);
  }

  /** Returns a node with its own expressions replaced, and with its inputs as they are. */
  public static LogicalPlan mapNode(LogicalPlan plan, UnaryOperator<Expr> operator) {
    return Mapping.own(plan, operator);
  }

  private static final class Mapping {
    private final UnaryOperator<Expr> operator;
    private final IdentityHashMap<LogicalPlan, LogicalPlan> known = new IdentityHashMap<>();

    Mapping(UnaryOperator<Expr> operator) {
      this.operator = operator;
    }

    LogicalPlan map(LogicalPlan plan) {
      LogicalPlan found = known.get(plan);
      if (found == null) {
        List<LogicalPlan> inputs = new ArrayList<>();
        for (LogicalPlan input : plan.inputs()) {
          boolean isLateral = plan instanceof LogicalPlan.LateralJoin && !inputs.isEmpty();
          inputs.add(isLateral ? input : map(input));
        }
        found = own(PlanInputs.replace(plan, inputs), operator);
        known.put(plan, found);
      }
      return found;
    }

    private static LogicalPlan own(LogicalPlan plan, UnaryOperator<Expr> operator) {
      return switch (plan) {
        case LogicalPlan.Scan _, LogicalPlan.Values _, LogicalPlan.WorkingTable _ -> plan;
        case LogicalPlan.Project p ->
            new LogicalPlan.Project(p.input(), named(p.columns(), operator), p.schema());
        case LogicalPlan.Filter p ->
            new LogicalPlan.Filter(p.input(), operator.apply(p.predicate()));
        case LogicalPlan.Aggregate p ->
            new LogicalPlan.Aggregate(
                p.input(),
                named(p.keys(), operator),
                p.aggregates().stream()
                    .map(
                        a ->
                            new NamedAggregate(
                                a.name(),
                                (Expr.Aggregate) ExprRewriter.mapChildren(a.call(), operator)))
                    .toList(),
                p.groupingSets(),
                p.schema());
        case LogicalPlan.Join p ->
            new LogicalPlan.Join(
                p.left(),
                p.right(),
                p.kind(),
                keys(p.keys(), operator),
                p.condition() == null ? null : operator.apply(p.condition()),
                p.pairSchema(),
                p.schema());
        case LogicalPlan.AsOfJoin p ->
            new LogicalPlan.AsOfJoin(
                p.left(),
                p.right(),
                p.direction(),
                p.allowsEqual(),
                keys(p.keys(), operator),
                operator.apply(p.leftOn()),
                operator.apply(p.rightOn()),
                p.comparedAs(),
                p.schema());
        case LogicalPlan.Sort p -> new LogicalPlan.Sort(p.input(), sortKeys(p.keys(), operator));
        case LogicalPlan.Repartition p ->
            new LogicalPlan.Repartition(
                p.input(), p.kind(), p.parts(), sortKeys(p.keys(), operator));
        case LogicalPlan.Limit _,
            LogicalPlan.Sample _,
            LogicalPlan.Union _,
            LogicalPlan.Intersect _,
            LogicalPlan.Except _,
            LogicalPlan.RecursiveUnion _,
            LogicalPlan.Distinct _,
            LogicalPlan.RowIndex _,
            LogicalPlan.Explode _ ->
            plan;
        case LogicalPlan.ComputedLimit p ->
            new LogicalPlan.ComputedLimit(
                p.input(),
                p.offset() == null ? null : operator.apply(p.offset()),
                p.count() == null ? null : operator.apply(p.count()),
                p.kind());
        case LogicalPlan.Window p ->
            new LogicalPlan.Window(
                p.input(),
                p.columns().stream()
                    .map(
                        w ->
                            new NamedWindow(
                                w.name(), (Expr.Over) ExprRewriter.mapChildren(w.over(), operator)))
                    .toList(),
                p.schema());
        case LogicalPlan.Unnest p ->
            new LogicalPlan.Unnest(
                p.input(), operator.apply(p.list()), p.keepsEmpty(), p.withPosition(), p.schema());
        case LogicalPlan.LateralJoin p ->
            new LogicalPlan.LateralJoin(
                p.left(),
                p.right(),
                p.arguments().stream().map(operator).toList(),
                p.keepsLeft(),
                p.condition() == null ? null : operator.apply(p.condition()),
                p.schema());
      };
    }

    private static List<NamedExpr> named(List<NamedExpr> columns, UnaryOperator<Expr> operator) {
      return columns.stream().map(c -> new NamedExpr(c.name(), operator.apply(c.expr()))).toList();
    }

    private static List<SortKey> sortKeys(List<SortKey> keys, UnaryOperator<Expr> operator) {
      return keys.stream()
          .map(k -> new SortKey(operator.apply(k.expr()), k.direction(), k.nulls()))
          .toList();
    }

    private static List<JoinKey> keys(List<JoinKey> keys, UnaryOperator<Expr> operator) {
      return keys.stream()
          .map(
              k ->
                  new JoinKey(
                      operator.apply(k.left()),
                      operator.apply(k.right()),
                      k.comparedAs(),
                      k.nullsMatch()))
          .toList();
    }
  }
}
