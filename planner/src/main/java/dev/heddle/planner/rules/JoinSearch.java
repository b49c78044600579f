package dev.heddle.planner.rules;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the order of a region's joins: exact over all connected sets of units below {@link
 * #EXACT_UNITS} of them, greedy above.
 *
 * <p>The cost of a join is what flows out of it plus what is built into its table plus what probes
 * it, each counted in bytes with a share for the row itself: building a large table costs several
 * times as much a row as probing it. A join without an equality costs every pair.
 */
final class JoinSearch {
  /** Up to so many units all orders are looked at (2,048 sets, 177,147 splits). */
  static final int EXACT_UNITS = 11;

  private static final double ROW = 10;
  private static final double BUILD_ROW = 40;
  private static final double PROBE_ROW = 20;
  private static final double MISS = 100; // more for a row of a table that leaves the caches
  private static final double SMALL_TABLE = 50_000;
  private static final double LARGE_TABLE = 1_000_000;
  private static final double PAIR = 4;
  private static final double CROSS_ROWS =
      4; // up to so many rows a cross join costs next to nothing
  private static final double CROSS_BASE_ROWS = 1_000; // however wrong the estimate of such rows is

  private final JoinGraph graph;
  private final Map<Long, Double> rows = new HashMap<>(); // of the sets that greedy looked at

  private JoinSearch(JoinGraph graph) {
    this.graph = graph;
  }

  /** A set of joined units, and the two sets it was joined from. */
  record Tree(long set, double cost, @Nullable Tree left, @Nullable Tree right) {
    Tree leftTree() {
      return java.util.Objects.requireNonNull(left, "a single unit has no left side");
    }

    Tree rightTree() {
      return java.util.Objects.requireNonNull(right, "a single unit has no right side");
    }
  }

  static Tree search(JoinGraph graph) {
    JoinSearch search = new JoinSearch(graph);
    if (graph.size <= EXACT_UNITS) {
      Tree tree = search.exact(false);
      return tree == null
          ? java.util.Objects.requireNonNull(search.exact(true), "no join order found")
          : tree;
    }
    return search.greedy();
  }

  private @Nullable Tree exact(boolean crossAllowed) {
    int size = graph.size;
    int sets = 1 << size;
    double[] cost = new double[sets];
    double[] rows = new double[sets];
    int[] split = new int[sets];
    boolean[] complete = new boolean[sets];
    for (int set = 1; set < sets; set++) {
      boolean single = Integer.bitCount(set) == 1;
      complete[set] = single || graph.isComplete(set);
      rows[set] = complete[set] ? graph.rows(set) : 0;
      cost[set] = single ? 0 : Double.POSITIVE_INFINITY;
      if (single || !complete[set]) {
        continue;
      }
      for (int one = (set - 1) & set; one > 0; one = (one - 1) & set) {
        int other = set & ~one;
        double so = cost[one] + cost[other];
        if (so >= cost[set] || !canJoin(one, other, rows, crossAllowed)) {
          continue;
        }
        double total = so + joinCost(one, other, rows[one], rows[other], rows[set]);
        if (total < cost[set]) {
          cost[set] = total;
          split[set] = one;
        }
      }
    }
    int all = sets - 1;
    return cost[all] < Double.POSITIVE_INFINITY ? tree(all, cost, split, rows) : null;
  }

  private static boolean isSingle(long set) {
    return (set & (set - 1)) == 0;
  }

  /** {@code one} is the left side: a unit that is not inner can only be the other. */
  private boolean canJoin(int one, int other, double[] rows, boolean crossAllowed) {
    if (isSingle(one) && graph.isAttached(Integer.numberOfTrailingZeros(one))) {
      return false;
    }
    if (isSingle(other) && graph.isAttached(Integer.numberOfTrailingZeros(other))) {
      return (graph.region.units.get(Integer.numberOfTrailingZeros(other)).needed() & ~one) == 0;
    }
    return crossAllowed
        || isTiny(one, rows)
        || isTiny(other, rows)
        || graph.isConnected(one, other);
  }

