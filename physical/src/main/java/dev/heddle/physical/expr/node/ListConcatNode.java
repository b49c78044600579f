package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnAppender;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import java.util.List;

/** Lists one behind the other; nulls count as empty lists, or make the result null. */
public final class ListConcatNode extends ArgumentsNode {
  private final boolean isStrict;

  public ListConcatNode(ScalarFunction function, List<Node> arguments, DataType type) {
    super(type, arguments);
    this.isStrict = function == ScalarFunction.CONCAT_OPERATOR;
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    int count = rows.count();
    Column[] operands = new Column[arguments.length];
    Buffer ranges = rows.account().allocate(8L * count);
    Buffer validity = null;
    DataType element = ((DataType.ListOf) type).element();
    try (ColumnAppender elements = new ColumnAppender(element, rows.account())) {
      validity = rows.account().allocateZeroed(Bits.bytesFor(count));
      for (int i = 0; i < arguments.length; i++) {
        operands[i] = arguments[i].operand(rows);
      }
      for (int row = 0; row < count; row++) {
        int from = elements.rows();
        if (append(operands, row, elements)) {
          Bits.set(validity.address(), row);
        }
        Memory.putInt(ranges.address() + 8L * row, from);
        Memory.putInt(ranges.address() + 8L * row + 4, elements.rows() - from);
      }
      Column all = elements.build();
      return Column.lists(type, count, ranges.retain(), validity.retain(), all);
    } finally {
      ranges.release();
      if (validity != null) {
        validity.release();
      }
      Column.releaseAll(operands);
    }
  }

  private boolean append(Column[] operands, int row, ColumnAppender elements) {
    for (int i = 0; isStrict && i < operands.length; i++) {
      if (operands[i].isNull(arguments[i].isConstant() ? 0 : row)) {
        return false;
      }
    }
    for (int i = 0; i < operands.length; i++) {
      int at = arguments[i].isConstant() ? 0 : row;
      if (!operands[i].isNull(at)) {
        elements.appendRange(
            operands[i].child(0), operands[i].listStart(at), operands[i].listLength(at));
      }
    }
    return true;
  }
}
