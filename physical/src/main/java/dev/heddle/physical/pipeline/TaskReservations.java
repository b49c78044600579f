package dev.heddle.physical.pipeline;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.Closeables;
import java.util.IdentityHashMap;

/** The reservations of a task, made as its operators ask for them. Thread-safe. */
public final class TaskReservations implements AutoCloseable {
  private static final int SMALL_BREAKERS = 4; // as most tasks have

  private final MemoryAccount account;
  private final int threads;
  private final PlanMetrics metrics;
  private final IdentityHashMap<PhysicalPlan, Reservation> byNode =
      new IdentityHashMap<>(SMALL_BREAKERS); // guarded by this

  /**
   * Makes an empty set; floors come out of what the account was promised for reservations.
   *
   * @param metrics are told how much memory each node's state had at most
   */
  public TaskReservations(MemoryAccount account, int threads, PlanMetrics metrics) {
    this.account = account;
    this.threads = threads;
    this.metrics = metrics;
  }

  /** Returns the one reservation of a node. */
  public synchronized Reservation of(PhysicalPlan node) {
    return byNode.computeIfAbsent(
        node,
        n -> account.reserve(n.getClass().getSimpleName(), MemoryFloors.breakerBytes(n, threads)));
  }

  /** Returns the floor of a node that has no state any more to those that come later. */
  public synchronized void end(PhysicalPlan node) {
    Reservation reservation = byNode.get(node);
    if (reservation != null) {
      noteState(node, reservation);
      reservation.close();
    }
  }

  private void noteState(PhysicalPlan node, Reservation reservation) {
    metrics.of(node).noteStateBytes(reservation.account().peakBytes());
  }

  @Override
  public synchronized void close() {
    byNode.forEach(this::noteState);
    Closeables.all(byNode.values().toArray(Reservation[]::new));
    byNode.clear();
  }
}
