package dev.heddle.planner.rules;

import dev.heddle.planner.cost.ColumnEstimate;
import dev.heddle.planner.cost.Estimator;
import dev.heddle.planner.cost.JoinEstimates;
import dev.heddle.planner.cost.RelEstimate;
import dev.heddle.planner.cost.RowBounds;
import dev.heddle.planner.cost.Selectivity;
import dev.heddle.planner.cost.Shares;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * What a join region's predicates imply for every set of its units: whether they are connected, and
 * how many rows they make together.
 *
 * <p>Equalities of columns form classes: of a class's members any two are equal, and a set of units
 * holding {@code k} of them is thinned {@code k - 1} times, each time by the larger domains. Only
 * what is in the range of all members counts (see {@link JoinEstimates}). So the estimate of a set
 * does not depend on the order of its joins.
 *
 * <p>Estimates that multiply down to few rows are doubted: then what filters keep of the units is
 * taken to correlate, so that of several units the filters count less and less (see {@link
 * Shares}). A set has one row at least unless one of its units has less: products of small shares
 * end at nothing, beside which everything seems free. Not thread-safe.
 */
final class JoinGraph {
  private static final double COMPLEX_SHARE = 0.4;
  private static final double VALUE_COLUMN_BYTES = 8;
  private static final double DOUBTED_ROWS = 1_000; // up to which an estimate is taken for too low

  /** Columns that are equal in every result row: global columns, and their units as bits. */
  record EqualColumns(List<Integer> columns, long units) {}

  /**
   * A column with values outside of the range of one that it equals.
   *
   * @param other the unit of that one, as a bit
   * @param domain how many of the column's values are within
   * @param rows how many of the unit's rows are
   */
  private record Narrowing(int column, int unit, long other, double domain, double rows) {}

  /** Any other predicate over several units. */
  record Edge(RexNode predicate, long units, double share) {}

  final JoinRegion region;
  final int size;
  final List<EqualColumns> classes = new ArrayList<>();
  final List<Edge> edges = new ArrayList<>();
  private final List<Narrowing> narrowings = new ArrayList<>();

  private final EstimateNoise noise;
  private final RelEstimate[] estimates;
  private final double[] baseRows;
  private final boolean[] isOneRow;
  private final double[] attachFactor;
  private final double[] unitBytes;
  private final @Nullable ObservedSets observed; // null if nothing is remembered

  JoinGraph(JoinRegion region, Estimator estimator, ImmutableBitSet needed, EstimateNoise noise) {
    this.noise = noise;
    this.region = region;
    this.size = region.units.size();
    this.estimates = new RelEstimate[size];
    this.baseRows = new double[size];
    this.isOneRow = new boolean[size];
    this.attachFactor = new double[size];
    this.unitBytes = new double[size];
    for (int u = 0; u < size; u++) {
      estimates[u] = estimator.of(region.units.get(u).rel());
      baseRows[u] = estimates[u].rows();
      for (ColumnEstimate column : estimates[u].columns()) {
        baseRows[u] = Math.max(baseRows[u], column.domainRows());
      }
      isOneRow[u] = RowBounds.of(region.units.get(u).rel()) <= 1;
    }
    classify();
    for (int u = 0; u < size; u++) {
      attachFactor[u] = factorOf(region.units.get(u), estimates[u]);
      unitBytes[u] = bytes(u, needed);
    }
    this.observed = ObservedSets.of(this, estimator);
  }

  private double bytes(int u, ImmutableBitSet needed) {
    JoinRegion.Unit unit = region.units.get(u);
    double bytes = 0;
    for (int i = 0; i < unit.width(); i++) {
      if (needed.get(unit.offset() + i)) {
        bytes += estimates[u].column(i).bytes();
      }
    }
    return Math.max(VALUE_COLUMN_BYTES, bytes);
  }

  ColumnEstimate column(int global) {
    int unit = region.unitOf(global);
    return estimates[unit].column(global - region.units.get(unit).offset());
  }

