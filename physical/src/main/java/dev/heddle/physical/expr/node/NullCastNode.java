package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ConstantColumns;

/** Nulls of a type in place of an expression of type NULL, which is evaluated for its errors. */
public final class NullCastNode extends Node {
  private final Node input;

  public NullCastNode(Node input, DataType type) {
    super(type);
    this.input = input;
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    input.evaluate(rows).release();
    return ConstantColumns.nulls(type, rows.count(), rows.account());
  }

  @Override
  public boolean canFail() {
    return input.canFail();
  }

  @Override
  public void close() {
    input.close();
  }
}
