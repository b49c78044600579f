package dev.heddle.shuffle.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PeerThreadsTest {
  @Test
  void onlyTheFirstOnesAreOfThePlatform() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    List<Thread> waiting = new ArrayList<>();
    try {
      for (int i = 0; i < PeerThreads.MAX_PLATFORM_THREADS + 10; i++) {
        CountDownLatch runs = new CountDownLatch(1);
        waiting.add(
            PeerThreads.start(
                "waits-" + i,
                () -> {
                  runs.countDown();
                  awaitUninterrupted(end);
                }));
        runs.await();
      }
      assertThat(waiting.getFirst().isVirtual()).isFalse();
      assertThat(waiting).allMatch(Thread::isDaemon);
      assertThat(waiting.subList(PeerThreads.MAX_PLATFORM_THREADS, waiting.size()))
          .allMatch(Thread::isVirtual);
    } finally {
      end.countDown();
      for (Thread each : waiting) {
        each.join();
      }
    }
    Thread next = PeerThreads.start("next", () -> {});
    next.join();
    assertThat(next.isVirtual()).isFalse();
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
