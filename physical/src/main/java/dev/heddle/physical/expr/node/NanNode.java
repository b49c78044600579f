package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.compare.Compare;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a DOUBLE is NaN. */
public final class NanNode extends StrictNode {
  public NanNode(Node input) {
    super(DataType.BOOL, List.of(input));
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    try (Output output = new Output(DataType.BOOL, rows)) {
      Compare.nan(operands[0].values(), rows.count(), output.values());
      return output.build(validity);
    }
  }
}
