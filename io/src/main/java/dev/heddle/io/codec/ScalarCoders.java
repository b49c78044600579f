package dev.heddle.io.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The types whose form is fixed. */
final class ScalarCoders {
  private static final Coder BOOLEAN =
      coder(Boolean.class, (out, v) -> out.writeByte(v ? 1 : 0), Decoder::readFlag);
  private static final Coder BYTE =
      coder(Byte.class, (out, v) -> out.writeByte(v), in -> (byte) in.readByte());
  private static final Coder SHORT =
      coder(
          Short.class,
          (out, v) -> out.writeSigned(v),
          in -> (short) in.readSigned(Short.MIN_VALUE, Short.MAX_VALUE));
  private static final Coder INT =
      coder(
          Integer.class,
          (out, v) -> out.writeSigned(v),
          in -> (int) in.readSigned(Integer.MIN_VALUE, Integer.MAX_VALUE));
  private static final Coder LONG =
      coder(Long.class, (out, v) -> out.writeSigned(v), Decoder::readSigned);
  private static final Coder CHAR =
      coder(
          Character.class,
          (out, v) -> out.writeVarint(v),
          in -> (char) in.readPosition(Character.MAX_VALUE + 1));
  private static final Coder FLOAT =
      coder(
          Float.class,
          (out, v) -> out.writeFixed32(Float.floatToRawIntBits(v)),
          in -> Float.intBitsToFloat(in.readFixed32()));
  private static final Coder DOUBLE =
      coder(
          Double.class,
          (out, v) -> out.writeFixed64(Double.doubleToRawLongBits(v)),
          in -> Double.longBitsToDouble(in.readFixed64()));

