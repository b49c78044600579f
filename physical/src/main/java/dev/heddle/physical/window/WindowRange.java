package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.at;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.kernel.Int128;
import dev.heddle.physical.kernel.time.Calendar;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.SortOrdinals;
import dev.heddle.physical.window.WindowFrames.Edge;
import java.math.BigInteger;

/**
 * Finds the ends of frames at an offset of the order key from a row. Rows whose key is null have
 * their peers as frame.
 */
final class WindowRange {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private WindowRange() {}

  static void find(
      PhysicalExpr.Literal offset,
      int direction,
      Edge edge,
      PhysicalPlan.Window plan,
      WindowSegment segment,
      long target) {
    SortOrder order = key(plan);
    Column column = segment.column(order.column());
    Buffer words = segment.account().allocateZeroed(17L * Math.max(1, segment.rows()));
    try {
      long keys = words.address();
      long targets = keys + 8L * segment.rows();
      fill(column, offset, direction, order.direction(), segment.rows(), keys, targets);
      search(column.validity(), keys, targets, order.direction(), edge, segment, target);
    } finally {
      words.release();
    }
  }

  /**
   * Returns the key by which frames reach so far.
   *
   * @throws HeddleException with code {@code ANALYSIS} if there is not exactly one
   */
  static SortOrder key(PhysicalPlan.Window plan) {
    if (plan.order().size() != 1) {
      throw new HeddleException(
          ErrorCode.ANALYSIS,
          "Cannot use RANGE with an offset over "
              + plan.order().size()
              + " order keys: it needs exactly one");
    }
    return plan.order().getFirst();
  }

  /**
   * Writes the keys, and where each row's frame ends, as integers of the same order; behind those
   * one byte a row: whether the end is beyond all integers.
   */
  static void fill(
      Column column,
      PhysicalExpr.Literal offset,
      int direction,
      SortDirection order,
      int rows,
      long keys,
      long targets) {
    int sign = order == SortDirection.DESCENDING ? -direction : direction;
    ScanValue value =
        offset
            .value()
            .orElseThrow(
                () ->
                    new HeddleException(
                        ErrorCode.INVALID_ARGUMENT, "Cannot use a null as the offset of a frame"));
    switch (value) {
      case ScanValue.Span span -> spans(column, span, sign, rows, keys, targets);
      case ScanValue.Floating(double floating) ->
          doubles(column, sign * floating, rows, keys, targets);
      case ScanValue.Whole(BigInteger whole) -> {
        if (column.type().isFloat()) {
          double scaled = whole.doubleValue() / Math.pow(10, scale(offset.type()));
          doubles(column, sign * scaled, rows, keys, targets);
        } else {
          wholes(column, whole, scale(offset.type()), sign, rows, keys, targets);
        }
      }
      case ScanValue.Truth _, ScanValue.Bytes _ -> throw unfit(column.type(), offset.type());
    }
  }

  private static HeddleException unfit(DataType key, DataType offset) {
    return new HeddleException(
        ErrorCode.ANALYSIS,
        "Cannot use an offset of type "
            + offset.sqlName()
            + " in a RANGE frame over "
            + key.sqlName()
            + ": it takes numbers over numbers, intervals over dates and timestamps");
  }

  private static int scale(DataType type) {
    return type instanceof DataType.Decimal d ? d.scale() : 0;
  }

  private static void doubles(Column column, double offset, int rows, long keys, long targets) {
    for (int i = 0; i < rows; i++) {
      double key = number(column, i);
      put(keys, i, SortOrdinals.ordered(Double.doubleToLongBits(key + 0.0)));
      put(targets, i, SortOrdinals.ordered(Double.doubleToLongBits(key + offset + 0.0)));
    }
  }

  private static void put(long array, int row, long word) {
    Memory.putLong(array + 8L * row, word);
  }

  private static double number(Column column, int row) {
    if (column.type().isFloat()) {
      return column.doubleAt(row);
    }
    return whole(column, row) / Math.pow(10, scale(column.type()));
  }

