package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;

/** What is at hand in an expression that is evaluated for the elements of a list. */
public final class LambdaParameterNode extends Node {
  private final int slot;

  public LambdaParameterNode(int slot, DataType type) {
    super(type);
    this.slot = slot;
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    return rows.parameter(slot).retain();
  }

  @Override
  public boolean canFail() {
    return false;
  }
}
