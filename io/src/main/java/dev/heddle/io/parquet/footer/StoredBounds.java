package dev.heddle.io.parquet.footer;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.scan.Bounds;
import dev.heddle.io.scan.ScanValue;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Reads bounds as they are stored in footers and page indexes. */
public final class StoredBounds {
  private static final BigInteger INT64_MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger INT64_MAX = BigInteger.valueOf(Long.MAX_VALUE);

  private StoredBounds() {}

  /** Reads the bounds of a chunk. */
  public static Bounds of(ParquetColumn column, ChunkStatistics statistics) {
    boolean isFloat = column.type().isFloat();
    boolean nan = isFloat && statistics.nanCount() != 0;
    ScanValue minimum = value(column, statistics.minimum());
    ScanValue maximum = value(column, statistics.maximum());
    // a NaN bound comes from a writer that compared NaN, so the other bound is worth nothing either
    boolean brokenByNan =
        isFloat
            && ((minimum == null && statistics.minimum() != null)
                || (maximum == null && statistics.maximum() != null));
    boolean reversed =
        minimum != null && maximum != null && Bounds.compare(minimum, maximum).orElse(1) > 0;
    return brokenByNan || reversed
        ? new Bounds(null, null, nan)
        : new Bounds(minimum, maximum, nan);
  }

  /** Reads one bound; null if there is none, or none that can be read. */
  static @Nullable ScanValue value(ParquetColumn column, byte @Nullable [] bytes) {
    if (bytes == null) {
      return null;
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return switch (column.order()) {
      case NONE -> null;
      case FLOAT -> floating(column, buffer);
      case DECIMAL_BYTES ->
          bytes.length == 0
                  || bytes.length > 32
                  || (column.byteWidth() > 0 && bytes.length != column.byteWidth())
              ? null
              : new ScanValue.Whole(new BigInteger(bytes));
      case SIGNED, UNSIGNED ->
          switch (column.physical()) {
            case BOOLEAN -> bytes.length == 1 ? new ScanValue.Truth(bytes[0] != 0) : null;
            case INT32 -> bytes.length == 4 ? int32(column, buffer.getInt()) : null;
            case INT64 -> bytes.length == 8 ? int64(column, buffer.getLong()) : null;
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> bytes(column, bytes);
            case INT96, FLOAT, DOUBLE -> null;
          };
    };
  }

  private static @Nullable ScanValue bytes(ParquetColumn column, byte[] bytes) {
    if (column.conversion() != Conversion.UUID) {
      return new ScanValue.Bytes(bytes);
    }
    return bytes.length == Uuids.BYTES ? new ScanValue.Whole(Uuids.number(bytes)) : null;
  }

  private static @Nullable ScanValue floating(ParquetColumn column, ByteBuffer buffer) {
    double value =
        switch (column.physical()) {
          case FLOAT -> buffer.remaining() == 4 ? buffer.getFloat() : Double.NaN;
          case DOUBLE -> buffer.remaining() == 8 ? buffer.getDouble() : Double.NaN;
          case BOOLEAN, INT32, INT64, INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> Double.NaN;
        };
    return Double.isNaN(value) ? null : new ScanValue.Floating(value);
  }

  private static @Nullable ScanValue int32(ParquetColumn column, int value) {
    if (column.order() == ParquetColumn.BoundOrder.UNSIGNED) {
      if (column.conversion() == Conversion.UINT32_TO_INT64) {
        return ScanValue.Whole.of(value & 0xffffffffL);
      }
      int most = column.type().equals(DataType.UINT8) ? 0xff : 0xffff;
      return value >= 0 && value <= most ? ScanValue.Whole.of(value) : null;
    }
    return switch (column.conversion()) {
      case INT32_TO_INT8 -> value == (byte) value ? ScanValue.Whole.of(value) : null;
      case INT32_TO_INT16 -> value == (short) value ? ScanValue.Whole.of(value) : null;
      case MILLIS32_TO_MICROS -> ScanValue.Whole.of(1000L * value);
      default -> ScanValue.Whole.of(value);
    };
  }

  private static @Nullable ScanValue int64(ParquetColumn column, long value) {
    return switch (column.conversion()) {
      case UINT64_TO_INT128 -> new ScanValue.Whole(new BigInteger(Long.toUnsignedString(value)));
      case MILLIS_TO_MICROS -> {
        BigInteger micros = BigInteger.valueOf(value).multiply(BigInteger.valueOf(1000));
        boolean fits = micros.compareTo(INT64_MIN) >= 0 && micros.compareTo(INT64_MAX) <= 0;
        yield fits ? new ScanValue.Whole(micros) : null;
      }
      case NANOS_TO_MICROS -> ScanValue.Whole.of(Math.floorDiv(value, 1000L));
      default -> ScanValue.Whole.of(value);
    };
  }
}
