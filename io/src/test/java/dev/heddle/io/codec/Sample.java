package dev.heddle.io.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Values of every kind that a codec knows. */
sealed interface Sample {
  record Empty() implements Sample {}

  record Scalars(
      boolean truth,
      byte small,
      short middle,
      int whole,
      long wide,
      char letter,
      float single,
      double real)
      implements Sample {}

  record Boxes(Boolean truth, Integer whole, Long wide, Double real) implements Sample {}

  record Times(
      LocalDate date,
      LocalTime time,
      LocalDateTime moment,
      Instant instant,
      Duration duration,
      ZoneId zone,
      UUID id)
      implements Sample {}

  record Exact(BigInteger whole, BigDecimal decimal) implements Sample {}

  record Options(Optional<Sample> value, OptionalInt whole, OptionalLong wide, OptionalDouble real)
      implements Sample {}

  record Many(List<? extends Sample> values, Map<String, List<Integer>> named, Color color)
      implements Sample {}

  record Nullables(@Nullable Integer whole, @Nullable String text) implements Sample {}

  record Named(String name, Point point) implements Sample {
    public Named {
      if (name.length() > 1_000) {
        throw new IllegalArgumentException("The name is too long");
      }
    }
  }

  /** Arrays have no equality of their own. */
  record Arrayed(byte[] bytes, int[] ints, long[] longs) implements Sample {
    @Override
    public boolean equals(Object other) {
      return other instanceof Arrayed that
          && Arrays.equals(bytes, that.bytes)
          && Arrays.equals(ints, that.ints)
          && Arrays.equals(longs, that.longs);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }
  }

  sealed interface Nested extends Sample {}

  record Single(int value) implements Nested {}

  record Two(Nested left, Nested right) implements Nested {}

  enum Color {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "a constant with a body";
      }
    }
  }

  /** No record. */
  final class Point {
    private final int x;
    private final int y;

    Point(int x, int y) {
      this.x = x;
      this.y = y;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Point that && x == that.x && y == that.y;
    }

    @Override
    public int hashCode() {
      return 31 * x + y;
    }
  }

  record PointForm(int x, int y) {}

  static Form<Point, PointForm, Void> pointForm() {
    return Form.of(
        Point.class, PointForm.class, p -> new PointForm(p.x, p.y), f -> new Point(f.x(), f.y()));
  }
}
