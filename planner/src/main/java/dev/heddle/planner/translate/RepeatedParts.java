package dev.heddle.planner.translate;

import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The large parts that occur several times in one expression, such as the operand of {@code
 * BETWEEN}, and the smallest expression around all places of each.
 *
 * <p>A part is repeated if it is the same object in several places, or if its translation names it
 * several times. Written out, parts in each other would double with each level. Not thread-safe.
 */
final class RepeatedParts {
  /** Nodes up to which a part is written out in each place. */
  private static final int SMALL_NODES = 32;

  private static final int STICKY = Long.SIZE - 1;

  private final IdentityHashMap<Expr, Part> parts = new IdentityHashMap<>(8); // the large ones
  private final List<Part> partsFirst = new ArrayList<>();
  private double size; // of what walk has returned from
  private long free;
  private int highestBinding;
  private boolean isRepeated;

  /** What is known of a large part. */
  private static final class Part {
    private final Expr expr;
    private final double size;
    private final long free;
    private final List<Part> inner;
    private final List<Bound> bound = new ArrayList<>(0);
    private int places;
    private int depth;
    private @Nullable Part dominator;

    Part(Expr expr, double size, long free, List<Part> inner) {
      this.expr = expr;
      this.size = size;
      this.free = free;
      this.inner = inner;
    }
  }

  /**
   * A part that is to be evaluated once.
   *
   * @param isSure whether it is evaluated for each row for which what is around it is
   */
  record Bound(Expr expr, boolean isSure) {}

  private RepeatedParts() {}

  /** Returns the repeated parts of an expression; null if there are none. */
  static @Nullable RepeatedParts of(Expr expr) {
    RepeatedParts repeated = new RepeatedParts();
    Part root = repeated.walk(expr);
    if (root == null || !repeated.isRepeated) {
      return null;
    }
    repeated.place();
    return repeated;
  }

  /** Returns the parts that are to be evaluated before an expression is, in order. */
  List<Bound> boundAt(Expr expr) {
    Part part = parts.get(expr);
    return part == null ? List.of() : part.bound;
  }

  /** Returns the highest number that a function over elements in the expression binds. */
  int highestBinding() {
    return highestBinding;
  }

  /** Returns what is known of a part; null if it is small. */
  private @Nullable Part walk(Expr expr) {
    if (!parts.isEmpty()) {
      Part known = parts.get(expr);
      if (known != null) {
        size = known.size;
        free = known.free;
        return known;
      }
    }
    CancelPoint.check();
    double nodes = 1;
    long parameters = 0;
    List<Part> inner = null;
    boolean isLambda = expr instanceof Expr.Call call && call.function().takesLambda();
    int at = 0;
    for (Expr child : inner(expr)) {
      Part part = walk(child);
      nodes += size;
      parameters |= isLambda && at >= 2 ? free & ~bit(binding((Expr.Call) expr)) : free;
      if (part != null) {
        inner = inner == null ? new ArrayList<>(2) : inner;
        add(part, inner);
        if (at == 0 && expr instanceof Expr.In in && in.values().size() > 1) {
          add(part, inner);
        }
      }
      at++;
    }
    if (expr instanceof Expr.Call call) {
      if (isLambda) {
        highestBinding = Math.max(highestBinding, binding(call));
      } else if (call.function() == ScalarFunction.LAMBDA_PARAMETER) {
        parameters = bit(binding(call));
      }
    }
    boolean isVolatile = expr instanceof Expr.UserCall user && !user.function().isDeterministic();
    size = isVolatile ? Math.max(nodes, SMALL_NODES + 1) : nodes;
    free = parameters;
    if (size <= SMALL_NODES) {
      return null;
    }
    Part part = new Part(expr, size, free, inner == null ? List.of() : inner);
    parts.put(expr, part);
    partsFirst.add(part);
    return part;
  }

  private void add(Part part, List<Part> inner) {
    inner.add(part);
    isRepeated |= ++part.places > 1;
  }

  /** Subqueries become columns, and the list of a parameter only gives its type. */
  private static List<? extends Expr> inner(Expr expr) {
    boolean isLeaf =
        expr instanceof Expr.Subquery
            || (expr instanceof Expr.Call call
                && call.function() == ScalarFunction.LAMBDA_PARAMETER);
    return isLeaf ? List.of() : expr.children();
  }

  private static int binding(Expr.Call call) {
    return ((Number) ((Expr.Literal) call.arguments().get(1)).value()).intValue();
  }

  /** High numbers share a bit, which stays. */
  private static long bit(int binding) {
    return binding < STICKY ? 1L << binding : 1L << STICKY;
  }

  /** Finds the dominators: the innermost expressions that all places of a part are in. */
  private void place() {
    for (Part around : partsFirst.reversed()) {
      around.depth = around.dominator == null ? 0 : around.dominator.depth + 1;
      for (Part part : around.inner) {
        part.dominator = part.dominator == null ? around : common(part.dominator, around);
      }
    }
    for (Part part : partsFirst) {
      Part around = part.dominator;
      boolean isInScope = around != null && (part.free & ~around.free) == 0;
      if (part.places > 1 && isInScope) {
        around.bound.add(new Bound(part.expr, isSure(part, around)));
      }
    }
  }

  private static Part common(Part one, Part other) {
    Part a = one;
    Part b = other;
    while (a != b) {
      if (a.depth >= b.depth) {
        a = java.util.Objects.requireNonNull(a.dominator, "no root");
      } else {
        b = java.util.Objects.requireNonNull(b.dominator, "no root");
      }
    }
    return a;
  }

  /** Returns whether one of the places of a part is evaluated whenever what is around it is. */
  private boolean isSure(Part part, Part around) {
    Set<Part> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    return surely(around.expr).stream().anyMatch(child -> reaches(child, part, seen));
  }

  private boolean reaches(Expr expr, Part sought, Set<Part> seen) {
    Part part = parts.get(expr);
    return part != null
        && seen.add(part)
        && (part == sought
            || surely(expr).stream().anyMatch(child -> reaches(child, sought, seen)));
  }

  /** Of some expressions only the first part is evaluated for all rows, and fails for them. */
  private static List<? extends Expr> surely(Expr expr) {
    return switch (expr) {
      case Expr.Case cases -> List.of(cases.branches().getFirst().condition());
      case Expr.In in -> List.of(in.operand());
      case Expr.Call call ->
          switch (call.function()) {
            case AND, OR, COALESCE, LIST_TRANSFORM, LIST_FILTER, LIST_REDUCE ->
                List.of(call.arguments().getFirst());
            case TRY -> List.of();
            default -> inner(expr);
          };
      default -> inner(expr);
    };
  }
}
