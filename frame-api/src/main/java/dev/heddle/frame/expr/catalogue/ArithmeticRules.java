package dev.heddle.frame.expr.catalogue;

import dev.heddle.frame.schema.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules of arithmetic that the function catalogue is put together from. */
final class ArithmeticRules {
  private ArithmeticRules() {}

  /** A sum, and a value of what it is of. */
  static @Nullable Signature sumInType(List<DataType> arguments) {
    return new Signature(
        arguments, arguments.getLast().isInteger() ? DataType.INT64 : arguments.getFirst());
  }

  /** An integer, whose width counts; a number of bits out. */
  static @Nullable Signature bits(List<DataType> arguments) {
    DataType type = arguments.getFirst();
    return type instanceof DataType.Null
        ? new Signature(List.of(DataType.INT64), DataType.INT64)
        : type.isInteger() ? new Signature(List.of(type), DataType.INT64) : null;
  }

  /** As {@link #bits}, of an integer of 128 bits too. */
  static @Nullable Signature bitCount(List<DataType> arguments) {
    return arguments.getFirst() instanceof DataType.Int128 huge
        ? new Signature(List.of(huge), DataType.INT64)
        : bits(arguments);
  }

  /** Integers, taken as BIGINT, or as HUGEINT if one of them has 128 bits; one of these out. */
  static @Nullable Signature divisor(List<DataType> arguments) {
    return TypeCoercion.commonType(arguments) instanceof DataType.Int128 huge
        ? new Signature(TypeRules.copies(2, huge), huge)
        : TypeRules.fixed(DataType.INT64, ParameterType.WHOLE).apply(arguments);
  }

  /** Two lists of numbers, taken as REAL if one is and none is DOUBLE; such a number out. */
  static @Nullable Signature vectors(List<DataType> arguments) {
    boolean areNumbers =
        arguments.stream().allMatch(argument -> NestedRules.average(List.of(argument)) != null);
    boolean isSingle =
        arguments.contains(new DataType.ListOf(DataType.FLOAT32))
            && !arguments.contains(new DataType.ListOf(DataType.FLOAT64));
    DataType element = isSingle ? DataType.FLOAT32 : DataType.FLOAT64;
    DataType vector = new DataType.ListOf(element);
    return areNumbers ? new Signature(List.of(vector, vector), element) : null;
  }

  /** Returns whether all are numbers. */
  static boolean areNumeric(List<DataType> arguments) {
    for (DataType argument : arguments) {
      if (!argument.isNumeric()) {
        return false;
      }
    }
    return true;
  }

  /** The two decimals of a decimal operation, or null if it is one on integers or floats. */
  private static DataType.Decimal @Nullable [] decimals(List<DataType> arguments) {
    DataType left = arguments.get(0);
    DataType right = arguments.get(1);
    boolean exact = !left.isFloat() && !right.isFloat();
    boolean decimal = left instanceof DataType.Decimal || right instanceof DataType.Decimal;
    return exact && decimal
        ? new DataType.Decimal[] {TypeCoercion.asDecimal(left), TypeCoercion.asDecimal(right)}
        : null;
  }

  /**
   * {@code +}: numbers; a date and days; a date, time or timestamp and an interval; two intervals.
   */
  static @Nullable Signature add(List<DataType> arguments) {
    Signature temporal = moved(arguments.get(0), arguments.get(1));
    if (temporal != null) {
      return temporal;
    }
    Signature swapped = moved(arguments.get(1), arguments.get(0));
    if (swapped != null) {
      return new Signature(swapped.argumentTypes().reversed(), swapped.resultType());
    }
    return sum(arguments);
  }

  /** {@code -}: as {@code +}; two dates give days, two timestamps an interval. */
  static @Nullable Signature subtract(List<DataType> arguments) {
    DataType left = arguments.get(0);
    DataType right = arguments.get(1);
    Signature temporal = moved(left, right);
    if (temporal != null) {
      return temporal;
    }
    if (left instanceof DataType.Date && right instanceof DataType.Date) {
      return new Signature(arguments, DataType.INT64);
    }
    if (TypeRules.isDayTime(left) && TypeRules.isDayTime(right)) {
      DataType common = TypeCoercion.commonType(left, right);
      return common == null ? null : new Signature(TypeRules.copies(2, common), DataType.INTERVAL);
    }
    return sum(arguments);
  }

  private static @Nullable Signature moved(DataType base, DataType step) {
    if (base instanceof DataType.Date && step.isInteger()) {
      return new Signature(List.of(base, DataType.INT64), base);
    }
    boolean movable =
        TypeRules.isDayTime(base)
            || base instanceof DataType.Time
            || base instanceof DataType.Interval;
    if (movable && (step instanceof DataType.Interval || step instanceof DataType.Null)) {
      return new Signature(List.of(base, DataType.INTERVAL), base);
    }
    return null;
  }

