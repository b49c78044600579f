package dev.heddle.io.scan;

import java.math.BigInteger;

/** A constant that statistics are compared with, in the column's own unit and scale. */
public sealed interface ScanValue {
  /** Integers, dates, times, timestamps and unscaled decimals. */
  record Whole(BigInteger value) implements ScanValue {
    /** Makes one from a 64-bit integer. */
    public static Whole of(long value) {
      return new Whole(BigInteger.valueOf(value));
    }
  }

  /** Floating-point numbers. */
  record Floating(double value) implements ScanValue {}

  /** Booleans. */
  record Truth(boolean value) implements ScanValue {}

  /** Calendar spans. */
  record Span(int months, int days, long micros) implements ScanValue {}

  /** Text (UTF-8) and binary. */
  record Bytes(byte[] value) implements ScanValue {
    @Override
    public boolean equals(Object other) {
      return other instanceof Bytes(byte[] that) && java.util.Arrays.equals(value, that);
    }

    @Override
    public int hashCode() {
      return java.util.Arrays.hashCode(value);
    }
  }
}
