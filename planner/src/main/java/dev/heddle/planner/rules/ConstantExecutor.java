package dev.heddle.planner.rules;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.ConstantFolder;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.planner.translate.RexLiterals;
import dev.heddle.planner.translate.RexToPhysical;
import dev.heddle.planner.types.TypeMapping;
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
    for (RexNode constant : constants) {
      reduced.add(reduced(rex, constant));
    }
  }

  private RexNode reduced(RexBuilder rex, RexNode constant) {
    PhysicalExpr folded;
    try {
      folded = ConstantFolder.fold(RexToPhysical.convert(constant, NO_COLUMNS, time), time);
    } catch (HeddleException e) {
      return constant; // it fails when a row needs it, with its own message
    }
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
