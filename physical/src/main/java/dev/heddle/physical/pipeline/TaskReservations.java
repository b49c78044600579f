package dev.heddle.physical.pipeline;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.Closeables;
import java.util.IdentityHashMap;

/** The reservations of a task, made as its operators ask for them. Thread-safe. */
public final class TaskReservations implements AutoCloseable {
  private static final int SMALL_BREAKERS = 4; // as most tasks have

  private final MemoryAccount account;
  private final int threads;
  private final IdentityHashMap<PhysicalPlan, Reservation> byNode =
      new IdentityHashMap<>(SMALL_BREAKERS); // guarded by this

  /** Makes an empty set; floors come out of what the account was promised for reservations. */
  public TaskReservations(MemoryAccount account, int threads) {
    this.account = account;
    this.threads = threads;
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
      reservation.close();
    }
  }

  @Override
  public synchronized void close() {
    Closeables.all(byNode.values().toArray(Reservation[]::new));
    byNode.clear();
  }
}
