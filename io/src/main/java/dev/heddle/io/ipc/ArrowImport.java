package dev.heddle.io.ipc;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Period;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FloatingPointVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.IntervalDayVector;
import org.apache.arrow.vector.IntervalMonthDayNanoVector;
import org.apache.arrow.vector.IntervalYearVector;
import org.apache.arrow.vector.PeriodDuration;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Copies Arrow vectors into batches of Heddle's types, value by value: what comes from outside is
 * checked once, here.
 */
public final class ArrowImport {
  private ArrowImport() {}

  /**
   * Copies some rows of a root.
   *
   * @param schema the columns, as {@link dev.heddle.frame.schema.ArrowTypes#fromArrow} gives them
   */
  public static Batch copy(
      VectorSchemaRoot root, int fromRow, int rows, Schema schema, MemoryAccount account) {
    Column[] columns =
        Column.makeAll(
            schema.size(),
            i -> copy(root.getVector(i), fromRow, rows, schema.field(i).type(), account));
    return Batch.of(account, rows, columns);
  }

  private static Column copy(
      FieldVector vector, int fromRow, int rows, DataType type, MemoryAccount account) {
    try (ColumnBuilder builder = new ColumnBuilder(type, account)) {
      appendAll(vector, fromRow, fromRow + rows, type, builder);
      return builder.build();
    }
  }

  private static void appendAll(
      FieldVector vector, int from, int to, DataType type, ColumnBuilder builder) {
    for (int row = from; row < to; row++) {
      if (vector.isNull(row)) {
        builder.appendNull();
      } else {
        append(vector, row, type, builder);
      }
    }
  }

  private static void append(FieldVector vector, int row, DataType type, ColumnBuilder builder) {
    switch (type) {
      case DataType.Bool _ -> builder.appendBoolean(((BitVector) vector).get(row) != 0);
      case DataType.Int8 _, DataType.Int16 _, DataType.Int32 _, DataType.Int64 _ ->
          builder.appendLong(whole(vector, row));
      case DataType.Float32 _, DataType.Float64 _ ->
          builder.appendDouble(((FloatingPointVector) vector).getValueAsDouble(row));
      case DataType.Decimal d -> builder.appendDecimal(decimal(vector, row, d));
      case DataType.Str _ -> {
        byte[] bytes = vector.getObject(row).toString().getBytes(StandardCharsets.UTF_8);
        builder.appendBytes(bytes, 0, bytes.length);
      }
      case DataType.Binary _ -> {
        byte[] bytes = (byte[]) vector.getObject(row);
        builder.appendBytes(bytes, 0, bytes.length);
      }
      case DataType.Date _ ->
          builder.appendLong(
              vector instanceof DateMilliVector millis
                  ? Math.floorDiv(millis.get(row), 86_400_000L)
                  : ((DateDayVector) vector).get(row));
      case DataType.Time _ -> builder.appendLong(timeMicros(vector, row));
      case DataType.Timestamp t -> builder.appendLong(timestamp((TimeStampVector) vector, row, t));
      case DataType.Interval _ -> appendInterval(vector, row, builder);
      case DataType.ListOf(DataType element) -> {
        appendElements(vector, row, element, builder);
        builder.endList();
      }
      case DataType.MapOf map -> {
        appendElements(vector, row, map.entry(), builder);
        builder.endList();
      }
      case DataType.Struct(List<Field> fields) -> {
        for (int i = 0; i < fields.size(); i++) {
          FieldVector child = (FieldVector) ((StructVector) vector).getChildByOrdinal(i);
          appendAll(child, row, row + 1, fields.get(i).type(), builder.child(i));
        }
        builder.endStruct();
      }
      case DataType.Null _ -> builder.appendNull();
    }
  }

