package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.list.ListRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The elements of lists from one position to another; the elements are shared. */
public final class ListSliceNode extends ListNode {
  public ListSliceNode(List<Node> arguments, DataType type) {
    super(type, arguments);
  }

  @Override
  Column compute(ListRows lists, Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Buffer ranges = rows.account().allocate(8L * rows.count());
    for (int row = 0; row < rows.count(); row++) {
      int length = lists.length(row);
      int start = length == 0 ? 0 : lists.start(row);
      long first = position(operands, 1, row, length);
      long last = position(operands, 2, row, length);
      long from = Math.clamp(first, 1, length + 1L) - 1;
      long to = Math.clamp(last, from, length);
      Memory.putInt(ranges.address() + 8L * row, start + (int) from);
      Memory.putInt(ranges.address() + 8L * row + 4, (int) (to - from));
    }
    Buffer kept = validity == null ? null : validity.retain();
    return Column.lists(type, rows.count(), ranges, kept, lists.elements().retain());
  }

  private long position(Column[] operands, int argument, int row, int length) {
    long given = Memory.getLong(operands[argument].values() + step(operands, argument) * row);
    return given < 0 ? Math.max(length + 1L + given, 0) : given;
  }
}
