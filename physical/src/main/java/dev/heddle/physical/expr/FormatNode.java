package dev.heddle.physical.expr;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.TextFormat;
import dev.heddle.physical.kernel.ViewWriter;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A conversion to text. */
final class FormatNode extends StrictNode {
  private final TextFormat format;

  FormatNode(Node input, ZoneId zone) {
    super(DataType.STRING, List.of(input));
    this.format = new TextFormat(input.type, zone);
  }

  @Override
  Column compute(Column[] operands, Rows rows, @Nullable Buffer validity) {
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
