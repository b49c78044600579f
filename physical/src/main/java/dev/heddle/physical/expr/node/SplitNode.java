package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.SingleValues;
import dev.heddle.physical.kernel.text.TextSlices;
import dev.heddle.physical.kernel.text.TextSplit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of texts as lists; the texts are shared. */
public final class SplitNode extends StrictNode {
  public SplitNode(List<Node> arguments, DataType type) {
    super(type, arguments);
  }

  @Override
  boolean isStrict(int argument) {
    return argument == 0;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
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
            !isPresent
                ? 0
                : isWhole(separator, i)
                    ? 1
                    : TextSplit.count(
                        text.values() + step(operands, 0) * i,
                        data,
                        separator.values() + step(operands, 1) * i,
                        separatorData);
        Memory.putInt(ranges.address() + 8L * i, total);
        Memory.putInt(ranges.address() + 8L * i + 4, parts);
        total = Math.addExact(total, parts);
      }
      Buffer views = rows.account().allocate(16L * total);
      for (int i = 0; i < count; i++) {
        long view = text.values() + step(operands, 0) * i;
        long to = views.address() + 16L * Memory.getInt(ranges.address() + 8L * i);
        if (Memory.getInt(ranges.address() + 8L * i + 4) == 0) {
          continue;
        }
        if (isWhole(separator, i)) {
          TextSlices.put(view, data, 0, StringViews.length(view), to);
        } else {
          TextSplit.write(
              view, data, separator.values() + step(operands, 1) * i, separatorData, to);
        }
      }
      Column parts = SingleValues.withData(DataType.STRING, total, views, null, text);
      Buffer kept = validity == null ? null : validity.retain();
      return Column.lists(type, count, ranges.retain(), kept, parts);
    } finally {
      ranges.release();
    }
  }

  /** A null for the separator leaves the text whole. */
  private boolean isWhole(Column separator, int row) {
    return separator.isNull(isRepeated(1) ? 0 : row);
  }
}
