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
 *
 * <p>Connected sets come first, whatever estimates say: two sets are joined without an equality
 * only if one is proved to have one row at most, or if no equality connects either of them with
 * anything else. See {@link Crossing}.
 */
final class JoinSearch {
  /** Up to this number of units all orders are looked at (2,048 sets, 177,147 splits). */
  static final int EXACT_UNITS = 11;

  private static final double ROW = 10;
  private static final double BUILD_ROW = 40;
  private static final double PROBE_ROW = 20;
  private static final double MISS = 100; // more for a row of a table that leaves the caches
  private static final double SMALL_TABLE = 50_000;
  private static final double LARGE_TABLE = 1_000_000;
  private static final double PAIR = 4;
  private static final double REDUCED_SHARE = 0.1; // of facts, for a dimension to be joined first
  private final JoinGraph graph;
  private final long inner;
  private final Map<Long, Double> rows = new HashMap<>(); // of the sets that greedy looked at

  private JoinSearch(JoinGraph graph) {
    this.graph = graph;
    this.inner = graph.inner();
  }

  /** Which sets may be joined without an equality, from the strictest on. */
  private enum Crossing {
    /** A unit that is proved to have one row, and sets that no equality connects with others. */
    ONE_ROW,
    /** Also sets that nothing connects with others. */
    PARTS,
    ALL
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
    List<Tree> trees = new ArrayList<>();
    for (int unit = 0; unit < graph.size; unit++) {
      trees.add(new Tree(1L << unit, 0, null, null));
    }
    if (trees.size() > EXACT_UNITS) {
      search.joinReducers(trees);
    }
    if (trees.size() > EXACT_UNITS) {
      return search.greedy(trees);
    }
    for (Crossing crossing : Crossing.values()) {
      Tree tree = search.exact(trees, crossing);
      if (tree != null) {
        return tree;
      }
    }
    throw new IllegalStateException("no join order found");
  }

  /** Returns what the joins of a tree cost. */
  static double cost(JoinGraph graph, Tree tree) {
    return new JoinSearch(graph).total(tree);
  }

  private double total(Tree tree) {
    if (tree.left == null || tree.right == null) {
      return 0;
    }
    double inputs = total(tree.left) + total(tree.right); // rows of smaller sets are asked first
    long left = tree.left.set;
    long right = tree.right.set;
    return inputs + joinCost(left, right, rows(left), rows(right), rows(tree.set));
  }

  /** Looks at all orders of joining some trees; their sets are numbered by bits for each tree. */
  private @Nullable Tree exact(List<Tree> trees, Crossing crossing) {
    int sets = 1 << trees.size();
    long[] units = new long[sets];
    double[] cost = new double[sets];
    double[] rows = new double[sets];
    int[] split = new int[sets];
    for (int set = 1; set < sets; set++) {
      Tree first = trees.get(Integer.numberOfTrailingZeros(set));
      units[set] = units[set & (set - 1)] | first.set;
      boolean single = Integer.bitCount(set) == 1;
      boolean complete = single || graph.isComplete(units[set]);
      rows[set] = complete ? graph.rows(units[set]) : 0;
      cost[set] = single ? first.cost : Double.POSITIVE_INFINITY;
      if (single || !complete) {
        continue;
      }
      for (int one = (set - 1) & set; one > 0; one = (one - 1) & set) {
        int other = set & ~one;
        double so = cost[one] + cost[other];
        if (so >= cost[set] || !canJoin(units[one], units[other], crossing)) {
          continue;
        }
        double total = so + joinCost(units[one], units[other], rows[one], rows[other], rows[set]);
        if (total < cost[set]) {
          cost[set] = total;
          split[set] = one;
        }
      }
    }
    int all = sets - 1;
    return cost[all] < Double.POSITIVE_INFINITY ? tree(trees, all, units, cost, split, rows) : null;
  }

  private static boolean isSingle(long set) {
    return (set & (set - 1)) == 0;
  }

  /** {@code one} is the left side: a unit that is not inner can only be the other. */
  private boolean canJoin(long one, long other, Crossing crossing) {
    if (!canAttach(one, other)) {
      return false;
    }
    if (isAttachedUnit(other) || graph.hasEquality(one, other)) {
      return true;
    }
    return switch (crossing) {
      case ONE_ROW ->
          graph.isOneRow(one)
              || graph.isOneRow(other)
              || (graph.isConnected(one, other) && isClosed(one) && isClosed(other));
      case PARTS ->
          graph.isOneRow(one) || graph.isOneRow(other) || (isApart(one) && isApart(other));
      case ALL -> true;
    };
  }

