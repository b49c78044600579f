package dev.heddle.planner.translate;

import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Conversions of constants that lose nothing and cannot fail; all others are left to the kernels.
 */
final class LiteralCasts {
  private static final long SECONDS_PER_DAY = 86_400;

  private LiteralCasts() {}

  static Optional<PhysicalExpr.Literal> convert(PhysicalExpr.Literal literal, DataType type) {
    if (literal.value().isEmpty()) {
      return Optional.of(PhysicalExpr.Literal.nullOf(type));
    }
    return convert(literal.value().get(), literal.type(), type)
        .map(value -> PhysicalExpr.Literal.of(value, type));
  }

  private static Optional<ScanValue> convert(ScanValue value, DataType from, DataType to) {
    if (value instanceof ScanValue.Whole(BigInteger whole)) {
      DataType signed = TypeCoercion.signed(from);
      if (signed.isNumeric() && TypeCoercion.signed(to).isNumeric()) {
        BigDecimal number = new BigDecimal(whole, TypeCoercion.asDecimal(signed).scale());
        return to instanceof DataType.Unsigned unsigned
            ? unsigned(number, unsigned)
            : number(number, to);
      }
      if (from instanceof DataType.Date && to instanceof DataType.Timestamp t && !t.withZone()) {
        BigInteger perDay = BigInteger.valueOf(SECONDS_PER_DAY * t.unit().perSecond());
        BigInteger point = whole.multiply(perDay);
        return point.bitLength() < Long.SIZE
            ? Optional.of(new ScanValue.Whole(point))
            : Optional.empty();
      }
    }
    if (value instanceof ScanValue.Bytes(byte[] bytes)
        && from instanceof DataType.Str
        && to instanceof DataType.Enumeration type) {
      int position = type.labels().indexOf(new String(bytes, StandardCharsets.UTF_8));
      return position < 0 ? Optional.empty() : Optional.of(ScanValue.Whole.of(position));
    }
    if (value instanceof ScanValue.Floating
        && from instanceof DataType.Float32
        && to instanceof DataType.Float64) {
      return Optional.of(value);
    }
    return Optional.empty();
  }

  private static Optional<ScanValue> unsigned(BigDecimal number, DataType.Unsigned to) {
    boolean isWhole = number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
    return isWhole && to.holds(number.toBigInteger())
        ? Optional.of(new ScanValue.Whole(number.toBigInteger()))
        : Optional.empty();
  }

  private static Optional<ScanValue> number(BigDecimal number, DataType to) {
    if (to instanceof DataType.Float64) {
      return Optional.of(new ScanValue.Floating(number.doubleValue()));
    }
    if (to instanceof DataType.Float32) {
      return Optional.of(new ScanValue.Floating(number.floatValue()));
    }
    DataType.Decimal decimal = TypeCoercion.asDecimal(to);
    BigDecimal plain = number.stripTrailingZeros();
    if (plain.scale() > decimal.scale()) {
      return Optional.empty();
    }
    BigDecimal scaled = plain.setScale(decimal.scale());
    boolean fits =
        to instanceof DataType.Decimal
            ? scaled.precision() <= decimal.precision()
            : scaled.unscaledValue().bitLength() < bits(to);
    return fits ? Optional.of(new ScanValue.Whole(scaled.unscaledValue())) : Optional.empty();
  }

  private static int bits(DataType type) {
    return switch (type) {
      case DataType.Int8 t -> Byte.SIZE;
      case DataType.Int16 t -> Short.SIZE;
      case DataType.Int32 t -> Integer.SIZE;
      case DataType.Int128 t -> 2 * Long.SIZE;
      default -> Long.SIZE;
    };
  }
}
