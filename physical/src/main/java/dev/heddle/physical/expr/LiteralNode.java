package dev.heddle.physical.expr;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.kernel.Columns;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A constant. */
final class LiteralNode extends Node {
  final Optional<ScanValue> value;
  private final MemoryAccount account;
  private @Nullable Column single;

  LiteralNode(Optional<ScanValue> value, DataType type, MemoryAccount account) {
    super(type);
    this.value = value;
    this.account = account;
  }

  @Override
  Column evaluate(Rows rows) {
    return Columns.constant(type, value, rows.count(), rows.account());
  }

  @Override
  boolean isConstant() {
    return true;
  }

  @Override
  Column operand(Rows rows) {
    if (single == null) {
      single = Columns.constant(type, value, 1, account);
    }
    return single.retain();
  }

  @Override
  boolean canFail() {
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
