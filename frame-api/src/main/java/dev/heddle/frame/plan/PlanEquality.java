package dev.heddle.frame.plan;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compares plans by structure and hashes them. A plan may use a part many times, and parts of that
 * too: each node is hashed, and compared with an equal one, once for each question that is asked
 * from outside, whatever the number of ways that lead to it.
 */
public final class PlanEquality {
  private static final ThreadLocal<@Nullable PlanEquality> CURRENT = new ThreadLocal<>();

  private final IdentityHashMap<LogicalPlan, Integer> hashes = new IdentityHashMap<>();
  private final IdentityHashMap<LogicalPlan, Set<LogicalPlan>> equal = new IdentityHashMap<>();

  private PlanEquality() {}

  /**
   * Runs something that asks much of the same plans: what was found out is remembered up to its
   * end.
   */
  public static <T> T remembering(Supplier<T> body) {
    if (CURRENT.get() != null) {
      return body.get();
    }
    CURRENT.set(new PlanEquality());
    try {
      return body.get();
    } finally {
      CURRENT.remove();
    }
  }

  static int hash(LogicalPlan plan) {
    PlanEquality current = CURRENT.get();
    return current == null ? remembering(() -> hash(plan)) : current.hashOf(plan);
  }

  static boolean areEqual(LogicalPlan plan, @Nullable Object other) {
    if (plan == other) {
      return true;
    }
    if (!(other instanceof LogicalPlan second) || plan.getClass() != second.getClass()) {
      return false;
    }
    PlanEquality current = CURRENT.get();
    return current == null
        ? remembering(() -> areEqual(plan, other))
        : current.isEqual(plan, second);
  }

  private int hashOf(LogicalPlan plan) {
    Integer known = hashes.get(plan);
    if (known == null) {
      known = 31 * plan.getClass().getName().hashCode() + parts(plan).hashCode();
      hashes.put(plan, known);
    }
    return known;
  }

  private boolean isEqual(LogicalPlan plan, LogicalPlan other) {
    Set<LogicalPlan> known =
        equal.computeIfAbsent(plan, _ -> Collections.newSetFromMap(new IdentityHashMap<>()));
    if (known.contains(other)) {
      return true;
    }
    if (hashOf(plan) != hashOf(other)) {
      return false;
    }
    List<@Nullable Object> own = parts(plan);
    List<@Nullable Object> others = parts(other);
    for (int i = 0; i < own.size(); i++) {
      if (!Objects.equals(own.get(i), others.get(i))) {
        return false;
      }
    }
    known.add(other);
    return true;
  }

  private static List<@Nullable Object> parts(LogicalPlan plan) {
    return switch (plan) {
      case LogicalPlan.Scan p -> Arrays.asList(p.source(), p.schema());
      case LogicalPlan.Values p -> Arrays.asList(p.schema(), p.rows());
      case LogicalPlan.Project p -> Arrays.asList(p.input(), p.columns(), p.schema());
      case LogicalPlan.Filter p -> Arrays.asList(p.input(), p.predicate());
      case LogicalPlan.Aggregate p ->
          Arrays.asList(p.input(), p.keys(), p.aggregates(), p.groupingSets(), p.schema());
      case LogicalPlan.Join p ->
          Arrays.asList(
              p.left(), p.right(), p.kind(), p.keys(), p.condition(), p.pairSchema(), p.schema());
      case LogicalPlan.LateralJoin p ->
          Arrays.asList(
              p.left(), p.right(), p.arguments(), p.keepsLeft(), p.condition(), p.schema());
      case LogicalPlan.AsOfJoin p ->
          Arrays.asList(
              p.left(),
              p.right(),
              p.direction(),
              p.allowsEqual(),
              p.keys(),
              p.leftOn(),
              p.rightOn(),
              p.comparedAs(),
              p.schema());
      case LogicalPlan.Sort p -> Arrays.asList(p.input(), p.keys());
      case LogicalPlan.Limit p -> Arrays.asList(p.input(), p.offset(), p.count());
      case LogicalPlan.ComputedLimit p -> Arrays.asList(p.input(), p.offset(), p.count(), p.kind());
      case LogicalPlan.Repartition p -> Arrays.asList(p.input(), p.kind(), p.parts(), p.keys());
      case LogicalPlan.Sample p -> Arrays.asList(p.input(), p.size(), p.seed());
      case LogicalPlan.Union p -> Arrays.asList(p.inputs(), p.schema());
      case LogicalPlan.Intersect p -> Arrays.asList(p.left(), p.right(), p.all(), p.schema());
      case LogicalPlan.RecursiveUnion p ->
          Arrays.asList(p.left(), p.right(), p.all(), p.name(), p.number(), p.schema());
      case LogicalPlan.WorkingTable p -> Arrays.asList(p.name(), p.number(), p.schema());
      case LogicalPlan.Except p -> Arrays.asList(p.left(), p.right(), p.all(), p.schema());
      case LogicalPlan.Distinct p -> Arrays.asList(p.input());
      case LogicalPlan.Window p -> Arrays.asList(p.input(), p.columns(), p.schema());
      case LogicalPlan.RowIndex p -> Arrays.asList(p.input(), p.name(), p.start(), p.schema());
      case LogicalPlan.Explode p ->
          Arrays.asList(p.input(), p.column(), p.keepsEmpty(), p.position(), p.schema());
      case LogicalPlan.Unnest p ->
          Arrays.asList(p.input(), p.list(), p.keepsEmpty(), p.withPosition(), p.schema());
    };
  }
}
