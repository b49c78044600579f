package dev.heddle.io.dataset;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.ConstantColumns;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanValue;
import java.math.BigInteger;
import java.util.Optional;

/** Makes columns of what is the same in all rows of a file. */
final class FileConstants {
  private FileConstants() {}

  /** Returns a column of {@code rows} rows; text and binary come as codes into a dictionary. */
  static Column of(DataType type, Optional<ScanValue> value, int rows, MemoryAccount account) {
    if (value.isEmpty()) {
      return ConstantColumns.nulls(type, rows, account);
    }
    try (ColumnBuilder builder = new ColumnBuilder(type, account)) {
      append(builder, value);
      Column one = builder.build();
      if (Layout.of(type).isText()) {
        Buffer codes;
        try {
          codes = account.allocateZeroed(4L * rows);
        } catch (Throwable e) {
          one.release();
          throw e;
        }
        return Column.codes(rows, codes, null, one);
      }
      try {
        return repeated(one, rows, account);
      } finally {
        one.release();
      }
    }
  }

  private static Column repeated(Column one, int rows, MemoryAccount account) {
    long bytes = one.layout().bytesFor(rows);
    Buffer values = account.allocate(bytes);
    if (one.layout() == Layout.BIT) {
      Memory.fill(values.address(), bytes, (byte) (one.booleanAt(0) ? -1 : 0));
    } else {
      long done = Math.min(one.layout().byteWidth(), bytes);
      Memory.copy(one.values(), values.address(), done);
      while (done < bytes) { // doubled each time
        long more = Math.min(done, bytes - done);
        Memory.copy(values.address(), values.address() + done, more);
        done += more;
      }
    }
    return Column.fixed(one.type(), rows, values, null);
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
