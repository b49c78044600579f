package dev.heddle.engine.scheduler;

import java.util.ArrayList;
import java.util.List;

/** Some of the workers, in no order; a worker is in a set of each kind at most once. */
final class WorkerSet {
  private final int kind;
  private final List<WorkerState> members = new ArrayList<>();

  /** Makes a set that notes places of its members at an index of their own. */
  WorkerSet(int kind) {
    this.kind = kind;
  }

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
    return worker.places[kind] >= 0;
  }

  void set(WorkerState worker, boolean isMember) {
    int place = worker.places[kind];
    if (isMember && place < 0) {
      worker.places[kind] = members.size();
      members.add(worker);
    } else if (!isMember && place >= 0) {
      WorkerState last = members.removeLast();
      if (last != worker) {
        members.set(place, last);
        last.places[kind] = place;
      }
      worker.places[kind] = -1;
    }
  }
}
