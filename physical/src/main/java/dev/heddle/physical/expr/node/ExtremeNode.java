package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Scatter;
import dev.heddle.physical.kernel.SelectionVectors;
import dev.heddle.physical.kernel.compare.Compare;
import java.util.List;

/** The largest or smallest argument that is not null. */
public final class ExtremeNode extends ArgumentsNode {
  private final boolean largest;

  public ExtremeNode(ScalarFunction function, List<Node> arguments, DataType type) {
    super(type, arguments);
    this.largest = function == ScalarFunction.GREATEST;
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    Column best = arguments[0].plain(rows);
    for (int i = 1; i < arguments.length; i++) {
      Column before = best;
      try {
        Column next = arguments[i].plain(rows);
        try {
          best = better(before, next, rows);
        } finally {
          next.release();
        }
      } finally {
        before.release();
      }
    }
    return best;
  }

  private Column better(Column best, Column next, EvaluatedRows rows) {
    int count = rows.count();
    Buffer scratch = rows.account().allocate(Bits.bytesFor(count) + 4L * count);
    long bits = scratch.address();
    long positions = bits + Bits.bytesFor(count);
    try (Scatter scatter = Scatter.covered(type, count, rows.account())) {
      if (largest) {
        Compare.less(best, next, count, bits);
      } else {
        Compare.less(next, best, count, bits);
      }
      for (long i = 0; i < Bits.bytesFor(count); i += 8) {
        long bestValid = best.validity() == 0 ? -1L : Memory.getLong(best.validity() + i);
        long nextValid = next.validity() == 0 ? -1L : Memory.getLong(next.validity() + i);
        Memory.putLong(bits + i, (Memory.getLong(bits + i) | ~bestValid) & nextValid);
      }
      int kept = SelectionVectors.whereClear(bits, 0, count, positions);
      scatter.putSame(best, positions, kept);
      int taken = SelectionVectors.whereSet(bits, 0, count, positions);
      scatter.putSame(next, positions, taken);
      return scatter.build();
    } finally {
      scratch.release();
    }
  }
}
