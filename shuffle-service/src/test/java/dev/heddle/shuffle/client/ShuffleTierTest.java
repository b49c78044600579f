package dev.heddle.shuffle.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.storage.Lease;
import dev.heddle.io.storage.Storages;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.server.ServerLimits;
import dev.heddle.shuffle.server.ServerUsage;
import dev.heddle.shuffle.store.BundleTier;
import dev.heddle.shuffle.store.FolderBundleStore;
import dev.heddle.shuffle.store.KeyedRows;
import dev.heddle.shuffle.store.MemoryExchangeSpill;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What does not fit on a server's disk lies in a place of many servers. */
class ShuffleTierTest {
  private static final ExchangeId ID = new ExchangeId(7, 1);
  private static final int MAPS = 12;
  private static final int THOUSANDS = 30; // that each writes

  private static final int DISK = 1 << 20;

  /** A quota that a third of the maps fill. */
  private static final ServerLimits LIMITS =
      new ServerLimits(1 << 20, DISK, 1L << 30, 1L << 30, 600_000);

  @TempDir Path folder;
  private final MemoryLedger ledger = new MemoryLedger(64 << 20);
  private final MemoryAccount account = ledger.open("test");
  private final TestServers servers = new TestServers();
  private FaultyStore store;

  @AfterEach
  void everythingIsGivenBack() {
    servers.close();
    account.close();
    assertThat(ledger.usedBytes()).isZero();
  }

  private ClusterExchangeBackend start(ServerLimits limits) {
    store = new FaultyStore(new FolderBundleStore(folder.resolve("disk")));
    servers.start(1, limits, Optional.of(store), Optional.of(new BundleTier(tier().toString())));
    ClusterExchangeBackend backend = servers.backend(1, 0, account);
    backend.create(ID, new ExchangeShape(KeyedRows.TYPES, MAPS, 2));
    return backend;
  }

  private Path tier() {
    return folder.resolve("tier");
  }

  private List<Path> objects() throws IOException {
    try (Stream<Path> all = Files.walk(tier())) {
      return all.filter(p -> p.toString().endsWith(".blocks")).sorted().toList();
    }
  }

  private SealedMap write(ClusterExchangeBackend backend, int map) {
    try (ExchangeWriter writer =
        backend.openWriter(new MapAttempt(ID, map, 0), account, new MemoryExchangeSpill())) {
      for (int i = 0; i < THOUSANDS; i++) {
        try (Batch batch = KeyedRows.of(map * 1_000_000L + i * 1000L, 1000, account)) {
          writer.lane().write(batch, i % 2);
        }
      }
      return writer.commit();
    }
  }

  private void writeAll(ClusterExchangeBackend backend) {
    for (int map = 0; map < MAPS; map++) {
      servers.report(write(backend, map));
    }
  }

  private static List<String> expected(int partition) {
    List<String> rows = new ArrayList<>();
    for (int map = 0; map < MAPS; map++) {
      for (int i = partition; i < THOUSANDS; i += 2) {
        for (int row = 0; row < 1000; row++) {
          rows.add(KeyedRows.row(map * 1_000_000L + i * 1000L + row));
        }
      }
    }
    return rows;
  }

  private ServerUsage usage() {
    return servers.servers.get(1).service.usage();
  }

  @Test
  void whatTheQuotaDoesNotHoldIsReadFromTheTierAndReleasedThere() throws IOException {
    ClusterExchangeBackend backend = start(LIMITS);
    writeAll(backend);
    assertThat(objects()).hasSizeGreaterThan(2);
    assertThat(usage().diskBytes()).isLessThanOrEqualTo(DISK);
    assertThat(usage().tierBytes()).isPositive();
    assertThat(KeyedRows.read(backend, ID, 0, account)).isEqualTo(expected(0));
    assertThat(KeyedRows.read(backend, ID, 1, account)).isEqualTo(expected(1));
    servers.servers.get(1).service.release(ID);
    servers.close(); // waits for deletions
    assertThat(objects()).isEmpty();
  }

