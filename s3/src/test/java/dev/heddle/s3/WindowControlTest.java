package dev.heddle.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class WindowControlTest {
  private static final long STEP_NANOS = 10_000_000;

  private long now;

  /** Runs a link for some seconds and returns what it has carried in the last one, in MB/s. */
  private double run(
      WindowControl control, double connectionMb, double totalMb, double noise, int seconds) {
    Random random = new Random(5);
    double last = 0;
    int steps = (int) (seconds * 1_000_000_000L / STEP_NANOS);
    for (int step = 0; step < steps; step++) {
      double rate = Math.min(totalMb, control.limit() * connectionMb);
      rate *= 1 + noise * (random.nextDouble() - 0.5);
      long bytes = (long) (rate * 1e6 * STEP_NANOS / 1e9);
      now += STEP_NANOS;
      control.received(bytes, now, 1);
      if (step >= steps - 100) {
        last += bytes / 1e6;
      }
    }
    return last;
  }

  @Test
  void fillsLinksOfAllKinds() {
    double[][] links = {{40, 100}, {40, 1000}, {90, 2500}, {5, 400}, {100, 50}};
    for (double[] link : links) {
      for (double noise : new double[] {0, 0.04}) {
        WindowControl control = new WindowControl(now);
        double carried = run(control, link[0], link[1], noise, 30);
        double possible = Math.min(link[1], WindowControl.MAX_REQUESTS * link[0]);
        assertThat(carried)
            .as("link %s MB/s a connection, %s in all, noise %s", link[0], link[1], noise)
            .isGreaterThan(0.9 * possible);
      }
    }
  }

  @Test
  void doesNotGrowForNothing() {
    WindowControl control = new WindowControl(0);
    run(control, 100, 50, 0, 60);
    assertThat(control.limit()).isLessThan(8);
  }

  @Test
  void findsRoomThatComesLater() {
    WindowControl control = new WindowControl(0);
    run(control, 40, 100, 0, 5);
    assertThat(run(control, 40, 800, 0, 60)).isGreaterThan(700);
  }

  @Test
  void epochsInWhichNobodyWaitsSayNothing() {
    WindowControl control = new WindowControl(0);
    int before = control.limit();
    for (int i = 0; i < 100; i++) {
      now += 10_000_000;
      control.received(1_000_000, now, 0);
    }
    assertThat(control.limit()).isEqualTo(before);
    assertThat(control.bestBytesPerSecond()).isZero();
  }
}
