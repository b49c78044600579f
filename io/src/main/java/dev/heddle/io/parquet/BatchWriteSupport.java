package dev.heddle.io.parquet;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/** Hands the rows of the current batch to parquet-java, by row number. */
final class BatchWriteSupport extends WriteSupport<Integer> {
  private static final int MAX_PRECISION_32 = 9;

  private final Schema schema;
  private final MessageType message;
  private final Column[] columns;
  private @Nullable RecordConsumer consumer;

  BatchWriteSupport(Schema schema) {
    this.schema = schema;
    this.columns = new Column[schema.size()];
    Types.MessageTypeBuilder builder = Types.buildMessage();
    for (Field field : schema.fields()) {
      builder.addField(typeOf(field));
    }
    this.message = builder.named("schema");
  }

  private static Type typeOf(Field field) {
    boolean optional = field.nullable() || field.type() instanceof DataType.Null;
    return switch (field.type()) {
      case DataType.Bool _ -> of(PrimitiveTypeName.BOOLEAN, null, 0, optional, field);
      case DataType.Int8 _ -> of(PrimitiveTypeName.INT32, intType(8), 0, optional, field);
      case DataType.Int16 _ -> of(PrimitiveTypeName.INT32, intType(16), 0, optional, field);
      case DataType.Int32 _ -> of(PrimitiveTypeName.INT32, intType(32), 0, optional, field);
      case DataType.Int64 _ -> of(PrimitiveTypeName.INT64, intType(64), 0, optional, field);
      case DataType.Float32 _ -> of(PrimitiveTypeName.FLOAT, null, 0, optional, field);
      case DataType.Float64 _ -> of(PrimitiveTypeName.DOUBLE, null, 0, optional, field);
      case DataType.Decimal d -> decimalType(d, optional, field);
      case DataType.Str _ ->
          of(PrimitiveTypeName.BINARY, LogicalTypeAnnotation.stringType(), 0, optional, field);
      case DataType.Binary _ -> of(PrimitiveTypeName.BINARY, null, 0, optional, field);
      case DataType.Date _ ->
          of(PrimitiveTypeName.INT32, LogicalTypeAnnotation.dateType(), 0, optional, field);
      case DataType.Time _ ->
          of(
              PrimitiveTypeName.INT64,
              LogicalTypeAnnotation.timeType(false, TimeUnit.MICROS),
              0,
              optional,
              field);
      case DataType.Timestamp t ->
          of(
              PrimitiveTypeName.INT64,
              LogicalTypeAnnotation.timestampType(
                  t.withZone(),
                  t.unit() == TimestampUnit.MICROS ? TimeUnit.MICROS : TimeUnit.NANOS),
              0,
              optional,
              field);
      case DataType.Interval _ ->
          of(
              PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY,
              LogicalTypeAnnotation.IntervalLogicalTypeAnnotation.getInstance(),
              12,
              optional,
              field);
      case DataType.Null _ -> of(PrimitiveTypeName.INT32, null, 0, optional, field);
      case DataType.ListOf _, DataType.Struct _, DataType.MapOf _ -> throw unwritable(field);
    };
  }

  private static HeddleException unwritable(Field field) {
    return new HeddleException(
        ErrorCode.UNSUPPORTED,
        "Cannot write parquet column \""
            + field.name()
            + "\": it is nested ("
            + field.type().sqlName()
            + "); select its parts");
  }

  private static LogicalTypeAnnotation intType(int bits) {
    return LogicalTypeAnnotation.intType(bits, true);
  }

  private static Type decimalType(DataType.Decimal type, boolean optional, Field field) {
    LogicalTypeAnnotation annotation =
        LogicalTypeAnnotation.decimalType(type.scale(), type.precision());
    if (type.precision() <= MAX_PRECISION_32) {
      return of(PrimitiveTypeName.INT32, annotation, 0, optional, field);
    }
    if (type.fitsLong()) {
      return of(PrimitiveTypeName.INT64, annotation, 0, optional, field);
    }
    return of(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, annotation, 16, optional, field);
  }

  private static Type of(
      PrimitiveTypeName name,
      @Nullable LogicalTypeAnnotation annotation,
      int length,
      boolean optional,
      Field field) {
    return (optional ? Types.optional(name) : Types.required(name))
        .length(length)
        .as(annotation)
        .named(field.name());
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
      if (!columns[i].isNull(row) && !(field.type() instanceof DataType.Null)) {
        out.startField(field.name(), i);
        write(out, columns[i], field.type(), row);
        out.endField(field.name(), i);
      }
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
      case DataType.Null _, DataType.ListOf _, DataType.Struct _, DataType.MapOf _ ->
          throw new IllegalStateException("Nothing is written as " + type.sqlName());
    }
  }

  private static void writeDecimal(
      RecordConsumer out, Column column, DataType.Decimal type, int row) {
    if (type.precision() <= MAX_PRECISION_32) {
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
