package dev.heddle.physical.expr;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;

/** What is at hand in an expression that is evaluated for the elements of a list. */
final class LambdaParameterNode extends Node {
  private final int slot;

  LambdaParameterNode(int slot, DataType type) {
    super(type);
    this.slot = slot;
  }

  @Override
  Column evaluate(Rows rows) {
    return rows.parameter(slot).retain();
  }

  @Override
  boolean canFail() {
    return false;
  }
}