  /** Whether a set has few rows by its estimate, and not many where the estimate is wrong. */
  private boolean isTiny(int set, double[] rows) {
    return rows[set] <= CROSS_ROWS && graph.baseRows(set) <= CROSS_BASE_ROWS;
  }

  private double joinCost(long one, long other, double rowsOne, double rowsOther, double out) {
    double output = out * (ROW + graph.bytes(one | other));
    boolean attachedUnit = isSingle(other) && graph.isAttached(Long.numberOfTrailingZeros(other));
    if (!attachedUnit && !graph.hasEquality(one, other)) {
      return output + PAIR * rowsOne * rowsOther;
    }
    double oneIsBuilt = build(rowsOne, graph.bytes(one)) + probe(rowsOther, graph.bytes(other));
    double otherIsBuilt = build(rowsOther, graph.bytes(other)) + probe(rowsOne, graph.bytes(one));
    return output + Math.min(oneIsBuilt, otherIsBuilt);
  }

  private static double build(double rows, double bytes) {
    double fill = Math.clamp((rows - SMALL_TABLE) / (LARGE_TABLE - SMALL_TABLE), 0, 1);
    return rows * (BUILD_ROW + fill * MISS + bytes);
  }

  private static double probe(double rows, double bytes) {
    return rows * (PROBE_ROW + bytes / 4);
  }

  private Tree tree(int set, double[] cost, int[] split, double[] rows) {
    if (isSingle(set)) {
      return new Tree(set, 0, null, null);
    }
    int one = split[set];
    int other = set & ~one;
    boolean keeps =
        (isSingle(other) && graph.isAttached(Integer.numberOfTrailingZeros(other)))
            || rows[one] * graph.bytes(one) >= rows[other] * graph.bytes(other);
    return new Tree(
        set,
        cost[set],
        tree(keeps ? one : other, cost, split, rows),
        tree(keeps ? other : one, cost, split, rows));
  }

  /** Joins, again and again, the two trees whose join costs least. */
  private Tree greedy() {
    List<Tree> trees = new ArrayList<>();
    for (int u = 0; u < graph.size; u++) {
      trees.add(new Tree(1L << u, 0, null, null));
    }
    while (trees.size() > 1) {
      Tree best = bestPair(trees, false);
      if (best == null) {
        best = java.util.Objects.requireNonNull(bestPair(trees, true), "no join order found");
      }
      trees.remove(best.left());
      trees.remove(best.right());
      trees.add(best);
    }
    return trees.getFirst();
  }

  private @Nullable Tree bestPair(List<Tree> trees, boolean crossAllowed) {
    Tree best = null;
    for (Tree left : trees) {
      for (Tree right : trees) {
        if (left.set == right.set || !canJoin(left, right, crossAllowed)) {
          continue;
        }
        double rowsLeft = rows(left.set);
        double rowsRight = rows(right.set);
        double cost =
            joinCost(left.set, right.set, rowsLeft, rowsRight, rows(left.set | right.set));
        boolean attached =
            isSingle(right.set) && graph.isAttached(Long.numberOfTrailingZeros(right.set));
        boolean rightOrder =
            attached || rowsLeft * graph.bytes(left.set) >= rowsRight * graph.bytes(right.set);
        if (rightOrder && (best == null || cost < best.cost)) {
          best = new Tree(left.set | right.set, cost, left, right);
        }
      }
    }
    return best;
  }

  private double rows(long set) {
    return rows.computeIfAbsent(set, graph::rows);
  }

  private boolean canJoin(Tree left, Tree right, boolean crossAllowed) {
    if (isSingle(left.set) && graph.isAttached(Long.numberOfTrailingZeros(left.set))) {
      return false;
    }
    if (isSingle(right.set) && graph.isAttached(Long.numberOfTrailingZeros(right.set))) {
      int unit = Long.numberOfTrailingZeros(right.set);
      return (graph.region.units.get(unit).needed() & ~left.set) == 0;
    }
    return crossAllowed || graph.isConnected(left.set, right.set);
  }
}
