package dev.heddle.planner.lower;

import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.cost.Estimator;
import dev.heddle.planner.rel.CteScan;
import dev.heddle.planner.rel.EarlyStates;
import dev.heddle.planner.rel.LogicalAsOf;
import dev.heddle.planner.rel.RelNumbers;
import dev.heddle.planner.rel.Volatility;
import dev.heddle.planner.rules.MarkJoin;
import dev.heddle.planner.types.TypeMapping;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a plan that occur more than once and are worth computing once: joins, aggregations,
 * sets and windows of equal inputs, whose rows all their readers get; and those that must be, since
 * they might have other rows the second time.
 *
 * <p>A plan is lowered twice: first each part as often as its readers need columns that others do
 * not, which finds out which columns they need in all; then once. Not thread-safe.
 */
final class SharedParts {
  /** More rows than this are computed again rather than stored. */
  private static final double MAX_ROWS = 8_000_000;

  private final Estimator estimator;
  private final IntSupplier shares;
  private final boolean findsAll;
  private final RelNumbers numbers = new RelNumbers();
  private final Volatility volatility = new Volatility();
  private final Map<Object, Part> parts = new HashMap<>(); // by definition or number
  private boolean isFinal;

  private static final class Part {
    private ImmutableBitSet needed = ImmutableBitSet.of();
    private @Nullable Lowered lowered;
    private @Nullable PhysicalPlan read; // what readers but the first get
  }

  private SharedParts(Estimator estimator, Set<Lowering.Rewrite> rewrites, IntSupplier shares) {
    this.estimator = estimator;
    this.shares = shares;
    this.findsAll = rewrites.contains(Lowering.Rewrite.SHARED_PARTS);
  }

  /**
   * Finds the parts of a plan.
   *
   * @param rewrites without {@code SHARED_PARTS} only those are found that must be computed once
   * @param shares numbers the parts
   */
  static SharedParts of(
      RelNode root, Estimator estimator, Set<Lowering.Rewrite> rewrites, IntSupplier shares) {
    SharedParts shared = new SharedParts(estimator, rewrites, shares);
    shared.find(root, new HashMap<>());
    return shared;
  }

  private void find(RelNode rel, Map<Object, Integer> seen) {
    Object key = key(rel);
    int times = seen.merge(key, 1, Integer::sum);
    if (rel instanceof CteScan scan) {
      if (times == 1) {
        parts.put(key, new Part());
        find(scan.definition().plan(), seen);
      }
      return;
    }
    if (times == 2 && isWorthwhile(rel)) {
      parts.put(key, new Part());
    }
    if (times > 2 || parts.containsKey(key)) {
      return;
    }
    for (RelNode input : rel.getInputs()) {
      find(input, seen);
    }
  }

  private Object key(RelNode node) {
    return node instanceof CteScan scan ? scan.definition() : numbers.of(node);
  }

  private boolean isWorthwhile(RelNode rel) {
    return findsAll
        && hasWork(rel)
        && !isOrdered(rel)
        && !volatility.in(rel)
        && estimator.of(rel).rows() <= MAX_ROWS
        && TypeMapping.schema(rel.getRowType()).fields().stream()
            .noneMatch(field -> field.type().isNested());
  }

  private static boolean hasWork(RelNode rel) {
    boolean isWork =
        switch (rel) {
          case Aggregate ignored -> true;
          case EarlyStates ignored -> true;
          case Join ignored -> true;
          case MarkJoin ignored -> true;
          case LogicalAsOf ignored -> true;
          case SetOp set -> !set.all || !(set instanceof Union);
          case Sort ignored -> true;
          case Project project -> project.containsOver();
          default -> false;
        };
    return isWork || rel.getInputs().stream().anyMatch(SharedParts::hasWork);
  }

  /** Whether a reader may see the order of a sort in these rows, which shared rows do not keep. */
  private static boolean isOrdered(RelNode rel) {
    return switch (rel) {
      case Sort ignored -> true;
      case Project project -> isOrdered(project.getInput());
      case Filter filter -> isOrdered(filter.getInput());
      default -> false;
    };
  }

  boolean isEmpty() {
    return parts.isEmpty();
  }

  /** Begins the lowering in which each part is lowered once. */
  void finish() {
    isFinal = true;
    parts.values().forEach(part -> part.lowered = null);
  }

  /**
   * Returns the lowered form of a node, if it is such a part, and null if not.
   *
   * @param lower lowers the node so that it has some columns
   */
  @Nullable Lowered lower(
      RelNode node, ImmutableBitSet needed, Function<ImmutableBitSet, Lowered> lower) {
    Part part = parts.isEmpty() ? null : parts.get(key(node));
    if (part == null) {
      return null;
    }
    Lowered known = part.lowered;
    if (part.needed.union(needed).isEmpty()) {
      if (!(node instanceof CteScan)) {
        return null; // there is nothing to hold
      }
      part.needed = ImmutableBitSet.of(0); // its rows are counted
    }
    if (!isFinal) {
      if (known == null || !part.needed.contains(needed)) {
        part.needed = part.needed.union(needed);
        known = lower.apply(part.needed);
        part.lowered = known;
      }
      return known;
    }
    PhysicalPlan read = part.read;
    if (known != null && read != null) {
      return known.with(read, known.logical());
    }
    Lowered all = lower.apply(part.needed);
    PhysicalPlan plan = all.plan();
    Estimate estimate = plan.estimate();
    int number = shares.getAsInt();
    part.read = new PhysicalPlan.SharedRead(number, plan.output(), estimate);
    part.lowered = all.with(new PhysicalPlan.Share(number, plan, estimate), all.logical());
    return part.lowered;
  }
}
