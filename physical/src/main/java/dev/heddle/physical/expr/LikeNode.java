package dev.heddle.physical.expr;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.LikePattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text against a constant LIKE pattern. */
final class LikeNode extends StrictNode {
  private final LikePattern pattern;

  LikeNode(Node input, LikePattern pattern) {
    super(DataType.BOOL, List.of(input));
    this.pattern = pattern;
  }

  @Override
  Column compute(Column[] operands, Rows rows, @Nullable Buffer validity) {
    try (Output output = new Output(DataType.BOOL, rows)) {
      Column text = operands[0];
      pattern.test(text.values(), text.dataAddresses(), rows.count(), output.values());
      return output.build(validity);
    }
  }
}
