package dev.heddle.io.rate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The leases that this process holds, those of buckets that it has not used yet among them: a gate
 * that is opened later begins with them. Thread-safe.
 */
public final class ProcessLeases {
  private static final Object LOCK = new Object();

  // guarded by LOCK; by bucket and holder
  private static final Map<String, Map<Object, Arrived>> ARRIVED = new HashMap<>();

  private ProcessLeases() {}

  private record Arrived(RequestLease lease, long atNanos) {
    /** Returns what is left of it. */
    RequestLease left(long now) {
      return new RequestLease(
          lease.bucket(),
          lease.requestsPerSecond(),
          lease.bucketRequestsPerSecond(),
          lease.validMillis() - (now - atNanos) / 1_000_000);
    }
  }

  /**
   * Takes a lease.
   *
   * @param holder what is connected to the scheduler that gave it
   * @param gates of this process
   */
  public static void take(Object holder, RequestLease lease, List<RequestGate> gates) {
    long now = System.nanoTime();
    synchronized (LOCK) {
      for (Map<Object, Arrived> each : ARRIVED.values()) {
        each.values().removeIf(old -> old.left(now).validMillis() <= 0);
      }
      ARRIVED.values().removeIf(Map::isEmpty);
      ARRIVED
          .computeIfAbsent(lease.bucket(), _ -> new HashMap<>())
          .put(holder, new Arrived(lease, now));
    }
    for (RequestGate gate : gates) {
      if (gate.bucket().equals(lease.bucket())) {
        gate.lease(holder, lease);
      }
    }
  }

  /** Opens the gate of a bucket. */
  public static RequestGate open(String bucket) {
    RequestGate gate = new RequestGate(bucket);
    long now = System.nanoTime();
    synchronized (LOCK) {
      ARRIVED
          .getOrDefault(bucket, Map.of())
          .forEach(
              (holder, arrived) -> {
                RequestLease left = arrived.left(now);
                if (left.validMillis() > 0) {
                  gate.lease(holder, left);
                }
              });
    }
    return gate;
  }
}
