package dev.heddle.engine.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.rate.RateControl;
import dev.heddle.io.rate.SimulatedBucket;
import dev.heddle.io.rate.SimulatedBucket.Kind;
import dev.heddle.io.testing.Effort;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cluster against a bucket that refuses what is too much. */
class BucketLeasesTest {
  private static final int SECONDS = 60;

  private static double refusedShare(SimulatedBucket bucket) {
    return (double) bucket.refused() / Math.max(1, bucket.granted() + bucket.refused());
  }

  private static double unfairness(List<SimulatedMembers.Member> members) {
    long most = members.stream().mapToLong(SimulatedMembers.Member::granted).max().orElseThrow();
    long least = members.stream().mapToLong(SimulatedMembers.Member::granted).min().orElseThrow();
    return (double) most / least;
  }

  @ParameterizedTest
  @CsvSource({
    "TOKENS, 4, 100",
    "TOKENS, 100, 1000",
    "TOKENS, 100, 3500",
    "TOKENS, 2, 30",
    "SLIDING_WINDOW, 4, 100",
    "SLIDING_WINDOW, 100, 1000",
    "SLIDING_WINDOW, 10, 3500"
  })
  void membersUseALimitUpAndShareItFairly(Kind kind, int count, double perSecond) {
    for (long seed = 1; seed <= Effort.of(5, 1); seed++) {
      SimulatedBucket bucket = new SimulatedBucket(kind, perSecond);
      SimulatedMembers cluster = new SimulatedMembers(bucket, seed);
      for (int i = 0; i < count; i++) {
        cluster.add(10 * perSecond / count);
      }
      cluster.run(30);
      cluster.run(SECONDS);
      assertThat(bucket.granted() / (SECONDS * perSecond))
          .as("used, seed %d", seed)
          .isGreaterThan(0.9);
      assertThat(refusedShare(bucket)).as("refused, seed %d", seed).isLessThan(0.05);
      assertThat(unfairness(cluster.members())).as("unfairness, seed %d", seed).isLessThan(1.5);
    }
  }

  @Test
  void aMemberThatWantsLessGetsAllOfItAndOthersTheRest() {
    SimulatedBucket bucket = new SimulatedBucket(Kind.TOKENS, 100);
    SimulatedMembers cluster = new SimulatedMembers(bucket, 7);
    SimulatedMembers.Member modest = cluster.add(8);
    for (int i = 0; i < 3; i++) {
      cluster.add(500);
    }
    cluster.run(30);
    cluster.run(SECONDS);
    assertThat(modest.granted()).isGreaterThan(8 * SECONDS * 9 / 10);
    assertThat(bucket.granted() / (SECONDS * 100.0)).isGreaterThan(0.9);
    assertThat(unfairness(cluster.members().subList(1, 4))).isLessThan(1.2);
  }

  @Test
  void membersThatComeGetSharesAndOthersGetThoseOfMembersThatGo() {
    long seed = new Random().nextInt(1_000);
    SimulatedBucket bucket = new SimulatedBucket(Kind.TOKENS, 100);
    SimulatedMembers cluster = new SimulatedMembers(bucket, seed);
    SimulatedMembers.Member first = cluster.add(500);
    SimulatedMembers.Member second = cluster.add(500);
    cluster.run(30);
    SimulatedMembers.Member third = cluster.add(500);
    cluster.run(1);
    assertThat(third.allowed()).as("share of a new one, seed %d", seed).isBetween(5.0, 80.0);
    cluster.run(SECONDS);
    assertThat(unfairness(cluster.members())).as("unfairness, seed %d", seed).isLessThan(1.2);
    cluster.remove(first);
    cluster.remove(second);
    cluster.run(5);
    cluster.run(SECONDS);
    assertThat(third.granted() / (SECONDS * 100.0)).as("used, seed %d", seed).isGreaterThan(0.9);
    assertThat(refusedShare(bucket)).as("refused, seed %d", seed).isLessThan(0.05);
  }

  @Test
  void aNewSchedulerGoesOnFromWhatMembersHoldTo() {
    double used = 0;
    double refused = 0;
    int clusters = 20; // each at another point of its control's ups and downs
    for (long seed = 1; seed <= clusters; seed++) {
      SimulatedBucket bucket = new SimulatedBucket(Kind.TOKENS, 1_000);
      SimulatedMembers cluster = new SimulatedMembers(bucket, seed);
      for (int i = 0; i < 20; i++) {
        cluster.add(500);
      }
      cluster.run(30);
      cluster.stopScheduler();
      cluster.run(3);
      cluster.startScheduler();
      cluster.run(20);
      used += bucket.granted() / 20_000.0;
      refused += refusedShare(bucket);
    }
    assertThat(used / clusters).as("used").isGreaterThan(0.85);
    assertThat(refused / clusters).as("refused").isLessThan(0.05);
  }

  @Test
  void membersWithoutASchedulerGovernThemselvesFromTheirLastLeasesOn() {
    SimulatedBucket bucket = new SimulatedBucket(Kind.TOKENS, 100);
    SimulatedMembers cluster = new SimulatedMembers(bucket, 11);
    for (int i = 0; i < 4; i++) {
      cluster.add(500);
    }
    cluster.run(30);
    cluster.stopScheduler();
    cluster.run(10);
    assertThat(cluster.members()).allSatisfy(each -> assertThat(each.allowed()).isLessThan(40));
    cluster.run(SECONDS);
    assertThat(bucket.granted() / (SECONDS * 100.0)).isGreaterThan(0.75);
    assertThat(refusedShare(bucket)).isLessThan(0.1);
  }

  @Test
  void aBucketThatRefusesNothingIsNotLimited() {
    SimulatedBucket bucket = new SimulatedBucket(Kind.TOKENS, 10_000);
    SimulatedMembers cluster = new SimulatedMembers(bucket, 3);
    cluster.add(400);
    cluster.add(300);
    cluster.run(30);
    assertThat(bucket.refused()).isZero();
    assertThat(bucket.granted()).isGreaterThan(20_900);
    assertThat(cluster.leasesSent()).isZero();
    assertThat(cluster.members())
        .allSatisfy(each -> assertThat(each.allowed()).isEqualTo(RateControl.UNLIMITED));
  }

  @Test
  void aLimitThatIsNeverMetAgainIsLiftedForAll() {
    SimulatedBucket bucket = new SimulatedBucket(Kind.TOKENS, 100);
    SimulatedMembers cluster = new SimulatedMembers(bucket, 5);
    cluster.add(90);
    cluster.add(90);
    cluster.run(20);
    assertThat(cluster.members().getFirst().allowed()).isLessThan(100);
    bucket.setPerSecond(10_000);
    cluster.run(310);
    assertThat(cluster.members())
        .allSatisfy(each -> assertThat(each.allowed()).isEqualTo(RateControl.UNLIMITED));
  }
}
