package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.cast.JsonFormat;
import dev.heddle.physical.kernel.text.ViewWriter;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values written as JSON. */
public final class JsonFormatNode extends StrictNode {
  private final JsonFormat format;

  public JsonFormatNode(Node input, ZoneId zone) {
    super(DataType.JSON, List.of(input));
    this.format = new JsonFormat(input.type, zone);
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    StringBuilder text = new StringBuilder();
    try (ViewWriter writer = new ViewWriter(DataType.JSON, rows.count(), rows.account())) {
      for (int i = 0; i < rows.count(); i++) {
        if (validity == null || Bits.get(validity.address(), i)) {
          text.setLength(0);
          format.write(operands[0], i, text);
          byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
          writer.set(i, bytes, bytes.length);
        }
      }
      return writer.build(validity);
    }
  }
}
