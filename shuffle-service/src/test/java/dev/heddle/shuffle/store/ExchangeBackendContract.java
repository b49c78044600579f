package dev.heddle.shuffle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangePart;
import dev.heddle.shuffle.protocol.ExchangeReader;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.PartitionSizes;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.SealedMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every backend of exchanges does. */
public abstract class ExchangeBackendContract {
  /** The exchange of most tests. */
  protected static final ExchangeId ID = new ExchangeId(7, 1);

  /** The memory of the task and, unless they are elsewhere, of the rows. */
  protected final MemoryLedger ledger = new MemoryLedger(64 << 20);

  /** The task's account. */
  protected final MemoryAccount account = ledger.open("test");

  /** Takes what does not fit into memory. */
  protected final MemoryExchangeSpill spill = new MemoryExchangeSpill();

  private ExchangeBackend backend;

  /** Opens a backend. */
  protected abstract ExchangeBackend open() throws Exception;

  /** Reports a sealed map to the keeper of the winners. */
  protected abstract void report(SealedMap sealed);

  /** Frees an exchange everywhere. */
  protected abstract void release(ExchangeId exchange);

  /** Closes everything but the task's account, and proves that nothing is left. */
  protected abstract void shut() throws Exception;

  /** Returns whether more rows than fit into memory have a place. */
  protected boolean spills() {
    return true;
  }

  @BeforeEach
  void openBackend() throws Exception {
    backend = open();
  }

  @AfterEach
  void everythingIsGivenBack() throws Exception {
    backend.close();
    shut();
    account.close();
    spill.kept.close();
    assertThat(ledger.usedBytes()).isZero();
  }

  /** Returns the backend. */
  protected ExchangeBackend backend() {
    return backend;
  }

  /** Returns the shape of an exchange of at least that number of partitions. */
  protected ExchangeShape shape(int maps, int partitions, boolean isKept) {
    return new ExchangeShape(KeyedRows.TYPES, maps, partitions, isKept);
  }

  /** Announces the exchange. */
  protected void create(int maps, int partitions) {
    backend.create(ID, shape(maps, partitions, false));
  }

  private ExchangeWriter writer(int map, int attempt) {
    return backend.openWriter(new MapAttempt(ID, map, attempt), account, spill);
  }

  /** Returns the rows of a partition. */
  protected List<String> read(int partition) {
    return KeyedRows.read(backend, ID, partition, account);
  }

  /** Writes one attempt of rows with numbers from one on, row by row to the next partition. */
  protected void writeMap(int map, int attempt, long first, int rows, int partitions) {
    try (ExchangeWriter writer = writer(map, attempt)) {
      ExchangeWriter.Lane lane = writer.lane();
      for (int at = 0; at < rows; at += 1000) {
        int count = Math.min(1000, rows - at);
        Buffer targets = account.allocate(4L * count);
        try (Batch batch = KeyedRows.of(first + at, count, account)) {
          for (int i = 0; i < count; i++) {
            Memory.putInt(targets.address() + 4L * i, (at + i) % partitions);
          }
          lane.write(batch, targets.address());
        } finally {
          targets.release();
        }
      }
      report(writer.commit());
    }
  }

  @Test
  void mapsCanBeReadApart() {
    backend.create(ID, shape(3, 2, true));
    for (int map = 0; map < 3; map++) {
      writeMap(map, 0, 10_000 * map, 5_000 - 2_500 * map, 2);
    }
    for (int partition = 0; partition < 2; partition++) {
      List<String> apart = new ArrayList<>();
      apart.addAll(readMaps(partition, 0, 1));
      assertThat(apart).hasSize(2_500);
      apart.addAll(readMaps(partition, 1, 3));
      assertThat(apart).isEqualTo(read(partition));
      assertThat(readMaps(partition, 2, 3)).isEmpty();
    }
  }

  private List<String> readMaps(int partition, int first, int end) {
    ExchangePart part = new ExchangePart(partition, partition + 1, first, end, List.of(0, 1));
    return KeyedRows.read(backend.openReader(ID, part, account));
  }

