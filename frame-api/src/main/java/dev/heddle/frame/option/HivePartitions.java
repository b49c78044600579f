package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.schema.DataType;

/** Whether folders named {@code key=value} give columns. */
public enum HivePartitions {
  /** If all files are in folders of the same keys. */
  DETECT,
  /** Always; files in folders of different keys, or of none, are an error. */
  ON,
  /** Never. */
  OFF;

  /** Returns whether values of a type can be in the name of a folder. */
  public static boolean canHold(DataType type) {
    return switch (requireNonNull(type, "type is null")) {
      case DataType.Bool _,
          DataType.Int8 _,
          DataType.Int16 _,
          DataType.Int32 _,
          DataType.Int64 _,
          DataType.Int128 _,
          DataType.Float32 _,
          DataType.Float64 _,
          DataType.Decimal _,
          DataType.Str _,
          DataType.Uuid _,
          DataType.Enumeration _,
          DataType.Unsigned _,
          DataType.Date _,
          DataType.Time _,
          DataType.Timestamp _ ->
          true;
      case DataType.Binary _,
          DataType.Json _,
          DataType.Interval _,
          DataType.Null _,
          DataType.ListOf _,
          DataType.Struct _,
          DataType.MapOf _ ->
          false;
    };
  }
}
