package dev.heddle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class FlightClockTest {
  private static final Instant BEGUN = Instant.ofEpochSecond(1_700_000_000);

  @Test
  void takesTheSystemsClockAtFirst() {
    FlightClock clock = new FlightClock(BEGUN, 5_000);
    assertThat(clock.nanos(BEGUN.plusNanos(70))).isEqualTo(5_070);
  }

  @Test
  void takesTheQuickestOfTheLastTimesThatBothWereSeen() {
    FlightClock clock = new FlightClock(BEGUN, 0);
    clock.seen(BEGUN.plusNanos(1_000 + 300), 1_000); // the recorder's was read 300 ns later
    clock.seen(BEGUN.plusNanos(2_000 + 40), 2_000);
    clock.seen(BEGUN.plusNanos(3_000 + 900_000), 3_000);
    assertThat(clock.nanos(BEGUN.plusNanos(10_040))).isEqualTo(10_000);
  }

  @Test
  void followsAClockThatDrifts() {
    FlightClock clock = new FlightClock(BEGUN, 0);
    for (int i = 0; i < 1_000; i++) {
      clock.seen(BEGUN.plusNanos(1_000L * i + i), 1_000L * i);
    }
    long error = clock.nanos(BEGUN.plusNanos(1_000_000 + 1_000)) - 1_000_000;
    assertThat(error).isBetween(0L, 100L);
  }
}
