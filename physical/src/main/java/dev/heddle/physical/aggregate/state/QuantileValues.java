package dev.heddle.physical.aggregate.state;

import dev.heddle.io.memory.Memory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.datasketches.kll.KllLongsSketch;
import org.apache.datasketches.quantilescommon.QuantileSearchCriteria;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of the values of one group: all of them while they are few, since an empty KLL
 * sketch has room for {@link #SIZE}, then such a sketch.
 *
 * <p>It is an array whose first element is the number of those behind it, or a {@link
 * KllLongsSketch}: an object around them would make every value one more way to memory.
 */
final class QuantileValues {
  private static final int SIZE = 200;
  private static final int FIRST_ROOM = 4;
  private static final int ARRAY_BYTES = 16;
  private static final int SKETCH_BYTES = 200; // without the values
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final double RANK_UNIT = 1e-7; // ranks are not more precise

  /** What those of a group with a value take. */
  static final int FIRST_BYTES = ARRAY_BYTES + 8 * FIRST_ROOM;

  /** The most that one value makes them take more: where they become a sketch. */
  static final int MAX_GROWTH_BYTES = SKETCH_BYTES + 8 * SIZE;

  private QuantileValues() {}

  /** Returns the values with a further one; the former are used up. */
  static Object with(@Nullable Object values, long value) {
    if (values instanceof KllLongsSketch sketch) {
      sketch.update(value);
      return sketch;
    }
    long[] few = values == null ? new long[FIRST_ROOM] : (long[]) values;
    int count = (int) few[0];
    if (count == SIZE) {
      KllLongsSketch sketch = sketch(few);
      sketch.update(value);
      return sketch;
    }
    if (count + 1 == few.length) {
      few = Arrays.copyOf(few, Math.min(1 + SIZE, 2 * few.length));
    }
    few[++count] = value;
    few[0] = count;
    return few;
  }

  private static KllLongsSketch sketch(long[] few) {
    KllLongsSketch sketch = KllLongsSketch.newHeapInstance(SIZE);
    for (int i = 1; i <= few[0]; i++) {
      sketch.update(few[i]);
    }
    return sketch;
  }

  /** Returns the values of both; the first are used up. */
  static Object merged(Object values, Object further) {
    if (further instanceof KllLongsSketch sketch) {
      KllLongsSketch all = values instanceof KllLongsSketch s ? s : sketch((long[]) values);
      all.merge(sketch);
      return all;
    }
    Object all = values;
    long[] few = (long[]) further;
    for (int i = 1; i <= few[0]; i++) {
      all = with(all, few[i]);
    }
    return all;
  }

  /** Returns the smallest value that is not below so large a part of all. */
  static long quantile(Object values, double fraction) {
    if (values instanceof KllLongsSketch sketch) {
      return sketch.getQuantile(fraction, QuantileSearchCriteria.INCLUSIVE);
    }
    long[] few = (long[]) values;
    int count = (int) few[0];
    long[] sorted = Arrays.copyOfRange(few, 1, 1 + count);
    Arrays.sort(sorted);
    double rank = Math.ceil(Math.round(fraction * count / RANK_UNIT) * RANK_UNIT);
    return sorted[Math.clamp((long) rank, 1, count) - 1];
  }

  /** Returns the same values, independent of these. */
  static Object copyOf(Object values) {
    return values instanceof KllLongsSketch sketch
        ? KllLongsSketch.heapify(Memory.segment(sketch.toByteArray()))
        : ((long[]) values).clone();
  }

  /** Returns the values as bytes: a zero and 8 bytes each, or those of a KLL sketch. */
  static byte[] toBytes(Object values) {
    if (values instanceof KllLongsSketch sketch) {
      return sketch.toByteArray(); // begins with the size of its preamble
    }
    long[] few = (long[]) values;
    int count = (int) few[0];
    byte[] bytes = new byte[1 + 8 * count];
    for (int i = 0; i < count; i++) {
      LONGS.set(bytes, 1 + 8 * i, few[1 + i]);
    }
    return bytes;
  }

  /** Reads what {@link #toBytes} gave. */
  static Object of(byte[] bytes) {
    if (bytes[0] != 0) {
      return KllLongsSketch.heapify(Memory.segment(bytes));
    }
    int count = bytes.length / 8;
    long[] few = new long[Math.max(FIRST_ROOM, 1 + count)];
    few[0] = count;
    for (int i = 0; i < count; i++) {
      few[1 + i] = (long) LONGS.get(bytes, 1 + 8 * i);
    }
    return few;
  }

  /** Returns about what the values take. */
  static int bytes(Object values) {
    return values instanceof KllLongsSketch sketch
        ? SKETCH_BYTES + 8 * Math.max(SIZE, 2 * sketch.getNumRetained())
        : ARRAY_BYTES + 8 * ((long[]) values).length;
  }
}
