package dev.heddle.physical.expr;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.Columns;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A conversion that leaves the bytes as they are. */
final class RetypeNode extends StrictNode {
  RetypeNode(Node input, DataType type) {
    super(type, List.of(input));
  }

  @Override
  Column compute(Column[] operands, Rows rows, @Nullable Buffer validity) {
    return Columns.retype(operands[0], type);
  }
}
