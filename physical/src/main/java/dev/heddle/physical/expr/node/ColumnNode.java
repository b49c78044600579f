package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;

/** A column of the input, as it is. */
public final class ColumnNode extends Node {
  final int index;

  public ColumnNode(int index, DataType type) {
    super(type);
    this.index = index;
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    return rows.column(index).retain();
  }

  @Override
  public Column plain(EvaluatedRows rows) {
    return rows.plainColumn(index).retain();
  }

  @Override
  public boolean canFail() {
    return false;
  }
}
