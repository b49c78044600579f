package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.list.ListOrders;
import dev.heddle.physical.kernel.list.ListRows;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lists with their elements in another order, or some left out. */
public final class ListOrderNode extends ListNode {
  private final Consumer<ListOrders> action;

  public ListOrderNode(Node list, DataType type, Consumer<ListOrders> action) {
    super(type, List.of(list));
    this.action = action;
  }

  @Override
  Column compute(ListRows lists, Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    return reordered(lists, type, lists.elements(), rows, validity, action);
  }
}
