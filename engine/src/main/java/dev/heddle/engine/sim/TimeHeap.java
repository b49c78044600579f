package dev.heddle.engine.sim;

import java.util.Arrays;

/** Numbers with times, earliest first; of equal times the smallest number first. */
final class TimeHeap {
  private static final int NUMBER_BITS = 24;

  private long[] heap = new long[1_024];
  private int size;

  void add(long millis, int number) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    long value = millis << NUMBER_BITS | number;
    int at = size++;
    while (at > 0 && heap[(at - 1) >>> 1] > value) {
      heap[at] = heap[(at - 1) >>> 1];
      at = (at - 1) >>> 1;
    }
    heap[at] = value;
  }

  boolean isEmpty() {
    return size == 0;
  }

  long firstMillis() {
    return heap[0] >>> NUMBER_BITS;
  }

  /** Takes the first away and returns its number. */
  int poll() {
    int number = (int) heap[0] & (1 << NUMBER_BITS) - 1;
    long last = heap[--size];
    int at = 0;
    while (true) {
      int child = 2 * at + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && heap[child + 1] < heap[child]) {
        child++;
      }
      if (heap[child] >= last) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return number;
  }
}