  private static void appendElements(
      FieldVector vector, int row, DataType element, ColumnBuilder builder) {
    switch (vector) {
      case ListVector v -> // maps too
          appendAll(
              v.getDataVector(),
              v.getElementStartIndex(row),
              v.getElementEndIndex(row),
              element,
              builder.child(0));
      case LargeListVector v ->
          appendAll(
              v.getDataVector(),
              Math.toIntExact(v.getElementStartIndex(row)),
              Math.toIntExact(v.getElementEndIndex(row)),
              element,
              builder.child(0));
      case FixedSizeListVector v ->
          appendAll(
              v.getDataVector(),
              v.getElementStartIndex(row),
              v.getElementEndIndex(row),
              element,
              builder.child(0));
      default -> throw unexpected(vector);
    }
  }

  private static long whole(FieldVector vector, int row) {
    return switch (vector) {
      case TinyIntVector v -> v.get(row);
      case SmallIntVector v -> v.get(row);
      case IntVector v -> v.get(row);
      case BigIntVector v -> v.get(row);
      case UInt1Vector v -> v.get(row) & 0xff;
      case UInt2Vector v -> v.get(row);
      case UInt4Vector v -> v.get(row) & 0xffffffffL;
      default -> throw unexpected(vector);
    };
  }

  private static BigDecimal decimal(FieldVector vector, int row, DataType.Decimal type) {
    if (vector instanceof UInt8Vector unsigned) {
      return new BigDecimal(new BigInteger(Long.toUnsignedString(unsigned.get(row))));
    }
    BigDecimal value = (BigDecimal) vector.getObject(row);
    if (value.precision() - value.scale() > type.precision() - type.scale()) {
      throw new HeddleException(
          ErrorCode.NUMERIC_OVERFLOW,
          "Cannot read arrow column \""
              + vector.getName()
              + "\": "
              + value
              + " does not fit "
              + type.sqlName());
    }
    return value;
  }

  private static long timeMicros(FieldVector vector, int row) {
    return switch (vector) {
      case TimeSecVector v -> v.get(row) * 1_000_000L;
      case TimeMilliVector v -> v.get(row) * 1_000L;
      case TimeMicroVector v -> v.get(row);
      case TimeNanoVector v -> v.get(row) / 1_000;
      default -> throw unexpected(vector);
    };
  }

  private static long timestamp(TimeStampVector vector, int row, DataType.Timestamp type) {
    TimeUnit unit = ((ArrowType.Timestamp) vector.getField().getType()).getUnit();
    if (type.unit() == TimestampUnit.NANOS || unit == TimeUnit.MICROSECOND) {
      return vector.get(row);
    }
    return Math.multiplyExact(vector.get(row), unit == TimeUnit.SECOND ? 1_000_000L : 1_000L);
  }

  private static void appendInterval(FieldVector vector, int row, ColumnBuilder builder) {
    switch (vector) {
      case IntervalMonthDayNanoVector v -> {
        PeriodDuration value = v.getObject(row);
        appendInterval(value.getPeriod(), value.getDuration(), builder);
      }
      case IntervalYearVector v -> appendInterval(v.getObject(row), Duration.ZERO, builder);
      case IntervalDayVector v -> {
        PeriodDuration value = periodOf(v, row);
        appendInterval(value.getPeriod(), value.getDuration(), builder);
      }
      case DurationVector v -> appendInterval(Period.ZERO, v.getObject(row), builder);
      default -> throw unexpected(vector);
    }
  }

  private static PeriodDuration periodOf(IntervalDayVector vector, int row) {
    Duration value = vector.getObject(row);
    return new PeriodDuration(Period.ofDays((int) value.toDays()), value.minusDays(value.toDays()));
  }

  private static void appendInterval(Period period, Duration rest, ColumnBuilder builder) {
    int months = Math.toIntExact(period.toTotalMonths());
    builder.appendWords(
        (months & 0xffffffffL) | (long) period.getDays() << 32,
        Math.addExact(Math.multiplyExact(rest.getSeconds(), 1_000_000_000L), rest.getNano()));
  }

  private static IllegalStateException unexpected(FieldVector vector) {
    return new IllegalStateException("Unexpected vector " + vector.getField());
  }
}
