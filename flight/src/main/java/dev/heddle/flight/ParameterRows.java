package dev.heddle.flight;

import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.CalendarInterval;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.PeriodDuration;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.BaseListVector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.UnionVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.util.Text;
import org.jspecify.annotations.Nullable;

/** Reads the values that clients send for parameters. Stateless. */
final class ParameterRows {
  private static final int MAX_ROWS = 1_000_000;

  private ParameterRows() {}

  /**
   * Reads all rows of a stream, which stays the caller's; a stream of no columns has none.
   *
   * @throws dev.heddle.frame.error.HeddleException for types that values cannot have, and for more
   *     rows than the heap is to hold
   */
  static List<List<@Nullable Object>> read(FlightStream stream) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    while (stream.next()) {
      VectorSchemaRoot root = stream.getRoot();
      if (rows.size() + root.getRowCount() > MAX_ROWS) {
        throw FlightErrors.invalid(
            "Cannot bind the values: there are more than "
                + MAX_ROWS
                + " rows; send fewer at a time, or ingest them");
      }
      add(root, rows);
    }
    return rows;
  }

  private static void add(VectorSchemaRoot root, List<List<@Nullable Object>> rows) {
    List<FieldVector> columns = root.getFieldVectors();
    if (columns.isEmpty()) {
      return;
    }
    for (int row = 0; row < root.getRowCount(); row++) {
      List<@Nullable Object> values = new ArrayList<>(columns.size());
      for (FieldVector column : columns) {
        values.add(value(column, row));
      }
      rows.add(values);
    }
  }

  /** Returns a value of the classes that parameters take. */
  private static @Nullable Object value(ValueVector vector, int row) {
    if (vector instanceof DenseUnionVector union) {
      return value(union.getVectorByType(union.getTypeId(row)), union.getOffset(row));
    }
    if (vector instanceof UnionVector union) {
      return value(union.getVector(row), row);
    }
    if (vector.isNull(row)) {
      return null;
    }
    return switch (vector) {
      case UInt1Vector v -> (long) (v.get(row) & 0xff);
      case UInt2Vector v -> (long) v.get(row);
      case UInt4Vector v -> v.get(row) & 0xffffffffL;
      case UInt8Vector v -> new BigDecimal(Long.toUnsignedString(v.get(row)));
      case BaseIntVector v -> v.getValueAsLong(row);
      case DateDayVector v -> LocalDate.ofEpochDay(v.get(row));
      case DateMilliVector v ->
          Instant.ofEpochMilli(v.get(row)).atOffset(ZoneOffset.UTC).toLocalDate();
      case TimeSecVector v -> LocalTime.ofSecondOfDay(v.get(row));
      case TimeMilliVector v -> LocalTime.ofNanoOfDay(v.get(row) * 1_000_000L);
      case TimeMicroVector v -> LocalTime.ofNanoOfDay(v.get(row) * 1_000);
      case TimeNanoVector v -> LocalTime.ofNanoOfDay(v.get(row));
      case TimeStampVector v -> timestamp(v, row);
      case StructVector v -> struct(v, row);
      case MapVector v -> map(v, row);
      case BaseListVector v -> list(v, row);
      default -> simple(vector, row);
    };
  }

  private static Object simple(ValueVector vector, int row) {
    Object value = vector.getObject(row);
    return switch (value) {
      case Text text -> text.toString();
      case Short half -> throw unknown(vector, half);
      case String _, byte[] _, Boolean _, Float _, Double _, BigDecimal _ -> value;
      case Period period -> new CalendarInterval((int) period.toTotalMonths(), period.getDays(), 0);
      case Duration time -> new CalendarInterval(0, 0, time.toNanos() / 1_000);
      case PeriodDuration both ->
          new CalendarInterval(
              (int) both.getPeriod().toTotalMonths(),
              both.getPeriod().getDays(),
              both.getDuration().toNanos() / 1_000);
      default -> throw unknown(vector, value);
    };
  }

  private static RuntimeException unknown(ValueVector vector, Object value) {
    return FlightErrors.invalid(
        "Cannot bind the values: column \""
            + vector.getName()
            + "\" is "
            + vector.getField().getType()
            + " ("
            + value.getClass().getSimpleName()
            + "), which no parameter takes; send another type");
  }

  private static Object timestamp(TimeStampVector vector, int row) {
    ArrowType.Timestamp type = (ArrowType.Timestamp) vector.getField().getType();
    long perSecond = perSecond(type.getUnit());
    long steps = vector.get(row);
    long seconds = Math.floorDiv(steps, perSecond);
    long nanos = Math.floorMod(steps, perSecond) * (1_000_000_000 / perSecond);
    return type.getTimezone() == null
        ? LocalDateTime.ofEpochSecond(seconds, (int) nanos, ZoneOffset.UTC)
        : Instant.ofEpochSecond(seconds, nanos);
  }

  private static long perSecond(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1;
      case MILLISECOND -> 1_000;
      case MICROSECOND -> 1_000_000;
      case NANOSECOND -> 1_000_000_000;
    };
  }

  private static Map<String, @Nullable Object> struct(StructVector vector, int row) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    List<String> names = ArrowTypes.uniqueNames(vector.getField().getChildren());
    for (int i = 0; i < names.size(); i++) {
      fields.put(names.get(i), value(vector.getChildByOrdinal(i), row));
    }
    return fields;
  }

  private static Map<@Nullable Object, @Nullable Object> map(MapVector vector, int row) {
    StructVector entries = (StructVector) vector.getDataVector();
    Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = vector.getElementStartIndex(row); i < vector.getElementEndIndex(row); i++) {
      map.put(value(entries.getChildByOrdinal(0), i), value(entries.getChildByOrdinal(1), i));
    }
    return map;
  }

  private static List<@Nullable Object> list(BaseListVector vector, int row) {
    ValueVector elements = ((FieldVector) vector).getChildrenFromFields().getFirst();
    List<@Nullable Object> list = new ArrayList<>();
    for (int i = vector.getElementStartIndex(row); i < vector.getElementEndIndex(row); i++) {
      list.add(value(elements, i));
    }
    return list;
  }
}
