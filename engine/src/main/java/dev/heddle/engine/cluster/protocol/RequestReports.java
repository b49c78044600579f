package dev.heddle.engine.cluster.protocol;

import dev.heddle.io.rate.BucketUse;
import dev.heddle.io.rate.ProcessLeases;
import dev.heddle.io.rate.RequestGate;
import dev.heddle.io.rate.RequestLease;
import dev.heddle.io.storage.Storages;
import java.util.List;
import java.util.Optional;

/**
 * What this process reports of its requests to object stores, and the leases that it gets for them.
 * Thread-safe. A process with several connections reports each request over one of them, and its
 * leases add up.
 */
public final class RequestReports {
  private RequestReports() {}

  /** Returns what there is to report since the last time. */
  public static Optional<ControlMessage> next() {
    List<BucketUse> uses = RequestGate.reports(Storages.requestGates());
    return uses.isEmpty() ? Optional.empty() : Optional.of(new ControlMessage.RequestsSent(uses));
  }

  /** Reports over a channel if there is anything. */
  public static void send(ControlChannel channel) {
    next().ifPresent(channel::send);
  }

  /**
   * Holds this process to leases.
   *
   * @param holder what is connected to the scheduler that gave them
   */
  public static void take(Object holder, ControlMessage.RequestLeases message) {
    List<RequestGate> gates = Storages.requestGates();
    for (RequestLease lease : message.leases()) {
      ProcessLeases.take(holder, lease, gates);
    }
  }
}
