package dev.heddle.io.parquet.prune;

import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.parquet.footer.Conversion;
import dev.heddle.io.parquet.footer.LeafTypes;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.scan.ScanValue;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/** The bytes that a file would store for a constant. */
final class StoredValues {
  private static final BigInteger THOUSAND = BigInteger.valueOf(1000);

  private StoredValues() {}

  /**
   * Returns the forms that a value that equals the constant can have in the column: in none if the
   * column cannot hold it; empty if the forms are unknown or too many.
   */
  static Optional<List<byte[]>> of(ParquetColumn column, ScanValue value) {
    return switch (value) {
      case ScanValue.Whole(BigInteger whole) -> whole(column, whole);
      case ScanValue.Floating(double number) -> floating(column, number);
      case ScanValue.Bytes(byte[] bytes) ->
          column.conversion() == Conversion.NONE && LeafTypes.isBytes(column.physical())
              ? Optional.of(List.of(bytes))
              : Optional.empty();
      case ScanValue.Truth _, ScanValue.Span _ -> Optional.empty();
    };
  }

  private static Optional<List<byte[]>> whole(ParquetColumn column, BigInteger value) {
    return switch (column.conversion()) {
      case NONE, TIME_MICROS, INT32_TO_INT64, INT32_TO_INT128, INT64_TO_INT128 ->
          switch (column.physical()) {
            case INT32 -> signed(value, Integer.BYTES);
            case INT64 -> signed(value, Long.BYTES);
            case BOOLEAN, INT96, FLOAT, DOUBLE, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                Optional.empty();
          };
      case UINT32_TO_INT64 -> unsigned(value, Integer.BYTES);
      case UINT64_TO_INT128 -> unsigned(value, Long.BYTES);
      case MILLIS_TO_MICROS -> millis(value, Long.BYTES);
      case MILLIS32_TO_MICROS -> millis(value, Integer.BYTES);
      case DECIMAL_TO_INT64, DECIMAL_TO_INT128 ->
          // in byte arrays writers may put more bytes than needed
          column.byteWidth() > 0 ? bigEndian(value, column.byteWidth()) : Optional.empty();
      case UUID -> Optional.of(List.of(Uuids.bytes(Uuids.ofNumber(value))));
      // more than one stored value becomes the same value
      case INT32_TO_INT8,
          INT32_TO_INT16,
          NANOS_TO_MICROS,
          INT96_TO_MICROS,
          FLOAT16_TO_FLOAT32,
          INTERVAL,
          NULLS ->
          Optional.empty();
    };
  }

  private static Optional<List<byte[]>> signed(BigInteger value, int bytes) {
    return Optional.of(
        value.bitLength() < 8 * bytes
            ? List.of(littleEndian(value.longValue(), bytes))
            : List.of());
  }

  private static Optional<List<byte[]>> unsigned(BigInteger value, int bytes) {
    return Optional.of(
        value.signum() >= 0 && value.bitLength() <= 8 * bytes
            ? List.of(littleEndian(value.longValue(), bytes))
            : List.of());
  }

  private static Optional<List<byte[]>> millis(BigInteger micros, int bytes) {
    BigInteger[] parts = micros.divideAndRemainder(THOUSAND);
    return parts[1].signum() == 0 ? signed(parts[0], bytes) : Optional.of(List.of());
  }

  private static Optional<List<byte[]>> bigEndian(BigInteger value, int width) {
    byte[] shortest = value.toByteArray();
    if (shortest.length > width) {
      return Optional.of(List.of());
    }
    byte[] padded = new byte[width];
    java.util.Arrays.fill(padded, (byte) (value.signum() < 0 ? -1 : 0));
    System.arraycopy(shortest, 0, padded, width - shortest.length, shortest.length);
    return Optional.of(List.of(padded));
  }

  private static Optional<List<byte[]>> floating(ParquetColumn column, double number) {
    if (Double.isNaN(number)) {
      return Optional.empty(); // many forms
    }
    return switch (column.physical()) {
      case FLOAT ->
          number == (double) (float) number
              ? Optional.of(
                  number == 0 ? List.of(bytes(0f), bytes(-0f)) : List.of(bytes((float) number)))
              : Optional.of(List.of());
      case DOUBLE ->
          Optional.of(number == 0 ? List.of(bytes(0d), bytes(-0d)) : List.of(bytes(number)));
      case BOOLEAN, INT32, INT64, INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> Optional.empty();
    };
  }

  private static byte[] bytes(float value) {
    return littleEndian(Float.floatToRawIntBits(value), Float.BYTES);
  }

  private static byte[] bytes(double value) {
    return littleEndian(Double.doubleToRawLongBits(value), Double.BYTES);
  }

  private static byte[] littleEndian(long value, int bytes) {
    byte[] eight =
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
    return java.util.Arrays.copyOf(eight, bytes);
  }
}
