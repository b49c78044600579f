package dev.heddle.io.parquet.footer;

/** How a column's values in the file become the values of its type. */
public enum Conversion {
  /** The bytes are the same. */
  NONE,
  /** int32 to int8. */
  INT32_TO_INT8,
  /** int32 to int16; unsigned bytes come so. */
  INT32_TO_INT16,
  /** int32 to int64: decimals. */
  INT32_TO_INT64,
  /** Unsigned int32 to int64. */
  UINT32_TO_INT64,
  /** int32 to 128 bits: decimals declared wider than they need. */
  INT32_TO_INT128,
  /** int64 to 128 bits: decimals declared wider than they need. */
  INT64_TO_INT128,
  /** Unsigned int64 to 128 bits. */
  UINT64_TO_INT128,
  /** int64 microseconds that must be within a day. */
  TIME_MICROS,
  /** int32 milliseconds to int64 microseconds, within a day. */
  MILLIS32_TO_MICROS,
  /** int64 milliseconds to microseconds. */
  MILLIS_TO_MICROS,
  /** int64 nanoseconds to microseconds, rounded down, within a day. */
  NANOS_TO_MICROS,
  /** Nanoseconds of the day and Julian day to microseconds since 1970. */
  INT96_TO_MICROS,
  /** Big-endian decimal to 64 bits. */
  DECIMAL_TO_INT64,
  /** Big-endian decimal to 128 bits. */
  DECIMAL_TO_INT128,
  /** binary16 to binary32. */
  FLOAT16_TO_FLOAT32,
  /** Months, days and milliseconds as unsigned int32 to our interval. */
  INTERVAL,
  /** Nothing: all are null. */
  NULLS,
  /** 16 bytes, the most significant one first, to the signed integer that a UUID is. */
  UUID
}
