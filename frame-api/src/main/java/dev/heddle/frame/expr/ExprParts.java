package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.catalogue.Stability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Walks over expressions whose parts may be in several places, in a time that grows with the number
 * of different parts: a large part is looked into once. Stateless.
 */
public final class ExprParts {
  /** Parts up to which one is looked into again rather than remembered. */
  static final int SMALL_PARTS = 16;

  private ExprParts() {}

  /** Returns the direct parts of an expression, in order. */
  static List<Expr> children(Expr expr) {
    return switch (expr) {
      case Expr.Column column -> List.of();
      case Expr.BoundColumn column -> List.of();
      case Expr.OuterColumn column -> List.of();
      case Expr.OuterName column -> List.of();
      case Expr.Parameter parameter -> List.of();
      case Expr.SqlText text -> List.of();
      case Expr.Literal literal -> List.of();
      case Expr.QuantifiedSubquery query ->
          Stream.concat(query.operands().stream(), query.arguments().stream()).toList();
      case Expr.Subquery query -> query.arguments();
      case Expr.Call call -> call.arguments();
      case Expr.UserCall call -> call.arguments();
      case Expr.Cast cast -> List.of(cast.operand());
      case Expr.Alias alias -> List.of(alias.operand());
      case Expr.In in -> {
        List<Expr> parts = new ArrayList<>(1 + in.values().size());
        parts.add(in.operand());
        parts.addAll(in.values());
        yield parts;
      }
      case Expr.Case cases -> {
        List<Expr> parts = new ArrayList<>();
        for (Expr.Branch branch : cases.branches()) {
          parts.addAll(Arrays.asList(branch.condition(), branch.value()));
        }
        parts.add(cases.otherwise());
        yield List.copyOf(parts);
      }
      case Expr.Aggregate call -> {
        List<Expr> parts = new ArrayList<>(call.arguments());
        if (call.condition() != null) {
          parts.add(call.condition());
        }
        call.orderBy().forEach(key -> parts.add(key.expr()));
        yield List.copyOf(parts);
      }
      case Expr.WindowCall call -> call.arguments();
      case Expr.Over over -> {
        List<Expr> parts = new ArrayList<>(List.of(over.call()));
        parts.addAll(over.window().partitionBy());
        over.window().orderBy().forEach(key -> parts.add(key.expr()));
        parts.addAll(over.window().frame().distances());
        yield List.copyOf(parts);
      }
    };
  }

  /** Returns whether a part of an expression, itself included, fulfils a condition. */
  public static boolean any(Expr expr, Predicate<Expr> condition) {
    return any(expr, condition, Expr::children);
  }

  /**
   * Returns whether a part of an expression, itself included, fulfils a condition.
   *
   * @param parts the parts of an expression that count
   */
  public static boolean any(
      Expr expr, Predicate<Expr> condition, Function<Expr, List<? extends Expr>> parts) {
    return new Walk(
            requireNonNull(condition, "condition is null"), requireNonNull(parts, "parts is null"))
        .any(requireNonNull(expr, "expr is null"));
  }

  /** Calls an action for an expression and all its parts, from the top; some of them again. */
  public static void forEach(Expr expr, Consumer<Expr> action) {
    forEach(expr, action, Expr::children);
  }

  /**
   * Calls an action for an expression and its parts, from the top; for some of them again.
   *
   * @param parts the parts of an expression that count
   */
  public static void forEach(
      Expr expr, Consumer<Expr> action, Function<Expr, List<? extends Expr>> parts) {
    requireNonNull(action, "action is null");
    boolean unused =
        any(
            expr,
            part -> {
              action.accept(part);
              return false;
            },
            parts);
  }

  /** Returns whether an expression may give another value each time it is evaluated. */
  public static boolean isVolatile(Expr expr) {
    return any(expr, part -> isDraw(part) || isVolatileUserCall(part));
  }

  /**
   * Returns whether it may give another value in each place of one expression: calls of the user's
   * functions do, and the draw of a random number does not, which is one column.
   */
  public static boolean isVolatileInEachPlace(Expr expr) {
    return any(expr, ExprParts::isVolatileUserCall);
  }

  /** Returns whether an expression draws random numbers, itself or in a part. */
  public static boolean hasDraw(Expr expr) {
    return any(expr, ExprParts::isDraw);
  }

  private static boolean isDraw(Expr part) {
    return part instanceof Expr.Call call && call.function().stability() == Stability.VOLATILE;
  }

  private static boolean isVolatileUserCall(Expr part) {
    return part instanceof Expr.UserCall call && !call.function().isDeterministic();
  }

  private static final class Walk {
    private final Predicate<Expr> condition;
    private final Function<Expr, List<? extends Expr>> parts;
    private final Set<Expr> done = Collections.newSetFromMap(new IdentityHashMap<>(8));
    private long visited;

    Walk(Predicate<Expr> condition, Function<Expr, List<? extends Expr>> parts) {
      this.condition = condition;
      this.parts = parts;
    }

    boolean any(Expr expr) {
      if (!done.isEmpty() && done.contains(expr)) {
        return false;
      }
      long before = visited++;
      if (condition.test(expr)) {
        return true;
      }
      for (Expr part : parts.apply(expr)) {
        if (any(part)) {
          return true;
        }
      }
      if (visited - before > SMALL_PARTS) {
        done.add(expr);
      }
      return false;
    }
  }
}
