package dev.heddle.frame.expr.catalogue;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules that the function catalogue is put together from. */
final class TypeRules {
  /** What a parameter accepts. */
  enum Parameter {
    /** Text; nothing else converts to it by itself. */
    TEXT,
    /** Text, or binary as it is. */
    BYTES,
    /** Binary. */
    BINARY,
    /** An integer, taken as BIGINT. */
    WHOLE,
    /** Any number, taken as DOUBLE. */
    REAL,
    /** A boolean. */
    TRUTH,
    /** A date or timestamp. */
    DAY_TIME,
    /** A date, time, timestamp. */
    TEMPORAL,
    /** A date or timestamp, taken as a timestamp without time zone. */
    MOMENT,
    /** An interval. */
    INTERVAL,
    /** A date, or a timestamp without time zone. */
    CALENDAR,
    /** Anything; text conversion is applied. */
    AS_TEXT,
    /** Anything, as it is. */
    ANY;

    /** Returns the type the argument is converted to, or null if it is not accepted. */
    @Nullable DataType accept(DataType type) {
      boolean isNull = type instanceof DataType.Null;
      return switch (this) {
        case TEXT -> isNull || type instanceof DataType.Str ? DataType.STRING : null;
        case BYTES -> type instanceof DataType.Binary ? type : TEXT.accept(type);
        case BINARY -> isNull || type instanceof DataType.Binary ? DataType.BINARY : null;
        case WHOLE -> isNull || type.isInteger() ? DataType.INT64 : null;
        case REAL -> isNull || type.isNumeric() ? DataType.FLOAT64 : null;
        case TRUTH -> isNull || type instanceof DataType.Bool ? DataType.BOOL : null;
        case DAY_TIME -> isNull ? DataType.TIMESTAMP : isDayTime(type) ? type : null;
        case TEMPORAL ->
            isNull
                ? DataType.TIMESTAMP
                : isDayTime(type) || type instanceof DataType.Time ? type : null;
        case MOMENT ->
            type instanceof DataType.Timestamp t
                ? new DataType.Timestamp(t.unit(), false)
                : isNull || type instanceof DataType.Date ? DataType.TIMESTAMP : null;
        case INTERVAL -> isNull || type instanceof DataType.Interval ? DataType.INTERVAL : null;
        case CALENDAR ->
            isNull
                ? DataType.TIMESTAMP
                : type instanceof DataType.Timestamp t && t.withZone()
                    ? null
                    : isDayTime(type) ? type : null;
        case AS_TEXT -> TypeCoercion.canCast(type, DataType.STRING) ? DataType.STRING : null;
        case ANY -> type;
      };
    }
  }

  private TypeRules() {}

  private static boolean isDayTime(DataType type) {
    return type instanceof DataType.Date || type instanceof DataType.Timestamp;
  }

  /**
   * Fixed parameters (the last ones may be left out, as the function's arity allows), fixed result.
   */
  static TypeRule fixed(DataType result, Parameter... parameters) {
    return arguments -> {
      List<DataType> accepted = accept(arguments, parameters);
      return accepted == null ? null : new Signature(accepted, result);
    };
  }

  /** Fixed parameters; the result has the type that the argument at the index is taken as. */
  static TypeRule likeArgument(int index, Parameter... parameters) {
    return arguments -> {
      List<DataType> accepted = accept(arguments, parameters);
      return accepted == null ? null : new Signature(accepted, accepted.get(index));
    };
  }

  private static @Nullable List<DataType> accept(
      List<DataType> arguments, Parameter... parameters) {
    List<DataType> accepted = new ArrayList<>(arguments.size());
    for (int i = 0; i < arguments.size(); i++) {
      Parameter parameter = parameters[Math.min(i, parameters.length - 1)];
      DataType type = parameter.accept(arguments.get(i));
      if (type == null) {
        return null;
      }
      accepted.add(type);
    }
    return accepted;
  }

  /**
   * A time read from text by a pattern: with a zone, and in nanoseconds, if the pattern has them.
   */
  static @Nullable Signature readTime(List<Argument> arguments) {
    String pattern = arguments.get(1).text();
    String codes = pattern == null ? "" : pattern.replace("%%", "");
    boolean isNanos = codes.contains("%n");
    boolean isZoned = codes.contains("%z") || codes.contains("%Z");
    DataType result =
        new DataType.Timestamp(isNanos ? TimestampUnit.NANOS : TimestampUnit.MICROS, isZoned);
    List<DataType> types = arguments.stream().map(Argument::type).toList();
    return fixed(result, Parameter.TEXT).apply(types);
  }

