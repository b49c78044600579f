package dev.heddle.io.parquet.metadata;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.DateText;
import dev.heddle.frame.schema.TimesOfDay;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.parquet.footer.RawFooter;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.text.BinaryText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/** Writes the bounds of chunks as a cast to VARCHAR does, so that a cast reads them back. */
final class BoundText {
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter();
  private static final DateTimeFormatter DATE_TIME =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendLiteral(' ')
          .append(TIME)
          .toFormatter();

  private static final int INT96_BYTES = 12;
  private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
  private static final long SECONDS_PER_DAY = 86_400;

  private BoundText() {}

  /** Returns the text of a stored bound of a leaf; null if there is none that can be read. */
  static @Nullable String of(SchemaElement leaf, byte @Nullable [] bound) {
    if (leaf.type == Type.INT96) { // whose order is not defined, so that nothing is pruned by it
      return bound != null && bound.length == INT96_BYTES ? int96(bound) : null;
    }
    DataType type = RawFooter.type(leaf).orElse(DataType.NULL);
    return RawFooter.bound(leaf, bound).map(value -> of(type, value)).orElse(null);
  }

  private static String of(DataType type, ScanValue value) {
    return switch (value) {
      case ScanValue.Truth(boolean truth) -> String.valueOf(truth);
      case ScanValue.Floating(double number) ->
          type instanceof DataType.Float32
              ? String.valueOf((float) number)
              : String.valueOf(number);
      case ScanValue.Bytes(byte[] bytes) ->
          type instanceof DataType.Binary
              ? BinaryText.of(bytes)
              : new String(bytes, StandardCharsets.UTF_8);
      case ScanValue.Whole(BigInteger whole) -> whole(type, whole);
      case ScanValue.Span span -> span.toString();
    };
  }

  private static String whole(DataType type, BigInteger whole) {
    return switch (type) {
      case DataType.Decimal decimal -> new BigDecimal(whole, decimal.scale()).toPlainString();
      case DataType.Uuid _ -> Uuids.ofNumber(whole).toString();
      case DataType.Date _ -> DateText.of(LocalDate.ofEpochDay(whole.longValue()));
      case DataType.Time _ -> TIME.format(TimesOfDay.of(whole.longValue()));
      case DataType.Timestamp timestamp -> timestamp(timestamp, whole.longValue());
      default -> whole.toString();
    };
  }

  private static String timestamp(DataType.Timestamp type, long value) {
    long perSecond = type.unit().perSecond();
    long nanos = Math.floorMod(value, perSecond) * (1_000_000_000L / perSecond);
    Instant moment = Instant.ofEpochSecond(Math.floorDiv(value, perSecond), nanos);
    return timestamp(moment) + (type.withZone() ? "+00" : "");
  }

  private static String timestamp(Instant moment) {
    return DateText.unsigned(DATE_TIME.format(LocalDateTime.ofInstant(moment, ZoneOffset.UTC)));
  }

  /** Writes the nanoseconds of a Julian day, cut to microseconds as values are. */
  private static String int96(byte[] bound) {
    ByteBuffer buffer = ByteBuffer.wrap(bound).order(ByteOrder.LITTLE_ENDIAN);
    long nanos = buffer.getLong();
    long days = buffer.getInt() - JULIAN_DAY_OF_EPOCH;
    Instant day = Instant.ofEpochSecond(Math.multiplyExact(days, SECONDS_PER_DAY));
    return timestamp(day.plus(Math.floorDiv(nanos, 1000L), ChronoUnit.MICROS));
  }
}
