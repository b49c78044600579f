package dev.heddle.frame.expr;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Rebuilds expressions with some of their parts replaced. */
public final class ExprRewriter {
  private ExprRewriter() {}

  /**
   * Returns the expression with each direct part replaced by what the operator returns for it;
   * equal parts, equal result.
   */
  public static Expr mapChildren(Expr expr, UnaryOperator<Expr> operator) {
    return switch (expr) {
      case Expr.Column column -> column;
      case Expr.BoundColumn column -> column;
      case Expr.OuterColumn column -> column;
      case Expr.OuterName column -> column;
      case Expr.Parameter parameter -> parameter;
      case Expr.SqlText text -> text;
      case Expr.Literal literal -> literal;
      case Expr.Call call -> new Expr.Call(call.function(), map(call.arguments(), operator));
      case Expr.UserCall call ->
          new Expr.UserCall(call.function(), map(call.arguments(), operator));
      case Expr.Cast cast ->
          new Expr.Cast(operator.apply(cast.operand()), cast.type(), cast.mode());
      case Expr.Alias alias -> new Expr.Alias(operator.apply(alias.operand()), alias.name());
      case Expr.In in -> new Expr.In(operator.apply(in.operand()), map(in.values(), operator));
      case Expr.Case cases ->
          new Expr.Case(mapBranches(cases.branches(), operator), operator.apply(cases.otherwise()));
      case Expr.ScalarSubquery query ->
          new Expr.ScalarSubquery(query.plan(), map(query.arguments(), operator));
      case Expr.ExistsSubquery query ->
          new Expr.ExistsSubquery(query.plan(), map(query.arguments(), operator));
      case Expr.ArraySubquery query ->
          new Expr.ArraySubquery(query.plan(), map(query.arguments(), operator));
      case Expr.QuantifiedSubquery query ->
          new Expr.QuantifiedSubquery(
              map(query.operands(), operator),
              query.comparison(),
              query.comparedAs(),
              query.plan(),
              map(query.arguments(), operator));
      case Expr.Windowed call -> mapCall(call, operator);
      case Expr.Over over ->
          new Expr.Over(
              mapCall(over.call(), operator),
              new WindowSpec(
                  map(over.window().partitionBy(), operator),
                  mapKeys(over.window().orderBy(), operator),
                  over.window().frame()));
    };
  }

  private static Expr.Windowed mapCall(Expr.Windowed call, UnaryOperator<Expr> operator) {
    return switch (call) {
      case Expr.Aggregate a ->
          new Expr.Aggregate(
              a.function(),
              map(a.arguments(), operator),
              a.isDistinct(),
              a.condition() == null ? null : operator.apply(a.condition()),
              mapKeys(a.orderBy(), operator));
      case Expr.WindowCall w ->
          new Expr.WindowCall(w.function(), map(w.arguments(), operator), w.nulls());
    };
  }

  // Loops, not streams: these run once a level of nesting, and streams take many frames of stack.
  private static List<Expr> map(List<Expr> exprs, UnaryOperator<Expr> operator) {
    List<Expr> mapped = new ArrayList<>(exprs.size());
    for (Expr expr : exprs) {
      mapped.add(operator.apply(expr));
    }
    return mapped;
  }

  private static List<SortKey> mapKeys(List<SortKey> keys, UnaryOperator<Expr> operator) {
    List<SortKey> mapped = new ArrayList<>(keys.size());
    for (SortKey key : keys) {
      mapped.add(new SortKey(operator.apply(key.expr()), key.direction(), key.nulls()));
    }
    return mapped;
  }

  private static List<Expr.Branch> mapBranches(
      List<Expr.Branch> branches, UnaryOperator<Expr> operator) {
    List<Expr.Branch> mapped = new ArrayList<>(branches.size());
    for (Expr.Branch branch : branches) {
      mapped.add(
          new Expr.Branch(operator.apply(branch.condition()), operator.apply(branch.value())));
    }
    return mapped;
  }
}
