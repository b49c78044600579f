package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Failures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists of numbers from a start up or down to an end by a step. */
public final class NumberRangeNode extends StrictNode {
  // of a batch together
  private static final long MAX_NUMBERS = 1 << 30;

  private final ScalarFunction function;

  public NumberRangeNode(ScalarFunction function, List<Node> arguments, DataType type) {
    super(type, arguments);
    this.function = function;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    int count = rows.count();
    int last = operands.length - 1;
    Buffer ranges = rows.account().allocateZeroed(8L * count);
    Buffer numbers = null;
    try {
      long total = 0;
      for (int row = 0; row < count; row++) {
        Memory.putInt(ranges.address() + 8L * row, (int) total);
        if (validity == null || Bits.get(validity.address(), row)) {
          long length =
              length(function, start(operands, row), end(operands, row), step(operands, last, row));
          total += length;
          if (length > MAX_NUMBERS || total > MAX_NUMBERS) {
            throw Failures.argument(
                "Cannot make lists of more than "
                    + MAX_NUMBERS
                    + " numbers at once; use shorter ranges");
          }
          Memory.putInt(ranges.address() + 8L * row + 4, (int) length);
        }
      }
      numbers = rows.account().allocate(8L * total);
      for (int row = 0; row < count; row++) {
        long to = numbers.address() + 8L * Memory.getInt(ranges.address() + 8L * row);
        int length = Memory.getInt(ranges.address() + 8L * row + 4);
        long number = length == 0 ? 0 : start(operands, row);
        long step = length == 0 ? 0 : step(operands, last, row);
        for (int i = 0; i < length; i++) {
          Memory.putLong(to + 8L * i, number);
          number += step;
        }
      }
      Column elements = Column.fixed(DataType.INT64, (int) total, numbers.retain(), null);
      Buffer kept = validity == null ? null : validity.retain();
      return Column.lists(type, count, ranges.retain(), kept, elements);
    } finally {
      ranges.release();
      if (numbers != null) {
        numbers.release();
      }
    }
  }

  private long start(Column[] operands, int row) {
    return operands.length == 1 ? 0 : number(operands, 0, row);
  }

  private long end(Column[] operands, int row) {
    return number(operands, operands.length == 1 ? 0 : 1, row);
  }

  private long step(Column[] operands, int last, int row) {
    return last < 2 ? 1 : number(operands, 2, row);
  }

  private long number(Column[] operands, int argument, int row) {
    return Memory.getLong(operands[argument].values() + step(operands, argument) * row);
  }

  /**
   * Returns how many numbers there are from a start to an end, or {@link Long#MAX_VALUE} if there
   * are more than that.
   *
   * @throws dev.heddle.frame.error.HeddleException if the step is 0
   */
  public static long length(ScalarFunction function, long start, long end, long step) {
    if (step == 0) {
      throw Failures.argument("Cannot make a range by steps of 0; state another step");
    }
    boolean hasEnd = function == ScalarFunction.GENERATE_SERIES;
    boolean isEmpty = step > 0 ? start > end : start < end;
    if (isEmpty || (!hasEnd && start == end)) {
      return 0;
    }
    long distance = step > 0 ? end - start : start - end; // unsigned
    long size = step > 0 ? step : -step; // unsigned too
    long steps = Long.divideUnsigned(hasEnd ? distance : distance - 1, size);
    return steps < 0 ? Long.MAX_VALUE : Math.min(steps, Long.MAX_VALUE - 1) + 1;
  }

  @Override
  public boolean canFail() {
    return true;
  }
}
