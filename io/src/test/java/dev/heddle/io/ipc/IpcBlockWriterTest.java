package dev.heddle.io.ipc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IpcBlockWriterTest {
  private static final int ROWS = 2000;

  private final MemoryAccount account = new MemoryLedger(64 << 20).open("test");
  private IpcBlockWriter writer = new IpcBlockWriter(account);

  @AfterEach
  void everythingIsGivenBack() {
    account.close();
  }

  /** Writes numbers and reads them back; returns how long the body was. */
  private int roundTrip(LongSupplier next) {
    long[] expected = new long[ROWS];
    try (ColumnBuilder numbers = new ColumnBuilder(DataType.INT64, account);
        ColumnBuilder zeros = new ColumnBuilder(DataType.INT64, account)) {
      for (int i = 0; i < ROWS; i++) {
        expected[i] = next.getAsLong();
        numbers.appendLong(expected[i]);
        zeros.appendLong(0);
      }
      try (Batch batch = Batch.of(account, ROWS, zeros.build(), numbers.build());
          IpcBlockWriter.Block block = writer.write(batch);
          IpcBlockReader reader =
              new IpcBlockReader(List.of(DataType.INT64, DataType.INT64), account)) {
        reader.open(block.metadata(), block.body().address(), block.bodyBytes());
        try (Batch read = reader.next()) {
          for (int i = 0; i < ROWS; i++) {
            assertThat(read.column(1).longAt(i)).isEqualTo(expected[i]);
            assertThat(read.column(0).longAt(i)).isZero();
          }
        }
        return block.bodyBytes();
      }
    }
  }

  @Test
  void whatDoesNotGetShorterIsLeftForAWhileAndTriedAgain() {
    Random random = new Random(5);
    for (int i = 0; i < 100; i++) {
      assertThat(roundTrip(random::nextLong)).isBetween(8 * ROWS, 8 * ROWS + 500);
    }
    int plain = 0;
    while (roundTrip(() -> 7) > 1000) {
      plain++;
    }
    assertThat(plain).isBetween(1, 32);
    assertThat(roundTrip(() -> 8)).as("it goes on").isLessThan(1000);
  }

  @Test
  void compressionStopsWhileTheDiskIsFastAndStartsWhenItIsSlow() {
    CompressionCost cost = new CompressionCost();
    writer = IpcBlockWriter.packing(account, cost);
    LongSupplier halfCompressible =
        new LongSupplier() {
          private final Random random = new Random(6);
          private long count;

          @Override
          public long getAsLong() {
            return count++ % 2 == 0 ? 7 : random.nextLong();
          }
        };
    for (int i = 0; i < 100; i++) {
      cost.noteWrite(1000, 1);
    }
    int plain = 0;
    for (int i = 0; i < 40; i++) {
      plain += roundTrip(halfCompressible) > 8 * ROWS ? 1 : 0;
    }
    assertThat(plain).isGreaterThan(25);
    int more = 0;
    for (int i = 0; i < 80; i++) {
      for (int w = 0; w < 100; w++) {
        cost.noteWrite(1000, 50_000_000);
      }
      more += roundTrip(halfCompressible) > 8 * ROWS ? 1 : 0;
    }
    assertThat(more).isLessThan(40);
  }

  @Test
  void packedNumbersTakeFewBytes() {
    writer = IpcBlockWriter.packing(account, new CompressionCost());
    Random random = new Random(7);
    assertThat(roundTrip(() -> 1_000_000_000_000L + random.nextInt(200))).isLessThan(ROWS + 100);
    assertThat(roundTrip(() -> -random.nextInt(60_000))).isLessThan(2 * ROWS + 100);
    assertThat(roundTrip(random::nextLong)).isGreaterThan(8 * ROWS);
  }

  @Test
  void whatStaysOnTheHostIsPackedButNotCompressed() {
    writer = IpcBlockWriter.packing(account);
    Random random = new Random(8);
    assertThat(roundTrip(() -> 1_000_000_000_000L + random.nextInt(200))).isLessThan(ROWS + 100);
    long[] halves = {Long.MIN_VALUE, Long.MAX_VALUE};
    assertThat(roundTrip(() -> halves[random.nextInt(2)]))
        .as("LZ4 would halve it")
        .isGreaterThan(8 * ROWS);
  }

  @Test
  void overANetworkNumbersArePackedOrCompressedWhicheverIsShorter() {
    writer = IpcBlockWriter.packingAndCompressing(account);
    Random random = new Random(9);
    long[] far = {Long.MIN_VALUE, Long.MAX_VALUE};
    long[] wide = {0, 1L << 50};
    for (int i = 0; i < 40; i++) {
      assertThat(roundTrip(() -> 1_000_000_000_000L + random.nextInt(200))).isLessThan(ROWS + 100);
      assertThat(roundTrip(() -> random.nextLong(1L << 55)))
          .as("packed though that does not halve it")
          .isBetween(7 * ROWS, 7 * ROWS + 200);
      assertThat(roundTrip(random::nextLong)).isBetween(8 * ROWS, 8 * ROWS + 500);
    }
    writer = IpcBlockWriter.packingAndCompressing(account);
    assertThat(roundTrip(() -> far[random.nextInt(2)])).as("compressed").isLessThan(5 * ROWS);
    assertThat(roundTrip(() -> wide[random.nextInt(2)])).as("compressed").isLessThan(5 * ROWS);
  }
}
