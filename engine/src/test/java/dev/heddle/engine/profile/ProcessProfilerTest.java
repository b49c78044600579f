package dev.heddle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Profiles this process while threads of the test compute, allocate and wait. */
class ProcessProfilerTest {
  private static final AtomicReference<Object> ALLOCATED = new AtomicReference<>();
  private static volatile long computed;

  private static void compute(AtomicBoolean ends) {
    while (!ends.get()) {
      long mixed = computed;
      for (int i = 0; i < 100_000; i++) {
        mixed = mixed * 31 + (mixed >>> 7);
      }
      computed = mixed;
    }
  }

  private static void allocate(AtomicBoolean ends) {
    while (!ends.get()) {
      ALLOCATED.set(new long[100_000]);
    }
  }

  /** Keeps a lock for 15 ms again and again, for which another thread waits. */
  private static void hold(ReentrantLock lock, AtomicBoolean ends) {
    while (!ends.get()) {
      lock.lock();
      try {
        LockSupport.parkNanos(15_000_000);
      } finally {
        lock.unlock();
      }
    }
  }

  @Test
  void showsCpuTimeAllocationAndLocks() throws Exception {
    AtomicBoolean ends = new AtomicBoolean();
    ReentrantLock lock = new ReentrantLock(true);
    List<Thread> threads =
        List.of(
            Thread.ofPlatform().name("test-computes").start(() -> compute(ends)),
            Thread.ofPlatform().name("test-allocates").start(() -> allocate(ends)),
            Thread.ofPlatform().name("test-holds").start(() -> hold(lock, ends)),
            Thread.ofPlatform().name("test-waits").start(() -> hold(lock, ends)));
    ProcessProfile profile;
    try {
      profile = ProcessProfiler.profile(Duration.ofSeconds(4));
    } finally {
      ends.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
    }
    assertThat(profile.took()).isGreaterThanOrEqualTo(Duration.ofSeconds(4));
    assertThat(profile.cpu().stacks())
        .anySatisfy(
            stack -> {
              assertThat(stack.activity()).isEqualTo("test-computes");
              assertThat(stack.frames().getLast())
                  .isEqualTo("dev.heddle.engine.profile.ProcessProfilerTest.compute");
            });
    assertThat(profile.allocation())
        .anySatisfy(
            site -> {
              assertThat(site.thread()).isEqualTo("test-allocates");
              assertThat(site.subject()).isEqualTo("[J");
              assertThat(site.amount()).isGreaterThan(800_000);
            });
    assertThat(profile.locks())
        .anySatisfy(
            site -> {
              assertThat(site.subject()).contains("ReentrantLock");
              assertThat(site.frames())
                  .contains("dev.heddle.engine.profile.ProcessProfilerTest.hold");
              assertThat(site.amount()).isGreaterThan(10_000_000);
            });
  }

  @Test
  void refusesTimesThatAreNone() {
    for (Duration time : List.of(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofHours(1))) {
      assertThatThrownBy(() -> ProcessProfiler.profile(time))
          .isInstanceOfSatisfying(
              HeddleException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
          .hasMessageContaining(time.toMillis() + " ms");
    }
  }
}
