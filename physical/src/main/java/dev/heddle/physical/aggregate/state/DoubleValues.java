package dev.heddle.physical.aggregate.state;

import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.Int128;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a column as binary64, decimals unscaled; computed once for a batch where they are
 * otherwise. Values of null rows are unspecified.
 */
public final class DoubleValues implements AutoCloseable {
  private final long address;
  private final @Nullable Buffer converted;

  private DoubleValues(long address, @Nullable Buffer converted) {
    this.address = address;
    this.converted = converted;
  }

  /** Lends or converts the first rows of a column, which must outlive the values. */
  public static DoubleValues of(Column column, int rows, MemoryAccount account) {
    if (column.layout() == Layout.FLOAT64) {
      return new DoubleValues(column.values(), null);
    }
    Buffer converted = account.allocate(8L * rows);
    long source = column.values();
    long target = converted.address();
    switch (column.layout()) {
      case INT8 -> {
        for (int i = 0; i < rows; i++) {
          Memory.putDouble(target + 8L * i, Memory.getByte(source + i));
        }
      }
      case INT16 -> {
        for (int i = 0; i < rows; i++) {
          Memory.putDouble(target + 8L * i, Memory.getShort(source + 2L * i));
        }
      }
      case INT32 -> {
        for (int i = 0; i < rows; i++) {
          Memory.putDouble(target + 8L * i, Memory.getInt(source + 4L * i));
        }
      }
      case INT64 -> {
        for (int i = 0; i < rows; i++) {
          Memory.putDouble(target + 8L * i, (double) Memory.getLong(source + 8L * i));
        }
      }
      case FLOAT32 -> {
        for (int i = 0; i < rows; i++) {
          Memory.putDouble(target + 8L * i, Memory.getFloat(source + 4L * i));
        }
      }
      case INT128 -> {
        for (int i = 0; i < rows; i++) {
          long at = source + 16L * i;
          Memory.putDouble(
              target + 8L * i, Int128.toDouble(Memory.getLong(at), Memory.getLong(at + 8)));
        }
      }
      default -> throw new IllegalStateException("No numbers in layout " + column.layout());
    }
    return new DoubleValues(target, converted);
  }

  /** Returns int64 values with a bias as the bits of binary64, which are in the same order then. */
  public static DoubleValues biased(Column column, long bias, int rows, MemoryAccount account) {
    Buffer bits = account.allocate(8L * rows);
    for (int i = 0; i < rows; i++) {
      Memory.putLong(bits.address() + 8L * i, Memory.getLong(column.values() + 8L * i) + bias);
    }
    return new DoubleValues(bits.address(), bits);
  }

  /**
   * Returns int64 values as the bits of binary64, which are in the same order: negative ones with
   * the sign and the number apart, and those of a size from {@code infinite} on as infinity.
   */
  public static DoubleValues ofSteps(
      Column column, long infinite, int rows, MemoryAccount account) {
    Buffer bits = account.allocate(8L * rows);
    for (int i = 0; i < rows; i++) {
      long value = Memory.getLong(column.values() + 8L * i);
      double number =
          value >= infinite
              ? Double.POSITIVE_INFINITY
              : value <= -infinite ? Double.NEGATIVE_INFINITY : ofSteps(value);
      Memory.putDouble(bits.address() + 8L * i, number);
    }
    return new DoubleValues(bits.address(), bits);
  }

  private static double ofSteps(long value) {
    double number = Double.longBitsToDouble(value < 0 ? Long.MIN_VALUE | -value : value);
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      throw Failures.argument(
          "Cannot take a quantile of a time "
              + value
              + " steps from 1970: cast it to a coarser one");
    }
    return number;
  }

  public double at(int row) {
    return Memory.getDouble(address + 8L * row);
  }

  @Override
  public void close() {
    if (converted != null) {
      converted.release();
    }
  }
}
