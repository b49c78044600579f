package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import java.util.List;

/** A struct of the arguments, one for each field. */
public final class StructOfNode extends ArgumentsNode {
  public StructOfNode(List<Node> arguments, DataType type) {
    super(type, arguments);
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    Column[] fields = Column.makeAll(arguments.length, i -> arguments[i].evaluate(rows));
    return Column.structs(type, rows.count(), null, fields);
  }
}
