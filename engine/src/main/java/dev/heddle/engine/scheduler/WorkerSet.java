package dev.heddle.engine.scheduler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Some of the live workers, in no order. */
final class WorkerSet {
  private final List<WorkerState> members = new ArrayList<>();

  /** One more than the place of each member, by its number; 0 for others. */
  private int[] ends = new int[16];

  int size() {
    return members.size();
  }

  boolean isEmpty() {
    return members.isEmpty();
  }

  WorkerState at(int position) {
    return members.get(position);
  }

  boolean contains(WorkerState worker) {
    return worker.number() < ends.length && ends[worker.number()] > 0;
  }

  void add(WorkerState worker) {
    if (contains(worker)) {
      return;
    }
    if (worker.number() >= ends.length) {
      ends = Arrays.copyOf(ends, Math.max(worker.number() + 1, 2 * ends.length));
    }
    members.add(worker);
    ends[worker.number()] = members.size();
  }

  void remove(WorkerState worker) {
    if (!contains(worker)) {
      return;
    }
    int end = ends[worker.number()];
    WorkerState last = members.removeLast();
    if (last != worker) {
      members.set(end - 1, last);
      ends[last.number()] = end;
    }
    ends[worker.number()] = 0;
  }
}
