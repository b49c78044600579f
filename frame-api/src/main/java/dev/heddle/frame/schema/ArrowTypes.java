package dev.heddle.frame.schema;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.ArrayList;
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
      case DataType.ListOf t -> ArrowType.List.INSTANCE;
      case DataType.Struct t -> ArrowType.Struct.INSTANCE;
      case DataType.MapOf t -> new ArrowType.Map(false);
      case DataType.Null t -> ArrowType.Null.INSTANCE;
    };
  }

  /** Returns the Arrow schema that results of a schema have. */
  public static org.apache.arrow.vector.types.pojo.Schema toArrow(Schema schema) {
    List<org.apache.arrow.vector.types.pojo.Field> fields =
        schema.fields().stream().map(f -> field(f.name(), f.type(), f.nullable())).toList();
    return new org.apache.arrow.vector.types.pojo.Schema(fields);
  }

  private static org.apache.arrow.vector.types.pojo.Field field(
      String name, DataType type, boolean nullable) {
    List<org.apache.arrow.vector.types.pojo.Field> children =
        switch (type) {
          case DataType.ListOf(DataType element) -> List.of(field("item", element, true));
          case DataType.Struct(List<Field> fields) ->
              fields.stream().map(f -> field(f.name(), f.type(), true)).toList();
          case DataType.MapOf(DataType key, DataType value) ->
              List.of(
                  new org.apache.arrow.vector.types.pojo.Field(
                      "entries",
                      new FieldType(false, ArrowType.Struct.INSTANCE, null),
                      List.of(
                          field(DataType.MapOf.KEY, key, false),
                          field(DataType.MapOf.VALUE, value, true))));
          case DataType other -> List.of();
        };
    return new org.apache.arrow.vector.types.pojo.Field(
        name, new FieldType(nullable, toArrow(type), null), children);
  }

  /**
   * Returns the columns that vectors of an Arrow schema are read as. Unsigned integers widen,
   * coarser times become microseconds, dictionaries are decoded.
   *
   * @throws HeddleException {@code UNSUPPORTED} for types without a counterpart, naming the field
   */
  public static Schema fromArrow(org.apache.arrow.vector.types.pojo.Schema schema) {
    return new Schema(
        schema.getFields().stream()
            .map(
                f ->
                    new Field(
                        f.getName(),
                        fromArrow(f)
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

  private static Optional<DataType> fromArrow(org.apache.arrow.vector.types.pojo.Field field) {
    List<org.apache.arrow.vector.types.pojo.Field> children = field.getChildren();
    return switch (field.getType()) {
      case ArrowType.List t -> fromArrow(children.getFirst()).map(DataType.ListOf::new);
      case ArrowType.LargeList t -> fromArrow(children.getFirst()).map(DataType.ListOf::new);
      case ArrowType.FixedSizeList t -> fromArrow(children.getFirst()).map(DataType.ListOf::new);
      case ArrowType.Struct t -> struct(children);
      case ArrowType.Map t ->
          fromArrow(children.getFirst().getChildren().get(0))
              .flatMap(
                  key ->
                      fromArrow(children.getFirst().getChildren().get(1))
                          .map(value -> new DataType.MapOf(key, value)));
      default -> flat(field.getType());
    };
  }

  private static Optional<DataType> struct(
      List<org.apache.arrow.vector.types.pojo.Field> children) {
    List<Field> fields = new ArrayList<>();
    for (org.apache.arrow.vector.types.pojo.Field child : children) {
      Optional<DataType> type = fromArrow(child);
      if (type.isEmpty()) {
        return Optional.empty();
      }
      fields.add(Field.of(child.getName(), type.get()));
    }
    return fields.isEmpty() ? Optional.empty() : Optional.of(new DataType.Struct(fields));
  }

  private static Optional<DataType> flat(ArrowType type) {
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
