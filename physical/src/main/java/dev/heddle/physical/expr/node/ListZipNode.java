package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import java.util.List;

/**
 * Lists side by side, as one of structs; lists that are null are empty. Where a boolean behind them
 * is true, they are cut to the shortest.
 */
public final class ListZipNode extends ArgumentsNode {
  private final int lists; // how many operands are lists

  public ListZipNode(List<Node> arguments, DataType type) {
    super(type, arguments);
    this.lists = arguments.size() - (arguments.getLast().type instanceof DataType.Bool ? 1 : 0);
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    int count = rows.count();
    Column[] operands = new Column[arguments.length];
    Buffer ranges = rows.account().allocateZeroed(8L * count);
    try {
      for (int i = 0; i < arguments.length; i++) {
        operands[i] = arguments[i].operand(rows);
        if (i < lists) {
          extend(operands[i], arguments[i].isConstant(), ranges.address(), count);
        }
      }
      if (lists < arguments.length) {
        cut(operands, ranges.address(), count);
      }
      int total = 0;
      for (int row = 0; row < count; row++) {
        Memory.putInt(ranges.address() + 8L * row, total);
        total = Math.addExact(total, Memory.getInt(ranges.address() + 8L * row + 4));
      }
      Column elements = elements(operands, ranges.address(), total, rows);
      return Column.lists(type, count, ranges.retain(), null, elements);
    } finally {
      ranges.release();
      Column.releaseAll(operands);
    }
  }

  /** Makes each row as long as the list there, if that one is longer. */
  private static void extend(Column lists, boolean isConstant, long ranges, int count) {
    for (int row = 0; row < count; row++) {
      int at = isConstant ? 0 : row;
      if (!lists.isNull(at)) {
        long length = ranges + 8L * row + 4;
        Memory.putInt(length, Math.max(Memory.getInt(length), lists.listLength(at)));
      }
    }
  }

  /** Makes rows whose last operand is true as long as the shortest list. */
  private void cut(Column[] operands, long ranges, int count) {
    Column flags = operands[lists];
    for (int row = 0; row < count; row++) {
      int flag = arguments[lists].isConstant() ? 0 : row;
      if (flags.isNull(flag) || !flags.booleanAt(flag)) {
        continue;
      }
      long length = ranges + 8L * row + 4;
      for (int i = 0; i < lists; i++) {
        int at = arguments[i].isConstant() ? 0 : row;
        int own = operands[i].isNull(at) ? 0 : operands[i].listLength(at);
        Memory.putInt(length, Math.min(Memory.getInt(length), own));
      }
    }
  }

  private Column elements(Column[] operands, long ranges, int total, EvaluatedRows rows) {
    Buffer positions = rows.account().allocate(4L * total);
    try {
      long places = positions.address();
      Column[] fields =
          Column.makeAll(
              lists,
              i -> {
                positions(operands[i], arguments[i].isConstant(), ranges, places, rows);
                return Gather.rowsOrNull(operands[i].child(0), places, total, rows.account());
              });
      return Column.structs(((DataType.ListOf) type).element(), total, null, fields);
    } finally {
      positions.release();
    }
  }

  /** Writes where each element is in a list's column of elements, -1 after its end. */
  private static void positions(
      Column lists, boolean isConstant, long ranges, long output, EvaluatedRows rows) {
    for (int row = 0; row < rows.count(); row++) {
      int at = isConstant ? 0 : row;
      boolean isNull = lists.isNull(at);
      int start = isNull ? 0 : lists.listStart(at);
      int present = isNull ? 0 : lists.listLength(at);
      int from = Memory.getInt(ranges + 8L * row);
      int length = Memory.getInt(ranges + 8L * row + 4);
      for (int i = 0; i < length; i++) {
        Memory.putInt(output + 4L * (from + i), i < present ? start + i : -1);
      }
    }
  }
}
