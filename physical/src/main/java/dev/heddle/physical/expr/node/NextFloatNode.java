package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.number.FloatFunctions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The float of 32 bits beside one, in the direction of another. */
public final class NextFloatNode extends StrictNode {
  public NextFloatNode(List<Node> arguments) {
    super(DataType.FLOAT32, arguments);
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    try (Output output = new Output(type, rows)) {
      FloatFunctions.nextAfter(
          operands[0].values(),
          step(operands, 0),
          operands[1].values(),
          step(operands, 1),
          rows.count(),
          output.values());
      return output.build(validity);
    }
  }
}
