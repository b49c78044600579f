package dev.heddle.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SnapshotsTest {
  private static final long PATIENCE = 60_000;

  private final AtomicInteger made = new AtomicInteger();
  private final Snapshots snapshots =
      new Snapshots(
          1, topic -> Optional.of((topic + " " + made.incrementAndGet()).getBytes(UTF_8)));

  @AfterEach
  void close() {
    snapshots.close();
  }

  @Test
  void nothingIsMadeWhileNobodyWatches() throws Exception {
    assertThat(snapshots.made()).isZero();
    try (Snapshots.Watcher watcher = snapshots.watch("status").orElseThrow()) {
      assertThat(new String(watcher.next(PATIENCE).orElseThrow(), UTF_8)).startsWith("status ");
    }
    while (snapshots.isRunning()) {
      Thread.onSpinWait();
    }
    long before = snapshots.made();
    assertThat(before).isPositive();
    assertThat(snapshots.made()).isEqualTo(before);
  }

  @Test
  void allWhoWatchATopicAreGivenTheSameBytes() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    try (Snapshots once =
        new Snapshots(
            1,
            topic -> {
              try {
                go.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return calls.getAndIncrement() == 0
                  ? Optional.of(new byte[] {'x'})
                  : Optional.empty();
            })) {
      try (Snapshots.Watcher one = once.watch("status").orElseThrow();
          Snapshots.Watcher other = once.watch("status").orElseThrow()) {
        go.countDown();
        assertThat(one.next(PATIENCE).orElseThrow()).isSameAs(other.next(PATIENCE).orElseThrow());
        assertThat(once.made()).isEqualTo(1);
      }
    }
  }

  @Test
  void aStateThatDidNotChangeIsNotSentAgain() throws Exception {
    try (Snapshots same = new Snapshots(1, _ -> Optional.of(new byte[] {'x'}));
        Snapshots.Watcher watcher = same.watch("status").orElseThrow()) {
      assertThat(watcher.next(PATIENCE)).isPresent();
      assertThat(watcher.next(20)).isEmpty();
    }
  }

  @Test
  void aBoundedNumberWatches() {
    List<Snapshots.Watcher> watchers = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      watchers.add(snapshots.watch("status").orElseThrow());
    }
    assertThat(snapshots.watch("status")).isEmpty();
    watchers.removeLast().close();
    assertThat(snapshots.watch("status")).isPresent();
  }
}
