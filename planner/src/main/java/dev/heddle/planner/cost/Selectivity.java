package dev.heddle.planner.cost;

import com.google.common.collect.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.Sarg;
import org.jspecify.annotations.Nullable;

/**
 * Estimates which share of rows a condition keeps.
 *
 * <p>Constants are compared with a column's bounds and its number of values. Several conjuncts on
 * one column narrow one range; conjuncts on several columns multiply with back-off (exponents 1,
 * 1/2, 1/4, ...), since columns of real data correlate.
 */
public final class Selectivity {
  private static final double UNKNOWN = 0.25;
  private static final double UNKNOWN_COMPARISON = 0.35;
  private static final double PATTERN = 0.1;
  private static final double MIN_SHARE = 1e-9;
  private static final double EVEN_TEXTS = 200; // so few values are about equally frequent
  private static final double MAX_REPEATED_SHARE = 0.5; // distinct values among rows that repeat

  private Selectivity() {}

  /**
   * Returns the rows of {@code input} for which the condition is true: one at least, unless the
   * bounds of a column tell that there is none.
   */
  static RelEstimate filter(RelEstimate input, RexNode condition) {
    Conjuncts conjuncts = new Conjuncts(input);
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      conjuncts.add(conjunct);
    }
    double rows = input.rows() * conjuncts.share();
    if (!conjuncts.isImpossible()) {
      rows = Math.max(rows, Math.min(1, input.rows()));
    }
    List<ColumnEstimate> columns = new ArrayList<>(input.columns().size());
    for (int i = 0; i < input.columns().size(); i++) {
      ColumnEstimate column = input.column(i);
      ColumnRange range = conjuncts.ranges.get(i);
      columns.add(range == null ? column.thinned(input.rows(), rows) : range.narrow(column, rows));
    }
    return new RelEstimate(rows, columns);
  }

  /** Returns the share of the rows for which the condition is true. */
  public static double of(RelEstimate input, RexNode condition) {
    Conjuncts conjuncts = new Conjuncts(input);
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      conjuncts.add(conjunct);
    }
    return conjuncts.share();
  }

  /** The bounds that constants give one column. */
  private static final class ColumnRange {
    private double low = Double.NEGATIVE_INFINITY;
    private double high = Double.POSITIVE_INFINITY;
    private double points = Double.POSITIVE_INFINITY;
    private double otherShare = 1; // of inequalities that no range expresses
    private boolean unknownBound;
    private boolean isText;

    double share(ColumnEstimate column) {
      double notNull = 1 - column.nullFraction();
      double distinct = Math.max(1, column.distinct());
      if (points < Double.POSITIVE_INFINITY) {
        return notNull * Math.min(1, points / (isText ? named(column) : distinct)) * otherShare;
      }
      double share = otherShare;
      if (low > Double.NEGATIVE_INFINITY || high < Double.POSITIVE_INFINITY) {
        share *= rangeShare(column, distinct);
      } else if (unknownBound) {
        share *= UNKNOWN_COMPARISON;
      }
      return Math.max(MIN_SHARE, share * notNull);
    }

    /**
     * Returns of how many equally frequent values a text is that somebody names. Texts that repeat
     * have few frequent values and many rare ones, and those that are asked for are among the
     * frequent.
     */
    private static double named(ColumnEstimate column) {
      double distinct = Math.max(1, column.distinct());
      boolean repeats = column.domain() < MAX_REPEATED_SHARE * column.domainRows();
      return repeats && distinct > EVEN_TEXTS
          ? EVEN_TEXTS * Math.sqrt(distinct / EVEN_TEXTS)
          : distinct;
    }

    private double rangeShare(ColumnEstimate column, double distinct) {
      if (!column.hasRange()) {
        boolean both = low > Double.NEGATIVE_INFINITY && high < Double.POSITIVE_INFINITY;
        return both ? UNKNOWN_COMPARISON * UNKNOWN_COMPARISON : UNKNOWN_COMPARISON;
      }
      double from = Math.max(low, column.low());
      double to = Math.min(high, column.high());
      if (from > to) {
        return MIN_SHARE;
      }
      double span = column.high() / 2 - column.low() / 2; // of halves, which are finite
      return span <= 0 ? 1 : Math.clamp((to / 2 - from / 2) / span, 1 / distinct, 1);
    }

    ColumnEstimate narrow(ColumnEstimate column, double rows) {
      double distinct =
          points < Double.POSITIVE_INFINITY
              ? points
              : Math.max(1, column.distinct() * share(column));
      double from = Double.isNaN(column.low()) ? low : Math.max(low, column.low());
      double to = Double.isNaN(column.high()) ? high : Math.min(high, column.high());
      return column.within(from, to, Math.clamp(distinct, Math.min(1, rows), Math.max(1, rows)));
    }
  }

  private static final class Conjuncts {
    private final RelEstimate input;
    private final Map<Integer, ColumnRange> ranges = new LinkedHashMap<>();
    private final List<Double> others = new ArrayList<>();

    Conjuncts(RelEstimate input) {
      this.input = input;
    }

    void add(RexNode conjunct) {
      if (conjunct instanceof RexCall call && !addRange(call)) {
        others.add(ofCall(call));
      } else if (conjunct instanceof RexLiteral literal) {
        others.add(literal.isAlwaysTrue() ? 1.0 : MIN_SHARE);
      } else if (conjunct instanceof RexInputRef) {
        others.add(0.5);
      }
    }

    double share() {
      double[] all = shares();
      return Shares.together(all, all.length);
    }

    /** Whether by the bounds of a column no row can pass. */
    boolean isImpossible() {
      return Arrays.stream(shares()).anyMatch(share -> share <= MIN_SHARE);
    }

    private double[] shares() {
      List<Double> shares = new ArrayList<>(others);
      ranges.forEach((column, range) -> shares.add(range.share(input.column(column))));
      return shares.stream().mapToDouble(share -> Math.clamp(share, MIN_SHARE, 1)).toArray();
    }

    private boolean addRange(RexCall call) {
      List<RexNode> operands = call.getOperands();
      switch (call.getKind()) {
        case EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL -> {
          int left = column(operands.get(0));
          int right = column(operands.get(1));
          if (left >= 0 && isConstant(operands.get(1))) {
            range(left).isText = SqlTypeUtil.inCharFamily(operands.get(0).getType());
            addComparison(left, call.getKind(), constant(operands.get(1)));
            return true;
          }
          if (right >= 0 && isConstant(operands.get(0))) {
            range(right).isText = SqlTypeUtil.inCharFamily(operands.get(1).getType());
            addComparison(right, call.getKind().reverse(), constant(operands.get(0)));
            return true;
          }
          return false;
        }
        case SEARCH -> {
          int column = column(operands.get(0));
          return column >= 0
              && operands.get(1) instanceof RexLiteral literal
              && addSearch(column, literal);
        }
        default -> {
          return false;
        }
      }
    }

    private ColumnRange range(int column) {
      return ranges.computeIfAbsent(column, ignored -> new ColumnRange());
    }

    private void addComparison(int column, SqlKind kind, double value) {
      ColumnRange range = range(column);
      ColumnEstimate estimate = input.column(column);
      switch (kind) {
        case EQUALS -> {
          boolean outside =
              !Double.isNaN(value)
                  && estimate.hasRange()
                  && (value < estimate.low() || value > estimate.high());
          range.points = outside ? MIN_SHARE : Math.min(range.points, 1);
        }
        case LESS_THAN, LESS_THAN_OR_EQUAL -> {
          range.unknownBound |= Double.isNaN(value);
          range.high = Double.isNaN(value) ? range.high : Math.min(range.high, value);
        }
        default -> {
          range.unknownBound |= Double.isNaN(value);
          range.low = Double.isNaN(value) ? range.low : Math.max(range.low, value);
        }
      }
    }

    private boolean addSearch(int column, RexLiteral literal) {
      boolean isText = SqlTypeUtil.inCharFamily(literal.getType());
      Sarg<?> sarg = literal.getValueAs(Sarg.class);
      if (sarg == null || sarg.rangeSet.isEmpty()) {
        return false;
      }
      ColumnRange range = range(column);
      range.isText = isText;
      if (sarg.isPoints()) {
        range.points = Math.min(range.points, sarg.pointCount);
        return true;
      }
      if (sarg.isComplementedPoints()) {
        double distinct = Math.max(1, input.column(column).distinct());
        range.otherShare *= Math.max(0.05, 1 - sarg.pointCount / distinct);
        return true;
      }
      ColumnEstimate estimate = input.column(column);
      double share = 0;
      for (Range<?> part : sarg.rangeSet.asRanges()) {
        ColumnRange one = new ColumnRange();
        one.low = part.hasLowerBound() ? bound(part.lowerEndpoint()) : one.low;
        one.high = part.hasUpperBound() ? bound(part.upperEndpoint()) : one.high;
        if (sarg.rangeSet.asRanges().size() == 1) {
          range.low = Math.max(range.low, one.low);
          range.high = Math.min(range.high, one.high);
          return true;
        }
        share += one.low == one.high ? 1 / Math.max(1, estimate.distinct()) : one.share(estimate);
      }
      range.otherShare *= Math.min(1, share);
      return true;
    }

    private static double bound(Object value) {
      double number = ValueScale.ofValue(value);
      return Double.isNaN(number) ? 0 : number;
    }

    private double ofCall(RexCall call) {
      List<RexNode> operands = call.getOperands();
      return switch (call.getKind()) {
        case AND -> Selectivity.of(input, call);
        case OR -> {
          double none = 1;
          for (RexNode operand : operands) {
            none *= 1 - Math.min(1, Selectivity.of(input, operand));
          }
          yield 1 - none;
        }
        case NOT -> Math.max(0.05, 1 - Selectivity.of(input, operands.getFirst()));
        case EQUALS, IS_NOT_DISTINCT_FROM -> {
          int left = column(operands.get(0));
          int right = column(operands.get(1));
          double distinct = Math.max(distinct(left), distinct(right));
          yield distinct > 0 ? 1 / distinct : PATTERN;
        }
        case NOT_EQUALS, IS_DISTINCT_FROM -> {
          double distinct = distinct(column(operands.getFirst()));
          yield distinct > 1 ? 1 - 1 / distinct : 0.9;
        }
        case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
            column(operands.get(0)) >= 0 && column(operands.get(1)) >= 0 ? 0.5 : UNKNOWN_COMPARISON;
        case IS_NULL -> {
          int column = column(operands.getFirst());
          yield column < 0 ? PATTERN : Math.max(MIN_SHARE, input.column(column).nullFraction());
        }
        case IS_NOT_NULL -> {
          int column = column(operands.getFirst());
          yield column < 0 ? 0.9 : 1 - input.column(column).nullFraction();
        }
        case IS_TRUE, IS_NOT_FALSE -> Selectivity.of(input, operands.getFirst());
        case IS_FALSE, IS_NOT_TRUE ->
            Math.max(0.05, 1 - Selectivity.of(input, operands.getFirst()));
        case LIKE -> {
          String pattern = text(operands.get(1));
          yield pattern != null && pattern.indexOf('%') < 0 && pattern.indexOf('_') < 0
              ? 1 / Math.max(10, distinct(column(operands.getFirst())))
              : PATTERN;
        }
        default -> UNKNOWN;
      };
    }

    private double distinct(int column) {
      return column < 0 ? 0 : Math.max(1, input.column(column).distinct());
    }
  }

  private static @Nullable String text(RexNode node) {
    return node instanceof RexLiteral literal && literal.getValue() instanceof NlsString text
        ? text.getValue()
        : null;
  }

  /** Returns the column that the node is, or is converted from, or -1. */
  static int column(RexNode node) {
    RexNode inner = node;
    while (inner.isA(SqlKind.CAST)) {
      inner = ((RexCall) inner).getOperands().getFirst();
    }
    return inner instanceof RexInputRef reference ? reference.getIndex() : -1;
  }

  private static boolean isConstant(RexNode node) {
    RexNode inner = node;
    while (inner.isA(SqlKind.CAST)) {
      inner = ((RexCall) inner).getOperands().getFirst();
    }
    return inner instanceof RexLiteral;
  }

  private static double constant(RexNode node) {
    RexNode inner = node;
    while (inner.isA(SqlKind.CAST)) {
      inner = ((RexCall) inner).getOperands().getFirst();
    }
    return ValueScale.of((RexLiteral) inner);
  }
}
