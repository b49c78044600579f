package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.Validity;
import dev.heddle.physical.kernel.cast.Casts;
import dev.heddle.physical.kernel.cast.TextFormat;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A conversion to a fixed-width type. */
public final class CastNode extends StrictNode {
  private final DataType from;
  private final CastMode mode;
  private final Casts cast;
  private final ZoneId zone;

  public CastNode(Node input, DataType type, CastMode mode, ZoneId zone) {
    super(type, List.of(input));
    this.from = input.type;
    this.mode = mode;
    this.cast = Casts.of(from, type, zone);
    this.zone = zone;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    int count = rows.count();
    try (Output output = new Output(type, rows)) {
      if (!cast.canFail()) {
        cast.apply(operands[0], count, output.values(), 0);
        return output.build(validity);
      }
      Buffer failed = rows.account().allocateZeroed(Bits.bytesFor(count));
      try {
        cast.apply(operands[0], count, output.values(), failed.address());
        int row = Validity.firstSet(failed.address(), address(validity), count);
        if (row < 0) {
          return output.build(validity);
        }
        if (mode == CastMode.STRICT) {
          throw Failures.cast(TextFormat.show(operands[0], row, zone), from, type);
        }
        long mine = output.copyValidity(validity);
        Validity.andNot(mine, failed.address(), count, mine);
        return output.build();
      } finally {
        failed.release();
      }
    }
  }

  @Override
  public boolean canFail() {
    return super.canFail() || (mode == CastMode.STRICT && cast.canFail());
  }
}
