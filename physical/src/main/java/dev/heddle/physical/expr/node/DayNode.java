package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.time.Calendar;
import dev.heddle.physical.kernel.time.LocalTimes;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The last day of the month of a date or timestamp. */
public final class DayNode extends StrictNode {
  private final @Nullable LocalTimes local;

  public DayNode(Node input, ZoneId zone) {
    super(DataType.DATE, List.of(input));
    this.local = LocalTimes.ofType(input.type, zone);
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    long values = operands[0].values();
    try (Output output = new Output(DataType.DATE, rows)) {
      for (int i = 0; i < rows.count(); i++) {
        long day;
        if (arguments[0].type instanceof DataType.Timestamp timestamp) {
          long value = Memory.getLong(values + 8L * i);
          long shown = local == null ? value : local.toLocal(value);
          day = Math.floorDiv(shown, 86_400 * timestamp.unit().perSecond());
        } else {
          day = Memory.getInt(values + 4L * i);
        }
        long civil = Calendar.civil(day);
        int last = Calendar.daysInMonth(Calendar.year(civil), Calendar.month(civil));
        Memory.putInt(output.values() + 4L * i, (int) (day - Calendar.day(civil) + last));
      }
      return output.build(validity);
    }
  }
}
