package dev.heddle.engine.session;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns rows of Java values, as {@link dev.heddle.frame.Row#value} gives them, into batches. */
final class RowBatches implements AutoCloseable {
  private final Schema schema;
  private final MemoryAccount account;
  private final List<ColumnBuilder> builders = new ArrayList<>();

  RowBatches(Schema schema, MemoryAccount account) {
    this.schema = schema;
    this.account = account;
    for (Field field : schema.fields()) {
      builders.add(new ColumnBuilder(field.type(), account));
    }
  }

  /** Returns a batch of the next rows, at most {@link Batch#MAX_ROWS}; without rows at the end. */
  Batch next(Iterator<@Nullable Object[]> rows) {
    int count = 0;
    while (count < Batch.MAX_ROWS && rows.hasNext()) {
      @Nullable Object[] row = rows.next();
      if (row.length != schema.size()) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot load a row of " + row.length + " values into " + schema.size() + " columns");
      }
      for (int i = 0; i < row.length; i++) {
        append(i, row[i]);
      }
      count++;
    }
    Column[] columns = new Column[builders.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = builders.get(i).build();
    }
    return Batch.of(account, count, columns);
  }

  private void append(int index, @Nullable Object value) {
    ColumnBuilder builder = builders.get(index);
    if (value == null) {
      builder.appendNull();
      return;
    }
    try {
      append(builder, schema.field(index).type(), value);
    } catch (ClassCastException e) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot load a "
              + value.getClass().getSimpleName()
              + " into column \""
              + schema.field(index).name()
              + "\" of type "
              + schema.field(index).type().sqlName(),
          e);
    }
  }

  private static void append(ColumnBuilder builder, DataType type, Object value) {
    switch (type) {
      case DataType.Bool _ -> builder.appendBoolean((Boolean) value);
      case DataType.Int8 _, DataType.Int16 _, DataType.Int32 _, DataType.Int64 _ ->
          builder.appendLong(((Number) value).longValue());
      case DataType.Float32 _, DataType.Float64 _ ->
          builder.appendDouble(((Number) value).doubleValue());
      case DataType.Decimal _ -> builder.appendDecimal((BigDecimal) value);
      case DataType.Str _ -> builder.appendString((String) value);
      case DataType.Binary _ -> {
        byte[] bytes = (byte[]) value;
        builder.appendBytes(bytes, 0, bytes.length);
      }
      case DataType.Date _ -> builder.appendLong(((LocalDate) value).toEpochDay());
      case DataType.Time _ -> builder.appendLong(((LocalTime) value).toNanoOfDay() / 1000);
      case DataType.Timestamp t -> builder.appendLong(timestamp(value, t));
      case DataType.Interval _ -> {
        CalendarInterval span = (CalendarInterval) value;
        builder.appendWords(
            (span.months() & 0xffffffffL) | (long) span.days() << 32,
            Math.multiplyExact(span.micros(), 1000L));
      }
      case DataType.ListOf(DataType element) -> {
        for (Object one : (List<?>) value) {
          appendOrNull(builder.child(0), element, one);
        }
        builder.endList();
      }
      case DataType.MapOf(DataType keyType, DataType valueType) -> {
        ColumnBuilder entries = builder.child(0);
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
          append(entries.child(0), keyType, entry.getKey());
          appendOrNull(entries.child(1), valueType, entry.getValue());
          entries.endStruct();
        }
        builder.endList();
      }
      case DataType.Struct(List<Field> fields) -> {
        Map<?, ?> struct = (Map<?, ?>) value;
        for (int i = 0; i < fields.size(); i++) {
          Field field = fields.get(i);
          appendOrNull(builder.child(i), field.type(), struct.get(field.name()));
        }
        builder.endStruct();
      }
      case DataType.Null _ -> builder.appendNull();
    }
  }

  private static void appendOrNull(ColumnBuilder builder, DataType type, @Nullable Object value) {
    if (value == null) {
      builder.appendNull();
    } else {
      append(builder, type, value);
    }
  }

  private static long timestamp(Object value, DataType.Timestamp type) {
    Instant moment =
        type.withZone() ? (Instant) value : ((LocalDateTime) value).toInstant(ZoneOffset.UTC);
    long perSecond = type.unit().perSecond();
    long fraction =
        type.unit() == TimestampUnit.MICROS ? moment.getNano() / 1000 : moment.getNano();
    return Math.addExact(Math.multiplyExact(moment.getEpochSecond(), perSecond), fraction);
  }

  @Override
  public void close() {
    builders.forEach(ColumnBuilder::close);
  }
}
