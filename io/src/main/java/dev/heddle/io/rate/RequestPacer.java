package dev.heddle.io.rate;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;

/**
 * When the next request of a process to one bucket may be sent. Without a limit at once; with one
 * at even distances: what was late may catch up on {@value #BURST} requests, so that processes do
 * not send in bursts. The limit is the sum of the leases that the process holds, or that of its own
 * {@link RateControl} while it holds none.
 *
 * <p>Not thread-safe; has no clock and no thread. All times are of one clock, in nanoseconds.
 */
public final class RequestPacer {
  /** A burst of less is no rate: what is so short is a part of the next report. */
  private static final long MIN_REPORT_NANOS = 500_000_000;

  private static final double INTERVAL_SECONDS = 0.5;
  private static final int BURST = 2;
  private static final double NANOS = 1e9;

  private final String bucket;
  private final RateControl control = new RateControl(INTERVAL_SECONDS, INTERVAL_SECONDS);
  private final Map<Object, Held> leases = new HashMap<>(); // by holder
  private double bucketLimit = RateControl.UNLIMITED; // as the last lease stated it
  private double rate = RateControl.UNLIMITED;
  private double paceNanos; // when the last request left, or should have
  private int waiting;
  private long sent;
  private long refused;
  private long delayed;
  private long bytes;
  private long intervalStart;
  private Counts interval = new Counts(0, 0, 0);
  private Counts previous = new Counts(0, 0, 0);
  private double previousSeconds;
  private Counts reported = new Counts(0, 0, 0);
  private long reportedBytes;
  private long reportedNanos;

  private record Held(double rate, long untilNanos) {}

  private record Counts(long sent, long refused, long delayed) {}

  /** Begins without a limit. */
  public RequestPacer(String bucket, long now) {
    this.bucket = bucket;
    intervalStart = now;
    reportedNanos = now;
  }

  /** Returns the name of the bucket, such as {@code s3a://lake}. */
  public String bucket() {
    return bucket;
  }

  /** Notes how many requests wait for their turn by now. */
  public void setWaiting(int count) {
    waiting = count;
  }

  /** Returns how many requests wait for their turn. */
  public int waiting() {
    return waiting;
  }

  /** Returns how long the next request has to wait, 0 if it may be sent now. */
  public long delayNanos(long now) {
    advance(now);
    double left = paceNanos + NANOS / rate - now; // no distance without a limit
    return left <= 0 ? 0 : (long) left + 1;
  }

  /** Counts a request that is sent now since it may be. */
  public void send(long now) {
    double distance = NANOS / rate;
    paceNanos = Math.max(paceNanos + distance, now - BURST * distance);
    sent++;
  }

  /** Counts a request that is sent now and that had to wait. */
  public void sendDelayed(long now) {
    send(now);
    delayed++;
  }

  /** Counts a request that the service has refused because there were too many. */
  public void refused(long now) {
    advance(now);
    refused++;
    if (leases.isEmpty() && !control.isLimited()) {
      endInterval(now);
    }
  }

  /** Notes the bytes that have come and gone so far. */
  public void setBytes(long count) {
    bytes = count;
  }

  /** Ends the interval if it is time, and leases that have expired. */
  private void advance(long now) {
    double last = 0;
    boolean hasExpired = false;
    for (Iterator<Held> all = leases.values().iterator(); all.hasNext(); ) {
      Held each = all.next();
      if (now - each.untilNanos() >= 0) {
        all.remove();
        last += each.rate();
        hasExpired = true;
      }
    }
    if (hasExpired && leases.isEmpty()) {
      control.restart(last);
      bucketLimit = RateControl.UNLIMITED;
    }
    if (hasExpired) {
      setRate(now);
    }
    if (now - intervalStart >= INTERVAL_SECONDS * NANOS) {
      endInterval(now);
    }
  }

  private void endInterval(long now) {
    double seconds = (now - intervalStart) / NANOS;
    long intervalSent = sent - interval.sent();
    long intervalRefused = refused - interval.refused();
    boolean isUsedUp = waiting > 0 || 2 * (delayed - interval.delayed()) > intervalSent;
    RateControl.Allowance allowance =
        isUsedUp ? RateControl.Allowance.USED_UP : RateControl.Allowance.LEFT;
    if (leases.isEmpty()) {
      if (seconds < INTERVAL_SECONDS) { // too short to measure a rate alone
        double measured = Math.max(INTERVAL_SECONDS, previousSeconds + seconds);
        control.update(
            seconds,
            (previous.sent() + intervalSent) / measured,
            (previous.refused() + intervalRefused) / measured,
            allowance);
      } else {
        control.update(seconds, intervalSent / seconds, intervalRefused / seconds, allowance);
      }
    }
    previous = new Counts(intervalSent, intervalRefused, 0);
    previousSeconds = seconds;
    interval = new Counts(sent, refused, delayed);
    intervalStart = now;
    setRate(now);
  }

  private void setRate(long now) {
    double before = rate;
    if (leases.isEmpty()) {
      rate = control.limit();
    } else {
      rate = 0;
      for (Held each : leases.values()) {
        rate += each.rate();
      }
    }
    if (before == RateControl.UNLIMITED && rate != before) {
      paceNanos = now; // the time without a limit is no credit
    } else if (rate != before) {
      // the part of the distance that has passed stays, so that processes whose rates change at the
      // same moment do not send in the same moment
      paceNanos = now - (now - paceNanos) * before / rate;
    }
  }

  /**
   * Holds to a lease until it expires or another one of the same holder comes; several holders add
   * up.
   */
  public void lease(Object holder, RequestLease lease, long now) {
    advance(now);
    bucketLimit = lease.bucketRequestsPerSecond();
    if (lease.requestsPerSecond() == RateControl.UNLIMITED) {
      leases.remove(holder);
      if (leases.isEmpty()) {
        control.restart(RateControl.UNLIMITED);
      }
    } else {
      leases.put(
          holder, new Held(lease.requestsPerSecond(), now + lease.validMillis() * 1_000_000));
    }
    setRate(now);
  }

  /** Returns what has been asked of the bucket since the last report, if there is anything. */
  public Optional<BucketUse> report(long now) {
    advance(now);
    if (now - reportedNanos < MIN_REPORT_NANOS) {
      return Optional.empty();
    }
    BucketUse use =
        new BucketUse(
            bucket,
            Math.max(1, (now - reportedNanos) / 1_000_000),
            sent - reported.sent(),
            refused - reported.refused(),
            delayed - reported.delayed(),
            waiting,
            bytes - reportedBytes,
            rate);
    reported = new Counts(sent, refused, delayed);
    reportedBytes = bytes;
    reportedNanos = now;
    boolean isAny = use.sent() > 0 || use.refused() > 0 || use.waiting() > 0 || use.bytes() > 0;
    return isAny ? Optional.of(use) : Optional.empty();
  }

  /** Returns what has been asked of the bucket so far, and what is allowed now. */
  public BucketTransfers transfers(long now) {
    advance(now);
    double allowed = leases.isEmpty() ? control.ceiling() : bucketLimit;
    return new BucketTransfers(bucket, sent, refused, bytes, allowed);
  }

  /** Returns the requests a second that may be sent now; infinite without a limit. */
  public double allowed(long now) {
    advance(now);
    return rate;
  }
}
