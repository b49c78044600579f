package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Failures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many steps a date, time or timestamp is from the epoch, or how many an interval has, whose
 * months are of 30 days; of an integer, the timestamp of that many steps. Timestamps go to the
 * nearest step, by way of microseconds, halves away from zero; others are cut.
 */
public final class EpochStepsNode extends StrictNode {
  public static final long MILLIS = 1000;
  public static final long MICROS = 1_000_000;
  public static final long NANOS = 1_000_000_000;

  private static final long SECONDS_PER_DAY = 86_400;
  private static final long DAYS_PER_MONTH = 30;

  private final long perSecond;

  public EpochStepsNode(long perSecond, Node input, DataType type) {
    super(type, List.of(input));
    this.perSecond = perSecond;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    long values = operands[0].values();
    long step = step(operands, 0);
    try (Output output = new Output(type, rows)) {
      for (int i = 0; i < rows.count(); i++) {
        if (validity == null || Bits.get(validity.address(), i)) {
          Memory.putLong(output.values() + 8L * i, value(values + step * i));
        }
      }
      return output.build(validity);
    }
  }

  private long value(long at) {
    try {
      return switch (arguments[0].type) {
        case DataType.Date _ -> Math.multiplyExact(Memory.getInt(at) * SECONDS_PER_DAY, perSecond);
        case DataType.Time _ ->
            perSecond < MICROS
                ? Memory.getLong(at) / (MICROS / perSecond)
                : scaled(Memory.getLong(at), MICROS, perSecond);
        case DataType.Timestamp timestamp ->
            rounded(Memory.getLong(at), timestamp.unit().perSecond());
        case DataType.Interval _ -> {
          long days = Memory.getInt(at) * DAYS_PER_MONTH + Memory.getInt(at + 4);
          long whole = Math.multiplyExact(days * SECONDS_PER_DAY, perSecond);
          yield Math.addExact(whole, Memory.getLong(at + 8) / (NANOS / perSecond)); // towards 0
        }
        default -> Math.multiplyExact(Memory.getLong(at), MICROS / perSecond);
      };
    } catch (ArithmeticException e) {
      throw Failures.range(
          "Cannot count steps of a "
              + perSecond
              + "th of a second: the result is outside of "
              + type.sqlName());
    }
  }

  private long rounded(long steps, long given) {
    return given > MICROS && perSecond < MICROS
        ? scaled(scaled(steps, given, MICROS), MICROS, perSecond)
        : scaled(steps, given, perSecond);
  }

  private static long scaled(long steps, long given, long wanted) {
    if (given <= wanted) {
      return Math.multiplyExact(steps, wanted / given);
    }
    long parts = given / wanted;
    long half = parts / 2;
    long rest = steps % parts;
    return steps / parts + (rest >= half ? 1 : rest <= -half ? -1 : 0);
  }

  @Override
  public boolean canFail() {
    return true;
  }
}
