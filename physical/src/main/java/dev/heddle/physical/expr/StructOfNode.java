package dev.heddle.physical.expr;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import java.util.List;

/** A struct of the arguments, one for each field. */
final class StructOfNode extends Node {
  private final Node[] fields;

  StructOfNode(List<Node> fields, DataType type) {
    super(type);
    this.fields = fields.toArray(Node[]::new);
  }

  @Override
  Column evaluate(Rows rows) {
    Column[] columns = new Column[fields.length];
    int made = 0;
    try {
      for (; made < fields.length; made++) {
        columns[made] = fields[made].evaluate(rows);
      }
    } catch (Throwable e) {
      for (int i = 0; i < made; i++) {
        columns[i].release();
      }
      throw e;
    }
    return Column.structs(type, rows.count(), null, columns);
  }

  @Override
  boolean canFail() {
    for (Node field : fields) {
      if (field.canFail()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    for (Node field : fields) {
      field.close();
    }
  }
}
