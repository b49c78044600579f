package dev.heddle.io.text;

import static java.util.stream.Collectors.joining;

import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.DateText;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.TimesOfDay;
import dev.heddle.frame.schema.TimestampUnit;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes values as text formats do: ISO dates, {@code 2024-01-31 12:00:00.5} for timestamps, the
 * shortest digits that give a floating-point number back, bytes in hexadecimal. Lists, structs and
 * maps are written as a cast to VARCHAR writes them, so that a cast reads them back.
 */
public final class ValueText {
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
  private static final DateTimeFormatter ZONED =
      new DateTimeFormatterBuilder().append(DATE_TIME).appendOffset("+HH:MM", "Z").toFormatter();

  private static final String NULL = "NULL";

  /** Texts that are written in quotes inside of others. */
  private static final Pattern UNCLEAR =
      Pattern.compile("^$|^\\s|\\s$|[\"'(),:=\\[\\\\\\]{}]|^(?i:null)$");

  private final ZoneId zone;

  /** Writes timestamps with zone in the given zone. */
  public ValueText(ZoneId zone) {
    this.zone = zone;
  }

  /** Returns the text of a value that is not null. */
  public String of(ResultColumn column, int row) {
    return switch (column.type()) {
      case DataType.Bool _ -> String.valueOf(column.booleanValue(row));
      case DataType.Int8 _, DataType.Int16 _, DataType.Int32 _, DataType.Int64 _ ->
          String.valueOf(column.longValue(row));
      case DataType.Unsigned unsigned ->
          unsigned.bits() == Long.SIZE
              ? column.decimalValue(row).toPlainString()
              : String.valueOf(column.longValue(row));
      case DataType.Int128 _ -> column.decimalValue(row).toPlainString();
      case DataType.Float32 _ -> String.valueOf((float) column.doubleValue(row));
      case DataType.Float64 _ -> String.valueOf(column.doubleValue(row));
      case DataType.Decimal _ -> column.decimalValue(row).toPlainString();
      case DataType.Str _, DataType.Json _, DataType.Enumeration _ -> column.textValue(row);
      case DataType.Uuid _ -> column.uuidValue(row).toString();
      case DataType.Binary _ -> BinaryText.of(column.binaryValue(row));
      case DataType.Date _ -> DateText.of(LocalDate.ofEpochDay(column.longValue(row)));
      case DataType.Time _ -> TIME.format(TimesOfDay.of(column.longValue(row)));
      case DataType.Timestamp t -> timestamp(column.longValue(row), t);
      case DataType.Interval _ -> column.intervalValue(row).toString();
      case DataType.ListOf _ -> elements(column, row).collect(joining(", ", "[", "]"));
      case DataType.MapOf _ -> {
        ResultColumn entries = column.child(0);
        yield IntStream.range(column.listStart(row), end(column, row))
            .mapToObj(i -> nested(entries.child(0), i) + "=" + nested(entries.child(1), i))
            .collect(joining(", ", "{", "}"));
      }
      case DataType.Struct type when TypeCoercion.isRow(type) ->
          IntStream.range(0, type.fields().size())
              .mapToObj(i -> nested(column.child(i), row))
              .collect(joining(", ", "(", type.fields().size() == 1 ? ",)" : ")"));
      case DataType.Struct(List<Field> fields) ->
          IntStream.range(0, fields.size())
              .mapToObj(i -> quoted(fields.get(i).name()) + ": " + nested(column.child(i), row))
              .collect(joining(", ", "{", "}"));
      case DataType.Null _ -> "";
    };
  }

  private Stream<String> elements(ResultColumn lists, int row) {
    return IntStream.range(lists.listStart(row), end(lists, row))
        .mapToObj(i -> nested(lists.child(0), i));
  }

  private static int end(ResultColumn lists, int row) {
    return lists.listStart(row) + lists.listLength(row);
  }

  private String nested(ResultColumn column, int row) {
    if (column.isNull(row)) {
      return NULL;
    }
    String text = of(column, row);
    boolean isPlain = !column.type().isNested() && !(column.type() instanceof DataType.Json);
    return isPlain && UNCLEAR.matcher(text).find() ? quoted(text) : text;
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  private String timestamp(long value, DataType.Timestamp type) {
    long perSecond = type.unit().perSecond();
    long fraction = Math.floorMod(value, perSecond);
    Instant moment =
        Instant.ofEpochSecond(
            Math.floorDiv(value, perSecond),
            type.unit() == TimestampUnit.MICROS ? fraction * 1000 : fraction);
    return DateText.unsigned(
        type.withZone()
            ? ZONED.format(moment.atZone(zone))
            : DATE_TIME.format(LocalDateTime.ofInstant(moment, ZoneOffset.UTC)));
  }
}
