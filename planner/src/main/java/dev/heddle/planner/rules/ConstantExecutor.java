package dev.heddle.planner.rules;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.ConstantFolder;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.planner.translate.RexLiterals;
import dev.heddle.planner.translate.RexToPhysical;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.rex.RexNode;

/**
 * Computes constant expressions with the kernels that queries run, so that folding never changes a
 * result. What fails, such as a division by zero, stays as it is and fails if a row needs it.
 * Immutable.
 */
public final class ConstantExecutor implements RexExecutor {
  private static final Schema NO_COLUMNS = new Schema(List.of());

  private final QueryTime time;

  /** Makes an executor for a query that sees this moment. */
  public ConstantExecutor(QueryTime time) {
    this.time = time;
  }

  @Override
  public void reduce(RexBuilder rex, List<RexNode> constants, List<RexNode> reduced) {
    List<Integer> convertible = new ArrayList<>();
    List<PhysicalExpr> expressions = new ArrayList<>();
    for (int i = 0; i < constants.size(); i++) {
      reduced.add(constants.get(i));
      try {
        expressions.add(RexToPhysical.convert(constants.get(i), NO_COLUMNS, time));
        convertible.add(i);
      } catch (HeddleException e) {
        if (e.code() == ErrorCode.CANCELLED) {
          throw e;
        } // else it fails when a row needs it, with its own message
      }
    }
    List<PhysicalExpr> values = ConstantFolder.foldAll(expressions, time);
    int first = reduced.size() - constants.size();
    for (int i = 0; i < values.size(); i++) {
      int at = convertible.get(i);
      reduced.set(first + at, reduced(rex, constants.get(at), values.get(i)));
    }
  }

  private static RexNode reduced(RexBuilder rex, RexNode constant, PhysicalExpr folded) {
    if (!(folded instanceof PhysicalExpr.Literal literal)
        || !literal.type().equals(TypeMapping.dataType(constant.getType()))) {
      return constant;
    }
    return RexLiterals.rex(rex, literal)
        .map(node -> typed(rex, node, constant.getType()))
        .orElse(constant);
  }

  /** Rules demand the very type that the expression had. */
  private static RexNode typed(RexBuilder rex, RexNode node, RelDataType type) {
    return node.getType().equals(type) ? node : rex.makeAbstractCast(type, node, false);
  }
}