  @Test
  void aDiskThatIsFullSendsSealedBundlesOnWithoutAnError() throws IOException {
    ClusterExchangeBackend backend = start(LIMITS);
    store.writeError = "No space left on device";
    for (int map = 0; map < MAPS; map++) {
      // a map that has begun to go to the disk fails with it, and is tried again
      SealedMap sealed = null;
      for (int tries = 0; sealed == null; tries++) {
        try {
          sealed = write(backend, map);
        } catch (HeddleException e) {
          assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL);
          assertThat(tries).isLessThan(4);
        }
      }
      servers.report(sealed);
    }
    assertThat(objects()).isNotEmpty();
    assertThat(KeyedRows.read(backend, ID, 0, account)).isEqualTo(expected(0));
  }

  @Test
  void aQuotaOfTheTierIsKept() {
    ClusterExchangeBackend backend =
        start(new ServerLimits(1 << 20, DISK, 300_000, 1L << 30, 600_000));
    assertThatThrownBy(() -> writeAll(backend))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL))
        .hasMessageContaining(ID.toString());
    assertThat(usage().tierBytes()).isLessThanOrEqualTo(300_000);
  }

  @Test
  void aFlippedBitInTheTierNamesTheMap() throws IOException {
    ClusterExchangeBackend backend = start(LIMITS);
    writeAll(backend);
    Path object = objects().getFirst();
    try (FileChannel file = FileChannel.open(object, StandardOpenOption.WRITE)) {
      file.write(java.nio.ByteBuffer.wrap(new byte[] {1, 2, 3}), 1_000);
    }
    int map = Integer.parseInt(object.getFileName().toString().split("-")[2]);
    assertThatThrownBy(() -> KeyedRows.read(backend, ID, 0, account))
        .isInstanceOfSatisfying(
            FetchLostException.class, e -> assertThat(e.maps()).containsExactly(map))
        .hasMessageContaining(ID.toString());
  }

  @Test
  void anObjectThatIsGoneIsALostMapAndNoEmptyOne() throws IOException {
    ClusterExchangeBackend backend = start(LIMITS);
    writeAll(backend);
    Path object = objects().getFirst();
    Files.delete(object);
    int map = Integer.parseInt(object.getFileName().toString().split("-")[2]);
    assertThatThrownBy(() -> KeyedRows.read(backend, ID, 0, account))
        .isInstanceOfSatisfying(
            FetchLostException.class, e -> assertThat(e.maps()).containsExactly(map))
        .hasMessageContaining(ID.toString());
  }

  @Test
  void whatADeadServerLeftIsSweptAndWhatALiveOneHasStays() throws Exception {
    Path dead = tier().resolve("shuffle-0-dead");
    Path live = tier().resolve("shuffle-0-live");
    Files.createDirectories(dead);
    Files.writeString(dead.resolve("lease"), "");
    Files.writeString(dead.resolve("1-2-3-4-0.blocks"), "left behind");
    String unfinished = ".lease.0f1e2d3c-0000-4000-8000-000000000000.tmp";
    Files.writeString(dead.resolve(unfinished), ""); // it was killed while it began
    Files.createDirectories(live);
    Files.writeString(live.resolve("1-2-3-4-0.blocks"), "in use");
    Lease lease = Storages.of(tier().toString()).lease(live.resolve("lease").toString());
    try {
      ClusterExchangeBackend backend = start(LIMITS);
      writeAll(backend);
      servers.close(); // waits for what was begun
      assertThat(dead).doesNotExist();
      assertThat(live.resolve("1-2-3-4-0.blocks")).exists();
      try (Stream<Path> left = Files.list(tier())) {
        assertThat(left).containsExactly(live);
      }
    } finally {
      lease.close();
    }
  }
}