  private static long whole(Column column, int row) {
    if (column.layout() != Layout.INT128) {
      return column.longAt(row);
    }
    long low = column.lowWordAt(row);
    if (low >> 63 != column.highWordAt(row) && !column.isNull(row)) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot use a RANGE frame with an offset over "
              + Int128.toBigInteger(low, column.highWordAt(row))
              + ": unscaled values must fit 64 bits; cast the order key to DOUBLE");
    }
    return low;
  }

  private static void wholes(
      Column column, BigInteger offset, int scale, int sign, int rows, long keys, long targets) {
    boolean isTemporal = !column.type().isNumeric();
    int common = isTemporal ? scale : Math.max(scale, scale(column.type()));
    long factor = Int128.powerOfTen(Math.min(18, common - (isTemporal ? 0 : scale(column.type()))));
    BigInteger scaled = offset.multiply(BigInteger.TEN.pow(common - scale));
    long step = scaled.bitLength() < 63 ? sign * scaled.longValue() : sign * Long.MAX_VALUE;
    for (int i = 0; i < rows; i++) {
      long key = times(whole(column, i), factor);
      put(keys, i, key);
      put(targets, i, plus(key, step));
      Memory.putByte(targets + 8L * rows + i, beyond(key, step));
    }
  }

  /** Multiplies; what does not fit becomes the nearest that does. */
  private static long times(long value, long factor) {
    long high = Math.multiplyHigh(value, factor);
    long low = value * factor;
    return high == low >> 63 ? low : high < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  private static long plus(long value, long step) {
    long sum = value + step;
    return ((value ^ sum) & (step ^ sum)) >= 0 ? sum : step < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  /** Returns whether a sum is above (1) or below (-1) all 64-bit integers. */
  private static byte beyond(long value, long step) {
    long sum = value + step;
    return (byte) (((value ^ sum) & (step ^ sum)) >= 0 ? 0 : step < 0 ? -1 : 1);
  }

  private static void spans(
      Column column, ScanValue.Span span, int sign, int rows, long keys, long targets) {
    long perDay;
    switch (column.type()) {
      case DataType.Date _ -> perDay = MICROS_PER_DAY;
      case DataType.Timestamp t -> perDay = 86_400L * t.unit().perSecond();
      default -> throw unfit(column.type(), DataType.INTERVAL);
    }
    boolean isDate = column.type() instanceof DataType.Date;
    long clock = sign * span.micros() * Math.max(1, perDay / MICROS_PER_DAY);
    for (int i = 0; i < rows; i++) {
      long key = column.longAt(i);
      long day = isDate ? key : Math.floorDiv(key, perDay);
      long rest = isDate ? 0 : Math.floorMod(key, perDay);
      boolean isNull = column.isNull(i);
      long moved = isNull ? 0 : Calendar.plusMonths(day, (long) sign * span.months());
      moved = plus(moved, (long) sign * span.days());
      put(keys, i, isDate ? times(key, perDay) : key);
      put(targets, i, plus(plus(times(moved, perDay), rest), clock));
    }
  }

  /** Walks through each partition once: targets ascend with the keys. */
  private static void search(
      long validity,
      long keys,
      long targets,
      SortDirection order,
      Edge edge,
      WindowSegment segment,
      long target) {
    int pointer = 0;
    int firstPresent = 0;
    int endPresent = 0;
    for (int i = 0; i < segment.rows(); i++) {
      if (at(segment.partitionStarts(), i) == i) {
        firstPresent = i;
        endPresent = at(segment.partitionEnds(), i);
        while (firstPresent < endPresent && isNull(validity, firstPresent)) {
          firstPresent++;
        }
        while (endPresent > firstPresent && isNull(validity, endPresent - 1)) {
          endPresent--;
        }
        pointer = firstPresent;
      }
      if (isNull(validity, i)) {
        long peers = edge == Edge.START ? segment.peerStarts() : segment.peerEnds();
        WindowSegment.put(target, i, at(peers, i));
        continue;
      }
      long wanted = Memory.getLong(targets + 8L * i);
      byte beyond = Memory.getByte(targets + 8L * segment.rows() + i);
      while (pointer < endPresent) {
        long key = Memory.getLong(keys + 8L * pointer);
        if (!isBefore(key, wanted, beyond, order, edge)) {
          break;
        }
        pointer++;
      }
      WindowSegment.put(target, i, pointer);
    }
  }

  /** Returns whether a row of some key precedes the end of a frame. */
  static boolean isBefore(long key, long wanted, byte beyond, SortDirection order, Edge edge) {
    int compared = key == wanted ? -beyond : Long.compare(key, wanted);
    compared = order == SortDirection.DESCENDING ? -compared : compared;
    return edge == Edge.START ? compared < 0 : compared <= 0;
  }

  private static boolean isNull(long validity, int row) {
    return validity != 0 && !Bits.get(validity, row);
  }
}
