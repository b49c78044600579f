package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.time.Calendar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A date of a year, a month and a day. */
public final class MakeDateNode extends StrictNode {
  private static final long MAX_YEAR = 5_000_000;

  public MakeDateNode(List<Node> arguments) {
    super(DataType.DATE, arguments);
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    try (Output output = new Output(DataType.DATE, rows)) {
      for (int i = 0; i < rows.count(); i++) {
        if (validity != null && !Bits.get(validity.address(), i)) {
          continue;
        }
        long year = Memory.getLong(operands[0].values() + step(operands, 0) * i);
        long month = Memory.getLong(operands[1].values() + step(operands, 1) * i);
        long day = Memory.getLong(operands[2].values() + step(operands, 2) * i);
        if (Math.abs(year) > MAX_YEAR
            || year == Long.MIN_VALUE
            || month < 1
            || month > 12
            || day < 1
            || day > Calendar.daysInMonth(year, (int) month)) {
          throw Failures.argument(
              "Cannot make a date of year "
                  + year
                  + ", month "
                  + month
                  + ", day "
                  + day
                  + ": there is no such day");
        }
        long epochDay = Calendar.epochDay(year, (int) month, (int) day);
        Memory.putInt(output.values() + 4L * i, (int) epochDay);
      }
      return output.build(validity);
    }
  }

  @Override
  public boolean canFail() {
    return true;
  }
}
