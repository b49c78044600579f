package dev.heddle.frame.expr.catalogue;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules that the function catalogue is put together from. */
final class TypeRules {
  static final DataType INTEGER_38 = new DataType.Decimal(DataType.Decimal.MAX_PRECISION, 0);
  static final DataType INTEGERS = new DataType.ListOf(DataType.INT64);
  static final DataType TIMESTAMP_9 = new DataType.Timestamp(TimestampUnit.NANOS, false);
  static final DataType STRINGS = new DataType.ListOf(DataType.STRING);

  private TypeRules() {}

  /** Returns whether it is a date or timestamp. */
  static boolean isDayTime(DataType type) {
    return type instanceof DataType.Date || type instanceof DataType.Timestamp;
  }

  /**
   * Fixed parameters (the last ones may be left out, as the function's arity allows), fixed result.
   */
  static TypeRule fixed(DataType result, ParameterType... parameters) {
    return arguments -> {
      List<DataType> accepted = accept(arguments, parameters);
      return accepted == null ? null : new Signature(accepted, result);
    };
  }

  /** Fixed parameters; the result has the type that the argument at the index is taken as. */
  static TypeRule likeArgument(int index, ParameterType... parameters) {
    return arguments -> {
      List<DataType> accepted = accept(arguments, parameters);
      return accepted == null ? null : new Signature(accepted, accepted.get(index));
    };
  }

