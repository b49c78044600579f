package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.text.TextTests;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether one text occurs in another, anywhere or at an end. */
public final class TextTestNode extends StrictNode {
  private final TextTests.Test test;

  public TextTestNode(TextTests.Test test, Node text, Node part) {
    super(DataType.BOOL, List.of(text, part));
    this.test = test;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    try (Output output = new Output(DataType.BOOL, rows)) {
      TextTests.test(
          test,
          operands[0].values(),
          step(operands, 0),
          operands[0].dataAddresses(),
          operands[1].values(),
          step(operands, 1),
          operands[1].dataAddresses(),
          rows.count(),
          output.values());
      return output.build(validity);
    }
  }
}
