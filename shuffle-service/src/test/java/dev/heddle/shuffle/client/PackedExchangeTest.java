package dev.heddle.shuffle.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangePart;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.ExchangeSpill;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.server.ServerLimits;
import dev.heddle.shuffle.server.ServerUsage;
import dev.heddle.shuffle.store.FolderBundleStore;
import dev.heddle.shuffle.store.KeyedRows;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exchanges of so many pairs of maps and partitions that they are stored in packs. */
class PackedExchangeTest {
  private static final ExchangeId ID = new ExchangeId(9, 4);
  private static final int MAPS = 120;
  private static final int PARTITIONS = 1_000;

  @TempDir private Path folder;
  private final TestServers servers = new TestServers();
  private final MemoryLedger ledger = new MemoryLedger(64 << 20);
  private final MemoryAccount account = ledger.open("test");
  private final ExchangeSpill spill =
      (types, owner, blockBytes) -> {
        throw new IllegalStateException("nothing is stored in this process");
      };
  private ClusterExchangeBackend backend;

  private void start(long memoryBytes) {
    ServerLimits limits = new ServerLimits(memoryBytes, 1L << 30, 1L << 30, 600_000);
    servers.start(1, limits, folder.resolve("one"));
    servers.start(2, limits, folder.resolve("two"));
    backend = servers.backend(1, 0, account);
    backend.create(ID, new ExchangeShape(KeyedRows.TYPES, MAPS, PARTITIONS));
  }

  @AfterEach
  void everythingIsGivenBack() {
    backend.close();
    servers.channels.close();
    for (TestServers.Server server : servers.servers.values()) {
      server.service.endJob(ID.job());
      ServerUsage usage = TestServers.usageAtRest(server.service);
      assertThat(usage.heldBytes() + usage.diskBytes() + usage.loadingBytes()).isZero();
    }
    servers.close();
    account.close();
    assertThat(ledger.usedBytes()).isZero();
  }

  /** Writes a map; a part of its rows go to partition 7. */
  private SealedMap write(int map, int attempt, int rows, List<List<String>> expected) {
    Random random = new Random(map);
    try (ExchangeWriter writer =
        backend.openWriter(new MapAttempt(ID, map, attempt), account, spill)) {
      ExchangeWriter.Lane lane = writer.lane();
      for (int at = 0; at < rows; at += 2_000) {
        int count = Math.min(2_000, rows - at);
        long first = map * 1_000_000L + at;
        Buffer targets = account.allocate(4L * count);
        try (Batch batch = KeyedRows.of(first, count, account)) {
          for (int i = 0; i < count; i++) {
            int partition = random.nextInt(4) == 0 ? 7 : random.nextInt(PARTITIONS);
            Memory.putInt(targets.address() + 4L * i, partition);
            if (expected != null) {
              expected.get(partition).add(KeyedRows.row(first + i));
            }
          }
          lane.write(batch, targets.address());
        } finally {
          targets.release();
        }
      }
      return writer.commit();
    }
  }

  private static List<List<String>> lists() {
    List<List<String>> lists = new ArrayList<>();
    for (int i = 0; i < PARTITIONS; i++) {
      lists.add(new ArrayList<>());
    }
    return lists;
  }

  private List<List<String>> writeAll(int rows) {
    List<List<String>> expected = lists();
    for (int map = 0; map < MAPS; map++) {
      servers.report(write(map, 0, map % 10 == 3 ? 0 : rows, expected));
    }
    return expected;
  }

