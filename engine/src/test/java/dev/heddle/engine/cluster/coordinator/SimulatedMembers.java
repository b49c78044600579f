package dev.heddle.engine.cluster.coordinator;

import dev.heddle.io.rate.RequestLease;
import dev.heddle.io.rate.RequestPacer;
import dev.heddle.io.rate.SimulatedBucket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Members of a cluster that send requests to a bucket, by a clock of the test's: answers take some
 * time, and so do reports and leases.
 */
final class SimulatedMembers {
  static final String BUCKET = "s3a://lake";
  private static final int ANSWER_MILLIS = 20;
  private static final int MESSAGE_MILLIS = 100;
  private static final long NANOS = 1_000_000;

  private final SimulatedBucket bucket;
  private final Random random;
  private final List<Member> members = new ArrayList<>();
  private final Map<Long, List<Runnable>> later = new TreeMap<>();
  private @Nullable BucketLeases<Member> scheduler = new BucketLeases<>();
  private long now = 1_000_000;
  private int leasesSent;

  SimulatedMembers(SimulatedBucket bucket, long seed) {
    this.bucket = bucket;
    this.random = new Random(seed);
  }

  /** A process. */
  final class Member {
    private final RequestPacer pacer = new RequestPacer(BUCKET, now * NANOS);
    private final double wished;
    private final long phase = random.nextInt(1_000);
    private double backlog;
    private long granted;

    Member(double wished) {
      this.wished = wished;
    }

    long granted() {
      return granted;
    }

    double allowed() {
      return pacer.allowed(now * NANOS);
    }

    private void step() {
      backlog = Math.min(backlog + wished / 1e3, 50);
      while (backlog >= 1 && pacer.delayNanos(now * NANOS) == 0) {
        backlog--;
        if (backlog < 1) {
          pacer.send(now * NANOS);
        } else {
          pacer.sendDelayed(now * NANOS);
        }
        if (bucket.ask(now * NANOS)) {
          granted++;
        } else {
          in(ANSWER_MILLIS, () -> pacer.refused(now * NANOS));
          in(ANSWER_MILLIS + 100 + random.nextInt(100), () -> backlog++);
        }
      }
      pacer.setWaiting((int) backlog);
      if (now % 1_000 == phase) {
        pacer
            .report(now * NANOS)
            .ifPresent(
                use ->
                    in(
                        MESSAGE_MILLIS,
                        () -> {
                          if (scheduler != null && members.contains(this)) {
                            scheduler.report(this, List.of(use), now);
                          }
                        }));
      }
    }
  }

  private void in(int millis, Runnable what) {
    later.computeIfAbsent(now + millis, _ -> new ArrayList<>()).add(what);
  }

  /** Adds a member that wishes to send some requests a second. */
  Member add(double wished) {
    Member member = new Member(wished);
    members.add(member);
    if (scheduler != null) {
      grant(member, scheduler.leases(member, now));
    }
    return member;
  }

  void remove(Member member) {
    members.remove(member);
    if (scheduler != null) {
      scheduler.remove(member);
    }
  }

  /** The scheduler is lost. */
  void stopScheduler() {
    scheduler = null;
  }

  /** Another one is there, which knows nothing. */
  void startScheduler() {
    scheduler = new BucketLeases<>();
  }

  private void grant(Member member, List<RequestLease> leases) {
    leasesSent += leases.size();
    leases.forEach(
        lease -> in(MESSAGE_MILLIS, () -> member.pacer.lease("scheduler", lease, now * NANOS)));
  }

  int leasesSent() {
    return leasesSent;
  }

  List<Member> members() {
    return members;
  }

  /** Lets time pass; counts anew from here on. */
  void run(int seconds) {
    bucket.reset();
    members.forEach(member -> member.granted = 0);
    for (long end = now + seconds * 1_000L; now < end; now++) {
      List<Runnable> due = later.remove(now);
      if (due != null) {
        due.forEach(Runnable::run);
      }
      if (now % 250 == 0 && scheduler != null) {
        scheduler.tick(members, now).forEach(each -> grant(each.member(), each.leases()));
      }
      members.forEach(Member::step);
    }
  }
}
