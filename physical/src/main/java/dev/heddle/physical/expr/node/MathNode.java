package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.number.FloatFunctions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A function of one or two DOUBLEs. */
public final class MathNode extends StrictNode {
  private final FloatFunctions.Function function;

  public MathNode(FloatFunctions.Function function, List<Node> arguments) {
    super(DataType.FLOAT64, arguments);
    this.function = function;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    int second = operands.length - 1;
    try (Output output = new Output(type, rows)) {
      FloatFunctions.compute(
          function,
          operands[0].values(),
          step(operands, 0),
          operands[second].values(),
          step(operands, second),
          rows.count(),
          output.values());
      return output.build(validity);
    }
  }
}
