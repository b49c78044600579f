package dev.heddle.io.dataset;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.HivePartitions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.DateText;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.scan.ScanValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** Values in the names of folders. */
final class HiveValues {
  private static final List<DataType> INFERRED =
      List.of(DataType.INT64, DataType.DATE, DataType.TIMESTAMP);

  private static final DateTimeFormatter LOCAL_TIME =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendPattern("[ ]['T']HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);

  private HiveValues() {}

  /**
   * Returns the first of BIGINT, DATE and TIMESTAMP that all values are of, else VARCHAR. Numbers
   * and dates that are written in another way than they would be shown, such as with leading zeros,
   * are texts, and so is what is empty.
   */
  static DataType infer(Collection<String> texts) {
    boolean hasValue = false;
    for (String text : texts) {
      if (text.isEmpty()) {
        return DataType.STRING;
      }
      hasValue |= !text.equals(HiveSegment.NULL);
    }
    for (DataType type : hasValue ? INFERRED : List.<DataType>of()) {
      if (texts.stream().allMatch(text -> isOf(text, type) && isCanonical(text, type))) {
        return type;
      }
    }
    return DataType.STRING;
  }

  /** Returns whether all texts are values of a type. */
  static boolean areOf(Collection<String> texts, DataType type) {
    return texts.stream().allMatch(text -> isOf(text, type));
  }

  private static boolean isCanonical(String text, DataType type) {
    return !(type instanceof DataType.Int64)
        || text.equals(HiveSegment.NULL)
        || new BigInteger(text).toString().equals(text);
  }

  private static boolean isOf(String text, DataType type) {
    try {
      value(text, type);
      return true;
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      return false;
    }
  }

  /** Checks that a type can be stated for a key. */
  static void check(String key, DataType type) {
    if (!HivePartitions.canHold(type)) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read values of partition key \""
              + key
              + "\" as "
              + type.sqlName()
              + ": folders hold booleans, numbers, text, dates, times and timestamps");
    }
  }

  /**
   * Reads a value; empty is null.
   *
   * @param folder where it is, for the message
   */
  static Optional<ScanValue> parse(HiveSegment segment, DataType type, String folder) {
    try {
      return value(segment.text(), type);
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      throw new HeddleException(
          ErrorCode.SCHEMA_MISMATCH,
          "Cannot read folder "
              + folder
              + ": \""
              + segment.text()
              + "\" is no "
              + type.sqlName()
              + ", the type of partition key \""
              + segment.key()
              + "\"; state another type for the key",
          e);
    }
  }

  private static Optional<ScanValue> value(String text, DataType type) {
    if (text.equals(HiveSegment.NULL) || (text.isEmpty() && !(type instanceof DataType.Str))) {
      return Optional.empty();
    }
    return Optional.of(
        switch (type) {
          case DataType.Bool _ -> new ScanValue.Truth(truth(text));
          case DataType.Int8 _ -> whole(text, Byte.SIZE);
          case DataType.Int16 _ -> whole(text, Short.SIZE);
          case DataType.Int32 _ -> whole(text, Integer.SIZE);
          case DataType.Int64 _ -> whole(text, Long.SIZE);
          case DataType.Int128 _ -> whole(text, 2 * Long.SIZE);
          case DataType.Unsigned unsigned -> unsigned(text, unsigned);
          case DataType.Float32 _ -> new ScanValue.Floating(Float.parseFloat(text));
          case DataType.Float64 _ -> new ScanValue.Floating(Double.parseDouble(text));
          case DataType.Decimal decimal -> decimal(text, decimal);
          case DataType.Str _ -> new ScanValue.Bytes(text.getBytes(StandardCharsets.UTF_8));
          case DataType.Uuid _ -> uuid(text);
          case DataType.Enumeration labelled -> position(text, labelled);
          case DataType.Date _ -> ScanValue.Whole.of(DateText.parse(text).toEpochDay());
          case DataType.Time _ -> ScanValue.Whole.of(LocalTime.parse(text).toNanoOfDay() / 1000);
          case DataType.Timestamp timestamp -> timestamp(text, timestamp);
          case DataType.Binary _,
              DataType.Json _,
              DataType.Interval _,
              DataType.ListOf _,
              DataType.Struct _,
              DataType.MapOf _,
              DataType.Null _ ->
              throw new IllegalArgumentException(type.sqlName());
        });
  }

  private static ScanValue position(String text, DataType.Enumeration type) {
    int position = type.labels().indexOf(text);
    if (position < 0) {
      throw new IllegalArgumentException(text);
    }
    return ScanValue.Whole.of(position);
  }

  private static ScanValue uuid(String text) {
    UUID id = Uuids.parse(text);
    if (id == null) {
      throw new IllegalArgumentException(text);
    }
    return new ScanValue.Whole(Uuids.number(id));
  }

  private static boolean truth(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "t", "1" -> true;
      case "false", "f", "0" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  private static ScanValue whole(String text, int bits) {
    BigInteger value = new BigInteger(text);
    if (value.bitLength() >= bits) {
      throw new ArithmeticException(text);
    }
    return new ScanValue.Whole(value);
  }

  private static ScanValue unsigned(String text, DataType.Unsigned type) {
    BigInteger value = new BigInteger(text);
    if (!type.holds(value)) {
      throw new ArithmeticException(text);
    }
    return new ScanValue.Whole(value);
  }

  private static ScanValue decimal(String text, DataType.Decimal type) {
    BigDecimal value = new BigDecimal(text).setScale(type.scale(), RoundingMode.UNNECESSARY);
    if (value.precision() > type.precision()) {
      throw new ArithmeticException(text);
    }
    return new ScanValue.Whole(value.unscaledValue());
  }

  private static ScanValue timestamp(String text, DataType.Timestamp type) {
    Instant instant =
        type.withZone() && (text.endsWith("Z") || text.indexOf('+') > 0)
            ? DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(
                DateText.signed(text.replace(' ', 'T')), Instant::from)
            : localTime(text).toInstant(ZoneOffset.UTC);
    BigInteger nanos =
        BigInteger.valueOf(instant.getEpochSecond())
            .multiply(NANOS)
            .add(BigInteger.valueOf(instant.getNano()));
    BigInteger[] steps =
        nanos.divideAndRemainder(NANOS.divide(BigInteger.valueOf(type.unit().perSecond())));
    if (steps[1].signum() != 0 || steps[0].bitLength() >= Long.SIZE) {
      throw new ArithmeticException(text);
    }
    return new ScanValue.Whole(steps[0]);
  }

  private static LocalDateTime localTime(String text) {
    return text.indexOf(':') < 0
        ? DateText.parse(text).atStartOfDay()
        : LocalDateTime.parse(DateText.signed(text), LOCAL_TIME);
  }
}
