package dev.heddle.io.dataset;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import java.util.Optional;

/**
 * Which type holds the values of two.
 *
 * <p>Integers widen to integers, to decimals with enough digits, and to floating-point numbers;
 * decimals to decimals with more digits, and to doubles; dates to timestamps without zone;
 * timestamps to finer units. Text goes with text only, as truth values, bytes, times, intervals and
 * nested types go with their equals. A column without values goes with all.
 */
final class TypeWidening {
  private TypeWidening() {}

  /** Returns whether values of one type become values of the other. */
  static boolean converts(DataType from, DataType to) {
    return common(from, to).filter(to::equals).isPresent();
  }

  /** Returns the narrowest type that values of both become. */
  static Optional<DataType> common(DataType one, DataType other) {
    if (one.equals(other) || other instanceof DataType.Null) {
      return Optional.of(one);
    }
    if (one instanceof DataType.Null) {
      return Optional.of(other);
    }
    if (one.isNumeric() && other.isNumeric()) {
      return number(one, other);
    }
    return time(one, other).or(() -> time(other, one));
  }

  private static Optional<DataType> number(DataType one, DataType other) {
    if (one.isInteger() && other.isInteger()) {
      return Optional.of(digits(one) >= digits(other) ? one : other);
    }
    if (one.isFloat() || other.isFloat()) {
      return Optional.of(fitsFloat(one) && fitsFloat(other) ? DataType.FLOAT32 : DataType.FLOAT64);
    }
    int scale = Math.max(scale(one), scale(other));
    int whole = Math.max(digits(one) - scale(one), digits(other) - scale(other));
    return whole + scale > DataType.Decimal.MAX_PRECISION
        ? Optional.empty()
        : Optional.of(new DataType.Decimal(whole + scale, scale));
  }

  private static boolean fitsFloat(DataType type) {
    return type instanceof DataType.Float32
        || type instanceof DataType.Int8
        || type instanceof DataType.Int16;
  }

  private static int scale(DataType type) {
    return type instanceof DataType.Decimal decimal ? decimal.scale() : 0;
  }

  /** Returns how many decimal digits values of an exact type have at most. */
  private static int digits(DataType type) {
    return switch (type) {
      case DataType.Decimal decimal -> decimal.precision();
      case DataType.Int8 _ -> 3;
      case DataType.Int16 _ -> 5;
      case DataType.Int32 _ -> 10;
      default -> 19;
    };
  }

  private static Optional<DataType> time(DataType one, DataType other) {
    if (!(other instanceof DataType.Timestamp timestamp)) {
      return Optional.empty();
    }
    if (one instanceof DataType.Date && !timestamp.withZone()) {
      return Optional.of(timestamp);
    }
    return one instanceof DataType.Timestamp(TimestampUnit unit, boolean withZone)
            && withZone == timestamp.withZone()
        ? Optional.of(unit == TimestampUnit.NANOS ? one : timestamp)
        : Optional.empty();
  }
}
