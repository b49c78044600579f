package dev.heddle.io.ipc;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Period;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
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
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.jspecify.annotations.Nullable;

/**
 * Copies Arrow vectors into batches of Heddle's types, value by value: what comes from outside is
 * checked once, here.
 */
public final class ArrowImport {
  private final @Nullable DictionaryProvider dictionaries;
  private final Map<DataType.Enumeration, Map<String, Integer>> positions = new HashMap<>();

  private ArrowImport(@Nullable DictionaryProvider dictionaries) {
    this.dictionaries = dictionaries;
  }

  /**
   * Copies some rows of a root.
   *
   * @param schema the columns, as {@link dev.heddle.frame.schema.ArrowTypes#fromArrow} gives them
   * @param dictionaries of the vectors that are encoded by some, null if there are none
   * @throws HeddleException if the root's columns are others, or hold values that none of their
   *     types is
   */
  public static Batch copy(
      VectorSchemaRoot root,
      int fromRow,
      int rows,
      Schema schema,
      @Nullable DictionaryProvider dictionaries,
      MemoryAccount account) {
    ArrowImport imported = new ArrowImport(dictionaries);
    List<DataType> types = imported.types(root);
    if (!types.equals(schema.fields().stream().map(Field::type).toList())) {
      throw new HeddleException(
          ErrorCode.SCHEMA_MISMATCH,
          "Cannot read arrow vectors: their columns are "
              + root.getSchema()
              + " where the frame's are "
              + schema);
    }
    Column[] columns =
        Column.makeAll(
            schema.size(),
            i -> imported.copy(root.getVector(i), fromRow, rows, types.get(i), account));
    return Batch.of(account, rows, columns);
  }

  /** Returns the types that the columns of a root are read as, dictionaries decoded. */
  private List<DataType> types(VectorSchemaRoot root) {
    return ArrowTypes.fromArrow(root.getSchema(), dictionaries).fields().stream()
        .map(Field::type)
        .toList();
  }

  private Column copy(
      FieldVector vector, int fromRow, int rows, DataType type, MemoryAccount account) {
    try (ColumnBuilder builder = new ColumnBuilder(type, account)) {
      appendAll(vector, fromRow, fromRow + rows, type, builder);
      return builder.build();
    }
  }

  private void appendAll(
      FieldVector vector, int from, int to, DataType type, ColumnBuilder builder) {
    DictionaryEncoding encoding = vector.getField().getDictionary();
    FieldVector stored = stored(vector);
    if (encoding != null) {
      FieldVector values = dictionary(vector, encoding);
      for (int row = from; row < to; row++) {
        if (stored.isNull(row)) {
          builder.appendNull();
        } else {
          int code = code(stored, row, values.getValueCount());
          appendAll(values, code, code + 1, type, builder);
        }
      }
      return;
    }
    if (stored instanceof RunEndEncodedVector runs) {
      for (int row = from; row < to; row++) {
        int run = runs.getPhysicalIndex(row);
        appendAll(runs.getValuesVector(), run, run + 1, type, builder);
      }
      return;
    }
    for (int row = from; row < to; row++) {
      if (stored.isNull(row)) {
        builder.appendNull();
      } else {
        append(stored, row, type, builder);
      }
    }
  }

  private static FieldVector stored(FieldVector vector) {
    return vector instanceof ExtensionTypeVector<?> extension
        ? (FieldVector) extension.getUnderlyingVector()
        : vector;
  }

  private FieldVector dictionary(FieldVector vector, DictionaryEncoding encoding) {
    Dictionary dictionary = dictionaries == null ? null : dictionaries.lookup(encoding.getId());
    if (dictionary == null) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read arrow column \""
              + vector.getName()
              + "\": its dictionary "
              + encoding.getId()
              + " is not given; hand the vectors over with the provider of their dictionaries");
    }
    return dictionary.getVector();
  }

  private static int code(FieldVector codes, int row, int values) {
    long code =
        codes instanceof UInt2Vector unsigned
            ? unsigned.get(row)
            : codes instanceof UInt8Vector wide ? wide.get(row) : whole(codes, row);
    if (code < 0 || code >= values) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read arrow column \""
              + codes.getName()
              + "\": row "
              + row
              + " has code "
              + code
              + " of "
              + values
              + " values of its dictionary");
    }
    return (int) code;
  }

  private int position(FieldVector vector, int row, String label, DataType.Enumeration type) {
    Integer position = positions.computeIfAbsent(type, DataType.Enumeration::positions).get(label);
    if (position == null) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read arrow column \""
              + vector.getName()
              + "\": row "
              + row
              + " has \""
              + label
              + "\", which is no label of "
              + type.sqlName());
    }
    return position;
  }

  private void append(FieldVector vector, int row, DataType type, ColumnBuilder builder) {
    switch (type) {
      case DataType.Bool _ when vector instanceof TinyIntVector bytes ->
          builder.appendBoolean(bytes.get(row) != 0);
      case DataType.Bool _ -> builder.appendBoolean(((BitVector) vector).get(row) != 0);
      case DataType.Int8 _, DataType.Int16 _, DataType.Int32 _, DataType.Int64 _ ->
          builder.appendLong(whole(vector, row));
      case DataType.Unsigned(int bits) when bits == Long.SIZE ->
          builder.appendWords(((UInt8Vector) vector).get(row), 0);
      case DataType.Unsigned _ -> builder.appendLong(whole(vector, row));
      case DataType.Float32 _, DataType.Float64 _ ->
          builder.appendDouble(((FloatingPointVector) vector).getValueAsDouble(row));
      case DataType.Int128 _ ->
          builder.appendWhole(((BigDecimal) vector.getObject(row)).toBigIntegerExact());
      case DataType.Decimal d -> builder.appendDecimal(decimal(vector, row, d));
      case DataType.Uuid _ -> {
        ByteBuffer bytes = ByteBuffer.wrap(((FixedSizeBinaryVector) vector).get(row));
        long high = bytes.getLong();
        builder.appendWords(bytes.getLong(), Uuids.flipped(high));
      }
      case DataType.Enumeration labelled ->
          builder.appendLong(position(vector, row, vector.getObject(row).toString(), labelled));
      case DataType.Str _, DataType.Json _ -> {
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

  private void appendElements(
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
      case ListViewVector v ->
          appendAll(
              v.getDataVector(),
              v.getElementStartIndex(row),
              v.getElementEndIndex(row),
              element,
              builder.child(0));
      case LargeListViewVector v -> {
        int start = Math.toIntExact(v.getOffsetBuffer().getLong(8L * row));
        int size = Math.toIntExact(v.getSizeBuffer().getLong(8L * row));
        appendAll(v.getDataVector(), start, start + size, element, builder.child(0));
      }
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
    BigDecimal value = ((BigDecimal) vector.getObject(row)).setScale(type.scale());
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
    long micros =
        switch (vector) {
          case TimeSecVector v -> v.get(row) * 1_000_000L;
          case TimeMilliVector v -> v.get(row) * 1_000L;
          case TimeMicroVector v -> v.get(row);
          case TimeNanoVector v -> Math.floorDiv(v.get(row), 1_000);
          default -> throw unexpected(vector);
        };
    if (!ArrowTimes.has(micros)) {
      IpcValueException e = ArrowTimes.outside(vector.getField(), micros);
      throw new HeddleException(e.code(), "Cannot read arrow " + e.getMessage(), e);
    }
    return micros;
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
