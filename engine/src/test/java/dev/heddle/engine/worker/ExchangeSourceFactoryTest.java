package dev.heddle.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.graph.TaskInput;
import dev.heddle.engine.graph.TaskRange;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.physical.operator.Source;
import dev.heddle.physical.plan.PartitionGroup;
import dev.heddle.physical.testing.TestTask;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.ExchangeSpill;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.store.MemoryExchangeBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ExchangeSourceFactoryTest {
  private static final ExchangeSpill NO_SPILL =
      (types, overflowing, blockBytes) -> {
        throw new IllegalStateException("Everything fits");
      };

  private static final ExchangeId EXCHANGE = new ExchangeId(1, 0);
  private static final TaskInput INPUT = new TaskInput(0, EXCHANGE, true, 0);

  @Test
  void threadsShareBatchesOfFewRowsAndKnowTheirPlaces() {
    for (int seed = 0; seed < 10; seed++) {
      Random random = new Random(seed);
      int maps = 1 + random.nextInt(400);
      try (MemoryAccount account = new MemoryLedger(1L << 30).open("exchange");
          ExchangeBackend exchanges = new MemoryExchangeBackend();
          ExchangeSourceFactory factory =
              new ExchangeSourceFactory(exchanges, INPUT, TaskRange.of(0))) {
        List<Long> written = write(exchanges, maps, random, account);
        TestTask task = new TestTask(account, 3);
        TreeMap<Long, List<Long>> byPosition = new TreeMap<>();
        List<Source> sources = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
          sources.add(factory.open(task));
        }
        while (!sources.isEmpty()) {
          Source source = sources.get(random.nextInt(sources.size()));
          List<Long> values = new ArrayList<>();
          if (source.advance(batch -> take(batch, values))) {
            assertThat(byPosition.put(source.position(), values)).as("a place twice").isNull();
          } else {
            source.close();
            sources.remove(source);
          }
        }
        List<Long> read = new ArrayList<>();
        byPosition.values().forEach(read::addAll);
        assertThat(read).as("seed " + seed).isEqualTo(written);
      }
    }
  }

  @Test
  void whoStopsEarlyLeavesNothingBehind() {
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("exchange");
        ExchangeBackend exchanges = new MemoryExchangeBackend();
        ExchangeSourceFactory factory =
            new ExchangeSourceFactory(exchanges, INPUT, TaskRange.of(0))) {
      write(exchanges, 50, new Random(3), account);
      TestTask task = new TestTask(account, 1);
      try (Source source = factory.open(task)) {
        assertThat(source.advance(Batch::close)).isTrue();
      }
    } // and the account finds no leak
  }

  @Test
  void onlyTheThreadThatMissesMemoryFails() {
    MemoryLedger ledger = new MemoryLedger(1L << 30);
    try (MemoryAccount account = ledger.open("exchange");
        ExchangeBackend exchanges = new MemoryExchangeBackend();
        ExchangeSourceFactory factory =
            new ExchangeSourceFactory(exchanges, INPUT, TaskRange.of(0))) {
      write(exchanges, 50, new Random(3), account);
      TestTask task = new TestTask(account, 2);
      try (Source unlucky = factory.open(task);
          Source other = factory.open(task)) {
        ledger.refuseAfter(0);
        assertThatThrownBy(() -> unlucky.advance(Batch::close))
            .hasMessageStartingWith("Cannot allocate")
            .isInstanceOfSatisfying(
                HeddleException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY));
        ledger.endRefusing();
        assertThat(other.advance(Batch::close)).isFalse();
      }
    }
  }

  @Test
  void skewedPartitionsAreReadByThoseThatWantThem() {
    int partitions = 7;
    List<Integer> skewed = List.of(0, 3, 4);
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("exchange");
        ExchangeBackend exchanges = new MemoryExchangeBackend()) {
      exchanges.create(EXCHANGE, new ExchangeShape(List.of(DataType.INT64), 4, partitions));
      for (int map = 0; map < 4; map++) {
        try (ExchangeWriter writer =
            exchanges.openWriter(new MapAttempt(EXCHANGE, map, 0), account, NO_SPILL)) {
          for (int partition = 0; partition < partitions; partition++) {
            try (ColumnBuilder values = new ColumnBuilder(DataType.INT64, account)) {
              values.appendLong(10 * partition + map);
              try (Batch batch = Batch.of(account, 1, values.build())) {
                writer.lane().write(batch, partition);
              }
            }
          }
          writer.commit();
        }
      }
      for (PartitionGroup group : PartitionGroup.values()) {
        int firstTask = group.ordinal();
        TaskInput input =
            new TaskInput(
                0,
                EXCHANGE,
                false,
                0,
                group,
                group == PartitionGroup.ALL ? List.of() : skewed,
                firstTask);
        for (int first = 0; first < partitions; first++) {
          for (int end = first + 1; end <= partitions; end++) {
            TaskRange range =
                new TaskRange(
                    first + firstTask, end + firstTask, Optional.of(new TaskRange.Part(0, 1, 3)));
            List<Long> wanted = new ArrayList<>();
            for (long partition = first; partition < end; partition++) {
              boolean isSkewed = skewed.contains((int) partition);
              if (isSkewed ? group.hasSkewed() : group.hasEven()) {
                wanted.addAll(List.of(10 * partition + 1, 10 * partition + 2));
              }
            }
            List<Long> values = new ArrayList<>();
            try (ExchangeSourceFactory factory =
                    new ExchangeSourceFactory(exchanges, input, range);
                Source source = factory.open(new TestTask(account, 1))) {
              while (source.advance(batch -> take(batch, values))) {
                assertThat(values).isNotEmpty();
              }
            }
            assertThat(values.stream().sorted().toList())
                .as("%s of %s", group, range)
                .isEqualTo(wanted);
          }
        }
      }
    }
  }

  private static void take(Batch batch, List<Long> values) {
    try (batch) {
      for (int row = 0; row < batch.rowCount(); row++) {
        values.add(batch.column(0).longAt(row));
      }
    }
  }

  /** Writes one row a map, and now and then some thousands; returns the values in order. */
  private static List<Long> write(
      ExchangeBackend exchanges, int maps, Random random, MemoryAccount account) {
    List<Long> written = new ArrayList<>();
    exchanges.create(EXCHANGE, new ExchangeShape(List.of(DataType.INT64), maps, 1));
    for (int map = 0; map < maps; map++) {
      int rows = random.nextInt(30) == 0 ? Batch.MAX_ROWS : 1;
      try (ExchangeWriter writer =
              exchanges.openWriter(new MapAttempt(EXCHANGE, map, 0), account, NO_SPILL);
          ColumnBuilder values = new ColumnBuilder(DataType.INT64, account)) {
        for (int row = 0; row < rows; row++) {
          values.appendLong(written.size());
          written.add((long) written.size());
        }
        try (Batch batch = Batch.of(account, rows, values.build())) {
          writer.lane().write(batch, 0);
        }
        writer.commit();
      }
    }
    return written;
  }
}
