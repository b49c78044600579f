package dev.heddle.io.testing;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Batches as lists of Java values, for comparison in tests.
 *
 * <p>One form a type, which {@link DuckDbOracle} gives too: Boolean, Long for every integer, Float,
 * Double, BigDecimal with the type's scale, String, {@code 0x..} for binary, LocalDate, LocalTime,
 * LocalDateTime, Instant (with zone), and {@code 1 mon 2 day 3 ns} for intervals.
 */
public final class ScannedRows {
  /** Orders rows by the text of their values, so that sets of rows can be compared. */
  public static final Comparator<List<@Nullable Object>> ANY_ORDER =
      Comparator.comparing(List::toString);

  private ScannedRows() {}

  /** Returns the rows that count; the batch stays the caller's. */
  public static List<List<@Nullable Object>> of(Batch batch) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    Column[] columns = new Column[batch.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.column(i);
    }
    for (int row = 0; row < batch.rowCount(); row++) {
      List<@Nullable Object> values = new ArrayList<>();
      for (Column column : columns) {
        values.add(value(column, row));
      }
      rows.add(values);
    }
    return rows;
  }

  /** Returns the rows of all batches in order; the batches stay the caller's. */
  public static List<List<@Nullable Object>> of(List<Batch> batches) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Batch batch : batches) {
      rows.addAll(of(batch));
    }
    return rows;
  }

  /** Returns the rows in an order that depends on their values only. */
  public static List<List<@Nullable Object>> sorted(List<List<@Nullable Object>> rows) {
    return rows.stream()
        .map(row -> new Worded(row.toString(), row))
        .sorted(Comparator.comparing(Worded::text))
        .map(Worded::row)
        .toList();
  }

  /** A row and its text, which is made once rather than for each comparison. */
  private record Worded(String text, List<@Nullable Object> row) {}

  /** Returns the first {@code rows} values of a column. */
  public static List<@Nullable Object> of(Column column, int rows) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      values.add(value(column, row));
    }
    return values;
  }

  /** Returns a row of a column. */
  public static @Nullable Object value(Column column, int row) {
    if (column.isNull(row)) {
      return null;
    }
    if (column.isDictionary()) {
      return value(column.dictionary(), column.code(row));
    }
    return switch (column.type()) {
      case DataType.Bool _ -> column.booleanAt(row);
      case DataType.Int8 _, DataType.Int16 _, DataType.Int32 _, DataType.Int64 _ ->
          column.longAt(row);
      case DataType.Float32 _ -> (float) column.doubleAt(row);
      case DataType.Float64 _ -> column.doubleAt(row);
      case DataType.Decimal decimal -> new BigDecimal(unscaled(column, row), decimal.scale());
      case DataType.Str _, DataType.Json _ ->
          new String(column.bytesAt(row), StandardCharsets.UTF_8);
      case DataType.Enumeration labelled -> labelled.labels().get((int) column.longAt(row));
      case DataType.Binary _ -> binary(column.bytesAt(row));
      case DataType.Int128 _ -> new BigDecimal(unscaled(column, row));
      case DataType.Unsigned(int bits) when bits == Long.SIZE ->
          new BigDecimal(unscaled(column, row));
      case DataType.Unsigned _ -> column.longAt(row);
      case DataType.Uuid _ -> Uuids.ofWords(column.lowWordAt(row), column.highWordAt(row));
      case DataType.Date _ -> LocalDate.ofEpochDay(column.longAt(row));
      case DataType.Time _ -> LocalTime.ofNanoOfDay(column.longAt(row) * 1000);
      case DataType.Timestamp t -> timestamp(t, column.longAt(row));
      case DataType.Interval _ -> {
        long low = column.lowWordAt(row);
        yield interval((int) low, (int) (low >> 32), column.highWordAt(row));
      }
      case DataType.ListOf _ -> elements(column.child(0), column, row);
      case DataType.MapOf _ -> elements(column.child(0), column, row);
      case DataType.Struct(List<Field> fields) -> {
        Map<String, @Nullable Object> struct = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
          struct.put(fields.get(i).name(), value(column.child(i), row));
        }
        yield struct;
      }
      case DataType.Null _ -> null;
    };
  }

  private static List<@Nullable Object> elements(Column child, Column lists, int row) {
    List<@Nullable Object> list = new ArrayList<>();
    for (int i = 0; i < lists.listLength(row); i++) {
      list.add(value(child, lists.listStart(row) + i));
    }
    return list;
  }

  static String binary(byte[] bytes) {
    return "0x" + HexFormat.of().formatHex(bytes);
  }

  static String interval(int months, int days, long nanos) {
    return months + " mon " + days + " day " + nanos + " ns";
  }

  private static BigInteger unscaled(Column column, int row) {
    if (column.layout() == Layout.INT64) {
      return BigInteger.valueOf(column.longAt(row));
    }
    BigInteger low = new BigInteger(Long.toUnsignedString(column.lowWordAt(row)));
    return BigInteger.valueOf(column.highWordAt(row)).shiftLeft(64).add(low);
  }

  private static Object timestamp(DataType.Timestamp type, long value) {
    long second = Math.floorDiv(value, type.unit().perSecond());
    long part = Math.floorMod(value, type.unit().perSecond());
    int nanos = (int) (type.unit() == TimestampUnit.NANOS ? part : part * 1000);
    return type.withZone()
        ? Instant.ofEpochSecond(second, nanos)
        : LocalDateTime.ofEpochSecond(second, nanos, ZoneOffset.UTC);
  }
}
