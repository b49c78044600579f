package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.compare.ValueSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether the input equals one of the constants. */
public final class InNode extends StrictNode {
  private final ValueSet values;

  public InNode(Node input, ValueSet values) {
    super(DataType.BOOL, List.of(input));
    this.values = values;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    try (Output output = new Output(DataType.BOOL, rows)) {
      values.contains(operands[0], rows.count(), output.values());
      return output.build(validity);
    }
  }
}
