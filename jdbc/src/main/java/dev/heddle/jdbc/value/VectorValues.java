package dev.heddle.jdbc.value;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.IntervalMonthDayNanoVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.jspecify.annotations.Nullable;

/** Reads plain values of vectors, as the package describes them. */
public final class VectorValues {
  private static final long NANOS_PER_MICRO = 1_000;

  private VectorValues() {}

  /** Returns whether {@link #integer} reads columns of a type. */
  public static boolean isInteger(DataType type) {
    return type instanceof DataType.Int64
        || type instanceof DataType.Int32
        || type instanceof DataType.Int16
        || type instanceof DataType.Int8;
  }

  /** Returns an integer that is not null. */
  public static long integer(FieldVector vector, int row) {
    return switch (vector) {
      case BigIntVector v -> v.get(row);
      case IntVector v -> v.get(row);
      case SmallIntVector v -> v.get(row);
      case TinyIntVector v -> v.get(row);
      default -> throw unexpected(vector);
    };
  }

  private static IllegalStateException unexpected(FieldVector vector) {
    return new IllegalStateException("No vector of a result has type " + vector.getField());
  }

  /** Returns the plain value, null for null. */
  public static @Nullable Object plain(DataType type, FieldVector vector, int row, ZoneId zone) {
    if (vector.isNull(row)) {
      return null;
    }
    return switch (type) {
      case DataType.Bool _ -> ((BitVector) vector).get(row) != 0;
      case DataType.Int8 _ -> integer(vector, row);
      case DataType.Int16 _ -> integer(vector, row);
      case DataType.Int32 _ -> integer(vector, row);
      case DataType.Int64 _ -> integer(vector, row);
      case DataType.Unsigned _ -> unsigned(vector, row);
      case DataType.Float32 _ -> ((Float4Vector) vector).get(row);
      case DataType.Float64 _ -> ((Float8Vector) vector).get(row);
      case DataType.Decimal _, DataType.Int128 _ -> ((DecimalVector) vector).getObject(row);
      case DataType.Str _, DataType.Json _, DataType.Enumeration _ ->
          new String(((VarCharVector) vector).get(row), StandardCharsets.UTF_8);
      case DataType.Binary _ -> ((VarBinaryVector) vector).get(row);
      case DataType.Uuid _ -> uuid(vector, row);
      case DataType.Date _ -> LocalDate.ofEpochDay(((DateDayVector) vector).get(row));
      case DataType.Time _ ->
          LocalTime.ofNanoOfDay(((TimeMicroVector) vector).get(row) * NANOS_PER_MICRO);
      case DataType.Timestamp t -> timestamp(((TimeStampVector) vector).get(row), t, zone);
      case DataType.Interval _ -> interval((IntervalMonthDayNanoVector) vector, row);
      case DataType.ListOf t -> list(t, (ListVector) vector, row, zone);
      case DataType.Struct t -> struct(t, (StructVector) vector, row, zone);
      case DataType.MapOf t -> map(t, (ListVector) vector, row, zone);
      case DataType.Null _ -> null;
    };
  }

  private static Object unsigned(FieldVector vector, int row) {
    return switch (vector) {
      case UInt1Vector v -> v.get(row) & 0xffL;
      case UInt2Vector v -> (long) v.get(row);
      case UInt4Vector v -> v.get(row) & 0xffffffffL;
      case UInt8Vector v -> new BigDecimal(Long.toUnsignedString(v.get(row)));
      default -> throw unexpected(vector);
    };
  }

  /** Reads a UUID of a vector of bytes, also of one that the feed takes for an extension's. */
  private static UUID uuid(FieldVector vector, int row) {
    ByteBuffer bytes =
        switch (vector) {
          case FixedSizeBinaryVector v -> ByteBuffer.wrap(v.get(row));
          case ExtensionTypeVector<?> v
              when v.getUnderlyingVector() instanceof FixedSizeBinaryVector stored ->
              ByteBuffer.wrap(stored.get(row));
          default -> throw unexpected(vector);
        };
    return new UUID(bytes.getLong(), bytes.getLong());
  }

  private static Object timestamp(long steps, DataType.Timestamp type, ZoneId zone) {
    long perSecond = type.unit().perSecond();
    long seconds = Math.floorDiv(steps, perSecond);
    long fraction = Math.floorMod(steps, perSecond);
    int nanos = (int) (type.unit() == TimestampUnit.MICROS ? fraction * NANOS_PER_MICRO : fraction);
    return type.withZone()
        ? Instant.ofEpochSecond(seconds, nanos).atZone(zone).toOffsetDateTime()
        : LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
  }

  private static CalendarInterval interval(IntervalMonthDayNanoVector vector, int row) {
    return new CalendarInterval(
        IntervalMonthDayNanoVector.getMonths(vector.getDataBuffer(), row),
        IntervalMonthDayNanoVector.getDays(vector.getDataBuffer(), row),
        IntervalMonthDayNanoVector.getNanoseconds(vector.getDataBuffer(), row) / NANOS_PER_MICRO);
  }

  private static List<@Nullable Object> list(
      DataType.ListOf type, ListVector vector, int row, ZoneId zone) {
    FieldVector elements = vector.getDataVector();
    int end = vector.getElementEndIndex(row);
    List<@Nullable Object> list = new ArrayList<>();
    for (int i = vector.getElementStartIndex(row); i < end; i++) {
      list.add(plain(type.element(), elements, i, zone));
    }
    return Collections.unmodifiableList(list);
  }

  private static Map<String, @Nullable Object> struct(
      DataType.Struct type, StructVector vector, int row, ZoneId zone) {
    Map<String, @Nullable Object> struct = new LinkedHashMap<>();
    for (int i = 0; i < type.fields().size(); i++) {
      FieldVector field = (FieldVector) vector.getChildByOrdinal(i);
      struct.put(type.fields().get(i).name(), plain(type.fields().get(i).type(), field, row, zone));
    }
    return Collections.unmodifiableMap(struct);
  }

  private static Map<@Nullable Object, @Nullable Object> map(
      DataType.MapOf type, ListVector vector, int row, ZoneId zone) {
    StructVector entries = (StructVector) vector.getDataVector();
    FieldVector keys = (FieldVector) entries.getChildByOrdinal(0);
    FieldVector values = (FieldVector) entries.getChildByOrdinal(1);
    int end = vector.getElementEndIndex(row);
    Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = vector.getElementStartIndex(row); i < end; i++) {
      map.put(plain(type.key(), keys, i, zone), plain(type.value(), values, i, zone));
    }
    return Collections.unmodifiableMap(map);
  }
}
