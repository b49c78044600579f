package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Validity;
import dev.heddle.physical.kernel.compare.Compare;

/** {@code IS [NOT] DISTINCT FROM}: equality for which null equals null; never null. */
public final class DistinctNode extends Node {
  private final Node left;
  private final Node right;
  private final boolean distinct;

  public DistinctNode(ScalarFunction function, Node left, Node right) {
    super(DataType.BOOL);
    this.left = left;
    this.right = right;
    this.distinct = function == ScalarFunction.IS_DISTINCT_FROM;
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    Column a = left.operand(rows);
    try {
      Column b = right.operand(rows);
      try (Output output = new Output(DataType.BOOL, rows)) {
        long bits = output.values();
        int count = rows.count();
        Compare.equal(a, b, count, bits);
        for (long i = 0; i < Bits.bytesFor(count); i += 8) {
          long aValid = word(a, left.isConstant(), i);
          long bValid = word(b, right.isConstant(), i);
          long same = (Memory.getLong(bits + i) & aValid & bValid) | (~aValid & ~bValid);
          Memory.putLong(bits + i, same);
        }
        if (distinct) {
          Validity.not(bits, count, bits);
        }
        return output.build(null);
      } finally {
        b.release();
      }
    } finally {
      a.release();
    }
  }

  private static long word(Column column, boolean repeated, long offset) {
    if (repeated) {
      return column.isNull(0) ? 0 : -1L;
    }
    return column.validity() == 0 ? -1L : Memory.getLong(column.validity() + offset);
  }

  @Override
  public boolean canFail() {
    return left.canFail() || right.canFail();
  }

  @Override
  public void close() {
    left.close();
    right.close();
  }
}
