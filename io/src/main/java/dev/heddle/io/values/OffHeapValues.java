package dev.heddle.io.values;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;

/** Values in a column, which is lent. */
public record OffHeapValues(Column column) implements ResultValues {
  @Override
  public DataType type() {
    return column.type();
  }

  @Override
  public Layout layout() {
    return column.layout();
  }

  @Override
  public int rows() {
    return column.rows();
  }

  @Override
  public boolean isNull(int row) {
    return column.isNull(row);
  }

  @Override
  public boolean booleanAt(int row) {
    return column.booleanAt(row);
  }

  @Override
  public long longAt(int row) {
    return column.longAt(row);
  }

  @Override
  public double doubleAt(int row) {
    return column.doubleAt(row);
  }

  @Override
  public long lowWordAt(int row) {
    return column.lowWordAt(row);
  }

  @Override
  public long highWordAt(int row) {
    return column.highWordAt(row);
  }

  @Override
  public byte[] bytesAt(int row) {
    return column.bytesAt(row);
  }

  @Override
  public int listStart(int row) {
    return column.listStart(row);
  }

  @Override
  public int listLength(int row) {
    return column.listLength(row);
  }

  @Override
  public ResultValues child(int index) {
    return new OffHeapValues(column.child(index));
  }
}
