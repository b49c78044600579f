package dev.heddle.io.parquet.metadata;

import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writes logical types as DuckDB does: {@code DecimalType(scale=2, precision=15)}. */
final class LogicalTypeText {
  private LogicalTypeText() {}

  /** Returns the text of a type; null for one that is unknown here. */
  static @Nullable String of(LogicalType type) {
    if (type.getSetField() == null) {
      return null;
    }
    return switch (type.getSetField()) {
      case STRING -> "StringType()";
      case MAP -> "MapType()";
      case LIST -> "ListType()";
      case ENUM -> "EnumType()";
      case DECIMAL ->
          "DecimalType(scale="
              + type.getDECIMAL().scale
              + ", precision="
              + type.getDECIMAL().precision
              + ")";
      case DATE -> "DateType()";
      case TIME -> time("TimeType", type.getTIME().isAdjustedToUTC, type.getTIME().unit);
      case TIMESTAMP ->
          time("TimestampType", type.getTIMESTAMP().isAdjustedToUTC, type.getTIMESTAMP().unit);
      case INTEGER ->
          "IntType(bitWidth="
              + type.getINTEGER().bitWidth
              + ", isSigned="
              + digit(type.getINTEGER().isSigned)
              + ")";
      case UNKNOWN -> "NullType()";
      case JSON -> "JsonType()";
      case BSON -> "BsonType()";
      case UUID -> "UUIDType()";
      case FLOAT16 -> "Float16Type()";
      default -> null;
    };
  }

  private static int digit(boolean truth) {
    return truth ? 1 : 0;
  }

  private static String time(String name, boolean isAdjusted, TimeUnit unit) {
    return name
        + "(isAdjustedToUTC="
        + digit(isAdjusted)
        + ", unit=TimeUnit(MILLIS="
        + (unit.isSetMILLIS() ? "MilliSeconds()" : "<null>")
        + ", MICROS="
        + (unit.isSetMICROS() ? "MicroSeconds()" : "<null>")
        + ", NANOS="
        + (unit.isSetNANOS() ? "NanoSeconds()" : "<null>")
        + "))";
  }
}
