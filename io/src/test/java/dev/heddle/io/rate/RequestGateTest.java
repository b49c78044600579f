package dev.heddle.io.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a process is held to: by its own control, by leases, and by both in turn. */
class RequestGateTest {
  private static final long SECOND = 1_000_000_000;
  private static final String BUCKET = "s3a://lake";

  private final RequestPacer pacer = new RequestPacer(BUCKET, 0);

  private static RequestLease lease(double share, long validMillis) {
    return new RequestLease(BUCKET, share, 4 * share, validMillis);
  }

  @Test
  void withoutALimitNothingWaits() {
    for (int i = 0; i < 10_000; i++) {
      assertThat(pacer.delayNanos(i)).isZero();
      pacer.send(i);
    }
    assertThat(pacer.allowed(20 * SECOND)).isEqualTo(RateControl.UNLIMITED);
    assertThat(pacer.transfers(20 * SECOND).isLimited()).isFalse();
  }

  @Test
  void requestsLeaveAtEvenDistances() {
    pacer.lease("scheduler", lease(10, 60_000), 0);
    long now = 0;
    for (int i = 1; i <= 20; i++) {
      now += pacer.delayNanos(now);
      assertThat(now).isCloseTo(i * SECOND / 10, offset(100L));
      pacer.send(now);
    }
  }

  @Test
  void whatWasLateCatchesUpOnTwoRequestsAndNoMore() {
    pacer.lease("scheduler", lease(10, 60_000), 0);
    long now = 10 * SECOND;
    int sent = 0;
    for (; pacer.delayNanos(now) == 0; sent++) {
      pacer.send(now);
    }
    assertThat(sent).isEqualTo(3); // the one that is due, and two
  }

  @Test
  void aRateThatRisesMakesNoBurst() {
    pacer.lease("scheduler", lease(1, 60_000), 0);
    pacer.lease("scheduler", lease(10, 60_000), SECOND / 2); // half of the distance has passed
    assertThat(pacer.delayNanos(SECOND / 2)).isCloseTo(SECOND / 20, offset(100L));
  }

  @Test
  void aLeaseThatExpiresLeavesItsRateToTheProcessesOwnControl() {
    pacer.lease("scheduler", lease(25, 5_000), 0);
    assertThat(pacer.transfers(SECOND).allowed()).isEqualTo(100);
    assertThat(pacer.allowed(6 * SECOND)).isEqualTo(25);
    assertThat(pacer.transfers(6 * SECOND).allowed()).isEqualTo(25);
    pacer.refused(7 * SECOND);
    assertThat(pacer.allowed(8 * SECOND)).isLessThan(25);
  }

  @Test
  void leasesOfSeveralHoldersAddUpUntilTheyAreLifted() {
    pacer.lease("one", lease(10, 5_000), 0);
    pacer.lease("other", lease(15, 50_000), 0);
    assertThat(pacer.allowed(SECOND)).isEqualTo(25);
    assertThat(pacer.allowed(6 * SECOND)).isEqualTo(15);
    pacer.lease("other", lease(RateControl.UNLIMITED, 5_000), 7 * SECOND);
    assertThat(pacer.allowed(7 * SECOND)).isEqualTo(RateControl.UNLIMITED);
  }

  @Test
  void reportsWhatHasHappenedSinceTheLastReport() {
    assertThat(pacer.report(SECOND)).isEmpty();
    pacer.send(2 * SECOND);
    pacer.sendDelayed(2 * SECOND);
    pacer.refused(2 * SECOND);
    pacer.setBytes(70);
    Optional<BucketUse> use = pacer.report(3 * SECOND);
    assertThat(use).isPresent();
    assertThat(use.get().millis()).isEqualTo(2_000);
    assertThat(use.get().sent()).isEqualTo(2);
    assertThat(use.get().delayed()).isEqualTo(1);
    assertThat(use.get().refused()).isEqualTo(1);
    assertThat(use.get().bytes()).isEqualTo(70);
    assertThat(use.get().isBacklogged()).isTrue();
    assertThat(pacer.report(4 * SECOND)).isEmpty();
  }

  @Test
  void aGateThatIsOpenedLaterBeginsWithTheLeasesOfItsBucket() {
    String bucket = "s3a://opened-later";
    RequestLease held = new RequestLease(bucket, 7, 9, 3_600_000);
    ProcessLeases.take("a scheduler", held, List.of());
    RequestGate gate = ProcessLeases.open(bucket);
    assertThat(gate.allowed()).isEqualTo(7);
    assertThat(gate.transfers().allowed()).isEqualTo(9);
    assertThat(ProcessLeases.open("s3a://another").allowed()).isEqualTo(RateControl.UNLIMITED);
  }

  @Test
  void requestsThatWaitLeaveWhenTheLimitIsLifted() throws Exception {
    RequestGate gate = new RequestGate(BUCKET);
    gate.lease("scheduler", lease(1e-3, 3_600_000));
    List<CompletableFuture<Void>> waiting =
        List.of(passing(gate), passing(gate), passing(gate), passing(gate));
    while (!gate.hasWaiting()) {
      Thread.onSpinWait();
    }
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    gate.lease("scheduler", lease(RateControl.UNLIMITED, 1_000));
    waiting.forEach(CompletableFuture::join);
    assertThat(gate.transfers().requests()).isEqualTo(4);
  }

  private static CompletableFuture<Void> passing(RequestGate gate) {
    CompletableFuture<Void> passed = new CompletableFuture<>();
    Thread.startVirtualThread(
        () -> {
          try {
            gate.pass();
            passed.complete(null);
          } catch (InterruptedException e) {
            passed.completeExceptionally(e);
          }
        });
    return passed;
  }

  @Test
  void sumsOfBucketsAreBucketByBucket() {
    BucketTransfers one = new BucketTransfers("a", 10, 1, 100, RateControl.UNLIMITED);
    BucketTransfers same = new BucketTransfers("a", 5, 0, 50, 20);
    BucketTransfers other = new BucketTransfers("b", 3, 0, 30, 30);
    List<BucketTransfers> sum = BucketTransfers.sum(List.of(one), List.of(same, other));
    assertThat(sum).containsExactly(new BucketTransfers("a", 15, 1, 150, 20), other);
    assertThat(BucketTransfers.since(sum, List.of(one, other)))
        .containsExactly(new BucketTransfers("a", 5, 0, 50, 20));
  }
}
