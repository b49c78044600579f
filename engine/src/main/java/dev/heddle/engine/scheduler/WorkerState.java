package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.WorkerId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A live worker of a {@link Scheduler}. */
final class WorkerState {
  /** Number of kinds of {@link WorkerSet}. */
  static final int KINDS = 4;

  final WorkerId id;
  final String host;
  final int slots;
  final long memoryBytes;
  final List<Lease> leases = new ArrayList<>();
  final FailureScore failures = new FailureScore();
  final int[] places = {-1, -1, -1, -1};
  @Nullable ServerState inlineServer;
  long heardMillis;
  long floorBytes;

  /** How long the tasks that it holds are thought to take. */
  long heldMicros;

  /** When a task ended last, or it got its first. */
  long endedMillis;

  /** Whether none has ended for longer than was thought. */
  boolean isStalled;

  /** How many leases count and have not begun. */
  int notStarted;

  /** How many of those have been asked back. */
  int recalls;

  /** Slots that count as free. */
  int freeSlots;

  /** How many tasks it is known to hold by {@link Members#heldTasks}. */
  int heldTasks;

  boolean isSuspect;
  boolean isDraining;
  boolean isExcluded;

  WorkerState(WorkerId id, String host, int slots, long memoryBytes, long nowMillis) {
    this.id = id;
    this.host = host;
    this.slots = slots;
    this.memoryBytes = memoryBytes;
    this.heardMillis = nowMillis;
  }

  boolean takesTasks() {
    return !isSuspect && !isDraining && !isExcluded;
  }

  void add(Lease lease) {
    if (leases.isEmpty()) {
      endedMillis = lease.sinceMillis;
    }
    leases.add(lease);
    floorBytes += lease.floorBytes;
    heldMicros += lease.micros;
    notStarted++;
  }

  /** A task is no longer held. */
  void remove(Lease lease, long nowMillis) {
    leases.remove(lease);
    floorBytes -= lease.floorBytes;
    heldMicros -= lease.micros;
    endedMillis = nowMillis;
    isStalled = false;
  }

  @Nullable Lease find(TaskAttempt task) {
    for (int i = 0; i < leases.size(); i++) {
      Lease lease = leases.get(i);
      if (lease.is(task)) {
        return lease;
      }
    }
    return null;
  }

  /** Returns the youngest lease that can be asked back. */
  @Nullable Lease recallable() {
    for (int i = leases.size() - 1; i >= 0; i--) {
      Lease lease = leases.get(i);
      if (!lease.started && !lease.recalling && !lease.isOver) {
        return lease;
      }
    }
    return null;
  }
}