  private long merged() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".merged")).count();
    }
  }

  private void assertAllIsRead(List<List<String>> expected) {
    for (int p = 0; p < PARTITIONS; p++) {
      assertThat(KeyedRows.read(backend, ID, p, account)).isEqualTo(expected.get(p));
    }
  }

  @Test
  void whatFitsIntoMemoryIsReadFromThere() throws IOException {
    start(64 << 20);
    List<List<String>> expected = writeAll(500);
    assertThat(merged()).isZero();
    assertAllIsRead(expected);
  }

  @Test
  void whatDoesNotIsMergedAndReadFromFewFiles() throws IOException {
    start(4 << 20);
    List<List<String>> expected = writeAll(2_500);
    assertThat(merged()).isBetween(2L, 40L);
    assertAllIsRead(expected);
    assertThat(servers.servers.get(1).service.usage().losses()).isZero();
  }

  @Test
  void aMapLargerThanTheMemoryHasABundleOfItsOwn() throws IOException {
    start(4 << 20);
    List<List<String>> expected = lists();
    for (int map = 0; map < MAPS; map++) {
      servers.report(write(map, 0, map == 5 || map == 6 ? 120_000 : 40, expected));
    }
    try (Stream<Path> files = Files.walk(folder)) {
      assertThat(files.filter(file -> file.toString().endsWith(".bundle"))).isNotEmpty();
    }
    assertAllIsRead(expected);
  }

  @Test
  void rangesOfPartitionsAndMapsAndSomeColumnsAreRead() {
    start(4 << 20);
    List<List<String>> expected = writeAll(1_500);
    List<String> some = new ArrayList<>();
    for (int p = 5; p < 60; p++) {
      for (String row : expected.get(p)) {
        long map = Long.parseLong(row.substring(0, row.indexOf(':'))) / 1_000_000;
        if (map >= 17 && map < 93) {
          some.add(row);
        }
      }
    }
    ExchangePart part = new ExchangePart(5, 60, 17, 93, List.of(0, 1));
    assertThat(KeyedRows.read(backend.openReader(ID, part, account))).isEqualTo(some);
    for (List<Integer> columns : List.of(List.of(1), List.of(0), List.<Integer>of())) {
      long rows = 0;
      try (var reader = backend.openReader(ID, new ExchangePart(5, 60, 17, 93, columns), account)) {
        for (Optional<Batch> next = reader.next(); next.isPresent(); next = reader.next()) {
          rows += next.get().rowCount();
          next.get().close();
        }
      }
      assertThat(rows).isEqualTo(some.size());
    }
  }

  @Test
  void whatWasMergedIsThereAfterARestart() throws IOException {
    start(4 << 20);
    List<List<String>> expected = writeAll(2_500);
    long before = merged();
    TestServers.Server one = servers.servers.get(1);
    List<SealedMap> inventory = one.service.inventory(one.address);
    one.close();
    TestServers.Server again =
        servers.start(
            1, new ServerLimits(4 << 20, 1L << 30, 1L << 30, 600_000), folder.resolve("one"));
    assertThat(merged()).isEqualTo(before);
    List<SealedMap> kept = again.service.inventory(again.address);
    assertThat(kept).isNotEmpty();
    for (SealedMap map : kept) {
      assertThat(inventory)
          .anySatisfy(
              old -> {
                assertThat(old.attempt()).isEqualTo(map.attempt());
                assertThat(old.digest()).isEqualTo(map.digest());
                assertThat(old.rows()).isEqualTo(map.rows());
                assertThat(old.bytes()).isEqualTo(map.bytes());
                assertThat(old.sizes()).isEqualTo(map.sizes());
              });
    }
    for (SealedMap map : inventory) { // what was in memory only
      boolean isKept = kept.stream().anyMatch(each -> each.attempt().equals(map.attempt()));
      if (!isKept) {
        servers.forget(ID, map.attempt().map());
        servers.report(write(map.attempt().map(), 1, (int) map.rows(), null));
      }
    }
    assertAllIsRead(expected);
  }

  @Test
  void aBrokenPartLosesItsMapAndABrokenFileAllOfItsMaps() throws IOException {
    start(4 << 20);
    List<List<String>> expected = writeAll(2_500);
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(file -> file.toString().endsWith(".merged")).sorted().toList();
    }
    try (RandomAccessFile file = new RandomAccessFile(files.getFirst().toFile(), "rw")) {
      file.seek(41); // in the payload of the first part
      int there = file.read();
      file.seek(41);
      file.write(there ^ 4);
    }
    int read = 0;
    List<Integer> lost = new ArrayList<>();
    while (read < PARTITIONS) {
      try {
        assertThat(KeyedRows.read(backend, ID, read, account)).isEqualTo(expected.get(read));
        read++;
      } catch (FetchLostException e) {
        assertThat(e.maps()).hasSize(1);
        lost.addAll(e.maps());
        servers.forget(ID, e.maps().getFirst());
        int rows = e.maps().getFirst() % 10 == 3 ? 0 : 2_500;
        servers.report(write(e.maps().getFirst(), 1, rows, null));
      }
    }
    assertThat(lost).hasSize(1);
    try (RandomAccessFile file = new RandomAccessFile(files.get(1).toFile(), "rw")) {
      file.setLength(1_000);
    }
    assertThatThrownBy(() -> assertAllIsRead(expected))
        .isInstanceOf(FetchLostException.class)
        .hasMessageContaining("is lost: a merged bundle ends before byte");
    assertThatThrownBy(() -> KeyedRows.read(backend, ID, 7, account))
        .isInstanceOfSatisfying(
            FetchLostException.class, e -> assertThat(e.maps()).hasSizeGreaterThan(5))
        .hasMessageContaining("is lost: shuffle server");
  }

  @Test
  void aDiskThatFailsForAWhileLosesNothing() throws IOException {
    FaultyStore store = new FaultyStore(new FolderBundleStore(folder.resolve("faulty")));
    servers.start(1, new ServerLimits(8 << 20, 1L << 30, 1L << 30, 600_000), Optional.of(store));
    backend = servers.backend(1, 0, account);
    backend.create(ID, new ExchangeShape(KeyedRows.TYPES, MAPS, PARTITIONS));
    List<List<String>> expected = lists();
    store.writeError = "No space left on device";
    int map = 0;
    while (store.failedWrites == 0 && wasTaken(map, 0, expected)) {
      map++; // else memory was full before the disk had failed
    }
    store.writeError = "";
    servers.nowMillis.addAndGet(10_000);
    int attempt = 1;
    while (map < MAPS) {
      if (wasTaken(map, attempt, expected)) {
        map++;
      } else { // what was on its way to the disk failed later
        servers.nowMillis.addAndGet(10_000);
        attempt++;
        assertThat(attempt).as("attempts of the maps after the disk had come back").isLessThan(5);
      }
    }
    assertAllIsRead(expected);
  }

  /** Writes a map, and returns whether the server took it rather than refused it as full. */
  private boolean wasTaken(int map, int attempt, List<List<String>> expected) {
    List<List<String>> its = lists();
    try {
      servers.report(write(map, attempt, 2_500, its));
    } catch (HeddleException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL);
      return false;
    }
    for (int p = 0; p < PARTITIONS; p++) {
      expected.get(p).addAll(its.get(p));
    }
    return true;
  }

  @Test
  void aBrokenConnectionGoesOnBehindTheLastPart() {
    start(4 << 20);
    List<List<String>> expected = writeAll(2_500);
    Random random = new Random(5);
    servers.mangler =
        channel ->
            new MangledChannel(channel) {
              @Override
              Incoming mangle(Incoming incoming) {
                if (random.nextInt(4) == 0) {
                  if (incoming.block() != null) {
                    incoming.block().release();
                  }
                  real.close();
                  throw new HeddleException(ErrorCode.IO, "broken");
                }
                return incoming;
              }
            };
    try (ClusterExchangeBackend again = servers.reconnecting(60_000, account)) {
      again.create(ID, new ExchangeShape(KeyedRows.TYPES, MAPS, PARTITIONS));
      for (int p = 0; p < 20; p++) {
        ExchangePart part = new ExchangePart(p, p + 2, 0, MAPS, List.of(0, 1));
        List<String> both = new ArrayList<>(expected.get(p));
        both.addAll(expected.get(p + 1));
        assertThat(KeyedRows.read(again.openReader(ID, part, account))).isEqualTo(both);
      }
    }
    servers.mangler = UnaryOperator.identity();
  }
}
