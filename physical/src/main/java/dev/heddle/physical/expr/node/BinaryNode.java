package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.text.BinaryText;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.text.ViewWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Text of ASCII as binary: its bytes, with {@code \xNN} for any byte; the inverse of the cast to
 * text.
 */
public final class BinaryNode extends StrictNode {
  private final CastMode mode;

  public BinaryNode(Node input, CastMode mode) {
    super(DataType.BINARY, List.of(input));
    this.mode = mode;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    int count = rows.count();
    Buffer own = null;
    try (ViewWriter writer = new ViewWriter(DataType.BINARY, count, rows.account())) {
      for (int i = 0; i < count; i++) {
        if (validity != null && !Bits.get(validity.address(), i)) {
          continue;
        }
        byte[] text = operands[0].bytesAt(i);
        int length = BinaryText.unescape(text, text.length);
        if (length >= 0) {
          writer.set(i, text, length);
        } else if (mode == CastMode.STRICT) {
          String shown = "'" + new String(operands[0].bytesAt(i), StandardCharsets.UTF_8) + "'";
          throw Failures.cast(shown, DataType.STRING, DataType.BINARY);
        } else {
          own = own == null ? copy(validity, rows) : own;
          Bits.clear(own.address(), i);
        }
      }
      return writer.build(own == null ? validity : own);
    } finally {
      if (own != null) {
        own.release();
      }
    }
  }

  private static Buffer copy(@Nullable Buffer validity, EvaluatedRows rows) {
    long bytes = Bits.bytesFor(rows.count());
    Buffer copy = rows.account().allocate(bytes);
    if (validity == null) {
      Memory.fill(copy.address(), bytes, (byte) -1);
    } else {
      Memory.copy(validity.address(), copy.address(), bytes);
    }
    return copy;
  }

  @Override
  public boolean canFail() {
    return super.canFail() || mode == CastMode.STRICT;
  }
}
