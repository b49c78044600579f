package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Scatter;
import java.util.List;

/** A list of the arguments, nulls too. */
public final class ListOfNode extends ArgumentsNode {
  public ListOfNode(List<Node> arguments, DataType type) {
    super(type, arguments);
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    int count = rows.count();
    int width = arguments.length;
    int total = Math.multiplyExact(count, width);
    DataType element = ((DataType.ListOf) type).element();
    Buffer scratch = rows.account().allocate(4L * count);
    try (Scatter elements = Scatter.covered(element, total, rows.account())) {
      for (int i = 0; i < width && count > 0; i++) {
        for (int row = 0; row < count; row++) {
          Memory.putInt(scratch.address() + 4L * row, row * width + i);
        }
        Column part = arguments[i].operand(rows);
        try {
          elements.put(part, scratch.address(), count);
        } finally {
          part.release();
        }
      }
      Column all = elements.build();
      Buffer ranges;
      try {
        ranges = rows.account().allocate(8L * count);
      } catch (Throwable e) {
        all.release();
        throw e;
      }
      for (int row = 0; row < count; row++) {
        Memory.putInt(ranges.address() + 8L * row, row * width);
        Memory.putInt(ranges.address() + 8L * row + 4, width);
      }
      return Column.lists(type, count, ranges, null, all);
    } finally {
      scratch.release();
    }
  }
}
