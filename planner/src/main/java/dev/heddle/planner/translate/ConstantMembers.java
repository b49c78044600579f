package dev.heddle.planner.translate;

import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.Stability;
import dev.heddle.frame.schema.DataType;
import dev.heddle.physical.expr.ConstantFolder;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.expr.QueryTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Computes the constant expressions in long IN lists before the list becomes a part of the plan,
 * which would hold, and simplify, several nodes for each. What fails stays as it is, and fails if a
 * row needs it. Stateless.
 */
final class ConstantMembers {
  /** Members below which rules compute them. */
  private static final int MIN_MEMBERS = 50;

  /** Members that are computed together, between two looks whether planning is cancelled. */
  private static final int BATCH_MEMBERS = 4096;

  private static final QueryTime NO_TIME = new QueryTime(0, ZoneOffset.UTC);

  private ConstantMembers() {}

  /**
   * Returns the values of members, each in the type of its member; null for those that are none,
   * and null instead of a list that would have few.
   */
  static @Nullable List<@Nullable RexNode> values(RexBuilder rex, List<Expr> members) {
    if (members.size() < MIN_MEMBERS) {
      return null;
    }
    List<PhysicalExpr> constants = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      Expr member = members.get(i);
      PhysicalExpr constant = member instanceof Expr.Literal ? null : constant(member);
      if (constant != null) {
        constants.add(constant);
        positions.add(i);
      }
    }
    if (constants.size() < MIN_MEMBERS) {
      return null;
    }
    @Nullable RexNode[] values = new RexNode[members.size()];
    for (int from = 0; from < constants.size(); from += BATCH_MEMBERS) {
      int to = Math.min(from + BATCH_MEMBERS, constants.size());
      CancelPoint.check();
      List<PhysicalExpr> folded = ConstantFolder.foldAll(constants.subList(from, to), NO_TIME);
      for (int i = from; i < to; i++) {
        if (folded.get(i - from) instanceof PhysicalExpr.Literal literal) {
          values[positions.get(i)] = RexLiterals.rex(rex, literal).orElse(null);
        }
      }
    }
    return Arrays.asList(values);
  }

  /** Returns what a constant expression is when it runs; null if it may be something else. */
  private static @Nullable PhysicalExpr constant(Expr expr) {
    return switch (expr) {
      case Expr.Literal literal -> RexLiterals.physical(literal);
      case Expr.Cast cast -> {
        PhysicalExpr operand = constant(cast.operand());
        yield operand == null || isOther(cast.type())
            ? null
            : RexToPhysical.cast(operand, cast.type(), cast.mode());
      }
      case Expr.Call call -> isPlain(call.function()) ? call(call) : null;
      default -> null;
    };
  }

  private static @Nullable PhysicalExpr call(Expr.Call call) {
    CancelPoint.check();
    List<PhysicalExpr> arguments = new ArrayList<>(call.arguments().size());
    for (Expr argument : call.arguments()) {
      PhysicalExpr constant = constant(argument);
      if (constant == null) {
        return null;
      }
      arguments.add(constant);
    }
    PhysicalExpr result = RexToPhysical.call(call.function(), arguments);
    return isOther(result.type()) ? null : result;
  }

  /** Nested types have no literals, and intervals are compared by their lengths. */
  private static boolean isOther(DataType type) {
    return type.isNested() || type instanceof DataType.Interval;
  }

  /** Returns whether a call runs as it is written. */
  private static boolean isPlain(ScalarFunction function) {
    return switch (function) {
      case ADD,
          SUBTRACT,
          MULTIPLY,
          DIVIDE,
          FLOOR_DIVIDE,
          MODULO,
          NEGATE,
          ABS,
          CONCAT,
          CONCAT_OPERATOR,
          LOWER,
          UPPER ->
          function.stability() == Stability.IMMUTABLE;
      default -> false;
    };
  }
}
