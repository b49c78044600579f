package dev.heddle.engine.scheduler;

import java.util.Arrays;

/** Numbers, first in first out. */
final class IntQueue {
  private int[] values = new int[8];
  private int first;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  void add(int value) {
    if (size == values.length) {
      int[] larger = Arrays.copyOf(values, 2 * size);
      System.arraycopy(values, 0, larger, size, first); // the part before the first goes behind
      values = larger;
    }
    values[(first + size) & (values.length - 1)] = value;
    size++;
  }

  int poll() {
    int value = values[first];
    first = (first + 1) & (values.length - 1);
    size--;
    return value;
  }

  void clear() {
    first = 0;
    size = 0;
  }
}
