package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.Scatter;
import dev.heddle.physical.kernel.SelectionVectors;
import java.util.List;

/** The first argument that is not null; each is evaluated only for the rows that need it. */
public final class CoalesceNode extends ArgumentsNode {

  public CoalesceNode(List<Node> arguments, DataType type) {
    super(type, arguments);
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    Column first = arguments[0].plain(rows);
    if (!first.mayHaveNulls() || arguments.length == 1) {
      return first;
    }
    int count = rows.count();
    Buffer open = null;
    try (Scatter scatter = Scatter.startingNull(type, count, rows.account())) {
      open = rows.account().allocate(4L * Math.max(1, count));
      scatter.put(first, 0, count);
      int left = SelectionVectors.whereClear(first.validity(), 0, count, open.address());
      for (int i = 1; i < arguments.length && left > 0; i++) {
        left = fill(scatter, arguments[i], rows, open.address(), left);
      }
      return scatter.build();
    } finally {
      first.release();
      if (open != null) {
        open.release();
      }
    }
  }

  private static int fill(Scatter scatter, Node argument, EvaluatedRows rows, long open, int left) {
    try (EvaluatedRows some = rows.select(open, left)) {
      Buffer missing = rows.account().allocate(4L * left);
      Column part = null;
      try {
        part = argument.operand(some);
        scatter.put(part, open, left);
        if (argument.isConstant()) {
          return part.isNull(0) ? left : 0;
        }
        if (!part.mayHaveNulls()) {
          return 0;
        }
        int still = SelectionVectors.whereClear(part.validity(), 0, left, missing.address());
        SelectionVectors.compose(open, missing.address(), still, open);
        return still;
      } finally {
        missing.release();
        if (part != null) {
          part.release();
        }
      }
    }
  }
}
