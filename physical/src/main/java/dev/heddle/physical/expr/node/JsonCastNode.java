package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.text.JsonSyntax;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.Validity;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text as JSON, which it must be, and JSON as its text: the bytes are the same. */
public final class JsonCastNode extends StrictNode {
  private final CastMode mode;

  /** Makes a conversion from one of the two types to the other. */
  public JsonCastNode(Node input, DataType type, CastMode mode) {
    super(type, List.of(input));
    this.mode = mode;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Column source = operands[0];
    try (Output output = new Output(type, rows)) {
      Memory.copy(source.values(), output.values(), 16L * rows.count());
      if (type instanceof DataType.Str) {
        return output.buildViews(source, validity);
      }
      Buffer failed = rows.account().allocateZeroed(Bits.bytesFor(rows.count()));
      try {
        if (!mark(source, rows.count(), address(validity), failed.address())) {
          return output.buildViews(source, validity);
        }
        long mine = output.copyValidity(validity);
        Validity.andNot(mine, failed.address(), rows.count(), mine);
        return output.buildViews(source);
      } finally {
        failed.release();
      }
    }
  }

  /** Sets the bits of rows that are no JSON; returns whether there are any. */
  private boolean mark(Column source, int rows, long validity, long failed) {
    boolean hasFailed = false;
    for (int i = 0; i < rows; i++) {
      if (validity != 0 && !Bits.get(validity, i)) {
        continue;
      }
      String text = new String(source.bytesAt(i), StandardCharsets.UTF_8);
      if (!JsonSyntax.isValid(text)) {
        if (mode == CastMode.STRICT) {
          throw Failures.cast("'" + text + "'", DataType.STRING, DataType.JSON);
        }
        Bits.set(failed, i);
        hasFailed = true;
      }
    }
    return hasFailed;
  }

  @Override
  public boolean canFail() {
    return super.canFail() || (mode == CastMode.STRICT && type instanceof DataType.Json);
  }
}
