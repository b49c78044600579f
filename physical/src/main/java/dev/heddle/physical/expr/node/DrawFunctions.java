package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.physical.kernel.Failures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What is made of random numbers, each a DOUBLE from 0 up to but not 1 with 53 random bits. */
final class DrawFunctions {
  private static final double UNITS = 0x1.0p53;
  private static final int BITS = 53;

  private DrawFunctions() {}

  static RowCallNode.Function of(ValueFunction function) {
    return function == ValueFunction.UUID_OF_DRAWS ? DrawFunctions::uuid : DrawFunctions::shuffled;
  }

  private static long bits(@Nullable Object[] row, int index) {
    return (long) ((Double) row[index] * UNITS);
  }

  /** RFC 9562: version 4, or 7 if there are milliseconds. */
  private static String uuid(@Nullable Object[] row) {
    int free = Long.SIZE - BITS; // bits that the third number fills
    long third = bits(row, 2);
    long high = (bits(row, 0) << free) | (third & ((1L << free) - 1));
    long low = (bits(row, 1) << free) | (third >>> free);
    boolean isTimed = row.length > 3;
    long head = isTimed ? ((Long) row[3] << 16) | (high & 0x0FFFL) : high & ~0xF000L;
    long version = isTimed ? 0x7000L : 0x4000L;
    return new UUID(head | version, (low & ~(3L << 62)) | (1L << 63)).toString();
  }

  private static List<@Nullable Object> shuffled(@Nullable Object[] row) {
    List<@Nullable Object> elements = new ArrayList<>((List<?>) row[0]);
    long count = (Long) row[1];
    if (count < 0) {
      throw Failures.argument("Cannot choose " + count + " elements of a list: it is 0 or more");
    }
    Collections.shuffle(elements, java.util.Random.from(new SplittableRandom(bits(row, 2))));
    return count >= elements.size() ? elements : elements.subList(0, (int) count);
  }
}