  private void classify() {
    int[] parent = new int[region.width()];
    for (int i = 0; i < parent.length; i++) {
      parent[i] = i;
    }
    List<RexNode> others = new ArrayList<>();
    for (RexNode predicate : region.predicates) {
      if (isColumnEquality(predicate)) {
        int one = operand(predicate, 0);
        int other = operand(predicate, 1);
        parent[root(parent, one)] = root(parent, other);
      } else {
        others.add(predicate);
      }
    }
    for (int start = 0; start < parent.length; start++) {
      if (root(parent, start) != start) {
        continue;
      }
      List<Integer> members = new ArrayList<>();
      long units = 0;
      for (int i = 0; i < parent.length; i++) {
        if (root(parent, i) == start) {
          members.add(i);
          units |= 1L << region.unitOf(i);
        }
      }
      if (members.size() > 1) {
        classes.add(new EqualColumns(members, units));
        members.forEach(column -> members.forEach(other -> narrow(column, other)));
      }
    }
    for (RexNode predicate : others) {
      edges.add(new Edge(predicate, region.unitsOf(predicate), share(predicate)));
    }
  }

  /** Notes a column that the range of another one narrows. */
  private void narrow(int column, int other) {
    int unit = region.unitOf(column);
    int otherUnit = region.unitOf(other);
    ColumnEstimate own = column(column);
    double domain = own.domainWithin(column(other));
    if (domain < own.domain()) {
      double all = estimates[unit].rows();
      double rows = unit == otherUnit ? all : own.rowsWithin(column(other), all);
      narrowings.add(new Narrowing(column, unit, 1L << otherUnit, domain, rows));
    }
  }

  private double share(RexNode predicate) {
    long units = region.unitsOf(predicate);
    if (predicate instanceof RexCall call
        && (call.isA(SqlKind.EQUALS) || call.isA(SqlKind.IS_NOT_DISTINCT_FROM))) {
      double largest = 1;
      for (int column : org.apache.calcite.plan.RelOptUtil.InputFinder.bits(predicate)) {
        largest = Math.max(largest, column(column).domain());
      }
      return 1 / largest;
    }
    if (Long.bitCount(units) == 1) {
      int unit = Long.numberOfTrailingZeros(units);
      int offset = region.units.get(unit).offset();
      return Selectivity.of(estimates[unit], RexUtil.shift(predicate, -offset));
    }
    return COMPLEX_SHARE;
  }

  private static int root(int[] parent, int at) {
    int root = at;
    while (parent[root] != root) {
      root = parent[root];
    }
    return root;
  }

  private static int operand(RexNode predicate, int index) {
    return ((RexInputRef) ((RexCall) predicate).getOperands().get(index)).getIndex();
  }

  /** Whether this is an equality of columns of two units with the same type. */
  private boolean isColumnEquality(RexNode predicate) {
    if (!predicate.isA(SqlKind.EQUALS)
        || !(predicate instanceof RexCall call)
        || !(call.getOperands().get(0) instanceof RexInputRef one)
        || !(call.getOperands().get(1) instanceof RexInputRef other)) {
      return false;
    }
    return region.unitOf(one.getIndex()) != region.unitOf(other.getIndex())
        && SqlTypeUtil.equalSansNullability(one.getType(), other.getType());
  }

