package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.text.LikePattern;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text against LIKE patterns that are not constant; caches the last one compiled. */
public final class PatternNode extends StrictNode {
  private final int escape;
  private byte[] lastText = {};
  private LikePattern last;

  public PatternNode(Node input, Node pattern, int escape) {
    super(DataType.BOOL, List.of(input, pattern));
    this.escape = escape;
    this.last = LikePattern.compile("", escape);
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Column text = operands[0];
    Column patterns = operands[1];
    try (Output output = new Output(DataType.BOOL, rows)) {
      Memory.fill(output.values(), Bits.bytesFor(rows.count()), (byte) 0);
      for (int i = 0; i < rows.count(); i++) {
        if (validity != null && !Bits.get(validity.address(), i)) {
          continue;
        }
        LikePattern pattern = compiled(patterns.bytesAt(isRepeated(1) ? 0 : i));
        long view = text.values() + step(operands, 0) * i;
        if (pattern.matches(
            StringViews.address(view, text.dataAddresses()), StringViews.length(view))) {
          Bits.set(output.values(), i);
        }
      }
      return output.build(validity);
    }
  }

  private LikePattern compiled(byte[] pattern) {
    if (!Arrays.equals(pattern, lastText)) {
      last = LikePattern.compile(new String(pattern, StandardCharsets.UTF_8), escape);
      lastText = pattern;
    }
    return last;
  }

  @Override
  public boolean canFail() {
    return super.canFail() || escape >= 0;
  }
}