  /** Whether no equality connects a set with units outside of it. */
  private boolean isClosed(long set) {
    return !graph.hasEquality(set, inner & ~set);
  }

  /** Whether nothing connects a set with units outside of it. */
  private boolean isApart(long set) {
    return !graph.isConnected(set, inner & ~set);
  }

  /** Whether units that are not inner find what they need. */
  private boolean canAttach(long one, long other) {
    return !isAttachedUnit(one)
        && (!isAttachedUnit(other)
            || (graph.region.units.get(Long.numberOfTrailingZeros(other)).needed() & ~one) == 0);
  }

  private boolean isAttachedUnit(long set) {
    return isSingle(set) && graph.isAttached(Long.numberOfTrailingZeros(set));
  }

  private double joinCost(long one, long other, double rowsOne, double rowsOther, double out) {
    double output = out * (ROW + graph.bytes(one | other));
    if (!isAttachedUnit(other) && !graph.hasEquality(one, other)) {
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

  private Tree tree(
      List<Tree> trees, int set, long[] units, double[] cost, int[] split, double[] rows) {
    if (Integer.bitCount(set) == 1) {
      return trees.get(Integer.numberOfTrailingZeros(set));
    }
    int one = split[set];
    int other = set & ~one;
    boolean keeps =
        isAttachedUnit(units[other])
            || rows[one] * graph.bytes(units[one]) >= rows[other] * graph.bytes(units[other]);
    return new Tree(
        units[set],
        cost[set],
        tree(trees, keeps ? one : other, units, cost, split, rows),
        tree(trees, keeps ? other : one, units, cost, split, rows));
  }

  /** Joins, again and again, the two trees whose join costs least. */
  private Tree greedy(List<Tree> trees) {
    while (trees.size() > 1) {
      Tree best = null;
      for (Crossing crossing : Crossing.values()) {
        best = best == null ? bestPair(trees, crossing) : best;
      }
      java.util.Objects.requireNonNull(best, "no join order found");
      trees.remove(best.left());
      trees.remove(best.right());
      trees.add(best);
    }
    return trees.getFirst();
  }

  /**
   * Joins each unit that keeps few rows of the only other one that it meets, such as a dimension
   * with a filter and its facts. The facts are read in any order of joins; where filters of several
   * dimensions correlate, and what is joined before has more rows than estimated, they do not
   * multiply them.
   */
  private void joinReducers(List<Tree> trees) {
    for (int unit = 0; unit < graph.size; unit++) {
      Tree reducer = treeOf(trees, unit);
      int neighbor = graph.isAttached(unit) || !isSingle(reducer.set) ? -1 : onlyNeighbor(unit);
      if (neighbor < 0) {
        continue;
      }
      Tree reduced = treeOf(trees, neighbor);
      long both = reduced.set | reducer.set;
      if (graph.isComplete(both)
          && rows(reducer.set) <= rows(reduced.set)
          && rows(both) <= REDUCED_SHARE * rows(reduced.set)) {
        double cost =
            joinCost(reduced.set, reducer.set, rows(reduced.set), rows(reducer.set), rows(both));
        trees.remove(reduced);
        trees.remove(reducer);
        trees.add(new Tree(both, cost, reduced, reducer));
      }
    }
  }

  private static Tree treeOf(List<Tree> trees, int unit) {
    return trees.stream().filter(tree -> (tree.set & 1L << unit) != 0).findFirst().orElseThrow();
  }

  /** Returns the unit that a unit is connected to, or -1 if there is none or several. */
  private int onlyNeighbor(int unit) {
    int found = -1;
    for (int other = 0; other < graph.size; other++) {
      if (other != unit && graph.isConnected(1L << unit, 1L << other)) {
        if (found >= 0 || graph.isAttached(other)) {
          return -1;
        }
        found = other;
      }
    }
    return found;
  }

  private @Nullable Tree bestPair(List<Tree> trees, Crossing crossing) {
    Tree best = null;
    for (Tree left : trees) {
      for (Tree right : trees) {
        if (left.set == right.set || !canJoin(left.set, right.set, crossing)) {
          continue;
        }
        double rowsLeft = rows(left.set);
        double rowsRight = rows(right.set);
        double cost =
            joinCost(left.set, right.set, rowsLeft, rowsRight, rows(left.set | right.set));
        boolean rightOrder =
            isAttachedUnit(right.set)
                || rowsLeft * graph.bytes(left.set) >= rowsRight * graph.bytes(right.set);
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
}
