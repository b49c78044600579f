package dev.heddle.planner.rules;

import dev.heddle.physical.plan.SubPlanRows;
import dev.heddle.planner.cost.Estimator;
import dev.heddle.planner.cost.ObservedRows;
import dev.heddle.planner.cost.SubPlan;
import dev.heddle.planner.cost.SubPlans;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * What earlier runs have counted of the sets of units of a region.
 *
 * <p>What is counted of a set corrects the estimates of the sets that contain it, too: else an
 * order that was tried and found dear would lose to one that is only not known to be as dear.
 * Search asks for a set after those that it contains. Not thread-safe.
 */
final class ObservedSets {
  private static final double MAX_CORRECTION = 1e6;

  private final ObservedRows observed;
  private final @Nullable SubPlan[] units;
  private final long[] unitSums;
  private final long[] conjunctSums; // of a unit's own, and of its attachment
  private final long known; // the units that have sub-plans
  private final long[] twins; // for each unit the others that are equal to it
  private final List<Members> classes = new ArrayList<>();
  private final List<Conjunct> conjuncts = new ArrayList<>();
  private long lost; // units that conjuncts read which are not known well enough
  private final List<Counted> counted = new ArrayList<>(); // the larger sets last

  /** Columns that are equal, and the units that they are of. */
  private record Members(long[] columns, int[] units) {}

  private record Conjunct(long number, long units) {}

  /** A set that was counted, and by what its estimate is wrong. */
  private record Counted(long set, double correction) {}

  private ObservedSets(JoinGraph graph, Estimator estimator) {
    this.observed = estimator.observed();
    JoinRegion region = graph.region;
    this.units = new SubPlan[graph.size];
    this.unitSums = new long[graph.size];
    this.conjunctSums = new long[graph.size];
    this.twins = new long[graph.size];
    long[] columns = new long[region.width()];
    long found = 0;
    for (int u = 0; u < units.length; u++) {
      JoinRegion.Unit unit = region.units.get(u);
      SubPlan part = estimator.subPlan(unit.rel());
      units[u] = part;
      if (part != null) {
        found |= 1L << u;
        System.arraycopy(part.columns(), 0, columns, unit.offset(), unit.width());
        for (int other = 0; other < u; other++) {
          SubPlan earlier = units[other];
          if (earlier != null && isInner(graph, u, other) && !earlier.isApartFrom(part)) {
            twins[u] |= 1L << other;
          }
        }
      }
    }
    this.known = found;
    for (int u = 0; u < units.length; u++) {
      addUnit(region.units.get(u), u, columns);
    }
    addClasses(graph, columns);
    for (JoinGraph.Edge edge : graph.edges) {
      addConjunct(edge.predicate(), edge.units(), columns);
    }
  }

  /** Returns what was counted of a region's sets; null if nothing is remembered of its units. */
  static @Nullable ObservedSets of(JoinGraph graph, Estimator estimator) {
    if (estimator.observed() == ObservedRows.NONE) {
      return null;
    }
    ObservedSets sets = new ObservedSets(graph, estimator);
    return sets.known == 0 ? null : sets;
  }

  private static boolean isInner(JoinGraph graph, int one, int other) {
    return !graph.isAttached(one) && !graph.isAttached(other);
  }

  private void addUnit(JoinRegion.Unit unit, int u, long[] columns) {
    SubPlan part = units[u];
    if (part == null) {
      return;
    }
    if (unit.attachment() == JoinRegion.Attachment.INNER) {
      unitSums[u] = part.unitSum();
      conjunctSums[u] = part.conjunctSum();
      return;
    }
    JoinRelType kind =
        switch (unit.attachment()) {
          case SEMI -> JoinRelType.SEMI;
          case ANTI -> JoinRelType.ANTI;
          case LEFT -> JoinRelType.LEFT;
          case INNER -> throw new IllegalStateException("An inner unit is not attached");
        };
    OptionalLong by = SubPlans.attached(kind, part, unit.condition(), columns);
    conjunctSums[u] = by.orElse(0);
    lost |= by.isEmpty() ? 1L << u : 0;
  }

  private void addClasses(JoinGraph graph, long[] columns) {
    List<long[]> all = new ArrayList<>();
    for (SubPlan part : units) {
      if (part != null) {
        all.addAll(part.equalColumns());
      }
    }
    int own = all.size();
    for (JoinGraph.EqualColumns equal : graph.classes) {
      for (int column : equal.columns()) {
        lost |= columns[column] == 0 ? 1L << graph.region.unitOf(column) : 0;
      }
    }
    if (own > 0) {
      lost = -1; // joins that stay together are rare: nothing is remembered of what joins them
      return;
    }
    for (JoinGraph.EqualColumns equal : graph.classes) {
      int size = equal.columns().size();
      long[] members = new long[size];
      int[] of = new int[size];
      for (int i = 0; i < size; i++) {
        members[i] = columns[equal.columns().get(i)];
        of[i] = graph.region.unitOf(equal.columns().get(i));
      }
      classes.add(new Members(members, of));
    }
  }

  private void addConjunct(RexNode predicate, long of, long[] columns) {
    long number = SubPlans.ofConjunct(predicate, columns);
    lost |= number == 0 ? of : 0;
    conjuncts.add(new Conjunct(number, of));
  }

  /** Returns the number by which a set's rows are remembered; 0 if they are not. */
  private long number(long set) {
    if ((set & ~known) != 0 || (set & lost) != 0) {
      return 0;
    }
    long unitSum = 0;
    long conjunctSum = 0;
    for (long rest = set; rest != 0; rest &= rest - 1) {
      int unit = Long.numberOfTrailingZeros(rest);
      if ((twins[unit] & set) != 0) {
        return 0;
      }
      unitSum += unitSums[unit];
      conjunctSum += conjunctSums[unit];
    }
    for (Members members : classes) {
      long[] within = new long[members.columns.length];
      int count = 0;
      for (int i = 0; i < members.units.length; i++) {
        if ((set & 1L << members.units[i]) != 0) {
          within[count++] = members.columns[i];
        }
      }
      conjunctSum += count > 1 ? SubPlan.ofClass(within, count) : 0;
    }
    for (Conjunct conjunct : conjuncts) {
      conjunctSum += (conjunct.units & ~set) == 0 ? conjunct.number : 0;
    }
    return SubPlan.number(unitSum, conjunctSum);
  }

  /** Returns the rows of a set: those that were counted, if the estimate is far from them. */
  double rows(long set, double estimate) {
    double corrected = expected(set, estimate);
    long number = number(set);
    long rows = number == 0 ? -1 : observed.rows(number);
    if (rows < 0) {
      return corrected;
    }
    double right = new SubPlanRows(number, corrected, rows).rows();
    if (right != corrected && counted.stream().noneMatch(each -> each.set == set)) {
      double wrong = Math.max(1, rows) / Math.max(1, estimate);
      counted.add(new Counted(set, Math.clamp(wrong, 1 / MAX_CORRECTION, MAX_CORRECTION)));
      counted.sort(Comparator.comparingInt(each -> Long.bitCount(each.set)));
    }
    return Math.max(1, right);
  }

  /** Returns an estimate as what was counted of smaller sets corrects it. */
  double expected(long set, double estimate) {
    double corrected = estimate;
    long used = 0;
    for (int i = counted.size() - 1; i >= 0; i--) {
      Counted each = counted.get(i);
      if (each.set != set && (each.set & ~set) == 0 && (each.set & used) == 0) {
        corrected *= each.correction;
        used |= each.set;
      }
    }
    return corrected;
  }
}