  static final Map<Class<?>, Coder> ALL =
      Map.ofEntries(
          Map.entry(boolean.class, BOOLEAN),
          Map.entry(Boolean.class, BOOLEAN),
          Map.entry(byte.class, BYTE),
          Map.entry(Byte.class, BYTE),
          Map.entry(short.class, SHORT),
          Map.entry(Short.class, SHORT),
          Map.entry(int.class, INT),
          Map.entry(Integer.class, INT),
          Map.entry(long.class, LONG),
          Map.entry(Long.class, LONG),
          Map.entry(char.class, CHAR),
          Map.entry(Character.class, CHAR),
          Map.entry(float.class, FLOAT),
          Map.entry(Float.class, FLOAT),
          Map.entry(double.class, DOUBLE),
          Map.entry(Double.class, DOUBLE),
          Map.entry(String.class, coder(String.class, Encoder::writeText, Decoder::readText)),
          Map.entry(byte[].class, coder(byte[].class, Encoder::writeBytes, Decoder::readBytes)),
          Map.entry(
              int[].class, coder(int[].class, ScalarCoders::writeInts, ScalarCoders::readInts)),
          Map.entry(
              long[].class, coder(long[].class, ScalarCoders::writeLongs, ScalarCoders::readLongs)),
          Map.entry(
              OptionalInt.class,
              coder(
                  OptionalInt.class,
                  (out, v) -> {
                    out.writeByte(v.isPresent() ? 1 : 0);
                    v.ifPresent(out::writeSigned);
                  },
                  in ->
                      in.readFlag()
                          ? OptionalInt.of((Integer) INT.read(in))
                          : OptionalInt.empty())),
          Map.entry(
              OptionalLong.class,
              coder(
                  OptionalLong.class,
                  (out, v) -> {
                    out.writeByte(v.isPresent() ? 1 : 0);
                    v.ifPresent(out::writeSigned);
                  },
                  in -> in.readFlag() ? OptionalLong.of(in.readSigned()) : OptionalLong.empty())),
          Map.entry(
              OptionalDouble.class,
              coder(
                  OptionalDouble.class,
                  (out, v) -> {
                    out.writeByte(v.isPresent() ? 1 : 0);
                    v.ifPresent(number -> DOUBLE.write(out, number));
                  },
                  in ->
                      in.readFlag()
                          ? OptionalDouble.of((Double) DOUBLE.read(in))
                          : OptionalDouble.empty())),
          Map.entry(
              BigInteger.class,
              coder(
                  BigInteger.class,
                  (out, v) -> out.writeBytes(v.toByteArray()),
                  in -> new BigInteger(in.readBytes()))),
          Map.entry(
              BigDecimal.class,
              coder(
                  BigDecimal.class,
                  (out, v) -> {
                    out.writeBytes(v.unscaledValue().toByteArray());
                    out.writeSigned(v.scale());
                  },
                  in ->
                      new BigDecimal(
                          new BigInteger(in.readBytes()),
                          (int) in.readSigned(Integer.MIN_VALUE, Integer.MAX_VALUE)))),
          Map.entry(
              LocalDate.class,
              coder(
                  LocalDate.class,
                  (out, v) -> out.writeSigned(v.toEpochDay()),
                  in -> LocalDate.ofEpochDay(in.readSigned()))),
          Map.entry(
              LocalTime.class,
              coder(
                  LocalTime.class,
                  (out, v) -> out.writeSigned(v.toNanoOfDay()),
                  in -> LocalTime.ofNanoOfDay(in.readSigned()))),
          Map.entry(
              LocalDateTime.class,
              coder(
                  LocalDateTime.class,
                  (out, v) -> {
                    out.writeSigned(v.toLocalDate().toEpochDay());
                    out.writeSigned(v.toLocalTime().toNanoOfDay());
                  },
                  in ->
                      LocalDateTime.of(
                          LocalDate.ofEpochDay(in.readSigned()),
                          LocalTime.ofNanoOfDay(in.readSigned())))),
          Map.entry(
              Instant.class,
              coder(
                  Instant.class,
                  (out, v) -> {
                    out.writeSigned(v.getEpochSecond());
                    out.writeSigned(v.getNano());
                  },
                  in -> Instant.ofEpochSecond(in.readSigned(), in.readSigned(0, 999_999_999)))),
          Map.entry(
              Duration.class,
              coder(
                  Duration.class,
                  (out, v) -> {
                    out.writeSigned(v.getSeconds());
                    out.writeSigned(v.getNano());
                  },
                  in -> Duration.ofSeconds(in.readSigned(), in.readSigned(0, 999_999_999)))),
          Map.entry(
              UUID.class,
              coder(
                  UUID.class,
                  (out, v) -> {
                    out.writeFixed64(v.getMostSignificantBits());
                    out.writeFixed64(v.getLeastSignificantBits());
                  },
                  in -> new UUID(in.readFixed64(), in.readFixed64()))),
          Map.entry(
              ZoneId.class,
              coder(
                  ZoneId.class,
                  (out, v) -> out.writeText(v.getId()),
                  in -> ZoneId.of(in.readText()))));

  private ScalarCoders() {}

  private static void writeInts(Encoder out, int[] values) {
    out.writeVarint(values.length);
    for (int value : values) {
      out.writeSigned(value);
    }
  }

  private static int[] readInts(Decoder in) {
    int[] values = new int[in.readLength()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (int) in.readSigned(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    return values;
  }

  private static void writeLongs(Encoder out, long[] values) {
    out.writeVarint(values.length);
    for (long value : values) {
      out.writeSigned(value);
    }
  }

  private static long[] readLongs(Decoder in) {
    long[] values = new long[in.readLength()];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.readSigned();
    }
    return values;
  }

  private static <V> Coder coder(
      Class<V> type, BiConsumer<Encoder, V> writer, Function<Decoder, V> reader) {
    return new Coder() {
      @Override
      public void write(Encoder out, Object value) {
        writer.accept(out, type.cast(value));
      }

      @Override
      public Object read(Decoder in) {
        return reader.apply(in);
      }
    };
  }
}
