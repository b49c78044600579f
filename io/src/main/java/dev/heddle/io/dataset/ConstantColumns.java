package dev.heddle.io.dataset;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanValue;
import java.math.BigInteger;
import java.util.Optional;

/** Makes columns whose rows are all the same. */
final class ConstantColumns {
  private ConstantColumns() {}

  /** Returns a column of so many rows; text and binary come as codes into a dictionary. */
  static Column of(DataType type, Optional<ScanValue> value, int rows, MemoryAccount account) {
    try (ColumnBuilder builder = new ColumnBuilder(type, account)) {
      if (value.isEmpty() || Layout.of(type) != Layout.VIEW) {
        for (int i = 0; i < rows; i++) {
          append(builder, value);
        }
        return builder.build();
      }
      Buffer codes = account.allocateZeroed(4L * rows);
      try {
        append(builder, value);
        return Column.codes(rows, codes, null, builder.build());
      } catch (Throwable e) {
        codes.release();
        throw e;
      }
    }
  }

  /** Appends a value of the builder's type; empty is null. */
  static void append(ColumnBuilder builder, Optional<ScanValue> value) {
    if (value.isEmpty()) {
      builder.appendNull();
      return;
    }
    switch (value.get()) {
      case ScanValue.Whole(BigInteger whole) -> {
        if (whole.bitLength() < Long.SIZE) {
          builder.appendLong(whole.longValueExact());
        } else {
          builder.appendWords(whole.longValue(), whole.shiftRight(64).longValueExact());
        }
      }
      case ScanValue.Floating(double number) -> builder.appendDouble(number);
      case ScanValue.Truth(boolean truth) -> builder.appendBoolean(truth);
      case ScanValue.Bytes(byte[] bytes) -> builder.appendBytes(bytes, 0, bytes.length);
      case ScanValue.Span _ -> throw new IllegalStateException("No constant is a calendar span");
    }
  }
}
