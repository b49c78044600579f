package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.compare.Compare;

/** Null where both arguments are equal, else the first. */
public final class NullIfNode extends Node {
  private final Node first;
  private final Node second;

  public NullIfNode(Node first, Node second, DataType type) {
    super(type);
    this.first = first;
    this.second = second;
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    Column a = first.plain(rows);
    try {
      Column b = second.operand(rows);
      try {
        return nullWhereEqual(a, b, rows);
      } finally {
        b.release();
      }
    } finally {
      a.release();
    }
  }

  private Column nullWhereEqual(Column a, Column b, EvaluatedRows rows) {
    int count = rows.count();
    boolean repeated = second.isConstant();
    if (repeated && b.isNull(0)) {
      return a.retain();
    }
    Buffer validity = rows.account().allocate(Bits.bytesFor(count));
    long bits = validity.address();
    Compare.equal(a, b, count, bits);
    for (long i = 0; i < Bits.bytesFor(count); i += 8) {
      long aValid = a.validity() == 0 ? -1L : Memory.getLong(a.validity() + i);
      long bValid = repeated || b.validity() == 0 ? -1L : Memory.getLong(b.validity() + i);
      Memory.putLong(bits + i, aValid & ~(Memory.getLong(bits + i) & bValid));
    }
    return a.sharedWithValidity(validity);
  }

  @Override
  public boolean canFail() {
    return first.canFail() || second.canFail();
  }

  @Override
  public void close() {
    first.close();
    second.close();
  }
}
