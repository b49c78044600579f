package dev.heddle.physical.expr;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Columns;
import dev.heddle.physical.kernel.TextSplit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of texts as lists; the texts are shared. */
final class SplitNode extends StrictNode {
  SplitNode(List<Node> arguments, DataType type) {
    super(type, arguments);
  }

  @Override
  Column compute(Column[] operands, Rows rows, @Nullable Buffer validity) {
    int count = rows.count();
    Column text = operands[0];
    Column separator = operands[1];
    long[] data = text.dataAddresses();
    long[] separatorData = separator.dataAddresses();
    Buffer ranges = rows.account().allocate(8L * count);
    try {
      int total = 0;
      for (int i = 0; i < count; i++) {
        boolean isPresent = validity == null || Bits.get(validity.address(), i);
        int parts =
            isPresent
                ? TextSplit.count(
                    text.values() + step(operands, 0) * i,
                    data,
                    separator.values() + step(operands, 1) * i,
                    separatorData)
                : 0;
        Memory.putInt(ranges.address() + 8L * i, total);
        Memory.putInt(ranges.address() + 8L * i + 4, parts);
        total = Math.addExact(total, parts);
      }
      Buffer views = rows.account().allocate(16L * total);
      for (int i = 0; i < count; i++) {
        if (Memory.getInt(ranges.address() + 8L * i + 4) > 0) {
          TextSplit.write(
              text.values() + step(operands, 0) * i,
              data,
              separator.values() + step(operands, 1) * i,
              separatorData,
              views.address() + 16L * Memory.getInt(ranges.address() + 8L * i));
        }
      }
      Column parts = Columns.withData(DataType.STRING, total, views, null, text);
      Buffer kept = validity == null ? null : validity.retain();
      return Column.lists(type, count, ranges.retain(), kept, parts);
    } finally {
      ranges.release();
    }
  }
}
