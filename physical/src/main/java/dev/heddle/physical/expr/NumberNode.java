package dev.heddle.physical.expr;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.Numbers;
import dev.heddle.physical.kernel.TextFormat;
import dev.heddle.physical.kernel.Validity;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A function of one number (or a negated interval), maybe with a number of digits. */
final class NumberNode extends StrictNode {
  private final Numbers.Function function;

  NumberNode(Numbers.Function function, List<Node> arguments, DataType type) {
    super(type, arguments);
    this.function = function;
  }

  @Override
  Column compute(Column[] operands, Rows rows, @Nullable Buffer validity) {
    if (isRepeated(0)) { // with digits that are not constant
      return expanded(operands, rows, validity);
    }
    return compute(operands[0], operands, rows, validity);
  }

  private Column expanded(Column[] operands, Rows rows, @Nullable Buffer validity) {
    Column full = arguments[0].evaluate(rows);
    try {
      return compute(full, operands, rows, validity);
    } finally {
      full.release();
    }
  }

  private Column compute(Column input, Column[] operands, Rows rows, @Nullable Buffer validity) {
    int count = rows.count();
    Buffer failed = rows.account().allocateZeroed(Bits.bytesFor(count));
    try (Output output = new Output(type, rows)) {
      if (type instanceof DataType.Interval) {
        Numbers.negateIntervals(input.values(), count, output.values(), failed.address());
      } else {
        Numbers.compute(
            function,
            arguments[0].type,
            type,
            input.values(),
            operands.length > 1 ? operands[1].values() : 0,
            operands.length > 1 ? step(operands, 1) : 0,
            count,
            output.values(),
            failed.address());
      }
      int row = Validity.firstSet(failed.address(), address(validity), count);
      if (row >= 0) {
        throw Numbers.failure(function, TextFormat.show(input, row, ZoneOffset.UTC), type);
      }
      return output.build(validity);
    } finally {
      failed.release();
    }
  }

  @Override
  boolean canFail() {
    return super.canFail() || !type.isFloat();
  }
}
