package dev.heddle.frame.expr;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares expressions by structure and hashes them. A large part that is in several places is
 * hashed, and compared with an equal one, once for each question that is asked from outside.
 */
final class ExprEquality {
  private final IdentityHashMap<Expr, Integer> hashes = new IdentityHashMap<>(8);
  private final IdentityHashMap<Expr, Expr> equal = new IdentityHashMap<>(8);
  private long visited;

  private ExprEquality() {}

  static int hash(Expr expr) {
    return new ExprEquality().hashOf(expr);
  }

  static boolean areEqual(Expr expr, @Nullable Object other) {
    return other instanceof Expr second && new ExprEquality().isEqual(expr, second);
  }

  private int hashOf(Expr expr) {
    if (!hasParts(expr)) {
      return expr.hashCode();
    }
    Integer known = hashes.isEmpty() ? null : hashes.get(expr);
    if (known != null) {
      return known;
    }
    long before = visited++;
    int hash = 31 * expr.getClass().getName().hashCode() + own(expr).hashCode();
    for (Expr part : expr.children()) {
      hash = 31 * hash + hashOf(part);
    }
    if (visited - before > ExprParts.SMALL_PARTS) {
      hashes.put(expr, hash);
    }
    return hash;
  }

  private boolean isEqual(Expr expr, Expr other) {
    if (expr == other) {
      return true;
    }
    if (expr.getClass() != other.getClass()) {
      return false;
    }
    if (!hasParts(expr)) {
      return expr.equals(other);
    }
    if (!equal.isEmpty() && equal.get(expr) == other) {
      return true;
    }
    long before = visited++;
    List<Expr> parts = expr.children();
    List<Expr> others = other.children();
    if (parts.size() != others.size() || !own(expr).equals(own(other))) {
      return false;
    }
    for (int i = 0; i < parts.size(); i++) {
      if (!isEqual(parts.get(i), others.get(i))) {
        return false;
      }
    }
    if (visited - before > ExprParts.SMALL_PARTS) {
      equal.put(expr, other);
    }
    return true;
  }

  private static boolean hasParts(Expr expr) {
    return switch (expr) {
      case Expr.Call _, Expr.UserCall _, Expr.Cast _, Expr.Case _, Expr.In _, Expr.Alias _ -> true;
      case Expr.Column _, Expr.BoundColumn _, Expr.OuterColumn _, Expr.OuterName _ -> false;
      case Expr.SqlText _, Expr.Parameter _, Expr.Literal _, Expr.Subquery _ -> false;
      case Expr.Windowed _, Expr.Over _ -> false;
    };
  }

  /** Returns what there is to an expression besides its parts. */
  private static List<?> own(Expr expr) {
    return switch (expr) {
      case Expr.Call call -> List.of(call.function());
      case Expr.UserCall call -> List.of(call.function());
      case Expr.Cast cast -> Arrays.asList(cast.type(), cast.mode());
      case Expr.Alias alias -> List.of(alias.name());
      default -> List.of();
    };
  }
}
