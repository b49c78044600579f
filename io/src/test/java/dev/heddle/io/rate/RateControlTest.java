package dev.heddle.io.rate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.rate.RateControl.Allowance;
import dev.heddle.io.testing.Effort;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One process against services that refuse. */
class RateControlTest {
  private static final long STEP = 100_000;
  private static final double INTERVAL = 0.5;

  private final RateControl control = new RateControl(INTERVAL, INTERVAL);
  private long nanos;
  private double credit;
  private long sent;
  private long refused;
  private double sinceSeconds;

  /** Sends for some time what is allowed of a number of requests a second. */
  private void run(SimulatedBucket bucket, double wished, int seconds, Random random) {
    for (long end = nanos + seconds * 1_000_000_000L; nanos < end; nanos += STEP) {
      double steps = 1e9 / STEP;
      boolean sends;
      if (control.isLimited()) { // at even distances
        credit = Math.min(2, credit + Math.min(wished, control.limit()) / steps);
        sends = credit >= 1;
      } else {
        sends = random.nextDouble() < wished / steps;
      }
      if (sends) {
        credit = Math.max(0, credit - 1);
        sent++;
        refused += bucket.ask(nanos + random.nextInt((int) STEP)) ? 0 : 1;
      }
      sinceSeconds += STEP / 1e9;
      if (sinceSeconds >= INTERVAL) {
        control.update(
            sinceSeconds,
            sent / sinceSeconds,
            refused / sinceSeconds,
            control.limit() < wished ? Allowance.USED_UP : Allowance.LEFT);
        sent = 0;
        refused = 0;
        sinceSeconds = 0;
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "TOKENS, 100, 1000",
    "TOKENS, 100, 110",
    "TOKENS, 20, 500",
    "TOKENS, 5000, 9000",
    "SLIDING_WINDOW, 100, 1000",
    "SLIDING_WINDOW, 100, 110",
    "SLIDING_WINDOW, 20, 500",
    "SLIDING_WINDOW, 3500, 9000"
  })
  void settlesCloseBelowTheLimitOfAService(
      SimulatedBucket.Kind kind, double perSecond, double wished) {
    for (long seed = 1; seed <= Effort.of(20); seed++) {
      RateControlTest one = new RateControlTest();
      SimulatedBucket bucket = new SimulatedBucket(kind, perSecond);
      Random random = new Random(seed);
      one.run(bucket, wished, 30, random);
      bucket.reset();
      one.run(bucket, wished, 120, random);
      double used = bucket.granted() / (120 * perSecond);
      double share = (double) bucket.refused() / (bucket.granted() + bucket.refused());
      assertThat(used).as("used, seed %d", seed).isGreaterThan(0.9);
      assertThat(share).as("refused, seed %d", seed).isLessThan(0.05);
    }
  }

  @Test
  void theFirstRefusalHalvesWhatWasGranted() {
    control.update(INTERVAL, 1_000, 0, Allowance.LEFT);
    assertThat(control.isLimited()).isFalse();
    control.update(INTERVAL, 1_000, 800, Allowance.LEFT);
    assertThat(control.limit()).isEqualTo(100);
    assertThat(control.ceiling()).isEqualTo(200);
  }

  @Test
  void isHalvedOnceInTheTimeThatItsEffectTakes() {
    control.update(INTERVAL, 1_000, 800, Allowance.LEFT);
    control.update(INTERVAL, 100, 20, Allowance.USED_UP); // sent before
    assertThat(control.ceiling()).isEqualTo(200);
    control.update(
        INTERVAL, 100, 90, Allowance.USED_UP); // most of it: the service grants far less by now
    assertThat(control.limit()).isEqualTo(50);
  }

  @Test
  void anAllowanceThatIsNotUsedUpDoesNotGrow() {
    control.restart(100);
    for (int i = 0; i < 100; i++) {
      control.update(INTERVAL, 50, 0, Allowance.LEFT);
    }
    assertThat(control.limit()).isEqualTo(100);
    control.update(INTERVAL, 100, 0, Allowance.USED_UP);
    assertThat(control.limit()).isGreaterThan(100);
  }

  @Test
  void fiveMinutesWithoutARefusalLiftTheLimit() {
    control.restart(100);
    for (int i = 0; i < 300 / INTERVAL - 1; i++) {
      control.update(INTERVAL, 10, 0, Allowance.LEFT);
    }
    assertThat(control.isLimited()).isTrue();
    control.update(INTERVAL, 10, 0, Allowance.LEFT);
    assertThat(control.isLimited()).isFalse();
  }

  @Test
  void findsWhatAServiceGrantsMoreAndLess() {
    SimulatedBucket bucket = new SimulatedBucket(SimulatedBucket.Kind.TOKENS, 100);
    Random random = new Random(3);
    run(bucket, 9_000, 60, random);
    bucket.setPerSecond(800);
    run(bucket, 9_000, 60, random);
    bucket.reset();
    run(bucket, 9_000, 30, random);
    assertThat(bucket.granted()).isGreaterThan(30 * 800 * 8 / 10);
    bucket.setPerSecond(50);
    run(bucket, 9_000, 15, random);
    bucket.reset();
    run(bucket, 9_000, 60, random);
    assertThat(bucket.granted()).isGreaterThan(60 * 50 * 8 / 10);
    assertThat(bucket.refused()).isLessThan(60 * 50 / 20);
  }

  @Test
  void refusalsNowAndThenAmongManyCostLittle() {
    for (long seed = 1; seed <= Effort.of(10); seed++) {
      RateControlTest one = new RateControlTest();
      SimulatedBucket bucket = new SimulatedBucket(SimulatedBucket.Kind.TOKENS, 1_000_000);
      Random random = new Random(seed);
      double possible = 0;
      double got = 0;
      for (int second = 0; second < 120; second++) {
        bucket.setPerSecond(second % 20 == 10 ? 0 : 1_000_000); // a second of failure
        bucket.reset();
        one.run(bucket, 500, 1, random);
        possible += second % 20 == 10 ? 0 : 500;
        got += bucket.granted();
      }
      assertThat(got / possible).as("seed %d", seed).isGreaterThan(0.5);
    }
  }
}
