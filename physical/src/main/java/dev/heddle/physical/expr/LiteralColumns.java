package dev.heddle.physical.expr;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanValue;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes columns of constants. Stateless. */
public final class LiteralColumns {
  private LiteralColumns() {}

  /** Returns a column of a type that is not nested, with a row for each constant. */
  public static Column of(DataType type, List<PhysicalExpr.Literal> values, MemoryAccount account) {
    try (ColumnBuilder builder = new ColumnBuilder(type, account)) {
      for (PhysicalExpr.Literal value : values) {
        append(builder, value.value().orElse(null), type);
      }
      return builder.build();
    }
  }

  private static void append(ColumnBuilder builder, @Nullable ScanValue value, DataType type) {
    switch (value) {
      case null -> builder.appendNull();
      case ScanValue.Whole(BigInteger whole) -> {
        if (type.isFloat()) {
          builder.appendDouble(whole.doubleValue());
        } else if (Layout.of(type) == Layout.INT128) {
          builder.appendWords(whole.longValue(), whole.shiftRight(64).longValueExact());
        } else {
          builder.appendLong(whole.longValueExact());
        }
      }
      case ScanValue.Floating(double floating) -> builder.appendDouble(floating);
      case ScanValue.Truth(boolean truth) -> builder.appendBoolean(truth);
      case ScanValue.Span(int months, int days, long micros) ->
          builder.appendWords(
              ((long) days << 32) | (months & 0xffffffffL), Math.multiplyExact(micros, 1000L));
      case ScanValue.Bytes(byte[] bytes) -> builder.appendBytes(bytes, 0, bytes.length);
    }
  }
}
