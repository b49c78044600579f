package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.list.ListRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The different elements of lists that others have too. */
public final class ListIntersectNode extends ListNode {
  public ListIntersectNode(List<Node> arguments, DataType type) {
    super(type, arguments);
  }

  @Override
  Column compute(ListRows lists, Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    ListRows others = new ListRows(operands[1], isRepeated(1), address(validity), rows.count());
    return reordered(
        lists, type, lists.elements(), rows, validity, orders -> orders.intersect(others));
  }
}
