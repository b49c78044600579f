package dev.heddle.io.parquet;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** Hands the rows of the current batch to parquet-java, by row number. */
final class BatchWriteSupport extends WriteSupport<Integer> {
  private final Schema schema;
  private final MessageType message;
  private final Column[] columns;
  private @Nullable RecordConsumer consumer;

  BatchWriteSupport(Schema schema) {
    this.schema = schema;
    this.columns = new Column[schema.size()];
    this.message = WrittenTypes.of(schema);
  }

  /** Makes a batch the current one; it is lent until the next. */
  void begin(Batch batch) {
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.column(i);
    }
  }

  @Override
  public WriteContext init(Configuration configuration) {
    return new WriteContext(message, Map.of());
  }

  @Override
  public WriteContext init(ParquetConfiguration configuration) {
    return new WriteContext(message, Map.of());
  }

  @Override
  public void prepareForWrite(RecordConsumer recordConsumer) {
    consumer = recordConsumer;
  }

  @Override
  public void write(Integer row) {
    RecordConsumer out = requireNonNull(consumer, "consumer is null");
    out.startMessage();
    for (int i = 0; i < columns.length; i++) {
      Field field = schema.field(i);
      writeField(out, field.name(), i, columns[i], field.type(), row);
    }
    out.endMessage();
  }

  private static void write(RecordConsumer out, Column column, DataType type, int row) {
    switch (type) {
      case DataType.Bool _ -> out.addBoolean(column.booleanAt(row));
      case DataType.Int8 _, DataType.Int16 _, DataType.Int32 _, DataType.Date _ ->
          out.addInteger((int) column.longAt(row));
      case DataType.Int64 _, DataType.Time _, DataType.Timestamp _ ->
          out.addLong(column.longAt(row));
      case DataType.Float32 _ -> out.addFloat((float) column.doubleAt(row));
      case DataType.Float64 _ -> out.addDouble(column.doubleAt(row));
      case DataType.Decimal d -> writeDecimal(out, column, d, row);
      case DataType.Str _, DataType.Binary _ ->
          out.addBinary(Binary.fromConstantByteArray(column.bytesAt(row)));
      case DataType.Interval _ -> out.addBinary(interval(column, row));
      case DataType.ListOf(DataType element) -> writeList(out, column, element, row);
      case DataType.MapOf map -> writeMap(out, column, map, row);
      case DataType.Struct struct -> {
        out.startGroup();
        writeFields(out, column, struct, row);
        out.endGroup();
      }
      case DataType.Null _ -> throw new IllegalStateException("Nothing has type NULL");
    }
  }

  private static void writeField(
      RecordConsumer out, String name, int index, Column column, DataType type, int row) {
    if (!column.isNull(row) && !(type instanceof DataType.Null)) {
      out.startField(name, index);
      write(out, column, type, row);
      out.endField(name, index);
    }
  }

  private static void writeFields(
      RecordConsumer out, Column column, DataType.Struct type, int row) {
    for (int i = 0; i < type.fields().size(); i++) {
      Field field = type.fields().get(i);
      writeField(out, field.name(), i, column.child(i), field.type(), row);
    }
  }

  private static void writeList(RecordConsumer out, Column column, DataType element, int row) {
    out.startGroup();
    int start = column.listStart(row);
    int end = start + column.listLength(row);
    if (start < end) { // an empty list has no repeated field at all
      out.startField(WrittenTypes.LIST, 0);
      for (int at = start; at < end; at++) {
        out.startGroup();
        writeField(out, WrittenTypes.ELEMENT, 0, column.child(0), element, at);
        out.endGroup();
      }
      out.endField(WrittenTypes.LIST, 0);
    }
    out.endGroup();
  }

  private static void writeMap(RecordConsumer out, Column column, DataType.MapOf type, int row) {
    Column entries = column.child(0);
    out.startGroup();
    int start = column.listStart(row);
    int end = start + column.listLength(row);
    if (start < end) {
      out.startField(WrittenTypes.ENTRIES, 0);
      for (int at = start; at < end; at++) {
        if (entries.child(0).isNull(at)) {
          throw new HeddleException(
              ErrorCode.UNSUPPORTED,
              "Cannot write a map with a null key to Parquet; leave the entry out");
        }
        out.startGroup();
        writeFields(out, entries, type.entry(), at);
        out.endGroup();
      }
      out.endField(WrittenTypes.ENTRIES, 0);
    }
    out.endGroup();
  }

  private static void writeDecimal(
      RecordConsumer out, Column column, DataType.Decimal type, int row) {
    if (type.precision() <= WrittenTypes.MAX_PRECISION_32) {
      out.addInteger((int) column.longAt(row));
    } else if (column.layout() == Layout.INT64) {
      out.addLong(column.longAt(row));
    } else {
      byte[] bytes = new byte[16];
      putBigEndian(bytes, 0, column.highWordAt(row));
      putBigEndian(bytes, 8, column.lowWordAt(row));
      out.addBinary(Binary.fromConstantByteArray(bytes));
    }
  }

  private static void putBigEndian(byte[] bytes, int offset, long word) {
    for (int i = 0; i < 8; i++) {
      bytes[offset + i] = (byte) (word >>> (56 - 8 * i));
    }
  }

  /** Months, days and milliseconds, each 4 bytes, little-endian. */
  private static Binary interval(Column column, int row) {
    long monthsAndDays = column.lowWordAt(row);
    long nanos = column.highWordAt(row);
    long millis = nanos / 1_000_000L;
    boolean fits = millis * 1_000_000L == nanos && millis >>> 32 == 0;
    if (!fits || (int) monthsAndDays < 0 || monthsAndDays < 0) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot write an interval to Parquet that is negative or has parts below a millisecond;"
              + " cast the column to VARCHAR");
    }
    byte[] bytes = new byte[12];
    for (int i = 0; i < 4; i++) {
      bytes[i] = (byte) (monthsAndDays >>> (8 * i));
      bytes[4 + i] = (byte) (monthsAndDays >>> (32 + 8 * i));
      bytes[8 + i] = (byte) (millis >>> (8 * i));
    }
    return Binary.fromConstantByteArray(bytes);
  }
}
