package dev.heddle.io.scan;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What the statistics of a chunk prove about its values, in the column's own unit and scale.
 *
 * <p>Every non-null value that is not NaN is at least the minimum and at most the maximum, which
 * need not occur themselves (writers cut long texts). Bounds that cannot be trusted are left out:
 * NaN, wrong lengths, values outside of the type, a minimum above the maximum.
 *
 * @param minimum lower bound, if known
 * @param maximum upper bound, if known
 * @param mayHaveNan whether NaN can be among the values: bounds never show it
 */
public record Bounds(@Nullable ScanValue minimum, @Nullable ScanValue maximum, boolean mayHaveNan) {
  /** Nothing is known. */
  public static final Bounds UNKNOWN = new Bounds(null, null, true);

  /**
   * Compares two values of one kind; empty if they cannot be compared. Zeroes are equal whatever
   * their sign, and NaN cannot be compared.
   */
  public static OptionalInt compare(ScanValue left, ScanValue right) {
    return switch (left) {
      case ScanValue.Whole(BigInteger a) when right instanceof ScanValue.Whole(BigInteger b) ->
          OptionalInt.of(a.compareTo(b));
      case ScanValue.Floating(double a)
          when right instanceof ScanValue.Floating(double b)
              && !Double.isNaN(a)
              && !Double.isNaN(b) ->
          OptionalInt.of(a < b ? -1 : a > b ? 1 : 0);
      case ScanValue.Truth(boolean a) when right instanceof ScanValue.Truth(boolean b) ->
          OptionalInt.of(Boolean.compare(a, b));
      case ScanValue.Bytes(byte[] a) when right instanceof ScanValue.Bytes(byte[] b) ->
          OptionalInt.of(Arrays.compareUnsigned(a, b));
      case ScanValue.Whole _,
          ScanValue.Floating _,
          ScanValue.Truth _,
          ScanValue.Bytes _,
          ScanValue.Span _ ->
          OptionalInt.empty();
    };
  }
}
