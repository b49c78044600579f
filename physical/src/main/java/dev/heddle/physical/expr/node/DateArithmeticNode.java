package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.Validity;
import dev.heddle.physical.kernel.cast.TextFormat;
import dev.heddle.physical.kernel.time.DateArithmetic;
import dev.heddle.physical.kernel.time.LocalTimes;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sums and differences with dates, times, timestamps and intervals. The left side is the moment, or
 * an interval; a sum written the other way round is turned before.
 *
 * <p>Timestamps with zone are moved in the session's local time.
 */
public final class DateArithmeticNode extends StrictNode {
  private final int sign;
  private final @Nullable LocalTimes local;
  private final ZoneId zone;

  public DateArithmeticNode(int sign, Node left, Node right, DataType type, ZoneId zone) {
    super(type, List.of(left, right));
    this.sign = sign;
    this.local = LocalTimes.ofType(left.type, zone);
    this.zone = zone;
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    int count = rows.count();
    MemoryAccount account = rows.account();
    Buffer failed = account.allocateZeroed(Bits.bytesFor(count));
    try (Output output = new Output(type, rows)) {
      long a = operands[0].values();
      long b = operands[1].values();
      long bStep = step(operands, 1);
      long to = output.values();
      switch (arguments[0].type) {
        case DataType.Date _ -> days(a, step(operands, 0), b, bStep, count, to, failed.address());
        case DataType.Time _ ->
            DateArithmetic.moveTimes(a, step(operands, 0), b, bStep, sign, count, to);
        case DataType.Interval _ ->
            DateArithmetic.addIntervals(
                a, step(operands, 0), b, bStep, sign, count, to, failed.address());
        case DataType.Timestamp timestamp -> {
          long steps = timestamp.unit().perSecond();
          if (type instanceof DataType.Interval) {
            DateArithmetic.subtractTimestamps(
                a, step(operands, 0), b, bStep, steps, count, to, failed.address());
          } else {
            timestamps(a, step(operands, 0), b, bStep, steps, count, to, failed.address());
          }
        }
        default -> throw new IllegalStateException("No date: " + arguments[0].type.sqlName());
      }
      int row = Validity.firstSet(failed.address(), address(validity), count);
      if (row >= 0) {
        throw failure(operands, row);
      }
      return output.build(validity);
    } finally {
      failed.release();
    }
  }

  private void days(long a, long aStep, long b, long bStep, int rows, long to, long failed) {
    switch (arguments[1].type) {
      case DataType.Interval _ ->
          DateArithmetic.moveDays(a, aStep, b, bStep, sign, rows, to, failed);
      case DataType.Date _ -> DateArithmetic.subtractDays(a, aStep, b, bStep, rows, to);
      default -> DateArithmetic.addDays(a, aStep, b, bStep, sign, rows, to, failed);
    }
  }

  private void timestamps(
      long a, long aStep, long b, long bStep, long perSecond, int rows, long to, long failed) {
    if (local == null) {
      DateArithmetic.moveTimestamps(a, aStep, b, bStep, sign, perSecond, rows, to, failed);
      return;
    }
    local.moveBy(a, aStep, b, bStep, sign, rows, to, failed);
  }

  private RuntimeException failure(Column[] operands, int row) {
    String left = TextFormat.show(operands[0], isRepeated(0) ? 0 : row, zone);
    String right = TextFormat.show(operands[1], isRepeated(1) ? 0 : row, zone);
    String verb = sign > 0 ? "add " + right + " to " : "subtract " + right + " from ";
    String kind = arguments[0].type.sqlName() + " " + left;
    if (arguments[0].type instanceof DataType.Date
        && arguments[1].type instanceof DataType.Interval
        && operands[1].highWordAt(isRepeated(1) ? 0 : row) != 0) {
      return Failures.argument(
          "Cannot " + verb + kind + ": the interval has a time part; cast the date to TIMESTAMP");
    }
    return Failures.range("Cannot " + verb + kind + ": the result is out of range");
  }

  @Override
  public boolean canFail() {
    return true;
  }
}
