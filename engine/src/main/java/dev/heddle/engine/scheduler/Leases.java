package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.TaskAttempt;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The leases of a worker, oldest first. Their names are adjacent in memory, so that one is found
 * without a look at the others: with many workers nothing of them is in the processor's cache.
 */
final class Leases {
  private Lease[] leases = new Lease[8];
  private long[] names = new long[8];
  private int size;

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  Lease at(int place) {
    return leases[place];
  }

  List<Lease> copy() {
    return List.of(Arrays.copyOf(leases, size));
  }

  void add(Lease lease) {
    if (size == leases.length) {
      leases = Arrays.copyOf(leases, 2 * size);
      names = Arrays.copyOf(names, 2 * size);
    }
    leases[size] = lease;
    names[size] = name(lease.task(), lease.attempt());
    size++;
  }

  void remove(Lease lease) {
    int place = 0;
    while (leases[place] != lease) {
      place++;
    }
    size--;
    System.arraycopy(leases, place + 1, leases, place, size - place);
    System.arraycopy(names, place + 1, names, place, size - place);
    leases[size] = null;
  }

  boolean contains(Lease lease) {
    for (int i = 0; i < size; i++) {
      if (leases[i] == lease) {
        return true;
      }
    }
    return false;
  }

  @Nullable Lease find(TaskAttempt task) {
    int place = find(task, 0);
    return place < 0 ? null : leases[place];
  }

  /** Returns the place of an attempt's lease, looked for from one on and then before it, or -1. */
  int find(TaskAttempt task, int first) {
    long name = name(task.partition(), task.attempt());
    for (int i = 0; i < size; i++) {
      int place = first + i < size ? first + i : first + i - size;
      if (names[place] == name && leases[place].is(task)) {
        return place;
      }
    }
    return -1;
  }

  /** Names an attempt by task and attempt number: nearly unique among all leases. */
  private static long name(int task, int attempt) {
    return (long) task << 32 | attempt;
  }
}
