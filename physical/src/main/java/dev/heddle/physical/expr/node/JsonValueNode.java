package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.json.JsonAppender;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JSON as values of a type: lists, structs and maps with what is in them. */
public final class JsonValueNode extends StrictNode {
  private final JsonAppender values;

  public JsonValueNode(Node json, DataType type, JsonAppender.Fit fit, ZoneId zone) {
    super(type, List.of(json));
    this.values = new JsonAppender(type, fit, zone);
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Column source = operands[0];
    try (ColumnBuilder results = new ColumnBuilder(type, rows.account())) {
      for (int i = 0; i < rows.count(); i++) {
        if (validity == null || Bits.get(validity.address(), i)) {
          int at = isRepeated(0) ? 0 : i;
          values.append(new String(source.bytesAt(at), StandardCharsets.UTF_8), results);
        } else {
          results.appendNull();
        }
      }
      return results.build();
    }
  }

  @Override
  public boolean canFail() {
    return true;
  }
}
