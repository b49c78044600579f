package dev.heddle.planner.cost;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * Estimates a join of two relations: the product of the rows divided by the larger domain of each
 * pair of keys, several keys together counting at most the rows of the smaller base relation.
 *
 * <p>Where the keys of one relation are in a part of the other's range, as the days of sales among
 * those of a calendar, only that part counts.
 */
public final class JoinEstimates {
  private static final double RESIDUAL = 0.5; // of pairs that pass a condition which is no equality
  private static final double MIN_ANTI = 0.1;

  private JoinEstimates() {}

  /** A pair of key columns: positions in the left and in the right relation. */
  private record Key(int left, int right) {
    Key swapped() {
      return new Key(right, left);
    }
  }

  /** Returns the estimate of a join's output. */
  public static RelEstimate join(
      RelEstimate left, RelEstimate right, RexNode condition, JoinRelType kind) {
    List<Key> keys = new ArrayList<>();
    double residual = split(left, condition, keys);
    double inner =
        rowsInRange(left, right, keys)
            * rowsInRange(right, left, keys.stream().map(Key::swapped).toList())
            / domain(left, right, keys)
            * residual;
    return switch (kind) {
      case INNER, ASOF -> pairs(left, right, inner, keys);
      case LEFT, LEFT_ASOF -> pairs(left, right, Math.max(inner, left.rows()), keys);
      case RIGHT -> pairs(left, right, Math.max(inner, right.rows()), keys);
      case FULL -> pairs(left, right, Math.max(inner, left.rows() + right.rows()), keys);
      case SEMI -> left.thinned(left.rows() * matchShare(left, right, keys, residual));
      case ANTI ->
          left.thinned(
              left.rows() * Math.max(MIN_ANTI, 1 - matchShare(left, right, keys, residual)));
      case LEFT_MARK -> {
        List<ColumnEstimate> columns = new ArrayList<>(left.columns());
        columns.add(ColumnEstimate.computed(2, left.rows(), 1));
        yield new RelEstimate(left.rows(), columns);
      }
    };
  }

  /** Collects the equalities, and returns the share of pairs that the other conjuncts keep. */
  private static double split(RelEstimate left, RexNode condition, List<Key> keys) {
    int leftColumns = left.columns().size();
    double residual = 1;
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      if (conjunct.isAlwaysTrue()) {
        continue;
      }
      if ((conjunct.isA(SqlKind.EQUALS) || conjunct.isA(SqlKind.IS_NOT_DISTINCT_FROM))
          && conjunct instanceof RexCall call) {
        int one = Selectivity.column(call.getOperands().get(0));
        int other = Selectivity.column(call.getOperands().get(1));
        if (one > other) {
          int swapped = one;
          one = other;
          other = swapped;
        }
        if (one >= 0 && one < leftColumns && other >= leftColumns) {
          keys.add(new Key(one, other - leftColumns));
          continue;
        }
      }
      residual *= conjunct instanceof RexInputRef ? 0.5 : RESIDUAL;
    }
    return residual;
  }

  private static double domain(RelEstimate left, RelEstimate right, List<Key> keys) {
    double product = 1;
    double cap = Double.MAX_VALUE;
    for (Key key : keys) {
      ColumnEstimate one = left.column(key.left());
      ColumnEstimate other = right.column(key.right());
      product *= Math.max(1, commonDomain(one, other));
      cap = Math.min(cap, Math.max(1, Math.min(one.domainRows(), other.domainRows())));
    }
    return keys.size() > 1 ? Math.max(1, Math.min(product, cap)) : product;
  }

  private static double commonDomain(ColumnEstimate one, ColumnEstimate other) {
    return Math.max(one.domainWithin(other), other.domainWithin(one));
  }

  /** Returns how many rows of a relation have keys within the range of those of another. */
  private static double rowsInRange(RelEstimate rel, RelEstimate other, List<Key> keys) {
    double rows = rel.rows();
    for (Key key : keys) {
      ColumnEstimate column = rel.column(key.left());
      rows = Math.min(rows, column.rowsWithin(other.column(key.right()), rel.rows()));
    }
    return rows;
  }

  /** Returns the share of left rows that have a match: how much of the keys' domain right holds. */
  private static double matchShare(
      RelEstimate left, RelEstimate right, List<Key> keys, double residual) {
    if (keys.isEmpty()) {
      return right.rows() >= 1 ? Math.max(0.5, residual) : right.rows();
    }
    double share = 1;
    for (Key key : keys) {
      ColumnEstimate one = left.column(key.left());
      ColumnEstimate other = right.column(key.right());
      double domain = other.domainWithin(one);
      double held =
          other.rowsWithin(one, other.distinct()) / Math.max(1, Math.max(one.distinct(), domain));
      share = Math.min(share, Math.min(1, held));
    }
    return share * (residual < 1 ? 0.8 : 1);
  }

  private static RelEstimate pairs(
      RelEstimate left, RelEstimate right, double rows, List<Key> keys) {
    List<ColumnEstimate> columns = new ArrayList<>();
    for (ColumnEstimate column : left.columns()) {
      columns.add(column.thinned(left.rows(), Math.min(rows, left.rows())));
    }
    for (ColumnEstimate column : right.columns()) {
      columns.add(column.thinned(right.rows(), Math.min(rows, right.rows())));
    }
    for (Key key : keys) {
      int other = left.columns().size() + key.right();
      double distinct = Math.min(columns.get(key.left()).distinct(), columns.get(other).distinct());
      columns.set(key.left(), columns.get(key.left()).withDistinct(distinct));
      columns.set(other, columns.get(other).withDistinct(distinct));
    }
    return new RelEstimate(rows, columns);
  }
}
