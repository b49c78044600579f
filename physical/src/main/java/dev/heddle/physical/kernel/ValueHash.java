package dev.heddle.physical.kernel;

import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Uuids;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Hashes of values that do not change from version to version, and are those of Spark: Murmur3 of
 * 32 bits and xxHash of 64 bits, both from a seed of 42, the hash of a value being the seed of the
 * next one. Nulls leave the seed as it is. Stateless.
 */
public final class ValueHash {
  private static final long SEED = 42;
  private static final long P1 = 0x9E3779B185EBCA87L;
  private static final long P2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P3 = 0x165667B19E3779F9L;
  private static final long P4 = 0x85EBCA77C2B2AE63L;
  private static final long P5 = 0x27D4EB2F165667C5L;

  /** Hashes the bytes of one value. */
  private interface Algorithm {
    long hash(byte[] bytes, long seed);
  }

  private ValueHash() {}

  /** Returns the hash of values of types. */
  public static int murmur(List<DataType> types, @Nullable Object[] values) {
    return (int) hash(types, values, ValueHash::murmur);
  }

  /** Returns the hash of values of types. */
  public static long xxHash(List<DataType> types, @Nullable Object[] values) {
    return hash(types, values, ValueHash::xxHash);
  }

  private static long hash(List<DataType> types, @Nullable Object[] values, Algorithm algorithm) {
    long seed = SEED;
    for (int i = 0; i < values.length; i++) {
      seed = hash(types.get(i), values[i], seed, algorithm);
    }
    return seed;
  }

  private static long hash(DataType type, @Nullable Object value, long seed, Algorithm algorithm) {
    if (value == null) {
      return seed;
    }
    return switch (type) {
      case DataType.Bool _ -> algorithm.hash(four((Boolean) value ? 1 : 0), seed);
      case DataType.Int8 _, DataType.Int16 _, DataType.Int32 _ ->
          algorithm.hash(four(((Number) value).intValue()), seed);
      case DataType.Int64 _ -> algorithm.hash(eight(((Number) value).longValue()), seed);
      case DataType.Unsigned unsigned ->
          hash(TypeCoercion.asDecimal(unsigned), new BigDecimal(value.toString()), seed, algorithm);
      case DataType.Int128 _ -> algorithm.hash(((BigInteger) value).toByteArray(), seed);
      case DataType.Float32 _ ->
          algorithm.hash(four(Float.floatToIntBits(((Number) value).floatValue() + 0.0f)), seed);
      case DataType.Float64 _ ->
          algorithm.hash(
              eight(Double.doubleToLongBits(((Number) value).doubleValue() + 0.0)), seed);
      case DataType.Decimal decimal -> {
        BigInteger digits = ((BigDecimal) value).setScale(decimal.scale()).unscaledValue();
        yield algorithm.hash(
            decimal.fitsLong() ? eight(digits.longValueExact()) : digits.toByteArray(), seed);
      }
      case DataType.Str _, DataType.Json _, DataType.Enumeration _ ->
          algorithm.hash(((String) value).getBytes(StandardCharsets.UTF_8), seed);
      case DataType.Binary _ -> algorithm.hash((byte[]) value, seed);
      case DataType.Uuid _ -> algorithm.hash(Uuids.bytes((UUID) value), seed);
      case DataType.Date _ -> algorithm.hash(four((int) ((LocalDate) value).toEpochDay()), seed);
      case DataType.Time _ -> algorithm.hash(eight(((LocalTime) value).toNanoOfDay() / 1000), seed);
      case DataType.Timestamp _ -> algorithm.hash(eight(micros(value)), seed);
      case DataType.Interval _ -> {
        CalendarInterval interval = (CalendarInterval) value;
        long micros = algorithm.hash(eight(interval.micros()), seed);
        long days = algorithm.hash(four(interval.days()), micros);
        yield algorithm.hash(four(interval.months()), days);
      }
      case DataType.ListOf(DataType element) -> {
        long hash = seed;
        for (Object each : (List<?>) value) {
          hash = hash(element, each, hash, algorithm);
        }
        yield hash;
      }
      case DataType.MapOf map -> {
        long hash = seed;
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
          hash = hash(map.key(), entry.getKey(), hash, algorithm);
          hash = hash(map.value(), entry.getValue(), hash, algorithm);
        }
        yield hash;
      }
      case DataType.Struct struct -> {
        long hash = seed;
        for (Field field : struct.fields()) {
          Object part = ((Map<?, ?>) value).get(field.name());
          hash = hash(field.type(), part, hash, algorithm);
        }
        yield hash;
      }
      case DataType.Null _ -> seed;
    };
  }

  private static long micros(Object time) {
    Instant instant =
        time instanceof LocalDateTime local ? local.toInstant(ZoneOffset.UTC) : (Instant) time;
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  private static byte[] four(int value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }

  private static byte[] eight(long value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }

  /** Bytes behind the last four are mixed in one by one, as integers with sign. */
  private static long murmur(byte[] bytes, long seed) {
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int hash = (int) seed;
    while (words.remaining() >= 4) {
      hash = mixed(hash, words.getInt());
    }
    while (words.hasRemaining()) {
      hash = mixed(hash, words.get());
    }
    hash ^= bytes.length;
    hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
    hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
    return hash ^ (hash >>> 16);
  }

  private static int mixed(int hash, int word) {
    int scrambled = Integer.rotateLeft(word * 0xcc9e2d51, 15) * 0x1b873593;
    return Integer.rotateLeft(hash ^ scrambled, 13) * 5 + 0xe6546b64;
  }

  private static long xxHash(byte[] bytes, long seed) {
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long hash;
    if (words.remaining() >= 32) {
      long a = seed + P1 + P2;
      long b = seed + P2;
      long c = seed;
      long d = seed - P1;
      while (words.remaining() >= 32) {
        a = round(a, words.getLong());
        b = round(b, words.getLong());
        c = round(c, words.getLong());
        d = round(d, words.getLong());
      }
      hash =
          Long.rotateLeft(a, 1)
              + Long.rotateLeft(b, 7)
              + Long.rotateLeft(c, 12)
              + Long.rotateLeft(d, 18);
      for (long lane : new long[] {a, b, c, d}) {
        hash = (hash ^ round(0, lane)) * P1 + P4;
      }
    } else {
      hash = seed + P5;
    }
    hash += bytes.length;
    while (words.remaining() >= 8) {
      hash = Long.rotateLeft(hash ^ round(0, words.getLong()), 27) * P1 + P4;
    }
    if (words.remaining() >= 4) {
      hash = Long.rotateLeft(hash ^ ((words.getInt() & 0xffffffffL) * P1), 23) * P2 + P3;
    }
    while (words.hasRemaining()) {
      hash = Long.rotateLeft(hash ^ ((words.get() & 0xffL) * P5), 11) * P1;
    }
    hash = (hash ^ (hash >>> 33)) * P2;
    hash = (hash ^ (hash >>> 29)) * P3;
    return hash ^ (hash >>> 32);
  }

  private static long round(long lane, long word) {
    return Long.rotateLeft(lane + word * P2, 31) * P1;
  }
}
