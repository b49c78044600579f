package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.Validity;
import dev.heddle.physical.kernel.time.DateArithmetic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An interval times an integer. */
public final class IntervalProductNode extends StrictNode {
  public IntervalProductNode(Node interval, Node factor) {
    super(DataType.INTERVAL, List.of(interval, factor));
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    int count = rows.count();
    Buffer failed = rows.account().allocateZeroed(Bits.bytesFor(count));
    try (Output output = new Output(DataType.INTERVAL, rows)) {
      DateArithmetic.multiplyIntervals(
          operands[0].values(),
          step(operands, 0),
          operands[1].values(),
          step(operands, 1),
          count,
          output.values(),
          failed.address());
      int row = Validity.firstSet(failed.address(), address(validity), count);
      if (row >= 0) {
        throw Failures.range(
            "Cannot multiply an interval by "
                + operands[1].longAt(isRepeated(1) ? 0 : row)
                + ": the result is out of range");
      }
      return output.build(validity);
    } finally {
      failed.release();
    }
  }

  @Override
  public boolean canFail() {
    return true;
  }
}
