package dev.heddle.shuffle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangeReader;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.PartitionTotals;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryExchangeBackendTest {
  private static final ExchangeId ID = new ExchangeId(7, 1);

  private final MemoryLedger ledger = new MemoryLedger(64 << 20);
  private final MemoryAccount account = ledger.open("test");
  private final MemoryExchangeBackend backend = new MemoryExchangeBackend();

  @AfterEach
  void everythingIsGivenBack() {
    backend.close();
    account.close();
    assertThat(ledger.usedBytes()).isZero();
  }

  private Batch batch(long first, int rows) {
    try (ColumnBuilder numbers = new ColumnBuilder(DataType.INT64, account);
        ColumnBuilder texts = new ColumnBuilder(DataType.STRING, account)) {
      for (int i = 0; i < rows; i++) {
        numbers.appendLong(first + i);
        if (i % 5 == 0) {
          texts.appendNull();
        } else {
          texts.appendString("a text that is too long to lie inline: " + (first + i));
        }
      }
      return Batch.of(account, rows, numbers.build(), texts.build());
    }
  }

  private void create(int maps, int partitions) {
    backend.create(
        ID, new ExchangeShape(List.of(DataType.INT64, DataType.STRING), maps, partitions));
  }

  private List<String> read(int partition) {
    List<String> rows = new ArrayList<>();
    try (ExchangeReader reader = backend.openReader(ID, partition, account)) {
      for (Optional<Batch> next = reader.next(); next.isPresent(); next = reader.next()) {
        try (Batch batch = next.get()) {
          for (int i = 0; i < batch.rowCount(); i++) {
            String text =
                batch.column(1).isNull(i)
                    ? "null"
                    : new String(batch.column(1).bytesAt(i), StandardCharsets.UTF_8);
            rows.add(batch.column(0).longAt(i) + ":" + text);
          }
        }
      }
    }
    return rows;
  }

  @Test
  void scattersRowsAndKeepsTheirOrderWithinAPartition() {
    long seed = 42;
    Random random = new Random(seed);
    create(2, 7);
    List<List<String>> expected = new ArrayList<>();
    for (int p = 0; p < 7; p++) {
      expected.add(new ArrayList<>());
    }
    for (int map = 0; map < 2; map++) {
      try (ExchangeWriter writer = backend.openWriter(new MapAttempt(ID, map, 0), account)) {
        for (int b = 0; b < 5; b++) {
          int rows = random.nextInt(3000);
          Buffer partitions = account.allocate(4L * rows);
          try (Batch batch = batch(map * 100_000L + b * 10_000L, rows)) {
            for (int i = 0; i < rows; i++) {
              int partition = random.nextInt(7);
              Memory.putInt(partitions.address() + 4L * i, partition);
              String text =
                  batch.column(1).isNull(i)
                      ? "null"
                      : new String(batch.column(1).bytesAt(i), StandardCharsets.UTF_8);
              expected.get(partition).add(batch.column(0).longAt(i) + ":" + text);
            }
            writer.write(batch, partitions.address());
          }
          partitions.release();
        }
        assertThat(writer.commit()).isTrue();
      }
    }
    for (int p = 0; p < 7; p++) {
      assertThat(read(p)).as("seed %d, partition %d", seed, p).isEqualTo(expected.get(p));
      assertThat(read(p)).as("a second reading").isEqualTo(expected.get(p));
    }
    assertThat(backend.totals(ID).stream().mapToLong(PartitionTotals::rows).sum())
        .isEqualTo(expected.stream().mapToLong(List::size).sum());
  }

  @Test
  void firstCommitOfAMapWins() {
    create(1, 1);
    try (ExchangeWriter first = backend.openWriter(new MapAttempt(ID, 0, 0), account);
        ExchangeWriter second = backend.openWriter(new MapAttempt(ID, 0, 1), account);
        Batch one = batch(1, 1);
        Batch two = batch(2, 1)) {
      first.write(one, 0);
      second.write(two, 0);
      assertThat(second.commit()).isTrue();
      assertThat(first.commit()).isFalse();
    }
    assertThat(read(0)).containsExactly("2:null");
  }

  @Test
  void anAttemptWithoutACommitLeavesNothing() {
    create(1, 2);
    try (ExchangeWriter writer = backend.openWriter(new MapAttempt(ID, 0, 0), account);
        Batch batch = batch(0, 100)) {
      writer.write(batch, 1);
    }
    assertThatThrownBy(() -> backend.openReader(ID, 1, account))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("0 of 1 maps have committed");
  }

  @Test
  void releasedIsNotEmpty() {
    create(1, 1);
    try (ExchangeWriter writer = backend.openWriter(new MapAttempt(ID, 0, 0), account)) {
      assertThat(writer.commit()).isTrue();
    }
    assertThat(read(0)).isEmpty();
    backend.release(ID);
    assertThatThrownBy(() -> backend.openReader(ID, 0, account))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("unknown or has been released");
  }

  @Test
  void aLostBatchIsAnErrorThatNamesTheExchange() {
    List<Batch> batches = new ArrayList<>(List.of(batch(0, 10), batch(10, 10)));
    PartitionTotals committed =
        RowLedger.totals(batches.get(0), account).plus(RowLedger.totals(batches.get(1), account));
    batches.remove(1).close();
    try (MemoryExchangeReader reader =
        new MemoryExchangeReader("partition 3 of " + ID, batches, committed, account)) {
      reader.next().orElseThrow().close();
      assertThatThrownBy(reader::next)
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("partition 3 of exchange 1 of job 7")
          .hasMessageContaining("committed 20 rows");
    }
  }
}
