package dev.heddle.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WaitClockTest {
  private final AtomicLong now = new AtomicLong(1_000);
  private final WaitClock clock = new WaitClock(now::get);

  @Test
  void aThreadsWaitsAreAddedUp() {
    assertThat(clock.<Long>during(() -> now.addAndGet(30))).isEqualTo(1_030);
    now.addAndGet(500);
    assertThat(clock.<Long>during(() -> now.addAndGet(12))).isEqualTo(1_542);
    assertThat(clock.nanos()).isEqualTo(42);
  }

  @Test
  void virtualThreadsThatWaitSideBySideCountOnce() throws InterruptedException {
    CountDownLatch waiting = new CountDownLatch(2);
    CountDownLatch answer = new CountDownLatch(1);
    Thread[] threads = new Thread[2];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          Thread.ofVirtual()
              .start(
                  () ->
                      clock.during(
                          () -> {
                            waiting.countDown();
                            try {
                              answer.await();
                            } catch (InterruptedException e) {
                              throw new IllegalStateException(e);
                            }
                            return null;
                          }));
    }
    waiting.await();
    now.addAndGet(70);
    assertThat(clock.nanos()).isEqualTo(70);
    answer.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    now.addAndGet(1_000);
    assertThat(clock.nanos()).isEqualTo(70);
  }
}