  /** Returns by how much attaching a unit that is not inner multiplies the rows. */
  private double factorOf(JoinRegion.Unit unit, RelEstimate right) {
    if (unit.attachment() == JoinRegion.Attachment.INNER) {
      return 1;
    }
    int[] place = new int[region.width()];
    List<ColumnEstimate> columns = new ArrayList<>();
    double leftRows = 1;
    for (int u = 0; u < size; u++) {
      if ((unit.needed() & 1L << u) != 0) {
        leftRows = Math.max(leftRows, estimates[u].rows());
        for (int i = 0; i < estimates[u].columns().size(); i++) {
          place[region.units.get(u).offset() + i] = columns.size();
          columns.add(estimates[u].column(i));
        }
      }
    }
    for (int i = 0; i < unit.width(); i++) {
      place[unit.offset() + i] = columns.size() + i;
    }
    RelEstimate left = new RelEstimate(leftRows, columns);
    List<RexNode> moved = new ArrayList<>();
    for (RexNode conjunct : unit.condition()) {
      moved.add(
          conjunct.accept(
              new RexShuttle() {
                @Override
                public RexNode visitInputRef(RexInputRef reference) {
                  return new RexInputRef(place[reference.getIndex()], reference.getType());
                }
              }));
    }
    RexBuilder rex = unit.rel().getCluster().getRexBuilder();
    JoinRelType kind =
        switch (unit.attachment()) {
          case SEMI -> JoinRelType.SEMI;
          case ANTI -> JoinRelType.ANTI;
          case LEFT, INNER -> JoinRelType.LEFT;
        };
    RelEstimate joined =
        JoinEstimates.join(left, right, RexUtil.composeConjunction(rex, moved), kind);
    return joined.rows() / leftRows;
  }

