package dev.heddle.physical.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ThreadTimesTest {
  private static final long WORK_NANOS = 30_000_000;
  private static final long GRAIN_NANOS = 10_000_000; // of the clocks, which are read in turn

  private static void work() {
    ThreadTimes begun = ThreadTimes.now();
    while (ThreadTimes.since(begun).cpuNanos() < WORK_NANOS) {
      Thread.onSpinWait();
    }
  }

  @Test
  void processorTimeIsThatOfTheThreadItself() throws InterruptedException {
    ThreadTimes begun = ThreadTimes.now();
    work();
    ThreadTimes worked = ThreadTimes.since(begun);
    assertThat(worked.cpuNanos()).isGreaterThanOrEqualTo(WORK_NANOS);
    assertThat(worked.nanos()).isGreaterThanOrEqualTo(worked.cpuNanos() - GRAIN_NANOS);
    Thread other = new Thread(ThreadTimesTest::work);
    ThreadTimes waiting = ThreadTimes.now();
    other.start();
    other.join();
    ThreadTimes waited = ThreadTimes.since(waiting);
    assertThat(waited.nanos()).isGreaterThanOrEqualTo(WORK_NANOS - GRAIN_NANOS);
    assertThat(waited.cpuNanos()).isLessThanOrEqualTo(waited.nanos() - WORK_NANOS / 2);
  }

  @Test
  void timesOfThreadsAddUp() throws InterruptedException {
    PlanMetrics metrics = new PlanMetrics();
    metrics.during(ThreadTimesTest::work);
    assertThat(metrics.threads()).isEqualTo(ThreadTimes.NONE); // nobody wants to know
    metrics.measureInDetail();
    Thread other = new Thread(() -> metrics.during(ThreadTimesTest::work));
    other.start();
    assertThatThrownBy(
            () ->
                metrics.during(
                    () -> {
                      work();
                      throw new IllegalStateException("failed");
                    }))
        .hasMessage("failed");
    other.join();
    assertThat(metrics.threads().cpuNanos()).isGreaterThanOrEqualTo(2 * WORK_NANOS);
    assertThat(new ThreadTimes(3, 2).plus(new ThreadTimes(30, 20)))
        .isEqualTo(new ThreadTimes(33, 22));
  }
}
