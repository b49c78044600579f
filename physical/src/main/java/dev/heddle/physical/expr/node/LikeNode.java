package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.text.LikePattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text against a constant LIKE pattern. */
public final class LikeNode extends StrictNode {
  private final LikePattern pattern;

  public LikeNode(Node input, LikePattern pattern) {
    super(DataType.BOOL, List.of(input));
    this.pattern = pattern;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    try (Output output = new Output(DataType.BOOL, rows)) {
      Column text = operands[0];
      pattern.test(text.values(), text.dataAddresses(), rows.count(), output.values());
      return output.build(validity);
    }
  }
}
