package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.compare.ElementComparison;

/**
 * The position from 1 of the first element that equals a value, where null equals null; null where
 * there is none, or no list.
 */
public final class ListPositionNode extends Node {
  private final Node list;
  private final Node wanted;

  public ListPositionNode(Node list, Node wanted) {
    super(DataType.INT64);
    this.list = list;
    this.wanted = wanted;
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    Column lists = list.operand(rows);
    try {
      Column values = wanted.operand(rows);
      try (Output output = new Output(type, rows)) {
        long validity = output.copyValidity(null);
        for (int row = 0; row < rows.count(); row++) {
          int position =
              position(lists, list.isConstant() ? 0 : row, values, wanted.isConstant() ? 0 : row);
          Memory.putLong(output.values() + 8L * row, position);
          if (position == 0) {
            Bits.clear(validity, row);
          }
        }
        return output.buildTrimmed();
      } finally {
        values.release();
      }
    } finally {
      lists.release();
    }
  }

  /** Returns a position from 1, or 0 if there is none. */
  private static int position(Column lists, int row, Column values, int value) {
    if (lists.isNull(row)) {
      return 0;
    }
    Column elements = lists.child(0);
    int start = lists.listStart(row);
    int length = lists.listLength(row);
    boolean isNull = values.isNull(value);
    for (int i = start; i < start + length; i++) {
      boolean isMissing = elements.isNull(i);
      if ((isNull || isMissing)
          ? isNull && isMissing
          : ElementComparison.isEqual(elements, i, values, value)) {
        return i - start + 1;
      }
    }
    return 0;
  }

  @Override
  public boolean canFail() {
    return list.canFail() || wanted.canFail();
  }

  @Override
  public void close() {
    list.close();
    wanted.close();
  }
}
