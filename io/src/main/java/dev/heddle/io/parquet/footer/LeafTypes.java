package dev.heddle.io.parquet.footer;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.footer.ParquetColumn.BoundOrder;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.Type;

/**
 * Turns the physical and logical types of leaves into ours. Annotations that are unknown, or do not
 * fit the physical type, do not count.
 */
public final class LeafTypes {
  private LeafTypes() {}

  /**
   * What a leaf means.
   *
   * @param type what its values become
   * @param conversion how
   * @param order how its bounds compare
   */
  record Shape(DataType type, Conversion conversion, BoundOrder order) {}

  /**
   * Returns what a leaf means.
   *
   * @throws UnreadableTypeException if there is no type for it
   * @throws CorruptDataException if its annotation contradicts itself
   */
  static Shape shape(SchemaElement e) {
    boolean isInterval = e.converted_type == ConvertedType.INTERVAL; // parquet-java adds UNKNOWN
    if (e.logicalType != null && e.logicalType.isSetUNKNOWN() && !isInterval) {
      return new Shape(DataType.NULL, Conversion.NULLS, BoundOrder.NONE);
    }
    return switch (e.type) {
      case BOOLEAN -> new Shape(DataType.BOOL, Conversion.NONE, BoundOrder.SIGNED);
      case INT32 -> int32(e);
      case INT64 -> int64(e);
      case INT96 -> new Shape(DataType.TIMESTAMP, Conversion.INT96_TO_MICROS, BoundOrder.NONE);
      case FLOAT -> new Shape(DataType.FLOAT32, Conversion.NONE, BoundOrder.FLOAT);
      case DOUBLE -> new Shape(DataType.FLOAT64, Conversion.NONE, BoundOrder.FLOAT);
      case BYTE_ARRAY -> bytes(e);
      case FIXED_LEN_BYTE_ARRAY -> fixed(e);
    };
  }

  /** Returns the bytes of a stored value of fixed width, else 0. */
  static int width(SchemaElement e) {
    return switch (e.type) {
      case BOOLEAN, BYTE_ARRAY -> 0;
      case INT32, FLOAT -> 4;
      case INT64, DOUBLE -> 8;
      case INT96 -> 12;
      case FIXED_LEN_BYTE_ARRAY -> {
        if (e.type_length <= 0) {
          throw new CorruptDataException(
              "column " + e.name + " has a fixed length of " + e.type_length + " bytes");
        }
        yield e.type_length;
      }
    };
  }

  private static Shape int32(SchemaElement e) {
    LogicalType logical = e.logicalType;
    if (logical != null && logical.isSetINTEGER()) {
      return integer32(logical.getINTEGER().bitWidth, logical.getINTEGER().isSigned);
    }
    if (isDecimal(e)) {
      return decimal(e, Conversion.INT32_TO_INT64, Conversion.INT32_TO_INT128, BoundOrder.SIGNED);
    }
    if (logical != null && logical.isSetDATE()) {
      return new Shape(DataType.DATE, Conversion.NONE, BoundOrder.SIGNED);
    }
    if (logical != null && logical.isSetTIME()) {
      return new Shape(DataType.TIME, Conversion.MILLIS32_TO_MICROS, BoundOrder.SIGNED);
    }
    return switch (e.converted_type) {
      case DATE -> new Shape(DataType.DATE, Conversion.NONE, BoundOrder.SIGNED);
      case TIME_MILLIS ->
          new Shape(DataType.TIME, Conversion.MILLIS32_TO_MICROS, BoundOrder.SIGNED);
      case INT_8 -> integer32(8, true);
      case INT_16 -> integer32(16, true);
      case UINT_8 -> integer32(8, false);
      case UINT_16 -> integer32(16, false);
      case UINT_32 -> integer32(32, false);
      case null, default -> integer32(32, true);
    };
  }

  private static Shape integer32(int bits, boolean signed) {
    BoundOrder order = signed ? BoundOrder.SIGNED : BoundOrder.UNSIGNED;
    return switch (bits) {
      case 8 ->
          signed
              ? new Shape(DataType.INT8, Conversion.INT32_TO_INT8, order)
              : new Shape(DataType.UINT8, Conversion.INT32_TO_INT16, order);
      case 16 ->
          signed
              ? new Shape(DataType.INT16, Conversion.INT32_TO_INT16, order)
              : new Shape(DataType.UINT16, Conversion.NONE, order);
      default ->
          signed
              ? new Shape(DataType.INT32, Conversion.NONE, order)
              : new Shape(DataType.UINT32, Conversion.UINT32_TO_INT64, order);
    };
  }

