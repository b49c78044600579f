package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.text.TextSlices;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Substrings by code points: views into the same data. */
public final class SubstringNode extends StrictNode {
  public SubstringNode(List<Node> arguments) {
    super(DataType.STRING, arguments);
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Column text = operands[0];
    int count = rows.count();
    boolean limited = operands.length > 2;
    long lengths = limited ? operands[2].values() : 0;
    long lengthStep = limited ? step(operands, 2) : 0;
    try (Output output = new Output(DataType.STRING, rows)) {
      TextSlices.substring(
          text.values(),
          step(operands, 0),
          text.dataAddresses(),
          operands[1].values(),
          step(operands, 1),
          lengths,
          lengthStep,
          count,
          output.values());
      return output.buildViews(text, validity);
    }
  }
}
