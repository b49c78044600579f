package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds expressions with some of their parts replaced. What has no such part stays the same
 * object.
 */
public final class ExprRewriter {
  private ExprRewriter() {}

  /**
   * Returns the expression with parts replaced, itself or the outermost ones first. A large part
   * that is in several places is rewritten once, and the result is used in all of them.
   *
   * @param replacement returns the replacement of a part, which is not rewritten further; null for
   *     a part that stays, but for its own parts
   */
  public static Expr replace(Expr expr, Function<Expr, @Nullable Expr> replacement) {
    return new Replacing(requireNonNull(replacement, "replacement is null"))
        .apply(requireNonNull(expr, "expr is null"));
  }

  private static final class Replacing {
    private final Function<Expr, @Nullable Expr> replacement;
    private final IdentityHashMap<Expr, Expr> known = new IdentityHashMap<>(8);
    private long visited;

    Replacing(Function<Expr, @Nullable Expr> replacement) {
      this.replacement = replacement;
    }

    Expr apply(Expr expr) {
      Expr found = known.isEmpty() ? null : known.get(expr);
      if (found != null) {
        return found;
      }
      long before = visited++;
      Expr result = replacement.apply(expr);
      if (result == null) {
        result = mapChildren(expr, this::apply);
      }
      if (visited - before > ExprParts.SMALL_PARTS) {
        known.put(expr, result);
      }
      return result;
    }
  }

  /**
   * Returns the expression with each direct part replaced by what the operator returns for it;
   * equal parts, equal result. The operator is called for each part once, in order.
   */
  public static Expr mapChildren(Expr expr, UnaryOperator<Expr> operator) {
    if (expr instanceof Expr.Call call) { // most are; nothing is made for those that stay
      List<Expr> arguments = map(call.arguments(), operator);
      return arguments == call.arguments() ? call : new Expr.Call(call.function(), arguments);
    }
    boolean[] isChanged = {false};
    Expr mapped =
        mapped(
            expr,
            part -> {
              Expr result = operator.apply(part);
              isChanged[0] |= result != part;
              return result;
            });
    return isChanged[0] ? mapped : expr;
  }

  private static Expr mapped(Expr expr, UnaryOperator<Expr> operator) {
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
                  over.window().frame().map(operator)));
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
              mapKeys(a.orderBy(), operator),
              a.user());
      case Expr.WindowCall w ->
          new Expr.WindowCall(w.function(), map(w.arguments(), operator), w.nulls());
    };
  }

  // Loops, not streams: these run once a level of nesting, and streams take many frames of stack.
  private static List<Expr> map(List<Expr> exprs, UnaryOperator<Expr> operator) {
    List<Expr> mapped = null; // those so far, once one of them is another
    for (int i = 0; i < exprs.size(); i++) {
      Expr result = operator.apply(exprs.get(i));
      if (mapped == null && result != exprs.get(i)) {
        mapped = new ArrayList<>(exprs.subList(0, i));
      }
      if (mapped != null) {
        mapped.add(result);
      }
    }
    return mapped == null ? exprs : mapped;
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