  /** An integer, text or binary becomes text. */
  static @Nullable Signature hex(List<DataType> arguments) {
    DataType type = arguments.getFirst();
    DataType taken = type.isInteger() || type instanceof DataType.Null ? DataType.INT64 : type;
    boolean isTaken =
        taken.equals(DataType.INT64)
            || type instanceof DataType.Str
            || type instanceof DataType.Binary;
    return isTaken ? new Signature(List.of(taken), DataType.STRING) : null;
  }

  /** Of functions that are typed by more than the types of their arguments. */
  static @Nullable Signature none(List<DataType> arguments) {
    return null;
  }

  /** All arguments meet in one type, which is the result's too. */
  static @Nullable Signature same(List<DataType> arguments) {
    DataType common = TypeCoercion.commonType(arguments);
    return common == null ? null : new Signature(copies(arguments.size(), common), common);
  }

  /** All arguments meet in one ordered type, which is the result's too. */
  static @Nullable Signature sameOrdered(List<DataType> arguments) {
    DataType common = TypeCoercion.commonType(arguments);
    return common == null || !TypeCoercion.isOrdered(common)
        ? null
        : new Signature(copies(arguments.size(), common), common);
  }

  /** All arguments meet in one type; the result is a boolean. */
  static @Nullable Signature equality(List<DataType> arguments) {
    DataType common = TypeCoercion.commonType(arguments);
    return common == null ? null : new Signature(copies(arguments.size(), common), DataType.BOOL);
  }

  /** All arguments meet in one type that has an order; the result is a boolean. */
  static @Nullable Signature comparison(List<DataType> arguments) {
    DataType common = TypeCoercion.commonType(arguments);
    boolean isCompared = common != null && TypeCoercion.isComparable(common);
    return isCompared ? new Signature(copies(arguments.size(), common), DataType.BOOL) : null;
  }

  /** {@code nullif}: both meet in one type to be compared; the result has the first one's type. */
  static @Nullable Signature nullIf(List<DataType> arguments) {
    DataType common = TypeCoercion.commonType(arguments);
    return common == null ? null : new Signature(copies(2, common), common);
  }

  private static List<DataType> copies(int count, DataType type) {
    return Collections.nCopies(count, type);
  }

  private static List<DataType> withoutNulls(List<DataType> arguments) {
    if (!arguments.contains(DataType.NULL)) {
      return arguments;
    }
    DataType common = TypeCoercion.commonType(arguments);
    DataType stand = common == null || common instanceof DataType.Null ? DataType.INT32 : common;
    List<DataType> replaced = new ArrayList<>(arguments);
    replaced.replaceAll(type -> type instanceof DataType.Null ? stand : type);
    return replaced;
  }

  private static boolean areNumeric(List<DataType> arguments) {
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
    if (isDayTime(left) && isDayTime(right)) {
      DataType common = TypeCoercion.commonType(left, right);
      return common == null ? null : new Signature(copies(2, common), DataType.INTERVAL);
    }
    return sum(arguments);
  }

  private static @Nullable Signature moved(DataType base, DataType step) {
    if (base instanceof DataType.Date && step.isInteger()) {
      return new Signature(List.of(base, DataType.INT64), base);
    }
    boolean movable =
        isDayTime(base) || base instanceof DataType.Time || base instanceof DataType.Interval;
    if (movable && (step instanceof DataType.Interval || step instanceof DataType.Null)) {
      return new Signature(List.of(base, DataType.INTERVAL), base);
    }
    return null;
  }

  private static @Nullable Signature sum(List<DataType> given) {
    List<DataType> arguments = withoutNulls(given);
    if (!areNumeric(arguments)) {
      return null;
    }
    DataType.Decimal[] decimals = decimals(arguments);
    return decimals == null
        ? same(arguments)
        : new Signature(List.of(decimals), TypeCoercion.sumType(decimals[0], decimals[1]));
  }

  /** {@code *}: numbers; an interval and an integer. */
  static @Nullable Signature multiply(List<DataType> given) {
    if (given.get(0) instanceof DataType.Interval && given.get(1).isInteger()) {
      return new Signature(List.of(DataType.INTERVAL, DataType.INT64), DataType.INTERVAL);
    }
    if (given.get(1) instanceof DataType.Interval && given.get(0).isInteger()) {
      return new Signature(List.of(DataType.INT64, DataType.INTERVAL), DataType.INTERVAL);
    }
    List<DataType> arguments = withoutNulls(given);
    if (!areNumeric(arguments)) {
      return null;
    }
    DataType.Decimal[] decimals = decimals(arguments);
    return decimals == null
        ? same(arguments)
        : new Signature(List.of(decimals), TypeCoercion.productType(decimals[0], decimals[1]));
  }

