package dev.heddle.shuffle.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.Effort;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.server.ServerLimits;
import dev.heddle.shuffle.server.ServerUsage;
import dev.heddle.shuffle.store.KeyedRows;
import dev.heddle.shuffle.store.MemoryExchangeSpill;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many writers and readers at a time, with little memory, some of which give up. */
class ShuffleStressTest {
  private static final int MAPS = 12;
  private static final int PARTITIONS = 9;

  @TempDir Path folder;
  private final MemoryLedger ledger = new MemoryLedger(256 << 20);

  @Test
  @Timeout(900)
  void manyAtATimeGetTheirRowsAndLeaveNothing() throws Exception {
    for (long seed = 1; seed <= Effort.of(6); seed++) {
      run(seed);
    }
  }

  private void run(long seed) throws Exception {
    ServerLimits limits = new ServerLimits(2 << 20, 1L << 30, 1L << 30, 600_000);
    Path place = folder.resolve("run-" + seed);
    try (MemoryAccount account = ledger.open("stress");
        TestServers servers = new TestServers();
        ExecutorService threads = Executors.newFixedThreadPool(8)) {
      servers.start(1, limits, place.resolve("one"));
      servers.start(2, limits, place.resolve("two"));
      servers.start(3, new ServerLimits(1 << 20, 0, 1L << 30, 600_000), Optional.empty());
      ClusterExchangeBackend backend = servers.backend(1, 1 << 20, account);
      List<ExchangeId> exchanges = new ArrayList<>();
      for (int round = 0; round < 3; round++) {
        ExchangeId exchange = new ExchangeId(seed, round);
        exchanges.add(exchange);
        backend.create(exchange, new ExchangeShape(KeyedRows.TYPES, MAPS, PARTITIONS));
        List<Callable<SealedMap>> writes = new ArrayList<>();
        for (int map = 0; map < MAPS; map++) {
          MapAttempt attempt = new MapAttempt(exchange, map, 0);
          writes.add(() -> write(backend, attempt, new Random(seed), account));
        }
        List<Callable<List<String>>> reads = reads(backend, exchanges, round, account);
        List<Future<List<String>>> read = new ArrayList<>();
        reads.forEach(task -> read.add(threads.submit(task)));
        for (Future<SealedMap> sealed : threads.invokeAll(writes)) {
          servers.report(sealed.get());
        }
        for (Future<List<String>> rows : read) {
          assertThat(rows.get()).as("seed %d", seed).isEqualTo(expected(read.indexOf(rows)));
        }
      }
      for (int partition = 0; partition < PARTITIONS; partition++) {
        assertThat(KeyedRows.read(backend, exchanges.getLast(), partition, account))
            .as("seed %d, partition %d", seed, partition)
            .isEqualTo(expected(partition));
      }
      servers.channels.close();
      for (TestServers.Server server : servers.servers.values()) {
        server.service.endJob(seed);
        server.service.usage();
        ServerUsage usage = TestServers.usageAtRest(server.service);
        assertThat(usage.writers() + usage.readers() + usage.jobs()).isZero();
        assertThat(usage.grantedBytes() + usage.diskBytes()).as("seed %d", seed).isZero();
      }
    }
    assertThat(ledger.usedBytes()).isZero();
  }

  /** Reads all partitions of the exchange before, beside the writers. */
  private static List<Callable<List<String>>> reads(
      ClusterExchangeBackend backend,
      List<ExchangeId> exchanges,
      int round,
      MemoryAccount account) {
    List<Callable<List<String>>> reads = new ArrayList<>();
    for (int partition = 0; round > 0 && partition < PARTITIONS; partition++) {
      int wanted = partition;
      reads.add(() -> KeyedRows.read(backend, exchanges.get(round - 1), wanted, account));
    }
    return reads;
  }

  private static List<String> expected(int partition) {
    List<String> rows = new ArrayList<>();
    for (int map = 0; map < MAPS; map++) {
      for (int i = 0; i < thousands(map); i++) {
        if ((i + map) % PARTITIONS == partition) {
          for (int row = 0; row < 1000; row++) {
            rows.add(KeyedRows.row(map * 1_000_000L + i * 1000L + row));
          }
        }
      }
    }
    return rows;
  }

  private static int thousands(int map) {
    return map % 3 == 0 ? 3 : 60 + map;
  }

  /** Writes a map, sometimes after attempts that are given up or whose connection is cut. */
  private static SealedMap write(
      ClusterExchangeBackend backend, MapAttempt first, Random random, MemoryAccount account) {
    for (int attempt = 0; ; attempt++) {
      MapAttempt id = new MapAttempt(first.exchange(), first.map(), attempt);
      int giveUpAt = attempt == 0 && random.nextInt(3) == 0 ? random.nextInt(60) : -1;
      try (ExchangeWriter writer = backend.openWriter(id, account, new MemoryExchangeSpill())) {
        ExchangeWriter.Lane lane = writer.lane();
        boolean done = true;
        for (int i = 0; i < thousands(id.map()) && done; i++) {
          done = i != giveUpAt;
          try (Batch batch = KeyedRows.of(id.map() * 1_000_000L + i * 1000L, 1000, account)) {
            lane.write(batch, (i + id.map()) % PARTITIONS);
          }
        }
        if (done) {
          return writer.commit();
        }
      } catch (HeddleException e) {
        if (e.code() != ErrorCode.DISK_FULL) {
          throw e;
        }
      }
    }
  }
}
