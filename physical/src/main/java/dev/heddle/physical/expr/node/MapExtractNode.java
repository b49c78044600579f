package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.list.ListPicks;
import dev.heddle.physical.kernel.list.ListRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list of the value that a map has for a key, empty if it has none; the values are shared. */
public final class MapExtractNode extends ListNode {
  public MapExtractNode(List<Node> arguments, DataType type) {
    super(type, arguments);
  }

  @Override
  boolean isStrict(int argument) {
    return argument == 0;
  }

  @Override
  Column compute(ListRows lists, Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Column entries = lists.elements();
    Buffer positions = rows.account().allocate(4L * rows.count());
    try {
      ListPicks.of(lists, entries.child(0), operands[1], positions.address());
      Buffer ranges = rows.account().allocate(8L * rows.count());
      for (int row = 0; row < rows.count(); row++) {
        int position = Memory.getInt(positions.address() + 4L * row);
        Memory.putInt(ranges.address() + 8L * row, Math.max(0, position));
        Memory.putInt(ranges.address() + 8L * row + 4, position < 0 ? 0 : 1);
      }
      Buffer kept = validity == null ? null : validity.retain();
      return Column.lists(type, rows.count(), ranges, kept, entries.child(1).retain());
    } finally {
      positions.release();
    }
  }
}
