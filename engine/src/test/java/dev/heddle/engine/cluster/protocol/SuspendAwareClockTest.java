package dev.heddle.engine.cluster.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SuspendAwareClockTest {
  @Test
  void timeWithoutAReadingIsCountedUpToALimit() {
    AtomicLong nanos = new AtomicLong();
    SuspendAwareClock clock = new SuspendAwareClock(nanos::get);
    long begun = clock.millis();
    for (int i = 0; i < 10; i++) {
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
      clock.millis();
    }
    assertThat(clock.millis() - begun).isEqualTo(20_000);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(60));
    assertThat(clock.millis() - begun).as("after a stop of a minute").isEqualTo(23_000);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    assertThat(clock.millis() - begun).isEqualTo(24_000);
  }
}
