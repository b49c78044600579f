package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.Validity;
import dev.heddle.physical.kernel.number.HugeBits;
import dev.heddle.physical.kernel.number.IntegerBits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A function of the bits or divisors of two integers of one type. */
public final class BitsNode extends StrictNode {
  private final IntegerBits.Function function;

  public BitsNode(IntegerBits.Function function, List<Node> arguments, DataType type) {
    super(type, arguments);
    this.function = function;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    int count = rows.count();
    long a = operands[0].values();
    long b = operands[1].values();
    long aStep = step(operands, 0);
    long bStep = step(operands, 1);
    Buffer failed = rows.account().allocateZeroed(Bits.bytesFor(count));
    try (Output output = new Output(type, rows)) {
      Layout layout = Layout.of(type);
      long to = output.values();
      if (layout == Layout.INT128) {
        HugeBits.compute(function, a, aStep, b, bStep, count, to, failed.address());
      } else {
        IntegerBits.compute(function, layout, a, aStep, b, bStep, count, to, failed.address());
      }
      int row = Validity.firstSet(failed.address(), address(validity), count);
      if (row >= 0) {
        throw IntegerBits.failure(function, type, a, aStep, b, bStep, row);
      }
      return output.build(validity);
    } finally {
      failed.release();
    }
  }

  @Override
  public boolean canFail() {
    return super.canFail()
        || switch (function) {
          case LEFT_CHECKED, GCD, LCM -> true;
          case AND, OR, XOR, RIGHT_CHECKED, LEFT, RIGHT, RIGHT_UNSIGNED -> false;
        };
  }
}
