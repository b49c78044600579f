package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.text.TextTests;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lengths of texts and positions in them. */
public final class TextNumberNode extends StrictNode {
  private final ScalarFunction function;

  public TextNumberNode(ScalarFunction function, List<Node> arguments) {
    super(DataType.INT64, arguments);
    this.function = function;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Column text = operands[0];
    try (Output output = new Output(DataType.INT64, rows)) {
      if (function == ScalarFunction.POSITION) {
        TextTests.positions(
            text.values(),
            step(operands, 0),
            text.dataAddresses(),
            operands[1].values(),
            step(operands, 1),
            operands[1].dataAddresses(),
            rows.count(),
            output.values());
      } else if (function == ScalarFunction.OCTET_LENGTH
          || text.type() instanceof DataType.Binary) {
        TextTests.byteLengths(text.values(), rows.count(), output.values());
      } else {
        TextTests.lengths(text.values(), text.dataAddresses(), rows.count(), output.values());
      }
      return output.build(validity);
    }
  }
}