  /** Returns whether some equality can hash these two sets of units together. */
  boolean hasEquality(long one, long other) {
    for (EqualColumns equal : classes) {
      if ((equal.units & one) != 0 && (equal.units & other) != 0) {
        return true;
      }
    }
    for (Edge edge : edges) {
      if (edge.predicate.isA(SqlKind.EQUALS) && connects(edge, one, other)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether some predicate connects these two sets of units. */
  boolean isConnected(long one, long other) {
    if (hasEquality(one, other)) {
      return true;
    }
    for (Edge edge : edges) {
      if (connects(edge, one, other)) {
        return true;
      }
    }
    return false;
  }

  static boolean connects(Edge edge, long one, long other) {
    return (edge.units & ~(one | other)) == 0
        && (edge.units & one) != 0
        && (edge.units & other) != 0;
  }

  /** Returns whether every unit of the set that is not inner finds what it needs in the set. */
  boolean isComplete(long set) {
    for (long rest = set; rest != 0; rest &= rest - 1) {
      JoinRegion.Unit unit = region.units.get(Long.numberOfTrailingZeros(rest));
      if ((unit.needed() & ~set) != 0) {
        return false;
      }
    }
    return true;
  }

  boolean isAttached(int unit) {
    return region.units.get(unit).attachment() != JoinRegion.Attachment.INNER;
  }

  /** Returns the average bytes of a row of the set; joined semi and anti units add none. */
  double bytes(long set) {
    double bytes = 0;
    for (long rest = set; rest != 0; rest &= rest - 1) {
      int unit = Long.numberOfTrailingZeros(rest);
      boolean isGone =
          Long.bitCount(set) > 1
              && switch (region.units.get(unit).attachment()) {
                case SEMI, ANTI -> true;
                case INNER, LEFT -> false;
              };
      bytes += isGone ? 0 : unitBytes[unit];
    }
    return bytes;
  }

  /** Returns the rows of a set of units after all predicates within it. */
  double rows(long set) {
    double expected = expectedRows(set);
    return observed == null ? expected : observed.rows(set, expected);
  }

  /** Returns whether something is remembered of earlier runs. */
  boolean isObserved() {
    return observed != null;
  }

  /** Returns the rows that are read of all units, whatever the order. */
  double rowsRead() {
    double sum = 0;
    for (double rows : baseRows) {
      sum += rows;
    }
    return sum;
  }

  /** Returns the rows of a set of units without what was counted of exactly this set. */
  double uncountedRows(long set) {
    double expected = expectedRows(set);
    return observed == null ? expected : observed.expected(set, expected);
  }

  private double expectedRows(long set) {
    if (Long.bitCount(set) == 1) {
      return estimates[Long.numberOfTrailingZeros(set)].rows();
    }
    double pairs = 1;
    double least = 1;
    double factors = 1;
    double product = 1;
    double[] shares = new double[Long.bitCount(set)];
    int count = 0;
    for (long rest = set; rest != 0; rest &= rest - 1) {
      int unit = Long.numberOfTrailingZeros(rest);
      if (isAttached(unit)) {
        factors *= attachFactor[unit];
        continue;
      }
      double own = estimates[unit].rows();
      double share = baseRows[unit] > 0 ? own / baseRows[unit] : 1;
      pairs *= rowsWithin(unit, set);
      least = Math.min(least, own);
      product *= share;
      shares[count++] = share;
    }
    double rows = pairs;
    for (EqualColumns equal : classes) {
      rows /= domains(equal, set);
    }
    rows *= correction(set);
    for (Edge edge : edges) {
      if ((edge.units & ~set) == 0 && Long.bitCount(edge.units) > 1) {
        rows *= edge.share;
      }
    }
    if (rows < DOUBTED_ROWS && product > 0) {
      double correlated = rows / product * Shares.together(shares, count);
      rows = Math.max(rows, Math.min(correlated, DOUBTED_ROWS));
    }
    double bounded = Math.min(Math.max(rows, least), pairs) * factors;
    return Math.min(bounded * noise.factor(set), RelEstimate.MAX_ROWS);
  }

  /** Returns whether a set is one unit that is proved to have one row at most. */
  boolean isOneRow(long set) {
    return Long.bitCount(set) == 1 && isOneRow[Long.numberOfTrailingZeros(set)];
  }

  /** Returns the units that are inner. */
  long inner() {
    long inner = 0;
    for (int unit = 0; unit < size; unit++) {
      inner |= isAttached(unit) ? 0 : 1L << unit;
    }
    return inner;
  }

  /** Returns the product of all but the smallest domains of the class's members in the set. */
  private double domains(EqualColumns equal, long set) {
    double product = 1;
    double smallest = Double.MAX_VALUE;
    long seen = 0;
    for (int column : equal.columns) {
      long unit = 1L << region.unitOf(column);
      if ((unit & set) == 0 || (seen & unit) != 0) {
        continue;
      }
      seen |= unit;
      double domain = Math.max(1, domainWithin(column, set));
      product *= domain;
      smallest = Math.min(smallest, domain);
    }
    return Long.bitCount(seen) < 2 ? 1 : product / smallest;
  }

  /** Returns how many values of a column are in the ranges of those that it equals in the set. */
  private double domainWithin(int column, long set) {
    double domain = column(column).domain();
    for (Narrowing each : narrowings) {
      if (each.column == column && (each.other & set) != 0) {
        domain = Math.min(domain, each.domain);
      }
    }
    return domain;
  }

  /** Returns how many rows of a unit have keys in the ranges of those of the set's other units. */
  private double rowsWithin(int unit, long set) {
    double rows = estimates[unit].rows();
    for (Narrowing each : narrowings) {
      if (each.unit == unit && (each.other & set) != 0) {
        rows = Math.min(rows, each.rows);
      }
    }
    return rows;
  }

  /**
   * Two units that share several classes choose from at most the number of combinations of keys
   * that the smaller of their base relations has rows, not from the product of the domains.
   */
  private double correction(long set) {
    double correction = 1;
    for (long rest = set; rest != 0; rest &= rest - 1) {
      int unit = Long.numberOfTrailingZeros(rest);
      double largest = 1;
      for (long earlier = set & ((1L << unit) - 1); earlier != 0; earlier &= earlier - 1) {
        largest = Math.max(largest, correction(unit, Long.numberOfTrailingZeros(earlier)));
      }
      correction *= largest;
    }
    return correction;
  }

  private double correction(int one, int other) {
    double product = 1;
    double base = Double.MAX_VALUE;
    int shared = 0;
    long both = 1L << one | 1L << other;
    for (EqualColumns equal : classes) {
      if ((equal.units & both) != both) {
        continue;
      }
      shared++;
      product *= domains(equal, both);
      for (int column : equal.columns) {
        int unit = region.unitOf(column);
        if (unit == one || unit == other) {
          base = Math.min(base, Math.max(1, column(column).domainRows()));
        }
      }
    }
    return shared < 2 ? 1 : Math.max(1, product / base);
  }
}
