package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.io.rate.BucketUse;
import dev.heddle.io.rate.RequestLease;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Shares out what each bucket of an object store grants to a cluster: one {@link
 * dev.heddle.io.rate.RateControl} a bucket, over the sums of what members report, and a lease for
 * each member, renewed each second while the bucket has a limit.
 *
 * <p>A lease is valid for {@value #VALID_MILLIS} ms. A member that is new gets a share at once; one
 * that is gone, or asks for nothing, has none that others could use. Nothing is stored: a scheduler
 * that is new adopts what members report that they hold to. Has no clock and no thread; used by one
 * thread.
 *
 * @param <M> a member
 */
final class BucketLeases<M> {
  static final long INTERVAL_MILLIS = 1_000;
  static final long VALID_MILLIS = 5_000;
  private static final long FORGET_MILLIS = 600_000;

  private final Map<String, GovernedBucket<M>> buckets = new LinkedHashMap<>();
  private long nextMillis;

  /** What a member may do. */
  record Grant<M>(M member, List<RequestLease> leases) {}

  /** Takes what a member has asked of buckets. */
  void report(M member, List<BucketUse> uses, long now) {
    for (BucketUse use : uses) {
      buckets
          .computeIfAbsent(use.bucket(), name -> new GovernedBucket<>(name, now))
          .report(member, use, now);
    }
  }

  /** A member is gone: others get its shares. */
  void remove(M member) {
    buckets.values().forEach(bucket -> bucket.remove(member));
  }

  /** Decides anew if it is time; returns what members have to be sent. */
  List<Grant<M>> tick(Collection<? extends M> members, long now) {
    if (buckets.isEmpty() || now < nextMillis) {
      return List.of();
    }
    nextMillis = now + INTERVAL_MILLIS;
    List<M> all = List.copyOf(members);
    boolean hasLeases = false;
    for (GovernedBucket<M> bucket : buckets.values()) {
      bucket.decide(all, now);
      hasLeases |= bucket.hasLeases(now);
    }
    buckets
        .values()
        .removeIf(each -> !each.isLimited() && now - each.reportedMillis() > FORGET_MILLIS);
    if (!hasLeases) {
      return List.of();
    }
    List<Grant<M>> grants = new ArrayList<>();
    all.forEach(member -> grants.add(new Grant<>(member, leases(member, now))));
    return grants;
  }

  /** Returns the leases of a member, for each bucket that has a limit. */
  List<RequestLease> leases(M member, long now) {
    List<RequestLease> leases = new ArrayList<>();
    for (GovernedBucket<M> bucket : buckets.values()) {
      if (bucket.hasLeases(now)) {
        leases.add(bucket.lease(member));
      }
    }
    return List.copyOf(leases);
  }

  /** Returns how the buckets are that have been asked anything. */
  List<ClusterStatus.Bucket> status(Function<M, String> names, long now) {
    return buckets.values().stream().map(bucket -> bucket.status(names, now)).toList();
  }
}
