package dev.heddle.jdbc.remote;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.CalendarInterval;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntervalMonthDayNanoVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Makes a row of vectors of the values of parameters. Stateless. */
final class ParameterVectors {
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private ParameterVectors() {}

  /**
   * Returns a row with a column for each value, which the caller closes.
   *
   * @param values of the classes that parameters of a session take
   * @throws HeddleException {@code INVALID_ARGUMENT} for values of other classes
   */
  static VectorSchemaRoot of(List<? extends @Nullable Object> values, BufferAllocator allocator) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      List<@Nullable Object> one = new ArrayList<>();
      one.add(values.get(i));
      fields.add(ParameterTypes.field(String.valueOf(i + 1), one));
    }
    VectorSchemaRoot root = VectorSchemaRoot.create(new Schema(fields), allocator);
    try {
      for (int i = 0; i < values.size(); i++) {
        FieldVector vector = root.getVector(i);
        vector.allocateNew();
        set(vector, 0, values.get(i));
      }
      root.setRowCount(1);
      return root;
    } catch (ArithmeticException e) {
      root.close();
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot send the parameters: a date or time of "
              + values
              + " is outside of what fits its digits",
          e);
    } catch (RuntimeException e) {
      root.close();
      throw e;
    }
  }

  private static void set(FieldVector vector, int row, @Nullable Object value) {
    switch (vector) {
      case NullVector _ -> {}
      case FieldVector v when value == null -> v.setNull(row);
      case MapVector v -> setEntries(v, row, (Map<?, ?>) value);
      case ListVector v -> setElements(v, row, ParameterTypes.elements(value));
      case StructVector v -> {
        v.setIndexDefined(row);
        Map<?, ?> parts = (Map<?, ?>) value;
        for (Field field : v.getField().getChildren()) {
          set(v.getChild(field.getName(), FieldVector.class), row, parts.get(field.getName()));
        }
      }
      default -> setFlat(vector, row, value);
    }
  }

  private static void setElements(ListVector vector, int row, Collection<?> elements) {
    int at = vector.startNewValue(row);
    FieldVector data = vector.getDataVector();
    for (Object element : elements) {
      set(data, at++, element);
    }
    vector.endValue(row, elements.size());
  }

  private static void setEntries(MapVector vector, int row, Map<?, ?> entries) {
    int at = vector.startNewValue(row);
    StructVector pairs = (StructVector) vector.getDataVector();
    for (Map.Entry<?, ?> each : entries.entrySet()) {
      pairs.setIndexDefined(at);
      set((FieldVector) pairs.getChildByOrdinal(0), at, each.getKey());
      set((FieldVector) pairs.getChildByOrdinal(1), at, each.getValue());
      at++;
    }
    vector.endValue(row, entries.size());
  }

  private static void setFlat(FieldVector vector, int row, Object value) {
    switch (vector) {
      case BitVector v -> v.setSafe(row, (Boolean) value ? 1 : 0);
      case BigIntVector v -> v.setSafe(row, ((Number) value).longValue());
      case Float4Vector v -> v.setSafe(row, ((Number) value).floatValue());
      case Float8Vector v -> v.setSafe(row, ((Number) value).doubleValue());
      case Decimal256Vector v -> v.setSafe(row, decimal(value).setScale(v.getScale()));
      case VarCharVector v -> v.setSafe(row, value.toString().getBytes(StandardCharsets.UTF_8));
      case VarBinaryVector v -> v.setSafe(row, (byte[]) value);
      case DateDayVector v -> v.setSafe(row, Math.toIntExact(((LocalDate) value).toEpochDay()));
      case TimeNanoVector v -> v.setSafe(row, ((LocalTime) value).toNanoOfDay());
      case TimeStampVector v -> v.setSafe(row, steps(v, instant(value)));
      case IntervalMonthDayNanoVector v -> setInterval(v, row, value);
      default -> throw new IllegalStateException("No values of " + vector.getField());
    }
  }

  /** Returns a number as a decimal. */
  static BigDecimal decimal(Object number) {
    return switch (number) {
      case BigDecimal decimal -> decimal;
      case BigInteger whole -> new BigDecimal(whole);
      default -> BigDecimal.valueOf(((Number) number).longValue());
    };
  }

  /** Returns a time; a local one as if it were UTC's. */
  static Instant instant(Object time) {
    return switch (time) {
      case LocalDateTime local -> local.toInstant(ZoneOffset.UTC);
      case OffsetDateTime zoned -> zoned.toInstant();
      case ZonedDateTime zoned -> zoned.toInstant();
      default -> (Instant) time;
    };
  }

  private static long steps(TimeStampVector vector, Instant time) {
    ArrowType.Timestamp type = (ArrowType.Timestamp) vector.getField().getType();
    long seconds = time.getEpochSecond();
    return type.getUnit() == TimeUnit.NANOSECOND
        ? Math.addExact(Math.multiplyExact(seconds, NANOS_PER_SECOND), time.getNano())
        : Math.addExact(
            Math.multiplyExact(seconds, MICROS_PER_SECOND), time.getNano() / NANOS_PER_MICRO);
  }

  private static void setInterval(IntervalMonthDayNanoVector vector, int row, Object value) {
    switch (value) {
      case Period v -> vector.setSafe(row, Math.toIntExact(v.toTotalMonths()), v.getDays(), 0);
      case Duration v -> vector.setSafe(row, 0, 0, v.toNanos());
      case CalendarInterval v ->
          vector.setSafe(
              row, v.months(), v.days(), Math.multiplyExact(v.micros(), NANOS_PER_MICRO));
      default -> throw new IllegalStateException("No interval: " + value);
    }
  }
}