  private static @Nullable List<DataType> accept(
      List<DataType> arguments, ParameterType... parameters) {
    List<DataType> accepted = new ArrayList<>(arguments.size());
    for (int i = 0; i < arguments.size(); i++) {
      ParameterType parameter = parameters[Math.min(i, parameters.length - 1)];
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
    if (ParameterType.TEXT.accept(types.getFirst()) != null
        && types.get(1) instanceof DataType.ListOf(DataType each)
        && each instanceof DataType.Str) {
      return new Signature(List.of(DataType.STRING, types.get(1)), DataType.TIMESTAMP);
    }
    return fixed(result, ParameterType.TEXT).apply(types);
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

  /** All arguments meet in one type, which is the result's too. */
  static @Nullable Signature same(List<DataType> arguments) {
    DataType common = TypeCoercion.commonType(arguments);
    return common == null ? null : new Signature(copies(arguments.size(), common), common);
  }

  /** All arguments meet in one ordered type, which is the result's too. */
  static @Nullable Signature sameOrdered(List<DataType> arguments) {
    DataType common = TypeCoercion.commonType(arguments);
    return common == null || !TypeCoercion.isComparable(common)
        ? null
        : new Signature(copies(arguments.size(), common), common);
  }

  /** Both arguments are compared in one type; the result is a boolean. */
  static @Nullable Signature equality(List<DataType> arguments) {
    DataType common = TypeCoercion.comparedType(arguments.get(0), arguments.get(1));
    return common == null ? null : new Signature(copies(2, common), DataType.BOOL);
  }

  /** Both arguments are compared in one type that has an order; the result is a boolean. */
  static @Nullable Signature comparison(List<DataType> arguments) {
    DataType common = TypeCoercion.comparedType(arguments.get(0), arguments.get(1));
    boolean isCompared = common != null && TypeCoercion.isComparable(common);
    return isCompared ? new Signature(copies(2, common), DataType.BOOL) : null;
  }

  /** {@code nullif}: both meet in one type to be compared; the result has the first one's type. */
  static @Nullable Signature nullIf(List<DataType> arguments) {
    DataType common = TypeCoercion.commonType(arguments);
    return common == null ? null : new Signature(copies(2, common), common);
  }

  /** An enumeration; a fixed result. */
  static TypeRule labelled(DataType result) {
    return arguments ->
        arguments.get(0) instanceof DataType.Enumeration ? new Signature(arguments, result) : null;
  }

  /** An enumeration; the smallest unsigned integer that holds the number of its labels. */
  static @Nullable Signature position(List<DataType> arguments) {
    if (!(arguments.get(0) instanceof DataType.Enumeration(List<String> labels))) {
      return null;
    }
    return new Signature(
        arguments,
        DataType.UINT8.holds(BigInteger.valueOf(labels.size()))
            ? DataType.UINT8
            : DataType.UINT16.holds(BigInteger.valueOf(labels.size()))
                ? DataType.UINT16
                : DataType.UINT32);
  }

  /** Two values of an enumeration, one of which may be NULL; labels out. */
  static @Nullable Signature bounds(List<DataType> arguments) {
    DataType common = TypeCoercion.commonType(arguments);
    return common instanceof DataType.Enumeration
        ? new Signature(copies(arguments.size(), common), STRINGS)
        : null;
  }

  /** A unit, and a date, timestamp or interval; the second one's type out. */
  static @Nullable Signature truncation(List<DataType> arguments) {
    DataType unit = ParameterType.TEXT.accept(arguments.get(0));
    if (arguments.get(1) instanceof DataType.Interval interval && unit != null) {
      return new Signature(List.of(unit, interval), interval);
    }
    return likeArgument(1, ParameterType.TEXT, ParameterType.DAY_TIME).apply(arguments);
  }

  /** Returns a type a number of times. */
  static List<DataType> copies(int count, DataType type) {
    return Collections.nCopies(count, type);
  }

  /** Returns the types with NULL taken as what it meets. */
  static List<DataType> withoutNulls(List<DataType> arguments) {
    if (!arguments.contains(DataType.NULL)) {
      return arguments;
    }
    DataType common = TypeCoercion.commonType(arguments);
    DataType stand = common == null || common instanceof DataType.Null ? DataType.INT32 : common;
    List<DataType> replaced = new ArrayList<>(arguments);
    replaced.replaceAll(type -> type instanceof DataType.Null ? stand : type);
    return replaced;
  }

  /** What may be infinite: a number, taken as DOUBLE, a date or a timestamp. */
  static @Nullable Signature infinite(List<DataType> arguments) {
    DataType number = ParameterType.REAL.accept(arguments.get(0));
    DataType taken = number == null ? ParameterType.DAY_TIME.accept(arguments.get(0)) : number;
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
    DataType step = ParameterType.INTERVAL.accept(origin);
    DataType meeting =
        step == null ? TypeCoercion.commonType(arguments.get(1), origin) : arguments.get(1);
    DataType time =
        meeting == null || meeting instanceof DataType.Time
            ? meeting
            : ParameterType.CALENDAR.accept(meeting);
    if (time == null || ParameterType.INTERVAL.accept(arguments.get(0)) == null) {
      return null;
    }
    List<DataType> taken = List.of(DataType.INTERVAL, time, step == null ? time : step);
    return new Signature(taken.subList(0, arguments.size()), time);
  }

  /** Two texts, or two binaries. */
  static @Nullable Signature texts(List<DataType> arguments) {
    boolean areBytes = arguments.stream().anyMatch(DataType.Binary.class::isInstance);
    return fixed(DataType.BOOL, areBytes ? ParameterType.BINARY : ParameterType.TEXT)
        .apply(arguments);
  }

  /** A text and a list of texts, maybe two; a list of texts, of positions, or a text out. */
  static TypeRule textAndTexts(DataType result) {
    return arguments -> {
      List<DataType> taken = new ArrayList<>(List.of(DataType.STRING));
      for (DataType list : arguments.subList(1, arguments.size())) {
        boolean fits =
            list instanceof DataType.Null
                || (list instanceof DataType.ListOf(DataType element)
                    && ParameterType.TEXT.accept(element) != null);
        if (!fits) {
          return null;
        }
        taken.add(STRINGS);
      }
      return ParameterType.TEXT.accept(arguments.getFirst()) == null
          ? null
          : new Signature(taken, result);
    };
  }

  /** A date, the number of days if it is asked for, and maybe a list of dates. */
  static TypeRule businessDays(DataType result, ParameterType... numbers) {
    return arguments -> {
      List<DataType> taken = new ArrayList<>();
      for (int i = 0; i < arguments.size(); i++) {
        DataType type = arguments.get(i);
        if (i == 0 && ParameterType.DAY_TIME.accept(type) != null) {
          taken.add(DataType.DATE);
        } else if (i > 0 && i <= numbers.length && numbers[i - 1].accept(type) != null) {
          taken.add(DataType.INT64);
        } else if (i > numbers.length
            && (type instanceof DataType.Null
                || (type instanceof DataType.ListOf(DataType element)
                    && (element instanceof DataType.Date || element instanceof DataType.Null)))) {
          taken.add(new DataType.ListOf(DataType.DATE));
        } else {
          return null;
        }
      }
      return new Signature(taken, result);
    };
  }

  /** The name of a zone, and a date or timestamp, which gets a zone or loses it. */
  static @Nullable Signature timeZone(List<DataType> arguments) {
    DataType time = ParameterType.DAY_TIME.accept(arguments.get(1));
    if (time == null || ParameterType.TEXT.accept(arguments.get(0)) == null) {
      return null;
    }
    DataType.Timestamp taken =
        time instanceof DataType.Timestamp timestamp
            ? timestamp
            : (DataType.Timestamp) DataType.TIMESTAMP;
    return new Signature(
        List.of(DataType.STRING, taken), new DataType.Timestamp(taken.unit(), !taken.withZone()));
  }

  /** A unit's name and two dates or timestamps that meet in one type. */
  static @Nullable Signature difference(List<DataType> arguments) {
    boolean named = ParameterType.TEXT.accept(arguments.get(0)) != null;
    DataType common = TypeCoercion.commonType(arguments.get(1), arguments.get(2));
    DataType taken = common == null ? null : ParameterType.TEMPORAL.accept(common);
    return named && taken != null
        ? new Signature(List.of(DataType.STRING, taken, taken), DataType.INT64)
        : null;
  }

  /** A number, or its text, as text, and how many digits to keep, or a pattern. */
  static @Nullable Signature numberFormat(List<DataType> arguments) {
    DataType number = arguments.get(0);
    DataType format = ParameterType.WHOLE.accept(arguments.get(1));
    DataType taken = format == null ? ParameterType.TEXT.accept(arguments.get(1)) : format;
    boolean fits = number.isNumeric() || ParameterType.TEXT.accept(number) != null;
    return fits && taken != null
        ? new Signature(List.of(DataType.STRING, taken), DataType.STRING)
        : null;
  }

  /** A path, maybe a boolean, and maybe a text. */
  static @Nullable Signature fileName(List<DataType> arguments) {
    boolean isTextSecond = arguments.size() == 2 && arguments.get(1) instanceof DataType.Str;
    return isTextSecond
        ? fixed(DataType.STRING, ParameterType.TEXT).apply(arguments)
        : fixed(DataType.STRING, ParameterType.TEXT, ParameterType.TRUTH, ParameterType.TEXT)
            .apply(arguments);
  }

  /** Steps since the epoch of a date, time, timestamp or interval; a timestamp of an integer. */
  static @Nullable Signature epochSteps(List<DataType> arguments) {
    DataType type = arguments.get(0);
    if (type.isInteger()) {
      return new Signature(List.of(DataType.INT64), DataType.TIMESTAMP);
    }
    Signature epoch = epoch(arguments);
    return epoch == null ? null : new Signature(arguments, DataType.INT64);
  }

  /** Integers, or two dates or timestamps that meet in one type and an interval. */
  static @Nullable Signature range(List<DataType> arguments) {
    if (arguments.size() < 3 || !(arguments.get(2) instanceof DataType.Interval)) {
      return fixed(INTEGERS, ParameterType.WHOLE).apply(arguments);
    }
    DataType common = TypeCoercion.commonType(arguments.get(0), arguments.get(1));
    DataType taken = common instanceof DataType.Date ? DataType.TIMESTAMP : common;
    DataType type = taken == null ? null : ParameterType.DAY_TIME.accept(taken);
    return type == null
        ? null
        : new Signature(List.of(type, type, DataType.INTERVAL), new DataType.ListOf(type));
  }

  /** A time read from text by a pattern of Java: with a zone if the pattern has one. */
  static @Nullable Signature readJavaTime(List<Argument> arguments) {
    String pattern = arguments.get(1).text();
    String letters = pattern == null ? "" : pattern.replaceAll("'[^']*'", "");
    boolean isZoned = letters.chars().anyMatch(letter -> "VvzOXxZ".indexOf(letter) >= 0);
    List<DataType> types = arguments.stream().map(Argument::type).toList();
    return fixed(isZoned ? DataType.TIMESTAMP_TZ : DataType.TIMESTAMP, ParameterType.TEXT)
        .apply(types);
  }

  /** A number or its text, a date or timestamp, or a binary, and a pattern. */
  static @Nullable Signature written(List<DataType> arguments) {
    DataType value = arguments.getFirst();
    DataType taken =
        value.isNumeric() || ParameterType.TEXT.accept(value) != null
            ? DataType.STRING
            : value instanceof DataType.Binary ? value : ParameterType.MOMENT.accept(value);
    return taken == null || ParameterType.TEXT.accept(arguments.getLast()) == null
        ? null
        : new Signature(List.of(taken, DataType.STRING), DataType.STRING);
  }

  /** A text and the literal pattern of a number, whose digits the result has. */
  static @Nullable Signature numberOf(List<Argument> arguments) {
    String pattern = arguments.get(1).text();
    if (pattern == null || ParameterType.TEXT.accept(arguments.getFirst().type()) == null) {
      return null;
    }
    int point = pattern.replace('d', '.').replace('D', '.').indexOf('.');
    int digits = (int) pattern.chars().filter(c -> c == '0' || c == '9').count();
    int behind =
        point < 0
            ? 0
            : (int) pattern.substring(point).chars().filter(c -> c == '0' || c == '9').count();
    if (digits == 0 || digits > DataType.Decimal.MAX_PRECISION) {
      throw new AnalysisException(
          "to_number takes a pattern of 1 to "
              + DataType.Decimal.MAX_PRECISION
              + " digits, such as '99,999.00', not '"
              + pattern
              + "'");
    }
    return new Signature(
        List.of(DataType.STRING, DataType.STRING), new DataType.Decimal(digits, behind));
  }

  /** A UUID, or its text. */
  static @Nullable Signature uuidVersion(List<DataType> arguments) {
    return ofUuid(arguments.getFirst(), DataType.INT64);
  }

  /** A UUID, or its text; a point in time out. */
  static @Nullable Signature uuidTime(List<DataType> arguments) {
    return ofUuid(arguments.getFirst(), DataType.TIMESTAMP_TZ);
  }

  private static @Nullable Signature ofUuid(DataType type, DataType result) {
    return type instanceof DataType.Uuid || ParameterType.TEXT.accept(type) != null
        ? new Signature(List.of(DataType.UUID), result)
        : null;
  }

  /** An integer, or a date or timestamp. */
  static @Nullable Signature timestampOf(List<DataType> arguments) {
    return arguments.getFirst() instanceof DataType.Date
            || arguments.getFirst().equals(DataType.TIMESTAMP)
        ? new Signature(List.of(DataType.TIMESTAMP), DataType.TIMESTAMP)
        : fixed(DataType.TIMESTAMP, ParameterType.WHOLE).apply(arguments);
  }

  /** A number, or a text, date or timestamp that is cast. */
  static @Nullable Signature instantOf(List<DataType> arguments) {
    DataType type = arguments.getFirst();
    return type instanceof DataType.Str
            || type instanceof DataType.Date
            || type instanceof DataType.Timestamp
        ? new Signature(List.of(DataType.TIMESTAMP_TZ), DataType.TIMESTAMP_TZ)
        : fixed(DataType.TIMESTAMP_TZ, ParameterType.REAL).apply(arguments);
  }

  /** An integer, or a struct of three. */
  static @Nullable Signature dateOf(List<DataType> arguments) {
    return arguments.getFirst() instanceof DataType.Struct struct
            && struct.fields().size() == 3
            && struct.fields().stream().allMatch(field -> field.type().isInteger())
        ? new Signature(arguments, DataType.DATE)
        : fixed(DataType.DATE, ParameterType.WHOLE).apply(arguments);
  }

  /** Two times and maybe a boolean; DOUBLE out. */
  static @Nullable Signature monthsBetween(List<DataType> arguments) {
    return fixed(DataType.FLOAT64, ParameterType.MOMENT, ParameterType.MOMENT, ParameterType.TRUTH)
        .apply(arguments);
  }
}
