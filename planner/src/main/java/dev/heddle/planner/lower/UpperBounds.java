package dev.heddle.planner.lower;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.Sarg;
import org.jspecify.annotations.Nullable;

/** Which integer columns a filter bounds from above, and by what. */
final class UpperBounds {
  private static final BigDecimal LARGEST = BigDecimal.valueOf(Integer.MAX_VALUE);

  private UpperBounds() {}

  /** Returns the largest value that satisfies all conjuncts, for columns that they bound. */
  static Map<Integer, Long> of(List<RexNode> conjuncts) {
    Map<Integer, Long> bounds = new HashMap<>();
    for (RexNode conjunct : conjuncts) {
      if (conjunct instanceof RexCall call && call.getOperands().size() == 2) {
        add(call, bounds);
      }
    }
    return bounds;
  }

  private static void add(RexCall call, Map<Integer, Long> bounds) {
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    if (left instanceof RexLiteral literal) {
      add(call.getKind().reverse(), right, literal, bounds);
    } else if (right instanceof RexLiteral literal) {
      add(call.getKind(), left, literal, bounds);
    }
  }

  private static void add(
      SqlKind kind, RexNode value, RexLiteral literal, Map<Integer, Long> bounds) {
    if (!(value instanceof RexInputRef ref) || literal.isNull()) {
      return;
    }
    Comparable<?> limit =
        literal.getValue() instanceof Sarg<?> sarg ? largest(sarg) : literal.getValue();
    if (!(limit instanceof BigDecimal number)) {
      return;
    }
    BigDecimal bound =
        switch (kind) {
          case EQUALS, LESS_THAN_OR_EQUAL, SEARCH -> number.setScale(0, RoundingMode.FLOOR);
          case LESS_THAN -> number.setScale(0, RoundingMode.CEILING).subtract(BigDecimal.ONE);
          default -> null;
        };
    if (bound != null && bound.abs().compareTo(LARGEST) <= 0) {
      bounds.merge(ref.getIndex(), bound.longValueExact(), Math::min);
    }
  }

  /** Returns the end of a set of values, which may be just beyond it; null if there is none. */
  private static @Nullable Comparable<?> largest(Sarg<?> sarg) {
    return sarg.rangeSet.isEmpty() || !sarg.rangeSet.span().hasUpperBound()
        ? null
        : sarg.rangeSet.span().upperEndpoint();
  }
}