  /** SQL's {@code /}: integers give the truncated integer, decimals a decimal or DOUBLE. */
  static @Nullable Signature divide(List<DataType> given) {
    List<DataType> arguments = withoutNulls(given);
    if (!areNumeric(arguments)) {
      return null;
    }
    DataType.Decimal[] decimals = decimals(arguments);
    return decimals == null ? same(arguments) : quotient(decimals);
  }

  /** The frame's {@code div}: integers give DOUBLE. */
  static @Nullable Signature trueDivide(List<DataType> given) {
    List<DataType> arguments = withoutNulls(given);
    if (!areNumeric(arguments)) {
      return null;
    }
    DataType.Decimal[] decimals = decimals(arguments);
    return decimals == null
        ? new Signature(copies(2, DataType.FLOAT64), DataType.FLOAT64)
        : quotient(decimals);
  }

  private static Signature quotient(DataType.Decimal[] decimals) {
    DataType result = TypeCoercion.quotientType(decimals[0], decimals[1]);
    return result.isFloat()
        ? new Signature(copies(2, result), result)
        : new Signature(List.of(decimals), result);
  }

  /** Remainder and floored quotient: the common type; decimals by the remainder rule. */
  static @Nullable Signature remainder(List<DataType> given) {
    List<DataType> arguments = withoutNulls(given);
    if (!areNumeric(arguments)) {
      return null;
    }
    DataType.Decimal[] decimals = decimals(arguments);
    return decimals == null
        ? same(arguments)
        : new Signature(List.of(decimals), TypeCoercion.remainderType(decimals[0], decimals[1]));
  }

  /** The floored quotient: the common type of integers, floats; decimals give whole decimals. */
  static @Nullable Signature floorDivide(List<DataType> given) {
    List<DataType> arguments = withoutNulls(given);
    if (!areNumeric(arguments)) {
      return null;
    }
    DataType.Decimal[] decimals = decimals(arguments);
    if (decimals == null) {
      return same(arguments);
    }
    int whole = decimals[0].precision() - decimals[0].scale() + decimals[1].scale();
    int precision = Math.clamp(whole + 1L, 1, DataType.Decimal.MAX_PRECISION);
    return new Signature(List.of(decimals), new DataType.Decimal(precision, 0));
  }

  /** A number or interval, unchanged in type. */
  static @Nullable Signature negate(List<DataType> given) {
    List<DataType> arguments = withoutNulls(given);
    DataType type = arguments.get(0);
    return type.isNumeric() || type instanceof DataType.Interval
        ? new Signature(arguments, type)
        : null;
  }

  /** A number, unchanged in type. */
  static @Nullable Signature sameNumber(List<DataType> given) {
    List<DataType> arguments = withoutNulls(given);
    return areNumeric(arguments) ? new Signature(arguments, arguments.get(0)) : null;
  }

