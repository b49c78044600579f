package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.list.ListOrders;
import dev.heddle.physical.kernel.list.ListRows;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A function whose first argument is a list or map; null where an argument is. */
abstract class ListNode extends StrictNode {
  ListNode(DataType type, List<Node> arguments) {
    super(type, arguments);
  }

  /** Computes from plain operands and the lists of the first one. */
  abstract Column compute(
      ListRows lists, Column[] operands, EvaluatedRows rows, @Nullable Buffer validity);

  @Override
  final Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    ListRows lists = new ListRows(operands[0], isRepeated(0), address(validity), rows.count());
    return compute(lists, operands, rows, validity);
  }

  /**
   * Returns lists of the elements that an action picks, at most all.
   *
   * @param type of the lists; its elements are those of {@code elements}
   */
  static Column reordered(
      ListRows lists,
      DataType type,
      Column elements,
      EvaluatedRows rows,
      @Nullable Buffer validity,
      Consumer<ListOrders> action) {
    Buffer positions = rows.account().allocate(4L * lists.total());
    try {
      Buffer ranges = rows.account().allocate(8L * rows.count());
      try {
        ListOrders orders = new ListOrders(lists, positions.address(), ranges.address());
        action.accept(orders);
        Column picked =
            Gather.rows(elements, positions.address(), orders.written(), rows.account());
        Buffer kept = validity == null ? null : validity.retain();
        return Column.lists(type, rows.count(), ranges.retain(), kept, picked);
      } finally {
        ranges.release();
      }
    } finally {
      positions.release();
    }
  }
}
