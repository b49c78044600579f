package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.WorkerId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A live worker of a {@link Scheduler}. */
final class WorkerState {
  final WorkerId id;

  /** What stands in its id, without a way there. */
  final int number;

  /** What stands in its id. */
  final long incarnation;

  final String host;
  final int slots;
  final long memoryBytes;
  final Leases leases = new Leases();
  final FailureScore failures = new FailureScore();

  /** Servers of its host that are not parts of workers. */
  final List<ServerState> neighbours;

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

  WorkerState(
      WorkerId id,
      String host,
      int slots,
      long memoryBytes,
      List<ServerState> neighbours,
      long nowMillis) {
    this.id = id;
    this.number = id.number();
    this.incarnation = id.incarnation();
    this.host = host;
    this.slots = slots;
    this.memoryBytes = memoryBytes;
    this.neighbours = neighbours;
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

  /** Returns the youngest lease that can be asked back. */
  @Nullable Lease recallable() {
    for (int i = leases.size() - 1; i >= 0; i--) {
      Lease lease = leases.at(i);
      if (!lease.started && !lease.recalling && !lease.isOver) {
        return lease;
      }
    }
    return null;
  }
}