  @Test
  void adjacentPartitionsCanBeReadAtOnce() {
    create(3, 4);
    for (int map = 0; map < 3; map++) {
      writeMap(map, 0, 10_000 * map, 5_000 - 2_500 * map, 4);
    }
    List<String> apart = new ArrayList<>();
    apart.addAll(read(1));
    apart.addAll(read(2));
    int most = backend.shape(ID).partitions();
    ExchangePart part = new ExchangePart(1, 3, 0, 3, List.of(0, 1));
    assertThat(KeyedRows.read(backend.openReader(ID, part, account)))
        .hasSize(3_750)
        .containsExactlyInAnyOrderElementsOf(apart);
    assertThatThrownBy(
            () ->
                backend.openReader(
                    ID, new ExchangePart(most - 1, most + 1, 0, 3, List.of(0, 1)), account))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "No partitions " + (most - 1) + " to " + most + " of maps before 3");
  }

  @Test
  void columnsCanBeReadApart() {
    create(2, 1);
    writeMap(0, 0, 0, 4_000, 1);
    writeMap(1, 0, 4_000, 3_000, 1);
    for (List<Integer> columns : List.of(List.of(1), List.of(1, 0), List.<Integer>of())) {
      long rows = 0;
      ExchangePart part = new ExchangePart(0, 1, 0, 2, columns);
      try (ExchangeReader reader = backend.openReader(ID, part, account)) {
        for (Optional<Batch> next = reader.next(); next.isPresent(); next = reader.next()) {
          try (Batch batch = next.get()) {
            assertThat(batch.columnCount()).isEqualTo(columns.size());
            int text = columns.indexOf(1);
            for (int i = 0; i < batch.rowCount() && text >= 0; i++) {
              assertThat(batch.column(text).isNull(i)).isEqualTo((rows + i) % 5 == 0);
            }
            rows += batch.rowCount();
          }
        }
      }
      assertThat(rows).as("with columns %s", columns).isEqualTo(7_000);
    }
  }

  @Test
  void scattersRowsAndKeepsTheirOrderForAnyNumberOfPartitions() {
    for (int partitions : new int[] {1, 2, 7, 129}) {
      long seed = 40 + partitions;
      Random random = new Random(seed);
      ExchangeId id = new ExchangeId(8, partitions);
      backend.create(id, shape(3, partitions, false));
      List<List<String>> expected = new ArrayList<>();
      for (int p = 0; p < partitions; p++) {
        expected.add(new ArrayList<>());
      }
      List<SealedMap> sealed = new ArrayList<>();
      for (int map = 0; map < 3; map++) {
        try (ExchangeWriter writer =
            backend.openWriter(new MapAttempt(id, map, 0), account, spill)) {
          ExchangeWriter.Lane lane = writer.lane();
          for (int b = 0; b < 5; b++) {
            int rows = random.nextInt(3000);
            long first = map * 100_000L + b * 10_000L;
            Buffer targets = account.allocate(4L * rows);
            try (Batch batch = KeyedRows.of(first, rows, account)) {
              for (int i = 0; i < rows; i++) {
                int partition = random.nextInt(partitions);
                Memory.putInt(targets.address() + 4L * i, partition);
                expected.get(partition).add(KeyedRows.row(first + i));
              }
              lane.write(batch, targets.address());
            }
            targets.release();
          }
          sealed.add(writer.commit());
        }
      }
      sealed.reversed().forEach(this::report);
      long rows = 0;
      List<PartitionTotals> totals =
          backend.shape(id).isPacked() ? List.of() : backend.totals(id); // of a test's size
      for (int p = 0; p < partitions; p++) {
        List<String> read = KeyedRows.read(backend, id, p, account);
        assertThat(read).as("seed %d, partition %d", seed, p).isEqualTo(expected.get(p));
        assertThat(KeyedRows.read(backend, id, p, account)).as("a second time").isEqualTo(read);
        assertThat(totals.isEmpty() ? read.size() : totals.get(p).rows()).isEqualTo(read.size());
        rows += read.size();
      }
      assertThat(sealed.stream().mapToLong(SealedMap::rows).sum()).isEqualTo(rows);
      release(id);
    }
  }

  @Test
  void aSecondCommitOfAMapDoesNotCount() {
    create(1, 1);
    try (ExchangeWriter first = writer(0, 0);
        ExchangeWriter second = writer(0, 1);
        Batch one = KeyedRows.of(1, 1, account);
        Batch two = KeyedRows.of(2, 1, account)) {
      first.lane().write(one, 0);
      second.lane().write(two, 0);
      SealedMap winner = second.commit();
      report(winner);
      SealedMap loser = first.commit();
      report(loser);
      assertThat(loser.digest()).isNotEqualTo(winner.digest());
    }
    assertThat(read(0)).containsExactly(KeyedRows.row(2));
  }

  @Test
  void equalRowsHaveAnEqualDigest() {
    create(2, 3);
    List<SealedMap> sealed = new ArrayList<>();
    for (int map = 0; map < 2; map++) {
      try (ExchangeWriter writer = writer(map, 0);
          Batch rows = KeyedRows.of(5, 40, account)) {
        ExchangeWriter.Lane lane = writer.lane();
        lane.write(rows, 2);
        sealed.add(writer.commit());
        report(sealed.getLast());
      }
    }
    assertThat(sealed.get(0).digest()).isEqualTo(sealed.get(1).digest());
    assertThat(sealed.get(0).sizes().bytes(backend.shape(ID).partitions() - 2)).isZero();
    int perCode = backend.shape(ID).partitions() / PartitionSizes.MAX_CODES + 1;
    assertThat(perCode * sealed.get(0).sizes().bytes(2))
        .isGreaterThanOrEqualTo(sealed.get(0).bytes());
  }

  @Test
  void anAttemptWithoutACommitLeavesNothing() {
    create(2, 2);
    try (ExchangeWriter writer = writer(0, 0);
        Batch batch = KeyedRows.of(0, 100, account)) {
      ExchangeWriter.Lane lane = writer.lane();
      lane.write(batch, 1);
    }
    writeMap(1, 0, 0, 10, 2);
    assertThatThrownBy(() -> backend.openReader(ID, 1, account))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("exchange 1 of job 7")
        .hasMessageContaining("1 of 2 maps have committed");
  }

  @Test
  void emptyPartitionsAndEmptyMapsAreRead() {
    create(2, 3);
    writeMap(0, 0, 0, 0, 3);
    writeMap(1, 0, 0, 1, 3);
    assertThat(read(0)).containsExactly(KeyedRows.row(0));
    assertThat(read(1)).isEmpty();
    assertThat(read(2)).isEmpty();
  }

  @Test
  void releasedIsNotEmpty() {
    create(1, 1);
    writeMap(0, 0, 0, 0, 1);
    assertThat(read(0)).isEmpty();
    release(ID);
    assertThatThrownBy(() -> backend.openReader(ID, 0, account))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED))
        .hasMessageContaining("released");
  }

  @Test
  void aReaderMayStopAnywhere() {
    create(1, 1);
    writeMap(0, 0, 0, 50_000, 1);
    for (int batches = 0; batches < 3; batches++) {
      try (var reader = backend.openReader(ID, 0, account)) {
        for (int i = 0; i < batches; i++) {
          reader.next().orElseThrow().close();
        }
      }
    }
    assertThat(read(0)).hasSize(50_000);
  }

  @Test
  void tenTimesTheMemoryFindsAPlace() {
    create(2, 5);
    ledger.setLimitBytes(8 << 20);
    int rows = 700_000; // of about 60 bytes, twice
    if (!spills()) {
      assertThatThrownBy(() -> writeMap(0, 0, 0, rows, 5))
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL))
          .hasMessageContaining("exchange 1 of job 7");
      return;
    }
    writeMap(0, 0, 0, rows, 5);
    writeMap(1, 0, 1_000_000, rows, 5);
    for (int p = 0; p < 5; p++) {
      List<String> read = read(p);
      assertThat(read).hasSize(2 * rows / 5);
      assertThat(read.getFirst()).isEqualTo(KeyedRows.row(p));
      assertThat(read.getLast()).isEqualTo(KeyedRows.row(1_000_000 + rows - 5 + p));
    }
  }

  @Test
  void halfOfAllRowsInOnePartitionIsRead() {
    create(2, 4);
    for (int map = 0; map < 2; map++) {
      try (ExchangeWriter writer = writer(map, 0)) {
        ExchangeWriter.Lane lane = writer.lane();
        for (int at = 0; at < 60; at++) {
          try (Batch batch = KeyedRows.of(map * 1_000_000L + at * 1000, 1000, account)) {
            lane.write(batch, at % 2 == 0 ? 3 : at % 3);
          }
        }
        report(writer.commit());
      }
    }
    assertThat(read(3)).hasSize(60_000);
    assertThat(read(0).size() + read(1).size() + read(2).size()).isEqualTo(60_000);
  }

  @Test
  void threadsWriteSideBySide() throws Exception {
    create(1, 7);
    try (ExecutorService threads = Executors.newFixedThreadPool(4);
        ExchangeWriter writer = writer(0, 0)) {
      List<Callable<Integer>> writes = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        long first = thread * 1_000_000L;
        writes.add(
            () -> {
              ExchangeWriter.Lane lane = writer.lane();
              for (int i = 0; i < 70; i++) {
                try (Batch batch = KeyedRows.of(first + i * 500, 500, account)) {
                  lane.write(batch, i % 7);
                }
              }
              return 70;
            });
      }
      for (Future<Integer> done : threads.invokeAll(writes)) {
        assertThat(done.get()).isEqualTo(70);
      }
      SealedMap sealed = writer.commit();
      assertThat(sealed.rows()).isEqualTo(4 * 35_000);
      report(sealed);
    }
    for (int p = 0; p < 7; p++) {
      List<String> expected = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        for (int i = p; i < 70; i += 7) {
          for (int row = 0; row < 500; row++) {
            expected.add(KeyedRows.row(thread * 1_000_000L + i * 500 + row));
          }
        }
      }
      Collections.sort(expected);
      assertThat(read(p).stream().sorted().toList()).isEqualTo(expected);
    }
  }
}
