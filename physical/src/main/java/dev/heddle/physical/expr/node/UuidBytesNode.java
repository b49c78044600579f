package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.text.ViewWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** UUIDs as their 16 bytes, the most significant one first. */
public final class UuidBytesNode extends StrictNode {
  public UuidBytesNode(Node input) {
    super(DataType.BINARY, List.of(input));
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    byte[] bytes = new byte[Uuids.BYTES];
    try (ViewWriter writer = new ViewWriter(DataType.BINARY, rows.count(), rows.account())) {
      for (int i = 0; i < rows.count(); i++) {
        if (validity == null || Bits.get(validity.address(), i)) {
          put(Uuids.flipped(operands[0].highWordAt(i)), bytes, 0);
          put(operands[0].lowWordAt(i), bytes, Long.BYTES);
          writer.set(i, bytes, bytes.length);
        }
      }
      return writer.build(validity);
    }
  }

  private static void put(long word, byte[] target, int offset) {
    for (int i = 0; i < Long.BYTES; i++) {
      target[offset + i] = (byte) (word >>> (Long.SIZE - Byte.SIZE * (i + 1)));
    }
  }
}
