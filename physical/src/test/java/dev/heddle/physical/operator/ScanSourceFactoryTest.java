package dev.heddle.physical.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import dev.heddle.physical.testing.TestTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** Splits that are begun before their turn go to whoever is free, and none is left open. */
class ScanSourceFactoryTest {
  /** A split by its number. */
  private record Numbered(int number, long bytes) implements Split {
    @Override
    public long rows() {
      return -1;
    }
  }

  /** A reader without rows that notes what happens to it. */
  private static final class Reader implements SplitReader {
    private final boolean worksInBackground;
    private boolean isBegun;
    private boolean isRead;
    private boolean isClosed;

    Reader(boolean worksInBackground) {
      this.worksInBackground = worksInBackground;
    }

    @Override
    public boolean startAhead() {
      isBegun |= worksInBackground;
      return worksInBackground;
    }

    @Override
    public Optional<Batch> next() {
      isRead = true;
      return Optional.empty();
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }

  /** Splits of a size, over storage that works in the background or not. */
  private record Scan(
      int count, long bytes, boolean worksInBackground, List<Reader> readers, IntConsumer opening)
      implements TableScan {
    static Scan of(int count, long bytes, boolean worksInBackground) {
      return new Scan(count, bytes, worksInBackground, new ArrayList<>(), number -> {});
    }

    Scan whenOpening(IntConsumer opening) {
      return new Scan(count, bytes, worksInBackground, readers, opening);
    }

    @Override
    public List<Split> splits() {
      List<Split> splits = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        splits.add(new Numbered(i, bytes));
      }
      return splits;
    }

    @Override
    public SplitReader open(Split split, MemoryAccount account) {
      assertThat(((Numbered) split).number()).isEqualTo(readers.size()); // in table order
      opening.accept(readers.size());
      Reader reader = new Reader(worksInBackground);
      readers.add(reader);
      return reader;
    }

    @Override
    public ScanMetrics metrics() {
      throw new UnsupportedOperationException("No metrics are asked for here");
    }
  }

  private static final BatchSink NOWHERE = batch -> {};

  @Test
  void aSplitThatOneThreadHasBegunIsReadByTheOneThatIsFree() {
    Scan scan = Scan.of(3, 100 << 20, true);
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("test")) {
      TestTask task = new TestTask(account, 2);
      ScanSourceFactory factory = new ScanSourceFactory(() -> scan);
      try (factory;
          Source one = factory.open(task);
          Source two = factory.open(task)) {
        assertThat(one.advance(NOWHERE)).isTrue();
        assertThat(scan.readers()).hasSize(3); // one for each thread is begun beside the first
        assertThat(scan.readers()).allMatch(reader -> reader.isBegun);
        assertThat(two.advance(NOWHERE)).isTrue();
        assertThat(two.position()).isEqualTo(1);
        assertThat(two.advance(NOWHERE)).isTrue();
        assertThat(two.position()).isEqualTo(2);
        assertThat(two.advance(NOWHERE)).isFalse();
        assertThat(one.advance(NOWHERE)).isFalse();
      }
    }
    assertThat(scan.readers()).hasSize(3).allMatch(reader -> reader.isRead && reader.isClosed);
  }

  @Test
  void moreSmallSplitsAreBegunAheadAndClosedIfNobodyReadsThem() {
    Scan scan = Scan.of(40, 1 << 20, true);
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("test")) {
      ScanSourceFactory factory = new ScanSourceFactory(() -> scan);
      try (factory;
          Source source = factory.open(new TestTask(account, 1))) {
        assertThat(source.advance(NOWHERE)).isTrue();
      }
    }
    assertThat(scan.readers()).hasSizeBetween(3, 20).allMatch(reader -> reader.isClosed);
    assertThat(scan.readers().stream().filter(reader -> reader.isRead)).hasSize(1);
  }

  @Test
  void noneIsBegunAheadWhereStorageDoesNotWorkInTheBackground() {
    Scan scan = Scan.of(5, 1 << 20, false);
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("test")) {
      ScanSourceFactory factory = new ScanSourceFactory(() -> scan);
      try (factory;
          Source source = factory.open(new TestTask(account, 1))) {
        for (int i = 0; i < 5; i++) {
          assertThat(source.advance(NOWHERE)).isTrue();
          assertThat(scan.readers()).hasSize(i + 1);
        }
        assertThat(source.advance(NOWHERE)).isFalse();
      }
    }
    assertThat(scan.readers()).allMatch(reader -> reader.isRead && reader.isClosed);
  }

  @Test
  void aSplitThatIsBeingBegunIsTakenBeforeLaterOnes() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Scan scan =
        Scan.of(2, 100 << 20, true)
            .whenOpening(
                number -> {
                  if (number == 1) {
                    begun.countDown();
                    await(goOn);
                  }
                });
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("test");
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      TestTask task = new TestTask(account, 2);
      ScanSourceFactory factory = new ScanSourceFactory(() -> scan);
      try (factory;
          Source one = factory.open(task);
          Source two = factory.open(task)) {
        Future<Boolean> first = threads.submit(() -> one.advance(NOWHERE));
        await(begun); // one is about to add the second split
        Future<Boolean> second = threads.submit(() -> two.advance(NOWHERE));
        goOn.countDown();
        assertThat(first.get()).isTrue();
        assertThat(second.get()).isTrue();
        assertThat(one.position()).isZero();
        assertThat(two.position()).isEqualTo(1);
        assertThat(two.advance(NOWHERE)).isFalse();
      }
    }
    assertThat(scan.readers()).hasSize(2).allMatch(reader -> reader.isRead && reader.isClosed);
  }

  @Test
  void theThreadThatTakesASplitSeesWhyItCouldNotBeBegun() {
    Scan scan =
        Scan.of(3, 100 << 20, true)
            .whenOpening(
                number -> {
                  if (number == 1) {
                    throw new HeddleException(ErrorCode.IO, "Cannot open split 1");
                  }
                });
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("test")) {
      TestTask task = new TestTask(account, 2);
      ScanSourceFactory factory = new ScanSourceFactory(() -> scan);
      try (factory;
          Source one = factory.open(task);
          Source two = factory.open(task)) {
        assertThatThrownBy(() -> one.advance(NOWHERE)).hasMessage("Cannot open split 1");
        assertThatThrownBy(() -> two.advance(NOWHERE)).hasMessage("Cannot open split 1");
      }
    }
    assertThat(scan.readers()).hasSize(1).allMatch(reader -> reader.isClosed);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("The test was interrupted", e);
    }
  }
}
