package dev.heddle.physical.expr;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import java.util.List;

/** A struct of the arguments, one for each field. */
final class StructOfNode extends ArgumentsNode {
  StructOfNode(List<Node> arguments, DataType type) {
    super(type, arguments);
  }

  @Override
  Column evaluate(Rows rows) {
    Column[] fields = Column.makeAll(arguments.length, i -> arguments[i].evaluate(rows));
    return Column.structs(type, rows.count(), null, fields);
  }
}
