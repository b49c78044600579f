package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.Validity;
import dev.heddle.physical.kernel.cast.TextFormat;
import dev.heddle.physical.kernel.number.NumberFunctions;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A function of one number (or a negated interval), maybe with a number of digits. */
public final class NumberNode extends StrictNode {
  private final NumberFunctions.Function function;

  public NumberNode(NumberFunctions.Function function, List<Node> arguments, DataType type) {
    super(type, arguments);
    this.function = function;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    if (isRepeated(0)) { // with digits that are not constant
      return expanded(operands, rows, validity);
    }
    return compute(operands[0], operands, rows, validity);
  }

  private Column expanded(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    Column full = arguments[0].evaluate(rows);
    try {
      return compute(full, operands, rows, validity);
    } finally {
      full.release();
    }
  }

  private Column compute(
      Column input, Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    int count = rows.count();
    Buffer failed = rows.account().allocateZeroed(Bits.bytesFor(count));
    try (Output output = new Output(type, rows)) {
      if (type instanceof DataType.Interval) {
        NumberFunctions.negateIntervals(input.values(), count, output.values(), failed.address());
      } else {
        NumberFunctions.compute(
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
        throw NumberFunctions.failure(function, TextFormat.show(input, row, ZoneOffset.UTC), type);
      }
      return output.build(validity);
    } finally {
      failed.release();
    }
  }

  @Override
  public boolean canFail() {
    return super.canFail() || !type.isFloat();
  }
}
