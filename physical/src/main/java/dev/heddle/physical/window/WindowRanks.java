package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.at;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.plan.WindowCall;
import java.math.BigInteger;

/** The functions that only depend on the position of a row in its partition. */
final class WindowRanks {
  private WindowRanks() {}

  static Column compute(WindowFunction function, WindowCall call, WindowSegment segment) {
    if (function == WindowFunction.NTILE) {
      return buckets(call, segment);
    }
    int rows = segment.rows();
    boolean isShare =
        function == WindowFunction.PERCENT_RANK || function == WindowFunction.CUME_DIST;
    Buffer values = segment.account().allocate(8L * Math.max(1, rows));
    for (int i = 0; i < rows; i++) {
      int start = at(segment.partitionStarts(), i);
      long size = segment.partitionRows(i);
      long rank = at(segment.peerStarts(), i) - start;
      long target = values.address() + 8L * i;
      switch (function) {
        case ROW_NUMBER ->
            Memory.putLong(target, i - start + (start == 0 ? segment.rowsBefore() : 0) + 1);
        case RANK -> Memory.putLong(target, rank + 1);
        case DENSE_RANK ->
            Memory.putLong(target, at(segment.groups(), i) - at(segment.groups(), start) + 1L);
        case PERCENT_RANK -> Memory.putDouble(target, size == 1 ? 0 : (double) rank / (size - 1));
        case CUME_DIST ->
            Memory.putDouble(target, (double) (at(segment.peerEnds(), i) - start) / size);
        case NTILE, LAG, LEAD, FIRST_VALUE, LAST_VALUE, NTH_VALUE ->
            throw new IllegalStateException("Not a rank: " + function);
      }
    }
    return Column.fixed(isShare ? DataType.FLOAT64 : DataType.INT64, rows, values, null);
  }

  private static Column buckets(WindowCall call, WindowSegment segment) {
    int rows = segment.rows();
    Column counts = call.arguments().isEmpty() ? null : segment.column(call.arguments().getFirst());
    boolean isNull = counts == null && call.constants().getFirst().value().isEmpty();
    long constant = counts != null || isNull ? 1 : whole(call);
    Buffer validity = segment.account().allocateZeroed(Bits.bytesFor(rows));
    Buffer values = null;
    try {
      values = segment.account().allocate(8L * Math.max(1, rows));
      for (int i = 0; i < rows; i++) {
        if (isNull || (counts != null && counts.isNull(i))) {
          continue;
        }
        long buckets = counts == null ? constant : counts.longAt(i);
        if (buckets < 1) {
          throw new HeddleException(
              ErrorCode.INVALID_ARGUMENT,
              "Cannot compute ntile(" + buckets + "): the number of buckets must be at least 1");
        }
        int start = at(segment.partitionStarts(), i);
        long size = segment.partitionRows(i);
        long row = i - start + segment.rowsBefore();
        Memory.putLong(values.address() + 8L * i, bucket(row, size, buckets));
        Bits.set(validity.address(), i);
      }
      return Column.fixed(DataType.INT64, rows, values, validity);
    } catch (Throwable e) {
      if (values != null) {
        values.release();
      }
      validity.release();
      throw e;
    }
  }

  private static long whole(WindowCall call) {
    return call.constants().getFirst().value().orElseThrow()
            instanceof ScanValue.Whole(BigInteger whole)
        ? whole.min(BigInteger.valueOf(Long.MAX_VALUE)).max(BigInteger.ZERO).longValueExact()
        : 0;
  }

  /** The first {@code size % buckets} buckets have one row more than the others. */
  private static long bucket(long row, long size, long buckets) {
    long least = size / buckets;
    long larger = size % buckets;
    long inLarger = larger * (least + 1);
    return row < inLarger ? row / (least + 1) + 1 : larger + (row - inLarger) / least + 1;
  }
}
