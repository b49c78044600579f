package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnAppender;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Failures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists a number of times one behind the other, empty for numbers below 1. */
public final class ListRepeatNode extends StrictNode {
  private static final int MAX_ELEMENTS = 1 << 28;

  /** Makes the node of a list and a BIGINT. */
  public ListRepeatNode(List<Node> arguments, DataType type) {
    super(type, arguments);
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Buffer ranges = rows.account().allocateZeroed(8L * rows.count());
    DataType element = ((DataType.ListOf) type).element();
    try (ColumnAppender elements = new ColumnAppender(element, rows.account())) {
      for (int row = 0; row < rows.count(); row++) {
        if (validity == null || Bits.get(validity.address(), row)) {
          int from = elements.rows();
          append(operands, row, elements);
          Memory.putInt(ranges.address() + 8L * row, from);
          Memory.putInt(ranges.address() + 8L * row + 4, elements.rows() - from);
        }
      }
      Buffer kept = validity == null ? null : validity.retain();
      return Column.lists(type, rows.count(), ranges.retain(), kept, elements.build());
    } finally {
      ranges.release();
    }
  }

  private void append(Column[] operands, int row, ColumnAppender elements) {
    int at = isRepeated(0) ? 0 : row;
    int length = operands[0].listLength(at);
    long times = operands[1].longAt(isRepeated(1) ? 0 : row);
    if (times > 0 && length > MAX_ELEMENTS / times) {
      throw Failures.argument(
          "Cannot repeat a list of "
              + length
              + " elements "
              + times
              + " times: a list has at most "
              + MAX_ELEMENTS
              + " elements");
    }
    for (long i = 0; i < times && length > 0; i++) {
      elements.appendRange(operands[0].child(0), operands[0].listStart(at), length);
    }
  }

  @Override
  public boolean canFail() {
    return true;
  }
}
