package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.cast.TextFormat;
import dev.heddle.physical.kernel.text.ViewWriter;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A conversion to text. */
public final class FormatNode extends StrictNode {
  private final TextFormat format;

  public FormatNode(Node input, ZoneId zone) {
    super(DataType.STRING, List.of(input));
    this.format = new TextFormat(input.type, zone);
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Column source = operands[0];
    try (ViewWriter writer = new ViewWriter(DataType.STRING, rows.count(), rows.account())) {
      for (int i = 0; i < rows.count(); i++) {
        if (validity == null || Bits.get(validity.address(), i)) {
          int length = format.write(source, i);
          writer.set(i, format.bytes(), length);
        }
      }
      return writer.build(validity);
    }
  }
}
