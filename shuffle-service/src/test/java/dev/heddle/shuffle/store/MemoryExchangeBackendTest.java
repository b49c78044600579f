package dev.heddle.shuffle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
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
import dev.heddle.shuffle.protocol.Overflow;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.RowLedger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryExchangeBackendTest {
  private static final ExchangeId ID = new ExchangeId(7, 1);

  private final MemoryLedger ledger = new MemoryLedger(64 << 20);
  private final MemoryAccount account = ledger.open("test");
  private final MemoryExchangeBackend backend = new MemoryExchangeBackend();
  private final KeptOverflow overflow = new KeptOverflow();

  @AfterEach
  void everythingIsGivenBack() {
    backend.close();
    account.close();
    overflow.kept.close();
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
      try (ExchangeWriter writer =
          backend.openWriter(new MapAttempt(ID, map, 0), account, overflow)) {
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
        writer.commit();
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
  void whatIsBeyondAShareOfTheMemoryOverflowsAndComesInOrder() {
    create(2, 3);
    ledger.setLimitBytes(4 << 20);
    int rows = 100_000;
    for (int map = 0; map < 2; map++) {
      try (ExchangeWriter writer =
          backend.openWriter(new MapAttempt(ID, map, 0), account, overflow)) {
        for (int at = 0; at < rows; at += 2000) {
          try (Batch batch = batch(map * 1_000_000L + at, 2000)) {
            writer.write(batch, at / 2000 % 4 == 3 ? 2 : 1);
          }
        }
        writer.commit();
      }
    }
    assertThat(overflow.rows).isGreaterThan(rows);
    assertThat(account.usedBytes()).isLessThan(4 << 20);
    assertThat(read(0)).isEmpty();
    for (int partition = 1; partition < 3; partition++) {
      List<String> seen = read(partition);
      assertThat(seen).hasSize(partition == 1 ? 152_000 : 48_000);
      long last = -1;
      for (String row : seen) {
        long number = Long.parseLong(row.substring(0, row.indexOf(':')));
        assertThat(number).isGreaterThan(last);
        last = number;
      }
      assertThat(read(partition)).isEqualTo(seen);
    }
  }

  /** Keeps rows in memory that another ledger counts. */
  private static final class KeptOverflow implements Overflow {
    private final MemoryAccount kept = new MemoryLedger(1L << 30).open("kept");
    private long rows;

    @Override
    public File open(List<DataType> types, MemoryAccount account, int blockBytes) {
      List<Batch> batches = new ArrayList<>();
      return new File() {
        @Override
        public void write(Batch batch) {
          rows += batch.rowCount();
          try (BatchAppender copy = new BatchAppender(types, kept)) {
            copy.append(batch);
            batches.add(copy.build());
          }
        }

        @Override
        public void finish() {}

        @Override
        public Reader open(MemoryAccount account) {
          return reader(batches, types, account);
        }

        @Override
        public void close() {
          batches.forEach(Batch::close);
          batches.clear();
        }
      };
    }

    private static Overflow.Reader reader(
        List<Batch> batches, List<DataType> types, MemoryAccount account) {
      return new Overflow.Reader() {
        private int next;

        @Override
        public @Nullable Batch next() {
          if (next == batches.size()) {
            return null;
          }
          try (BatchAppender copy = new BatchAppender(types, account)) {
            copy.append(batches.get(next++));
            return copy.build();
          }
        }

        @Override
        public void close() {}
      };
    }
  }

  @Test
  void firstCommitOfAMapWins() {
    create(1, 1);
    try (ExchangeWriter first = backend.openWriter(new MapAttempt(ID, 0, 0), account, overflow);
        ExchangeWriter second = backend.openWriter(new MapAttempt(ID, 0, 1), account, overflow);
        Batch one = batch(1, 1);
        Batch two = batch(2, 1)) {
      first.write(one, 0);
      second.write(two, 0);
      assertThat(second.commit().digest()).isNotEqualTo(first.commit().digest());
    }
    assertThat(read(0)).containsExactly("2:null");
  }

  @Test
  void anAttemptWithoutACommitLeavesNothing() {
    create(1, 2);
    try (ExchangeWriter writer = backend.openWriter(new MapAttempt(ID, 0, 0), account, overflow);
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
    try (ExchangeWriter writer = backend.openWriter(new MapAttempt(ID, 0, 0), account, overflow)) {
      assertThat(writer.commit().rows()).isZero();
    }
    assertThat(read(0)).isEmpty();
    backend.release(ID);
    assertThatThrownBy(() -> backend.openReader(ID, 0, account))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("unknown or has been released");
  }

  @Test
  void aLostBatchIsAnErrorThatNamesTheExchange() {
    MapOutput output = new MapOutput(4);
    PartitionTotals committed = PartitionTotals.NONE;
    try (Batch lost = batch(10, 10)) {
      Batch kept = batch(0, 10);
      PartitionTotals totals = RowLedger.totals(kept, account);
      output.add(3, kept, 100, totals);
      committed = totals.plus(RowLedger.totals(lost, account));
    }
    try (output;
        MemoryExchangeReader reader =
            new MemoryExchangeReader(
                "partition 3 of " + ID, 3, List.of(output), committed, account)) {
      reader.next().orElseThrow().close();
      assertThatThrownBy(reader::next)
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("partition 3 of exchange 1 of job 7")
          .hasMessageContaining("committed 20 rows");
    }
  }
}
