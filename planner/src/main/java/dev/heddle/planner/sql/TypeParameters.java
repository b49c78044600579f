package dev.heddle.planner.sql;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import java.util.List;
import java.util.Optional;

/**
 * What the numbers after a type's name mean. Those that have no effect are refused rather than left
 * out. Stateless.
 */
public final class TypeParameters {
  static final int MICROS_DIGITS = 6;
  private static final int NANOS_DIGITS = 9;
  private static final int REAL_BITS = 24;
  private static final int DOUBLE_BITS = 53;

  private TypeParameters() {}

  /** Returns why a type cannot have parameters, or nothing if it can. */
  public static Optional<String> refusal(DataType type, List<Integer> parameters) {
    if (parameters.isEmpty()) {
      return Optional.empty();
    }
    int first = parameters.getFirst();
    String shown = type.sqlName() + "(" + first + ")";
    boolean isOne = parameters.size() == 1;
    return switch (type) {
      case DataType.Decimal _ -> decimalRefusal(first, isOne ? 0 : parameters.get(1));
      case DataType.Timestamp _ ->
          isOne && (first == MICROS_DIGITS || first == NANOS_DIGITS)
              ? Optional.empty()
              : Optional.of(
                  "timestamps have 6 or 9 digits behind the second, not "
                      + first
                      + "; use TIMESTAMP or TIMESTAMP(9), and date_trunc to cut values");
      case DataType.Time _ ->
          isOne && first == MICROS_DIGITS
              ? Optional.empty()
              : Optional.of(
                  "times have 6 digits behind the second, not "
                      + first
                      + "; use TIME, and date_trunc to cut values");
      case DataType.Str _ ->
          isOne && first > 0
              ? Optional.empty()
              : Optional.of("the length of " + shown + " must be one number of at least 1");
      case DataType.Float32 _ ->
          isOne && first > 0 && first <= DOUBLE_BITS
              ? Optional.empty()
              : Optional.of("a FLOAT has 1 to 53 bits, not " + first + "; use REAL or DOUBLE");
      default ->
          Optional.of(
              type.sqlName() + " takes no length, precision or scale; leave (" + first + ") out");
    };
  }

  private static Optional<String> decimalRefusal(int precision, int scale) {
    boolean fits =
        precision >= 1
            && precision <= DataType.Decimal.MAX_PRECISION
            && scale >= 0
            && scale <= precision;
    return fits
        ? Optional.empty()
        : Optional.of(
            "there is no DECIMAL("
                + precision
                + ", "
                + scale
                + "): precision must be 1 to 38 and scale 0 to the precision");
  }

  /** Returns a type with parameters that are not refused. */
  public static DataType apply(DataType type, List<Integer> parameters) {
    if (parameters.isEmpty()) {
      return type;
    }
    int first = parameters.getFirst();
    return switch (type) {
      case DataType.Decimal _ ->
          new DataType.Decimal(first, parameters.size() > 1 ? parameters.get(1) : 0);
      case DataType.Timestamp t ->
          new DataType.Timestamp(
              first == NANOS_DIGITS ? TimestampUnit.NANOS : t.unit(), t.withZone());
      case DataType.Float32 _ -> first <= REAL_BITS ? type : DataType.FLOAT64;
      default -> type;
    };
  }
}