  private static Shape int64(SchemaElement e) {
    LogicalType logical = e.logicalType;
    if (logical != null && logical.isSetTIMESTAMP()) {
      boolean zoned = logical.getTIMESTAMP().isAdjustedToUTC;
      return timestamp(logical.getTIMESTAMP().unit, zoned);
    }
    if (logical != null && logical.isSetTIME()) {
      Conversion conversion =
          logical.getTIME().unit.isSetNANOS() ? Conversion.NANOS_TO_MICROS : Conversion.TIME_MICROS;
      return new Shape(DataType.TIME, conversion, BoundOrder.SIGNED);
    }
    if (isDecimal(e)) {
      return decimal(e, Conversion.NONE, Conversion.INT64_TO_INT128, BoundOrder.SIGNED);
    }
    boolean unsigned =
        (logical != null && logical.isSetINTEGER())
            ? !logical.getINTEGER().isSigned
            : e.converted_type == ConvertedType.UINT_64;
    if (unsigned) {
      return new Shape(DataType.UINT64, Conversion.UINT64_TO_INT128, BoundOrder.UNSIGNED);
    }
    return switch (e.converted_type) {
      case TIME_MICROS -> new Shape(DataType.TIME, Conversion.TIME_MICROS, BoundOrder.SIGNED);
      // writers that had no other annotation used these for local times too: no zone is known
      case TIMESTAMP_MILLIS ->
          new Shape(DataType.TIMESTAMP, Conversion.MILLIS_TO_MICROS, BoundOrder.SIGNED);
      case TIMESTAMP_MICROS -> new Shape(DataType.TIMESTAMP, Conversion.NONE, BoundOrder.SIGNED);
      case null, default -> new Shape(DataType.INT64, Conversion.NONE, BoundOrder.SIGNED);
    };
  }

  private static Shape timestamp(TimeUnit unit, boolean zoned) {
    if (unit.isSetNANOS()) {
      DataType type = new DataType.Timestamp(TimestampUnit.NANOS, zoned);
      return new Shape(type, Conversion.NONE, BoundOrder.SIGNED);
    }
    Conversion conversion = unit.isSetMILLIS() ? Conversion.MILLIS_TO_MICROS : Conversion.NONE;
    DataType type = zoned ? DataType.TIMESTAMP_TZ : DataType.TIMESTAMP;
    return new Shape(type, conversion, BoundOrder.SIGNED);
  }

  private static Shape bytes(SchemaElement e) {
    LogicalType logical = e.logicalType;
    if (isDecimal(e)) {
      return decimal(
          e, Conversion.DECIMAL_TO_INT64, Conversion.DECIMAL_TO_INT128, BoundOrder.DECIMAL_BYTES);
    }
    boolean text =
        (logical != null && (logical.isSetSTRING() || logical.isSetENUM()))
            || e.converted_type == ConvertedType.UTF8
            || e.converted_type == ConvertedType.ENUM;
    boolean json =
        (logical != null && logical.isSetJSON()) || e.converted_type == ConvertedType.JSON;
    boolean ordered = logical == null || !(logical.isSetGEOMETRY() || logical.isSetGEOGRAPHY());
    return new Shape(
        json ? DataType.JSON : text ? DataType.STRING : DataType.BINARY,
        Conversion.NONE,
        ordered ? BoundOrder.UNSIGNED : BoundOrder.NONE);
  }

  private static Shape fixed(SchemaElement e) {
    LogicalType logical = e.logicalType;
    if (isDecimal(e)) {
      return decimal(
          e, Conversion.DECIMAL_TO_INT64, Conversion.DECIMAL_TO_INT128, BoundOrder.DECIMAL_BYTES);
    }
    if (logical != null && logical.isSetFLOAT16() && e.type_length == 2) {
      return new Shape(DataType.FLOAT32, Conversion.FLOAT16_TO_FLOAT32, BoundOrder.NONE);
    }
    if (e.converted_type == ConvertedType.INTERVAL && e.type_length == 12) {
      return new Shape(DataType.INTERVAL, Conversion.INTERVAL, BoundOrder.NONE);
    }
    if (logical != null && logical.isSetUUID() && e.type_length == Uuids.BYTES) {
      return new Shape(DataType.UUID, Conversion.UUID, BoundOrder.UNSIGNED);
    }
    return new Shape(DataType.BINARY, Conversion.NONE, BoundOrder.UNSIGNED);
  }

  private static boolean isDecimal(SchemaElement e) {
    return (e.logicalType != null && e.logicalType.isSetDECIMAL())
        || e.converted_type == ConvertedType.DECIMAL;
  }

  private static Shape decimal(
      SchemaElement e, Conversion toLong, Conversion toWide, BoundOrder order) {
    boolean logical = e.logicalType != null && e.logicalType.isSetDECIMAL();
    int precision = logical ? e.logicalType.getDECIMAL().precision : e.precision;
    int scale = logical ? e.logicalType.getDECIMAL().scale : e.scale;
    if (precision == DataType.Int128.MAX_DIGITS && scale == 0) {
      return new Shape(DataType.INT128, toWide, order);
    }
    if (precision > DataType.Decimal.MAX_PRECISION) {
      throw new UnreadableTypeException(
          "it is DECIMAL(" + precision + ", " + scale + "), which has over 38 digits");
    }
    if (precision < 1 || scale < 0 || scale > precision) {
      throw new CorruptDataException(
          "column " + e.name + " is DECIMAL(" + precision + ", " + scale + ")");
    }
    DataType.Decimal type = new DataType.Decimal(precision, scale);
    return new Shape(type, type.fitsLong() ? toLong : toWide, order);
  }

  /** Returns whether values of a type are byte strings. */
  public static boolean isBytes(Type physical) {
    return physical == Type.BYTE_ARRAY || physical == Type.FIXED_LEN_BYTE_ARRAY;
  }
}
