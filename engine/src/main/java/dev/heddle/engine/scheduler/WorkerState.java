package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.WorkerId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A live worker of a {@link Scheduler}. */
final class WorkerState {
  private final WorkerId id;

  /** The same as in the id, without a way there. */
  private final int number;

  /** The same as in the id, without a way there. */
  private final long incarnation;

  private final String host;
  private final int slots;
  private final long memoryBytes;
  private final Leases leases = new Leases();
  private final FailureScore failures = new FailureScore();
  private final List<ServerState> neighbours;

  private @Nullable ServerState inlineServer;
  private long heardMillis;
  private long floorBytes;
  private long heldMicros;
  private long endedMillis;
  private boolean isStalled;
  private int notStarted;
  private int recalls;
  private boolean isSuspect;
  private boolean isDraining;
  private boolean isExcluded;

  /** Slots and tasks as {@link Members} has counted them last. */
  private int countedSlots;

  private int countedTasks;

  /**
   * Makes a worker that holds nothing.
   *
   * @param neighbours shuffle servers of its host that are processes of their own; may change
   */
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

  WorkerId id() {
    return id;
  }

  int number() {
    return number;
  }

  long incarnation() {
    return incarnation;
  }

  String host() {
    return host;
  }

  int slots() {
    return slots;
  }

  long memoryBytes() {
    return memoryBytes;
  }

  List<ServerState> neighbours() {
    return neighbours;
  }

  FailureScore failures() {
    return failures;
  }

  /** Returns the server that is a part of it; null while it has none. */
  @Nullable ServerState inlineServer() {
    return inlineServer;
  }

  void setInlineServer(@Nullable ServerState server) {
    inlineServer = server;
  }

  // --- whether it takes tasks -----------------------------------------------------------------

  boolean takesTasks() {
    return !isSuspect && !isDraining && !isExcluded;
  }

  long heardMillis() {
    return heardMillis;
  }

  /** It has sent something; returns whether it was suspected to be lost. */
  boolean hear(long nowMillis) {
    heardMillis = nowMillis;
    boolean was = isSuspect;
    isSuspect = false;
    return was;
  }

  boolean isSuspect() {
    return isSuspect;
  }

  void suspect() {
    isSuspect = true;
  }

  boolean isDraining() {
    return isDraining;
  }

  void drain() {
    isDraining = true;
  }

  boolean isExcluded() {
    return isExcluded;
  }

  void exclude() {
    isExcluded = true;
  }

  void include() {
    isExcluded = false;
  }

  /** Returns whether no task has ended for longer than was expected. */
  boolean isStalled() {
    return isStalled;
  }

  void stall() {
    isStalled = true;
  }

  // --- its tasks ------------------------------------------------------------------------------

  Leases leases() {
    return leases;
  }

  /** Returns the memory that the tasks which it holds need in any case. */
  long floorBytes() {
    return floorBytes;
  }

  /** Returns how long the tasks which it holds are expected to take. */
  long heldMicros() {
    return heldMicros;
  }

  /** Returns when a task ended last, or it got its first. */
  long endedMillis() {
    return endedMillis;
  }

  /** Returns the leases that count and were not begun. */
  int notStarted() {
    return notStarted;
  }

  /** Returns how many of those were asked back. */
  int recalls() {
    return recalls;
  }

  void add(Lease lease) {
    if (leases.isEmpty()) {
      endedMillis = lease.sinceMillis();
    }
    leases.add(lease);
    floorBytes += lease.floorBytes();
    heldMicros += lease.micros();
    notStarted++;
  }

  /** A task is no longer assigned. */
  void remove(Lease lease, long nowMillis) {
    leases.remove(lease);
    floorBytes -= lease.floorBytes();
    heldMicros -= lease.micros();
    endedMillis = nowMillis;
    isStalled = false;
  }

  /** A lease that counts was begun, or counts no longer without having been. */
  void endWait() {
    notStarted--;
  }

  /** A lease was asked back. */
  void addRecall() {
    recalls++;
  }

  /** A lease that was asked back was answered, or counts no longer. */
  void endRecall() {
    recalls--;
  }

  /** Returns the youngest lease that can be asked back. */
  @Nullable Lease recallable() {
    for (int i = leases.size() - 1; i >= 0; i--) {
      Lease lease = leases.at(i);
      if (!lease.isStarted() && !lease.isRecalled() && !lease.isOver()) {
        return lease;
      }
    }
    return null;
  }

  // --- counts of all workers ------------------------------------------------------------------

  int countedSlots() {
    return countedSlots;
  }

  int countedTasks() {
    return countedTasks;
  }

  /** Notes what {@link Members} has counted of it. */
  void count(int freeSlots, int tasks) {
    countedSlots = freeSlots;
    countedTasks = tasks;
  }
}
