package dev.heddle.frame.expr.catalogue;

import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules of aggregates and window functions that the catalogue is put together from. */
final class AggregateRules {
  private AggregateRules() {}

  /**
   * {@code sum}: BIGINT for narrower integers, 38 digits for BIGINT, UBIGINT and decimals, HUGEINT
   * for HUGEINT, DOUBLE for floats.
   */
  static @Nullable Signature aggregateSum(List<DataType> given) {
    List<DataType> arguments = TypeRules.withoutNulls(given);
    if (arguments.get(0).equals(DataType.UINT64)) {
      return new Signature(List.of(TypeCoercion.asDecimal(DataType.UINT64)), TypeRules.INTEGER_38);
    }
    DataType result =
        switch (arguments.get(0)) {
          case DataType.Int8 t -> DataType.INT64;
          case DataType.Int16 t -> DataType.INT64;
          case DataType.Int32 t -> DataType.INT64;
          case DataType.Int64 t -> TypeRules.INTEGER_38;
          case DataType.Int128 t -> DataType.INT128;
          case DataType.Decimal t ->
              new DataType.Decimal(DataType.Decimal.MAX_PRECISION, t.scale());
          case DataType.Float32 t -> DataType.FLOAT64;
          case DataType.Float64 t -> DataType.FLOAT64;
          case DataType.Bool t -> null;
          case DataType.Str t -> null;
          case DataType.Binary t -> null;
          case DataType.Json t -> null;
          case DataType.Enumeration t -> null;
          case DataType.Unsigned t -> null;
          case DataType.Uuid t -> null;
          case DataType.Date t -> null;
          case DataType.Time t -> null;
          case DataType.Timestamp t -> null;
          case DataType.Interval t -> null;
          case DataType.ListOf t -> null;
          case DataType.Struct t -> null;
          case DataType.MapOf t -> null;
          case DataType.Null t -> null;
        };
    return result == null ? null : new Signature(arguments, result);
  }

  /** {@code avg} and statistics: any number as it is, DOUBLE out. */
  static @Nullable Signature statistic(List<DataType> given) {
    List<DataType> arguments = TypeRules.withoutNulls(given);
    return ArithmeticRules.areNumeric(arguments)
        ? new Signature(arguments, DataType.FLOAT64)
        : null;
  }

  /** An integer, a floating-point number, a text or a binary; a binary out. */
  static @Nullable Signature sketched(List<DataType> given) {
    DataType value = given.getFirst();
    DataType taken =
        value.isInteger() || value instanceof DataType.Null
            ? DataType.INT64
            : value.isFloat()
                ? DataType.FLOAT64
                : value instanceof DataType.Str || value instanceof DataType.Binary ? value : null;
    return taken == null ? null : new Signature(List.of(taken), DataType.BINARY);
  }

  /** A sketch; a sketch out. */
  static @Nullable Signature sketches(List<DataType> given) {
    return TypeRules.fixed(DataType.BINARY, ParameterType.BINARY).apply(given);
  }

  /** {@code regr_count}: two numbers as they are, a count out. */
  static @Nullable Signature pairCount(List<DataType> given) {
    Signature pair = statistic(given);
    return pair == null ? null : new Signature(pair.argumentTypes(), DataType.INT64);
  }

  /**
   * {@code median(x)}: a number as it is; DOUBLE out, of a decimal of up to 18 digits its type. Of
   * a time its type, of a date a timestamp.
   */
  static @Nullable Signature middle(List<DataType> given) {
    DataType time = ofTime(given.getFirst());
    if (time != null) {
      return new Signature(List.of(time), time);
    }
    Signature statistic = statistic(given);
    return statistic == null
        ? null
        : new Signature(statistic.argumentTypes(), between(statistic.argumentTypes().getFirst()));
  }

  /** The type of what may be between two numbers of a type. */
  static DataType between(DataType type) {
    return type instanceof DataType.Decimal decimal && decimal.fitsLong() ? type : DataType.FLOAT64;
  }

  /** {@code quantile_cont(x, fraction)}: as {@link #middle}; the fraction as DOUBLE. */
  static @Nullable Signature quantileBetween(List<DataType> given) {
    DataType time = ofTime(given.getFirst());
    if (time != null && given.get(1).isNumeric()) {
      return new Signature(List.of(time, DataType.FLOAT64), time);
    }
    Signature quantile = quantile(given);
    return quantile == null
        ? null
        : new Signature(quantile.argumentTypes(), between(quantile.argumentTypes().getFirst()));
  }

  /** A list of decimals and a fraction as DOUBLE; such a decimal out. */
  static @Nullable Signature decimalQuantile(List<DataType> arguments) {
    return arguments.getFirst() instanceof DataType.ListOf(DataType element)
            && element instanceof DataType.Decimal
        ? new Signature(List.of(arguments.getFirst(), DataType.FLOAT64), element)
        : null;
  }

  /** The type in which what is between two times of a type is; null of others. */
  private static @Nullable DataType ofTime(DataType type) {
    return switch (type) {
      case DataType.Date _ -> DataType.TIMESTAMP;
      case DataType.Timestamp _, DataType.Time _ -> type;
      default -> null;
    };
  }

  /** {@code quantile(x, fraction)}: a number as it is, the fraction as DOUBLE, DOUBLE out. */
  static @Nullable Signature quantile(List<DataType> given) {
    DataType value = given.get(0) instanceof DataType.Null ? DataType.INT32 : given.get(0);
    boolean fits = value.isNumeric() && given.get(1).isNumeric();
    return fits ? new Signature(List.of(value, DataType.FLOAT64), DataType.FLOAT64) : null;
  }

  /** A list of the argument. */
  static @Nullable Signature collected(List<DataType> arguments) {
    return new Signature(arguments, new DataType.ListOf(arguments.get(0)));
  }

  /** One argument whose values are compared, unchanged in type. */
  static @Nullable Signature compared(List<DataType> arguments) {
    return TypeCoercion.isComparable(arguments.get(0))
        ? new Signature(arguments, arguments.get(0))
        : null;
  }

  /** {@code lag(x, offset, default)}: the default meets the value's type. */
  static @Nullable Signature shifted(List<DataType> given) {
    DataType value = given.get(0);
    if (given.size() > 1 && ParameterType.WHOLE.accept(given.get(1)) == null) {
      return null;
    }
    if (given.size() > 2) {
      value = TypeCoercion.commonType(value, given.get(2));
      if (value == null) {
        return null;
      }
    }
    List<DataType> arguments = new ArrayList<>(List.of(value));
    if (given.size() > 1) {
      arguments.add(DataType.INT64);
    }
    if (given.size() > 2) {
      arguments.add(value);
    }
    return new Signature(arguments, value);
  }
}
