package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.time.DateUnits;
import dev.heddle.physical.kernel.time.LocalTimes;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Truncation of dates and timestamps to a unit, and differences in one, also of times. The unit is
 * one for all rows, or the first argument, whose texts may name no unit, or none of times; nothing
 * else can fail.
 */
public final class DateUnitNode extends StrictNode {
  /** What is done. */
  public enum Action {
    TRUNCATE,
    STARTS_BETWEEN,
    FULL_BETWEEN
  }

  private static final long MICROS_PER_SECOND = 1_000_000;

  private final Action action;
  private final DateUnits.@Nullable Unit unit;
  private final int first; // of the arguments that are moments
  private final @Nullable LocalTimes local;

  /** Makes a node from the moments, with the texts of units before them if there is no unit. */
  public DateUnitNode(
      Action action,
      DateUnits.@Nullable Unit unit,
      List<Node> arguments,
      DataType type,
      ZoneId zone) {
    super(type, arguments);
    this.action = action;
    this.unit = unit;
    this.first = unit == null ? 1 : 0;
    this.local = LocalTimes.ofType(arguments.get(first).type, zone);
  }

  @Override
  public boolean canFail() {
    return unit == null || (isOfTimes() && !unit.isTime());
  }

  private boolean isOfTimes() {
    return arguments[first].type instanceof DataType.Time;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    try (Output output = new Output(type, rows)) {
      if (action == Action.TRUNCATE && unit != null) {
        truncate(unit, operands[0].values(), rows.count(), output.values());
      } else if (action == Action.TRUNCATE) {
        truncateEach(operands, rows, validity, output.values());
      } else {
        between(operands, rows, validity, output.values());
      }
      return output.build(validity);
    }
  }

  private void truncate(DateUnits.Unit to, long moments, int count, long output) {
    if (type instanceof DataType.Timestamp timestamp) {
      DateUnits.truncate(to, moments, timestamp.unit().perSecond(), local, count, output);
    } else {
      DateUnits.truncateDays(to, moments, count, output);
    }
  }

  private void truncateEach(
      Column[] operands, EvaluatedRows rows, @Nullable Buffer validity, long output) {
    int width = operands[1].layout().byteWidth();
    for (int i = 0; i < rows.count(); i++) {
      if (validity == null || Bits.get(validity.address(), i)) {
        long moment = operands[1].values() + step(operands, 1) * i;
        truncate(unit(operands, i), moment, 1, output + (long) width * i);
      }
    }
  }

  private DateUnits.Unit unit(Column[] operands, int row) {
    return unit != null
        ? unit
        : DateUnits.Unit.of(
            new String(operands[0].bytesAt(isRepeated(0) ? 0 : row), StandardCharsets.UTF_8));
  }

  private void between(
      Column[] operands, EvaluatedRows rows, @Nullable Buffer validity, long output) {
    long a = operands[first].values();
    long b = operands[first + 1].values();
    long aStep = step(operands, first);
    long bStep = step(operands, first + 1);
    for (int i = 0; i < rows.count(); i++) {
      if (validity != null && !Bits.get(validity.address(), i)) {
        continue;
      }
      DateUnits.Unit in = unit(operands, i);
      long result;
      if (arguments[first].type instanceof DataType.Timestamp timestamp) {
        long perSecond = timestamp.unit().perSecond();
        result =
            moments(in, Memory.getLong(a + aStep * i), Memory.getLong(b + bStep * i), perSecond);
      } else if (isOfTimes()) {
        result = times(in, Memory.getLong(a + aStep * i), Memory.getLong(b + bStep * i));
      } else {
        result = days(in, Memory.getInt(a + aStep * i), Memory.getInt(b + bStep * i));
      }
      Memory.putLong(output + 8L * i, result);
    }
  }

  private long moments(DateUnits.Unit in, long from, long to, long perSecond) {
    return action == Action.FULL_BETWEEN
        ? DateUnits.full(in, from, to, perSecond, local)
        : DateUnits.starts(in, from, to, perSecond, local);
  }

  private long times(DateUnits.Unit in, long from, long to) {
    if (!in.isTime()) {
      throw Failures.argument(
          "Cannot count units of "
              + in.name().toLowerCase(Locale.ROOT)
              + " between times of a day; the units are hour, minute, second, millisecond,"
              + " microsecond");
    }
    return moments(in, from, to, MICROS_PER_SECOND);
  }

  private long days(DateUnits.Unit in, long from, long to) {
    if (action == Action.STARTS_BETWEEN) {
      return DateUnits.startsOfDays(in, from, to);
    }
    return from <= to
        ? DateUnits.fullDays(in, from, 0, to, 0)
        : -DateUnits.fullDays(in, to, 0, from, 0);
  }
}
