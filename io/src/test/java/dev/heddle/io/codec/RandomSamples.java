package dev.heddle.io.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;

/** Makes samples from a seed. */
final class RandomSamples {
  private static final List<String> ZONES = List.of("Z", "UTC", "Europe/Berlin", "+05:30");

  private final Random random;

  RandomSamples(long seed) {
    this.random = new Random(seed);
  }

  Sample sample(int depth) {
    return switch (random.nextInt(depth == 0 ? 6 : 11)) {
      case 0 -> new Sample.Empty();
      case 1 ->
          new Sample.Scalars(
              random.nextBoolean(),
              (byte) random.nextInt(),
              (short) random.nextInt(),
              (int) wide(),
              wide(),
              (char) random.nextInt(),
              Float.intBitsToFloat(random.nextInt()),
              real());
      case 2 -> new Sample.Boxes(random.nextBoolean(), (int) wide(), wide(), real());
      case 3 ->
          new Sample.Times(
              LocalDate.ofEpochDay(random.nextInt()),
              LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000_000L)),
              LocalDateTime.ofEpochSecond(random.nextInt(), 7, java.time.ZoneOffset.UTC),
              Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000)),
              Duration.ofNanos(random.nextLong()),
              ZoneId.of(ZONES.get(random.nextInt(ZONES.size()))),
              new UUID(random.nextLong(), random.nextLong()));
      case 4 ->
          new Sample.Exact(
              new BigInteger(random.nextInt(200), random).negate(),
              new BigDecimal(BigInteger.valueOf(wide()), random.nextInt(100) - 50));
      case 5 ->
          new Sample.Arrayed(
              bytes(), random.ints(random.nextInt(5)).toArray(), random.longs(3).toArray());
      case 6 ->
          new Sample.Options(
              random.nextBoolean() ? Optional.empty() : Optional.of(sample(depth - 1)),
              random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(random.nextInt()),
              random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(wide()),
              random.nextBoolean() ? OptionalDouble.empty() : OptionalDouble.of(real()));
      case 7 ->
          new Sample.Many(samples(depth - 1), named(), Sample.Color.values()[random.nextInt(2)]);
      case 8 -> new Sample.Named(text(), new Sample.Point(random.nextInt(), random.nextInt()));
      case 9 ->
          new Sample.Nullables(
              random.nextBoolean() ? null : (Integer) random.nextInt(),
              random.nextBoolean() ? null : text());
      default -> nested(depth);
    };
  }

  private Sample.Nested nested(int depth) {
    return depth == 0
        ? new Sample.Single(random.nextInt())
        : new Sample.Two(nested(depth - 1), nested(depth - 1));
  }

  private List<Sample> samples(int depth) {
    List<Sample> samples = new ArrayList<>();
    for (int i = random.nextInt(200 >> Math.min(7, 3 * (3 - Math.min(depth, 3)))); i > 0; i--) {
      samples.add(sample(depth));
    }
    return samples;
  }

  private Map<String, List<Integer>> named() {
    Map<String, List<Integer>> named = new LinkedHashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      named.put(text(), List.of(random.nextInt(), i));
    }
    return named;
  }

  private String text() {
    return switch (random.nextInt(4)) {
      case 0 -> "";
      case 1 -> "plain " + random.nextInt();
      case 2 -> "größer 漢字 🧵 " + random.nextInt();
      default -> "x".repeat(random.nextInt(300));
    };
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(300)];
    random.nextBytes(bytes);
    return bytes;
  }

  private long wide() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(10) - 5;
      case 1 -> Long.MIN_VALUE;
      case 2 -> Long.MAX_VALUE;
      default -> random.nextLong();
    };
  }

  private double real() {
    return switch (random.nextInt(4)) {
      case 0 -> -0.0;
      case 1 -> Double.NaN;
      case 2 -> Double.NEGATIVE_INFINITY;
      default -> Double.longBitsToDouble(random.nextLong());
    };
  }
}
