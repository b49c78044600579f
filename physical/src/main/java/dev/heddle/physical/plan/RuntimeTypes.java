package dev.heddle.physical.plan;

import dev.heddle.frame.schema.DataType;

/** Which types the values of runtime filters can have. */
public final class RuntimeTypes {
  private RuntimeTypes() {}

  /** Returns whether a scan can receive the values that a join's key of the type has. */
  public static boolean isKey(DataType type) {
    return switch (type) {
      case DataType.Int8 _,
          DataType.Int16 _,
          DataType.Int32 _,
          DataType.Int64 _,
          DataType.Date _,
          DataType.Time _,
          DataType.Timestamp _,
          DataType.Str _,
          DataType.Json _,
          DataType.Binary _ ->
          true;
      case DataType.Unsigned unsigned -> unsigned.bits() < Long.SIZE;
      case DataType.Decimal decimal -> decimal.fitsLong();
      case DataType.Int128 _,
          DataType.Uuid _,
          DataType.Enumeration _,
          DataType.Bool _,
          DataType.Float32 _,
          DataType.Float64 _,
          DataType.Interval _,
          DataType.Null _,
          DataType.ListOf _,
          DataType.Struct _,
          DataType.MapOf _ ->
          false;
    };
  }

  /** Returns whether a scan can receive the bound that an order by the type has reached. */
  public static boolean isBound(DataType type) {
    return isKey(type) || type.isFloat();
  }

  /** Returns whether equal values of both types are stored as equal numbers or bytes. */
  public static boolean areAlike(DataType left, DataType right) {
    return left.equals(right)
        || (left.isInteger() && right.isInteger())
        || (left instanceof DataType.Decimal a
            && right instanceof DataType.Decimal b
            && a.scale() == b.scale()
            && a.fitsLong()
            && b.fitsLong());
  }
}