  /** A number; floats and integers stay, decimals lose their digits behind the point. */
  static @Nullable Signature wholeNumber(List<DataType> given) {
    List<DataType> arguments = withoutNulls(given);
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
   * them than a literal says, and one more before the point.
   */
  static @Nullable Signature round(List<Argument> given) {
    DataType first = given.get(0).type();
    DataType type = first instanceof DataType.Null ? DataType.INT32 : first;
    boolean digitsFit = given.size() < 2 || Parameter.WHOLE.accept(given.get(1).type()) != null;
    if (!type.isNumeric() || !digitsFit) {
      return null;
    }
    DataType result = type instanceof DataType.Decimal decimal ? rounded(decimal, given) : type;
    return new Signature(given.size() < 2 ? List.of(type) : List.of(type, DataType.INT64), result);
  }

  private static DataType rounded(DataType.Decimal type, List<Argument> given) {
    Long digits = given.size() < 2 ? Long.valueOf(0) : given.get(1).whole();
    int scale = digits == null ? type.scale() : Math.clamp(digits, 0, type.scale());
    int precision = type.precision() - type.scale() + scale + 1;
    return new DataType.Decimal(Math.min(precision, DataType.Decimal.MAX_PRECISION), scale);
  }

  /**
   * {@code sum}: BIGINT for narrower integers, 38 digits for BIGINT and decimals, DOUBLE for
   * floats.
   */
  static @Nullable Signature aggregateSum(List<DataType> given) {
    List<DataType> arguments = withoutNulls(given);
    DataType result =
        switch (arguments.get(0)) {
          case DataType.Int8 t -> DataType.INT64;
          case DataType.Int16 t -> DataType.INT64;
          case DataType.Int32 t -> DataType.INT64;
          case DataType.Int64 t -> new DataType.Decimal(DataType.Decimal.MAX_PRECISION, 0);
          case DataType.Decimal t ->
              new DataType.Decimal(DataType.Decimal.MAX_PRECISION, t.scale());
          case DataType.Float32 t -> DataType.FLOAT64;
          case DataType.Float64 t -> DataType.FLOAT64;
          case DataType.Bool t -> null;
          case DataType.Str t -> null;
          case DataType.Binary t -> null;
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
    List<DataType> arguments = withoutNulls(given);
    return areNumeric(arguments) ? new Signature(arguments, DataType.FLOAT64) : null;
  }

  /** {@code regr_count}: two numbers as they are, a count out. */
  static @Nullable Signature pairCount(List<DataType> given) {
    Signature pair = statistic(given);
    return pair == null ? null : new Signature(pair.argumentTypes(), DataType.INT64);
  }

  /** {@code median(x)}: a number as it is; DOUBLE out, of a decimal of up to 18 digits its type. */
  static @Nullable Signature middle(List<DataType> given) {
    Signature statistic = statistic(given);
    return statistic == null
        ? null
        : new Signature(statistic.argumentTypes(), between(statistic.argumentTypes().getFirst()));
  }

  /** The type of what may lie between two numbers of a type. */
  static DataType between(DataType type) {
    return type instanceof DataType.Decimal decimal && decimal.fitsLong() ? type : DataType.FLOAT64;
  }

  /** {@code quantile_cont(x, fraction)}: as {@link #middle}; the fraction as DOUBLE. */
  static @Nullable Signature quantileBetween(List<DataType> given) {
    Signature quantile = quantile(given);
    return quantile == null
        ? null
        : new Signature(quantile.argumentTypes(), between(quantile.argumentTypes().getFirst()));
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

  /** One argument that rows can be sorted by, unchanged in type. */
  static @Nullable Signature ordered(List<DataType> arguments) {
    return TypeCoercion.isSortable(arguments.get(0))
        ? new Signature(arguments, arguments.get(0))
        : null;
  }

  /** {@code lag(x, offset, default)}: the default meets the value's type. */
  static @Nullable Signature shifted(List<DataType> given) {
    DataType value = given.get(0);
    if (given.size() > 1 && Parameter.WHOLE.accept(given.get(1)) == null) {
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

  /** What may be infinite: a number, taken as DOUBLE, a date or a timestamp. */
  static @Nullable Signature infinite(List<DataType> arguments) {
    DataType number = Parameter.REAL.accept(arguments.get(0));
    DataType taken = number == null ? Parameter.DAY_TIME.accept(arguments.get(0)) : number;
    return taken == null ? null : new Signature(List.of(taken), DataType.BOOL);
  }

  /** Epoch seconds of a date, timestamp or interval. */
  static @Nullable Signature epoch(List<DataType> arguments) {
    DataType type = arguments.get(0);
    return isDayTime(type)
            || type instanceof DataType.Interval
            || type instanceof DataType.Time
            || type instanceof DataType.Null
        ? new Signature(arguments, DataType.FLOAT64)
        : null;
  }

  /** A width, a date or timestamp, and maybe an interval or another one of these. */
  static @Nullable Signature timeBucket(List<DataType> arguments) {
    DataType origin = arguments.size() < 3 ? DataType.INTERVAL : arguments.get(2);
    DataType step = Parameter.INTERVAL.accept(origin);
    DataType meeting =
        step == null ? TypeCoercion.commonType(arguments.get(1), origin) : arguments.get(1);
    DataType time = meeting == null ? null : Parameter.CALENDAR.accept(meeting);
    if (time == null || Parameter.INTERVAL.accept(arguments.get(0)) == null) {
      return null;
    }
    List<DataType> taken = List.of(DataType.INTERVAL, time, step == null ? time : step);
    return new Signature(taken.subList(0, arguments.size()), time);
  }

  /** A unit's name and two dates or timestamps that meet in one type. */
  static @Nullable Signature difference(List<DataType> arguments) {
    boolean named = Parameter.TEXT.accept(arguments.get(0)) != null;
    DataType common = TypeCoercion.commonType(arguments.get(1), arguments.get(2));
    DataType taken = common == null ? null : Parameter.DAY_TIME.accept(common);
    return named && taken != null
        ? new Signature(List.of(DataType.STRING, taken, taken), DataType.INT64)
        : null;
  }
}
