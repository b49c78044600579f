package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Validity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether texts one behind the other are another text, which they are not copied for. */
public final class ConcatEqualNode extends StrictNode {
  private final boolean negated;

  /** Makes a node of the texts, and whether it tests that they are not equal. */
  public ConcatEqualNode(List<Node> parts, Node whole, boolean negated) {
    super(DataType.BOOL, withLast(parts, whole));
    this.negated = negated;
  }

  private static List<Node> withLast(List<Node> parts, Node whole) {
    List<Node> all = new ArrayList<>(parts);
    all.add(whole);
    return all;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    long[][] data = new long[operands.length][];
    long[] steps = new long[operands.length];
    for (int i = 0; i < operands.length; i++) {
      data[i] = operands[i].dataAddresses();
      steps[i] = step(operands, i);
    }
    int count = rows.count();
    int whole = operands.length - 1;
    try (Output output = new Output(DataType.BOOL, rows)) {
      for (int base = 0; base < count; base += 64) {
        long word = 0;
        int end = Math.min(64, count - base);
        for (int i = 0; i < end; i++) {
          int row = base + i;
          long left = StringViews.length(operands[whole].values() + steps[whole] * row);
          for (int k = 0; k < whole; k++) {
            left -= StringViews.length(operands[k].values() + steps[k] * row);
          }
          boolean hit = left == 0 && isEqual(operands, steps, data, row);
          word |= (hit ? 1L : 0L) << i;
        }
        Memory.putLong(output.values() + (base >>> 3), word);
      }
      if (negated) {
        Validity.not(output.values(), count, output.values());
      }
      return output.build(validity);
    }
  }

  private static boolean isEqual(Column[] operands, long[] steps, long[][] data, int row) {
    int whole = operands.length - 1;
    long at = StringViews.address(operands[whole].values() + steps[whole] * row, data[whole]);
    for (int k = 0; k < whole; k++) {
      long view = operands[k].values() + steps[k] * row;
      int length = StringViews.length(view);
      if (!Memory.isEqual(StringViews.address(view, data[k]), at, length)) {
        return false;
      }
      at += length;
    }
    return true;
  }
}
