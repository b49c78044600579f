package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.kernel.SingleValues;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A constant. */
public final class LiteralNode extends Node {
  public final Optional<ScanValue> value;
  private final MemoryAccount account;
  private @Nullable Column single;

  public LiteralNode(Optional<ScanValue> value, DataType type, MemoryAccount account) {
    super(type);
    this.value = value;
    this.account = account;
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    return SingleValues.constant(type, value, rows.count(), rows.account());
  }

  @Override
  public boolean isConstant() {
    return true;
  }

  @Override
  Column operand(EvaluatedRows rows) {
    if (single == null) {
      single = SingleValues.constant(type, value, 1, account);
    }
    return single.retain();
  }

  @Override
  public boolean canFail() {
    return false;
  }

  @Override
  public void close() {
    if (single != null) {
      single.release();
      single = null;
    }
  }
}
