package dev.heddle.io.dataset;

import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.batch.Layout;
import java.math.BigInteger;
import java.util.Optional;

/**
 * How the stored numbers of one type become those of a wider one.
 *
 * @param factor what integers are multiplied by; empty if the result is a floating-point number
 */
record Widening(DataType from, DataType to, Optional<BigInteger> factor) {
  private static final long SECONDS_OF_DAY = 86_400;

  /** Returns the way from one type to another that it {@linkplain TypeWidening converts} to. */
  static Widening of(DataType from, DataType to) {
    return new Widening(from, to, factor(from, to));
  }

  private static Optional<BigInteger> factor(DataType from, DataType to) {
    return switch (to) {
      case DataType.Decimal(_, int scale) -> {
        int before = from instanceof DataType.Decimal decimal ? decimal.scale() : 0;
        yield Optional.of(BigInteger.TEN.pow(scale - before));
      }
      case DataType.Timestamp(TimestampUnit unit, _) ->
          Optional.of(
              BigInteger.valueOf(
                  from instanceof DataType.Timestamp before
                      ? unit.perSecond() / before.unit().perSecond()
                      : unit.perSecond() * SECONDS_OF_DAY));
      case DataType.Int16 _,
          DataType.Int32 _,
          DataType.Int64 _,
          DataType.Int128 _,
          DataType.Unsigned _ ->
          Optional.of(BigInteger.ONE);
      default -> Optional.empty();
    };
  }

  /** Returns whether a product can leave the range of the type; decimals have digits enough. */
  boolean canOverflow() {
    return to instanceof DataType.Timestamp;
  }

  /** Returns the scale of the unscaled numbers. */
  int fromScale() {
    return from instanceof DataType.Decimal decimal ? decimal.scale() : 0;
  }

  /** Returns whether unequal numbers stay unequal, and are compared as before. */
  boolean keepsOrderExactly() {
    return factor.isPresent()
        || from.isFloat()
        || (TypeCoercion.signed(from).isInteger() && Layout.of(from).byteWidth() <= Integer.BYTES);
  }
}
