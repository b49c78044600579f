package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.Validity;
import dev.heddle.physical.kernel.list.ListRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The different elements of lists that others have too; none where the other is null. */
public final class ListIntersectNode extends ListNode {
  public ListIntersectNode(List<Node> arguments, DataType type) {
    super(type, arguments);
  }

  @Override
  boolean isStrict(int argument) {
    return argument == 0;
  }

  @Override
  Column compute(ListRows lists, Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    boolean isNone = isRepeated(1) && operands[1].isNull(0);
    Buffer both =
        isNone
            ? rows.account().allocateZeroed(Bits.bytesFor(rows.count()))
            : Validity.both(
                validity,
                isRepeated(1) ? null : operands[1].validityBuffer(),
                rows.count(),
                rows.account());
    try {
      ListRows others = new ListRows(operands[1], isRepeated(1), address(both), rows.count());
      return reordered(
          lists, type, lists.elements(), rows, validity, orders -> orders.intersect(others));
    } finally {
      if (both != null) {
        both.release();
      }
    }
  }
}