  private static @Nullable Signature sum(List<DataType> given) {
    List<DataType> arguments = TypeRules.withoutNulls(given);
    if (!areNumeric(arguments)) {
      return null;
    }
    DataType.Decimal[] decimals = decimals(arguments);
    return decimals == null
        ? TypeRules.same(arguments)
        : new Signature(List.of(decimals), TypeCoercion.sumType(decimals[0], decimals[1]));
  }

  /** {@code *}: numbers; an interval and a number. */
  static @Nullable Signature multiply(List<DataType> given) {
    if (given.get(0) instanceof DataType.Interval
        && ParameterType.WHOLE.accept(given.get(1)) != null) {
      return new Signature(List.of(DataType.INTERVAL, DataType.INT64), DataType.INTERVAL);
    }
    if (given.get(1) instanceof DataType.Interval
        && ParameterType.WHOLE.accept(given.get(0)) != null) {
      return new Signature(List.of(DataType.INT64, DataType.INTERVAL), DataType.INTERVAL);
    }
    Signature scaled = scaled(given);
    if (scaled != null || given.get(1) instanceof DataType.Interval) {
      Signature turned = scaled == null ? scaled(given.reversed()) : null;
      return turned == null
          ? scaled
          : new Signature(turned.argumentTypes().reversed(), DataType.INTERVAL);
    }
    List<DataType> arguments = TypeRules.withoutNulls(given);
    if (!areNumeric(arguments)) {
      return null;
    }
    DataType.Decimal[] decimals = decimals(arguments);
    return decimals == null
        ? TypeRules.same(arguments)
        : new Signature(List.of(decimals), TypeCoercion.productType(decimals[0], decimals[1]));
  }

  /** An interval and a number, taken as DOUBLE. */
  private static @Nullable Signature scaled(List<DataType> given) {
    return given.get(0) instanceof DataType.Interval
            && ParameterType.REAL.accept(given.get(1)) != null
        ? new Signature(List.of(DataType.INTERVAL, DataType.FLOAT64), DataType.INTERVAL)
        : null;
  }

  /** SQL's {@code /}: integers give the truncated integer, decimals a decimal or DOUBLE. */
  static @Nullable Signature divide(List<DataType> given) {
    Signature scaled = scaled(given);
    if (scaled != null) {
      return scaled;
    }
    List<DataType> arguments = TypeRules.withoutNulls(given);
    if (!areNumeric(arguments)) {
      return null;
    }
    DataType.Decimal[] decimals = decimals(arguments);
    return decimals == null ? TypeRules.same(arguments) : quotient(decimals);
  }

  /** The frame's {@code div}: integers give DOUBLE. */
  static @Nullable Signature trueDivide(List<DataType> given) {
    Signature scaled = scaled(given);
    if (scaled != null) {
      return scaled;
    }
    List<DataType> arguments = TypeRules.withoutNulls(given);
    if (!areNumeric(arguments)) {
      return null;
    }
    DataType.Decimal[] decimals = decimals(arguments);
    return decimals == null
        ? new Signature(TypeRules.copies(2, DataType.FLOAT64), DataType.FLOAT64)
        : quotient(decimals);
  }

  private static Signature quotient(DataType.Decimal[] decimals) {
    DataType result = TypeCoercion.quotientType(decimals[0], decimals[1]);
    return result.isFloat()
        ? new Signature(TypeRules.copies(2, result), result)
        : new Signature(List.of(decimals), result);
  }

  /** Remainder and floored quotient: the common type; decimals by the remainder rule. */
  static @Nullable Signature remainder(List<DataType> given) {
    List<DataType> arguments = TypeRules.withoutNulls(given);
    if (!areNumeric(arguments)) {
      return null;
    }
    DataType.Decimal[] decimals = decimals(arguments);
    return decimals == null
        ? TypeRules.same(arguments)
        : new Signature(List.of(decimals), TypeCoercion.remainderType(decimals[0], decimals[1]));
  }

  /** Two numbers; as REAL if they meet in it, else as DOUBLE. */
  static @Nullable Signature nextAfter(List<DataType> given) {
    List<DataType> arguments = TypeRules.withoutNulls(given);
    if (!areNumeric(arguments)) {
      return null;
    }
    DataType common = TypeCoercion.commonType(arguments);
    DataType taken = common instanceof DataType.Float32 ? common : DataType.FLOAT64;
    return new Signature(TypeRules.copies(2, taken), taken);
  }

