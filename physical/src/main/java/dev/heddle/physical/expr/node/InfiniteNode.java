package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Validity;
import dev.heddle.physical.kernel.time.Infinity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a DOUBLE, date or timestamp is infinite, or finite, which NaN is neither. */
public final class InfiniteNode extends StrictNode {
  private final boolean isFinite;

  public InfiniteNode(ScalarFunction function, Node input) {
    super(DataType.BOOL, List.of(input));
    this.isFinite = function == ScalarFunction.IS_FINITE;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    int count = rows.count();
    try (Output output = new Output(DataType.BOOL, rows)) {
      long to = output.values();
      if (Infinity.isOf(arguments[0].type)) {
        Infinity.mark(operands[0], count, to);
        if (isFinite) {
          Validity.not(to, count, to);
        }
      } else {
        numbers(operands[0].values(), count, to);
      }
      return output.build(validity);
    }
  }

  private void numbers(long values, int rows, long output) {
    for (int i = 0; i < rows; i++) {
      double number = Memory.getDouble(values + 8L * i);
      if (isFinite ? Double.isFinite(number) : Double.isInfinite(number)) {
        Bits.set(output, i);
      } else {
        Bits.clear(output, i);
      }
    }
  }
}
