package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnAppender;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.list.ListRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a list's lists, one behind the other; lists among them that are null add none.
 */
public final class FlattenNode extends ListNode {
  public FlattenNode(Node list, DataType type) {
    super(type, List.of(list));
  }

  @Override
  Column compute(ListRows lists, Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Column inner = lists.elements();
    Buffer ranges = rows.account().allocate(8L * rows.count());
    try (ColumnAppender elements =
        new ColumnAppender(((DataType.ListOf) type).element(), rows.account())) {
      for (int row = 0; row < rows.count(); row++) {
        int from = elements.rows();
        int end = lists.start(row) + lists.length(row);
        for (int i = lists.start(row); i < end; i++) {
          if (!inner.isNull(i)) {
            elements.appendRange(inner.child(0), inner.listStart(i), inner.listLength(i));
          }
        }
        Memory.putInt(ranges.address() + 8L * row, from);
        Memory.putInt(ranges.address() + 8L * row + 4, elements.rows() - from);
      }
      Column all = elements.build();
      Buffer kept = validity == null ? null : validity.retain();
      return Column.lists(type, rows.count(), ranges.retain(), kept, all);
    } finally {
      ranges.release();
    }
  }
}
