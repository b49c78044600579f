package dev.heddle.frame.schema;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.FieldType;

/** The map between Heddle's types and Arrow's. */
public final class ArrowTypes {
  private static final int DECIMAL_BITS = 128;

  private ArrowTypes() {}

  /** Returns the Arrow type that results of a type have. */
  public static ArrowType toArrow(DataType type) {
    return switch (type) {
      case DataType.Bool t -> ArrowType.Bool.INSTANCE;
      case DataType.Int8 t -> new ArrowType.Int(8, true);
      case DataType.Int16 t -> new ArrowType.Int(16, true);
      case DataType.Int32 t -> new ArrowType.Int(32, true);
      case DataType.Int64 t -> new ArrowType.Int(64, true);
      case DataType.Float32 t -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DataType.Float64 t -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case DataType.Decimal t -> new ArrowType.Decimal(t.precision(), t.scale(), DECIMAL_BITS);
      case DataType.Str t -> ArrowType.Utf8.INSTANCE;
      case DataType.Binary t -> ArrowType.Binary.INSTANCE;
      case DataType.Date t -> new ArrowType.Date(DateUnit.DAY);
      case DataType.Time t -> new ArrowType.Time(TimeUnit.MICROSECOND, 64);
      case DataType.Timestamp t ->
          new ArrowType.Timestamp(
              t.unit() == TimestampUnit.MICROS ? TimeUnit.MICROSECOND : TimeUnit.NANOSECOND,
              t.withZone() ? "UTC" : null);
      case DataType.Interval t -> new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO);
      case DataType.Null t -> ArrowType.Null.INSTANCE;
    };
  }

  /** Returns the Arrow schema that results of a schema have. */
  public static org.apache.arrow.vector.types.pojo.Schema toArrow(Schema schema) {
    List<org.apache.arrow.vector.types.pojo.Field> fields =
        schema.fields().stream()
            .map(
                f ->
                    new org.apache.arrow.vector.types.pojo.Field(
                        f.name(), new FieldType(f.nullable(), toArrow(f.type()), null), null))
            .toList();
    return new org.apache.arrow.vector.types.pojo.Schema(fields);
  }

  /**
   * Returns the columns that vectors of an Arrow schema are read as. Unsigned integers widen,
   * coarser times become microseconds, dictionaries are decoded.
   *
   * @throws HeddleException {@code UNSUPPORTED} for nested and other types, naming the field
   */
  public static Schema fromArrow(org.apache.arrow.vector.types.pojo.Schema schema) {
    return new Schema(
        schema.getFields().stream()
            .map(
                f ->
                    new Field(
                        f.getName(),
                        fromArrow(f.getType())
                            .orElseThrow(
                                () ->
                                    new HeddleException(
                                        ErrorCode.UNSUPPORTED,
                                        "Cannot read arrow column \""
                                            + f.getName()
                                            + "\": type "
                                            + f.getType()
                                            + " is not supported; leave the column out")),
                        f.isNullable()))
            .toList());
  }

  private static Optional<DataType> fromArrow(ArrowType type) {
    return Optional.ofNullable(
        switch (type) {
          case ArrowType.Bool t -> DataType.BOOL;
          case ArrowType.Int t -> integer(t);
          case ArrowType.FloatingPoint t ->
              t.getPrecision() == FloatingPointPrecision.DOUBLE
                  ? DataType.FLOAT64
                  : DataType.FLOAT32;
          case ArrowType.Decimal t ->
              t.getBitWidth() <= DECIMAL_BITS
                      && t.getScale() >= 0
                      && t.getScale() <= t.getPrecision()
                  ? new DataType.Decimal(t.getPrecision(), t.getScale())
                  : null;
          case ArrowType.Utf8 t -> DataType.STRING;
          case ArrowType.LargeUtf8 t -> DataType.STRING;
          case ArrowType.Utf8View t -> DataType.STRING;
          case ArrowType.Binary t -> DataType.BINARY;
          case ArrowType.LargeBinary t -> DataType.BINARY;
          case ArrowType.BinaryView t -> DataType.BINARY;
          case ArrowType.FixedSizeBinary t -> DataType.BINARY;
          case ArrowType.Date t -> DataType.DATE;
          case ArrowType.Time t -> DataType.TIME;
          case ArrowType.Timestamp t ->
              new DataType.Timestamp(
                  t.getUnit() == TimeUnit.NANOSECOND ? TimestampUnit.NANOS : TimestampUnit.MICROS,
                  t.getTimezone() != null);
          case ArrowType.Interval t -> DataType.INTERVAL;
          case ArrowType.Duration t -> DataType.INTERVAL;
          case ArrowType.Null t -> DataType.NULL;
          default -> null;
        });
  }

  private static DataType integer(ArrowType.Int type) {
    int bits = type.getIsSigned() ? type.getBitWidth() : 2 * type.getBitWidth();
    return switch (bits) {
      case 8 -> DataType.INT8;
      case 16 -> DataType.INT16;
      case 32 -> DataType.INT32;
      case 64 -> DataType.INT64;
      default -> new DataType.Decimal(20, 0);
    };
  }
}
