package dev.heddle.physical.expr;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.DateUnits;
import dev.heddle.physical.kernel.LocalTimes;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Truncation of dates and timestamps to a unit, and differences in one. Cannot fail. */
final class DateUnitNode extends StrictNode {
  /** What is done. */
  enum Action {
    TRUNCATE,
    STARTS_BETWEEN,
    FULL_BETWEEN
  }

  private final Action action;
  private final DateUnits.Unit unit;
  private final @Nullable LocalTimes local;

  DateUnitNode(Action action, DateUnits.Unit unit, List<Node> moments, DataType type, ZoneId zone) {
    super(type, moments);
    this.action = action;
    this.unit = unit;
    this.local = LocalTimes.ofType(moments.getFirst().type, zone);
  }

  @Override
  Column compute(Column[] operands, Rows rows, @Nullable Buffer validity) {
    try (Output output = new Output(type, rows)) {
      if (action == Action.TRUNCATE) {
        truncate(operands[0], rows, output.values());
      } else {
        between(operands, rows, validity, output.values());
      }
      return output.build(validity);
    }
  }

  private void truncate(Column moments, Rows rows, long output) {
    if (type instanceof DataType.Timestamp timestamp) {
      long perSecond = timestamp.unit().perSecond();
      DateUnits.truncate(unit, moments.values(), perSecond, local, rows.count(), output);
    } else {
      DateUnits.truncateDays(unit, moments.values(), rows.count(), output);
    }
  }

  private void between(Column[] operands, Rows rows, @Nullable Buffer validity, long output) {
    long a = operands[0].values();
    long b = operands[1].values();
    long aStep = step(operands, 0);
    long bStep = step(operands, 1);
    boolean full = action == Action.FULL_BETWEEN;
    for (int i = 0; i < rows.count(); i++) {
      if (validity != null && !Bits.get(validity.address(), i)) {
        continue;
      }
      long result;
      if (arguments[0].type instanceof DataType.Timestamp timestamp) {
        long perSecond = timestamp.unit().perSecond();
        long from = Memory.getLong(a + aStep * i);
        long to = Memory.getLong(b + bStep * i);
        result =
            full
                ? DateUnits.full(unit, from, to, perSecond, local)
                : DateUnits.starts(unit, from, to, perSecond, local);
      } else {
        result = days(Memory.getInt(a + aStep * i), Memory.getInt(b + bStep * i));
      }
      Memory.putLong(output + 8L * i, result);
    }
  }

  private long days(long from, long to) {
    if (action == Action.STARTS_BETWEEN) {
      return DateUnits.startsOfDays(unit, from, to);
    }
    return from <= to
        ? DateUnits.fullDays(unit, from, 0, to, 0)
        : -DateUnits.fullDays(unit, to, 0, from, 0);
  }
}
