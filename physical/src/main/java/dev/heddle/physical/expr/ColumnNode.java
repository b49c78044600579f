package dev.heddle.physical.expr;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;

/** A column of the input, as it is. */
final class ColumnNode extends Node {
  final int index;

  ColumnNode(int index, DataType type) {
    super(type);
    this.index = index;
  }

  @Override
  Column evaluate(Rows rows) {
    return rows.column(index).retain();
  }

  @Override
  Column plain(Rows rows) {
    return rows.plainColumn(index).retain();
  }

  @Override
  boolean canFail() {
    return false;
  }
}