  /** The floored quotient: the common type of integers, floats; decimals give whole decimals. */
  static @Nullable Signature floorDivide(List<DataType> given) {
    List<DataType> arguments = TypeRules.withoutNulls(given);
    if (!areNumeric(arguments)) {
      return null;
    }
    DataType.Decimal[] decimals = decimals(arguments);
    if (decimals == null) {
      return TypeRules.same(arguments);
    }
    int whole = decimals[0].precision() - decimals[0].scale() + decimals[1].scale();
    int precision = Math.clamp(whole + 1L, 1, DataType.Decimal.MAX_PRECISION);
    return new Signature(List.of(decimals), new DataType.Decimal(precision, 0));
  }

  /** A number or interval, unchanged in type. */
  static @Nullable Signature negate(List<DataType> given) {
    List<DataType> arguments = TypeRules.withoutNulls(given);
    DataType type = arguments.get(0);
    return type.isNumeric() || type instanceof DataType.Interval
        ? new Signature(arguments, type)
        : null;
  }

  /** A number, unchanged in type. */
  static @Nullable Signature sameNumber(List<DataType> given) {
    List<DataType> arguments = TypeRules.withoutNulls(given);
    return areNumeric(arguments) ? new Signature(arguments, arguments.get(0)) : null;
  }

  /** A number; floats and integers stay, decimals lose their digits behind the point. */
  static @Nullable Signature roundedToInteger(List<DataType> given) {
    List<DataType> arguments = TypeRules.withoutNulls(given);
    if (!areNumeric(arguments)) {
      return null;
    }
    DataType type = arguments.get(0);
    return new Signature(
        arguments,
        type instanceof DataType.Decimal d
            ? new DataType.Decimal(
                Math.min(d.precision() - d.scale() + 1, DataType.Decimal.MAX_PRECISION), 0)
            : type);
  }

  /**
   * A number and how many digits behind the point to keep: the type stays, a decimal has no more of
   * them than a literal has, and one more before the point.
   */
  static @Nullable Signature round(List<Argument> given) {
    DataType first = given.get(0).type();
    DataType type = first instanceof DataType.Null ? DataType.INT32 : first;
    boolean digitsFit = given.size() < 2 || ParameterType.WHOLE.accept(given.get(1).type()) != null;
    if (!type.isNumeric() || !digitsFit) {
      return null;
    }
    DataType result = type instanceof DataType.Decimal decimal ? rounded(decimal, given) : type;
    return new Signature(given.size() < 2 ? List.of(type) : List.of(type, DataType.INT64), result);
  }

  /** As {@link #round}; of a date or timestamp and the literal name of a unit, a date. */
  static @Nullable Signature truncate(List<Argument> given) {
    boolean isOfTime =
        given.size() == 2
            && given.getLast().isTextLiteral()
            && TypeRules.isDayTime(given.getFirst().type());
    return isOfTime
        ? new Signature(List.of(DataType.DATE, DataType.STRING), DataType.DATE)
        : round(given);
  }

  private static DataType rounded(DataType.Decimal type, List<Argument> given) {
    Long digits = given.size() < 2 ? Long.valueOf(0) : given.get(1).whole();
    int scale = digits == null ? type.scale() : Math.clamp(digits, 0, type.scale());
    int precision = type.precision() - type.scale() + scale + 1;
    return new DataType.Decimal(Math.min(precision, DataType.Decimal.MAX_PRECISION), scale);
  }

  /** Integers that meet in one type, which is the result's too. */
  static @Nullable Signature integers(List<DataType> given) {
    List<DataType> arguments = TypeRules.withoutNulls(given);
    return arguments.stream().allMatch(DataType::isWhole) ? TypeRules.same(arguments) : null;
  }

  /** An integer and a count of bits, both as BIGINT if the first one is, else as INTEGER. */
  static @Nullable Signature shift(List<DataType> given) {
    List<DataType> arguments = TypeRules.withoutNulls(given);
    if (!arguments.stream().allMatch(DataType::isInteger)) {
      return null;
    }
    DataType type = arguments.getFirst().equals(DataType.INT64) ? DataType.INT64 : DataType.INT32;
    return new Signature(TypeRules.copies(2, type), type);
  }

  /** A list, and a value of what it is made of; times between dates are dates. */
  static @Nullable Signature ofDays(List<DataType> arguments) {
    DataType list =
        arguments.getLast() instanceof DataType.Date
            ? new DataType.ListOf(DataType.DATE)
            : arguments.getFirst();
    return list instanceof DataType.ListOf
        ? new Signature(List.of(list, arguments.getLast()), list)
        : null;
  }
}
