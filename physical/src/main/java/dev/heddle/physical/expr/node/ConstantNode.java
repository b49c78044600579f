package dev.heddle.physical.expr.node;

import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ConstantColumns;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.kernel.SingleValues;
import org.jspecify.annotations.Nullable;

/** A call on constants only: evaluated once, when the first row needs it, so that it fails then. */
public final class ConstantNode extends Node {
  private final Node inner;
  private final MemoryAccount account;
  private @Nullable Column single;

  public ConstantNode(Node inner, MemoryAccount account) {
    super(inner.type);
    this.inner = inner;
    this.account = account;
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    if (rows.count() == 0) {
      return ConstantColumns.nulls(type, 0, rows.account());
    }
    Column one = operand(rows);
    try {
      if (type.isNested()) {
        return repeated(one, rows);
      }
      return SingleValues.constant(type, SingleValues.value(one, 0), rows.count(), rows.account());
    } finally {
      one.release();
    }
  }

  private static Column repeated(Column one, EvaluatedRows rows) {
    Buffer zeros = rows.account().allocateZeroed(4L * rows.count());
    try {
      return Gather.rows(one, zeros.address(), rows.count(), rows.account());
    } finally {
      zeros.release();
    }
  }

  @Override
  public boolean isConstant() {
    return true;
  }

  @Override
  Column operand(EvaluatedRows rows) {
    if (rows.count() == 0) {
      return ConstantColumns.nulls(type, 1, rows.account());
    }
    if (single == null) {
      try (EvaluatedRows one = EvaluatedRows.single(account)) {
        single = inner.plain(one);
      }
    }
    return single.retain();
  }

  @Override
  public boolean canFail() {
    return inner.canFail();
  }

  @Override
  public void close() {
    inner.close();
    if (single != null) {
      single.release();
      single = null;
    }
  }
}
