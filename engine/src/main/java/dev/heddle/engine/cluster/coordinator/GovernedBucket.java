package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.io.rate.BucketUse;
import dev.heddle.io.rate.RateControl;
import dev.heddle.io.rate.RequestLease;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A bucket's limit for a cluster, and its members' shares. Has no clock and no thread; used by one
 * thread.
 *
 * @param <M> a member
 */
final class GovernedBucket<M> {
  /** What was reported earlier says nothing of now. */
  private static final long FRESH_MILLIS = 2_500;

  /** Members outlive a scheduler; by this time all have reported what they hold to. */
  private static final long ADOPT_MILLIS = 3_000;

  /** A report is up to an interval old and shows an interval. */
  private static final double FEEDBACK_SECONDS = 2;

  private static final double DEMAND_GROWTH = 1.2;
  private static final double MIN_DEMAND = 1;

  private final String name;
  private final RateControl control =
      new RateControl(BucketLeases.INTERVAL_MILLIS / 1e3, FEEDBACK_SECONDS);
  private final Map<M, Use> uses = new LinkedHashMap<>();
  private final Map<M, Double> shares = new LinkedHashMap<>();
  private final long knownSince;
  private boolean isAdopted;
  private long liftedMillis;
  private long reportedMillis;
  private long decidedMillis;
  private double sentPerSecond;
  private double refusedPerSecond;
  private double bytesPerSecond;
  private long requests;
  private long refused;

  /** The last report of a member. */
  private record Use(BucketUse use, long atMillis, double refusedPerSecond) {
    double sentPerSecond() {
      return use.sent() * 1e3 / use.millis();
    }
  }

  GovernedBucket(String name, long now) {
    this.name = name;
    this.knownSince = now;
    this.decidedMillis = now;
    this.liftedMillis = now - BucketLeases.VALID_MILLIS;
  }

  void report(M member, BucketUse use, long now) {
    Use before = uses.get(member);
    double open = before == null ? 0 : before.refusedPerSecond(); // not decided about yet
    uses.put(member, new Use(use, now, open + use.refused() * 1e3 / use.millis()));
    requests += use.sent();
    refused += use.refused();
    reportedMillis = now;
  }

  void remove(M member) {
    uses.remove(member);
    shares.remove(member);
  }

  long reportedMillis() {
    return reportedMillis;
  }

  boolean isLimited() {
    return control.isLimited();
  }

  /** Returns whether members have to be sent how they stand. */
  boolean hasLeases(long now) {
    return control.isLimited() || now - liftedMillis < BucketLeases.VALID_MILLIS;
  }

  /** Decides about the limit, from what was reported since this was last done, and about shares. */
  void decide(Collection<M> members, long now) {
    double sent = 0;
    double refusals = 0;
    double moved = 0;
    double allowed = 0;
    boolean isBacklogged = false;
    for (Map.Entry<M, Use> each : uses.entrySet()) {
      Use last = each.getValue();
      if (isFresh(last, now)) {
        sent += last.sentPerSecond();
        moved += last.use().bytes() * 1e3 / last.use().millis();
        isBacklogged |= last.use().isBacklogged();
        allowed += last.use().allowed() == RateControl.UNLIMITED ? 0 : last.use().allowed();
      }
      refusals += last.refusedPerSecond();
      each.setValue(new Use(last.use(), last.atMillis(), 0));
    }
    sentPerSecond = sent;
    refusedPerSecond = refusals;
    bytesPerSecond = moved;
    boolean wasLimited = control.isLimited();
    double seconds = (now - decidedMillis) / 1e3;
    decidedMillis = now;
    boolean isUsedUp = isBacklogged && sent >= 0.8 * control.limit();
    control.update(
        seconds,
        Math.max(sent, refusals),
        refusals,
        isUsedUp ? RateControl.Allowance.USED_UP : RateControl.Allowance.LEFT);
    if (!isAdopted && now - knownSince >= ADOPT_MILLIS) {
      isAdopted = true;
      if (!control.isLimited() && allowed > 0) {
        control.restart(allowed);
      }
    }
    if (wasLimited && !control.isLimited()) {
      liftedMillis = now;
    }
    share(members, now);
  }

  private static boolean isFresh(Use use, long now) {
    return now - use.atMillis() <= FRESH_MILLIS;
  }

  /** Shares the limit out, max-min fair by demand; what nobody needs is room for all to grow. */
  private void share(Collection<M> members, long now) {
    shares.clear();
    if (!control.isLimited()) {
      members.forEach(each -> shares.put(each, RateControl.UNLIMITED));
      return;
    }
    Map<M, Double> demands = new LinkedHashMap<>();
    for (M each : members) {
      Use last = uses.get(each);
      if (last != null && isFresh(last, now)) {
        demands.put(
            each,
            last.use().isBacklogged()
                ? RateControl.UNLIMITED
                : DEMAND_GROWTH * last.sentPerSecond() + MIN_DEMAND);
      }
    }
    List<Map.Entry<M, Double>> rising = new ArrayList<>(demands.entrySet());
    rising.sort(Comparator.comparingDouble(Map.Entry::getValue));
    double left = control.limit();
    for (int i = 0; i < rising.size(); i++) {
      double fair = left / (rising.size() - i);
      double share = Math.min(fair, rising.get(i).getValue());
      shares.put(rising.get(i).getKey(), share);
      left -= share;
    }
    if (left > 0 && !rising.isEmpty()) {
      double more = left / rising.size();
      shares.replaceAll((_, share) -> share + more);
    }
    // not set aside: the next report makes it a share of its own
    double first = control.limit() / (demands.size() + 1);
    members.forEach(each -> shares.putIfAbsent(each, first));
  }

  /** Returns the share of a member, a new one's too. */
  RequestLease lease(M member) {
    double share =
        shares.computeIfAbsent(
            member,
            _ -> control.isLimited() ? control.limit() / (uses.size() + 1) : RateControl.UNLIMITED);
    return new RequestLease(name, share, control.ceiling(), BucketLeases.VALID_MILLIS);
  }

  ClusterStatus.Bucket status(Function<M, String> names, long now) {
    List<ClusterStatus.BucketLease> leases = new ArrayList<>();
    for (Map.Entry<M, Double> each : shares.entrySet()) {
      Use last = uses.get(each.getKey());
      boolean isActive = last != null && isFresh(last, now);
      if (isActive && control.isLimited()) {
        leases.add(
            new ClusterStatus.BucketLease(
                names.apply(each.getKey()), each.getValue(), last.sentPerSecond()));
      }
    }
    long waiting = 0;
    for (Use last : uses.values()) {
      waiting += isFresh(last, now) ? last.use().waiting() : 0;
    }
    boolean isStale = now - reportedMillis > FRESH_MILLIS;
    return new ClusterStatus.Bucket(
        name,
        control.limit(),
        isStale ? 0 : sentPerSecond,
        isStale ? 0 : refusedPerSecond,
        isStale ? 0 : bytesPerSecond,
        waiting,
        requests,
        refused,
        leases);
  }
}
