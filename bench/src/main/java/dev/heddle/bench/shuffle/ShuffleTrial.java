package dev.heddle.bench.shuffle;

import com.sun.management.OperatingSystemMXBean;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.shuffle.client.ChannelPool;
import dev.heddle.shuffle.client.ClusterExchangeBackend;
import dev.heddle.shuffle.client.ExchangeClientOptions;
import dev.heddle.shuffle.client.ExchangeClientOptions.Reach;
import dev.heddle.shuffle.client.SocketChannels;
import dev.heddle.shuffle.net.Hello;
import dev.heddle.shuffle.net.Listener;
import dev.heddle.shuffle.net.Role;
import dev.heddle.shuffle.net.Security;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangeReader;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.ExchangeSpill;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleFrames;
import dev.heddle.shuffle.server.ServerLimits;
import dev.heddle.shuffle.server.ShuffleService;
import dev.heddle.shuffle.store.FolderBundleStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Measures a full shuffle: rows of three numbers and a text (52 bytes) are scattered by hash, go as
 * compressed blocks over the loopback to a server with a disk, and are read back with all proofs.
 * Server and client are in this process, so that its processor time is that of both.
 */
public final class ShuffleTrial {
  /** What a row takes without compression: three numbers, an offset and 24 bytes of text. */
  public static final int ROW_BYTES = 52;

  private static final int BATCH_ROWS = 4096;
  private static final int DISTINCT_BATCHES = 64;
  static final List<DataType> TYPES =
      List.of(DataType.INT64, DataType.INT64, DataType.INT64, DataType.STRING);

  private final int maps;
  private final int partitions;
  private final int batchesPerMap;
  private final long serverMemoryBytes;

  /**
   * Prepares a trial.
   *
   * @param rawBytes how many bytes of rows there are in all
   * @param serverMemoryBytes what the server may hold before blocks go to its disk
   */
  public ShuffleTrial(int maps, int partitions, long rawBytes, long serverMemoryBytes) {
    this.maps = maps;
    this.partitions = partitions;
    this.batchesPerMap = Math.max(1, Math.toIntExact(rawBytes / maps / ROW_BYTES / BATCH_ROWS));
    this.serverMemoryBytes = serverMemoryBytes;
  }

  /**
   * What was measured.
   *
   * @param rawBytes bytes of rows
   * @param storedBytes bytes of blocks
   * @param diskBytes of these, how many went to the server's disk
   * @param writeSeconds time to write
   * @param readSeconds time to read
   * @param writeCpuSeconds processor time of writing, of client and server
   * @param readCpuSeconds processor time of reading, of client and server
   */
  public record Result(
      long rawBytes,
      long storedBytes,
      long diskBytes,
      double writeSeconds,
      double readSeconds,
      double writeCpuSeconds,
      double readCpuSeconds) {
    /** Returns megabytes of rows a second of one core. */
    public double megabytesPerCore() {
      return rawBytes / 1e6 / (writeCpuSeconds + readCpuSeconds);
    }
  }

  /** Runs the trial once, in a folder that is made for it and deleted. */
  public Result run() throws IOException {
    Path folder = Files.createTempDirectory("heddle-shuffle-trial");
    MemoryLedger ledger = new MemoryLedger(2L << 30);
    MemoryLedger serverLedger = new MemoryLedger(2 * serverMemoryBytes);
    try (MemoryAccount account = ledger.open("trial");
        MemoryAccount serverAccount = serverLedger.open("server");
        ShuffleService service =
            new ShuffleService(
                new ServerLimits(serverMemoryBytes, 1L << 40, 1L << 40, 3_600_000),
                serverAccount,
                Optional.of(new FolderBundleStore(folder.resolve("bundles"))));
        Listener listener =
            Listener.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Security.none(),
                hello(Role.SHUFFLE),
                service::serve)) {
      ShuffleAddress address = new ShuffleAddress(1, 1, "localhost", listener.address().getPort());
      Result result = shuffle(account, address, service);
      service.endJob(1);
      service.usage(); // has handled all before
      return result;
    } finally {
      Files.deleteIfExists(folder.resolve("bundles").resolve("lock"));
      Files.deleteIfExists(folder.resolve("bundles"));
      Files.deleteIfExists(folder);
    }
  }

  static Hello hello(Role role) {
    return new Hello(ShuffleFrames.fingerprint(), role, 1, "trial");
  }

  private Result shuffle(MemoryAccount account, ShuffleAddress address, ShuffleService service) {
    TrialWinners winners = new TrialWinners(address);
    ExchangeId exchange = new ExchangeId(1, 0);
    List<Batch> batches = batches(account);
    try (ChannelPool channels =
            new ChannelPool(new SocketChannels(Security.none(), hello(Role.WORKER)));
        ClusterExchangeBackend backend =
            new ClusterExchangeBackend(
                winners,
                channels,
                new ExchangeClientOptions(1, 1, Optional.empty(), 0, Reach.NETWORK),
                account)) {
      backend.create(exchange, new ExchangeShape(TYPES, maps, partitions));
      double cpu = cpuSeconds();
      double wall = System.nanoTime() / 1e9;
      for (int map = 0; map < maps; map++) {
        write(backend, new MapAttempt(exchange, map, 0), batches, winners, account);
      }
      double cpuWritten = cpuSeconds();
      double wallWritten = System.nanoTime() / 1e9;
      long rows = 0;
      for (int partition = 0; partition < partitions; partition++) {
        rows += read(backend, exchange, partition, account);
      }
      double cpuRead = cpuSeconds();
      double wallRead = System.nanoTime() / 1e9;
      long expected = (long) maps * batchesPerMap * BATCH_ROWS;
      if (rows != expected) {
        throw new IllegalStateException(rows + " rows came of " + expected);
      }
      return new Result(
          rows * ROW_BYTES,
          winners.bytes(),
          service.usage().diskBytes(),
          wallWritten - wall,
          wallRead - wallWritten,
          cpuWritten - cpu,
          cpuRead - cpuWritten);
    } finally {
      batches.forEach(Batch::close);
    }
  }

  private void write(
      ClusterExchangeBackend backend,
      MapAttempt attempt,
      List<Batch> batches,
      TrialWinners winners,
      MemoryAccount account) {
    Buffer hashes = account.allocate(8L * BATCH_ROWS);
    Buffer targets = account.allocate(4L * BATCH_ROWS);
    try (ExchangeWriter writer = backend.openWriter(attempt, account, NO_OVERFLOW)) {
      ExchangeWriter.Lane lane = writer.lane();
      for (int i = 0; i < batchesPerMap; i++) {
        Batch batch = batches.get((attempt.map() + i) % batches.size());
        chooseTargets(batch, partitions, hashes, targets);
        lane.write(batch, targets.address());
      }
      winners.add(writer.commit());
    } finally {
      hashes.release();
      targets.release();
    }
  }

  /** Chooses each row's partition by the hash of its first column. */
  static void chooseTargets(Batch batch, int partitions, Buffer hashes, Buffer targets) {
    int rows = batch.rowCount();
    RowHash.hashColumn(batch.column(0), rows, hashes.address());
    for (int row = 0; row < rows; row++) {
      long hash = Memory.getLong(hashes.address() + 8L * row);
      Memory.putInt(
          targets.address() + 4L * row, (int) Math.unsignedMultiplyHigh(hash, partitions));
    }
  }

  static final ExchangeSpill NO_OVERFLOW =
      (types, account, blockBytes) -> {
        throw new IllegalStateException("No exchange is stored in this process");
      };

  static long read(
      ClusterExchangeBackend backend, ExchangeId exchange, int partition, MemoryAccount account) {
    long rows = 0;
    try (ExchangeReader reader = backend.openReader(exchange, partition, account)) {
      Optional<Batch> next = reader.next();
      while (next.isPresent()) {
        try (Batch batch = next.get()) {
          rows += batch.rowCount();
        }
        next = reader.next();
      }
    }
    return rows;
  }

  /** Returns rows that LZ4 makes about half as long. */
  static List<Batch> batches(MemoryAccount account) {
    return batches(DISTINCT_BATCHES, BATCH_ROWS, account);
  }

  /** Returns a number of batches of a number of rows each. */
  static List<Batch> batches(int count, int rowCount, MemoryAccount account) {
    Random random = new Random(11);
    List<Batch> batches = new ArrayList<>();
    for (int b = 0; b < count; b++) {
      try (ColumnBuilder keys = new ColumnBuilder(DataType.INT64, account);
          ColumnBuilder days = new ColumnBuilder(DataType.INT64, account);
          ColumnBuilder prices = new ColumnBuilder(DataType.INT64, account);
          ColumnBuilder names = new ColumnBuilder(DataType.STRING, account)) {
        for (int i = 0; i < BATCH_ROWS; i++) {
          keys.appendLong(random.nextLong(60_000_000));
          days.appendLong(8000 + random.nextInt(2500));
          prices.appendLong(random.nextInt(10_000_000));
          names.appendString("Customer#" + (100_000_000_000_000L + random.nextInt(15_000_000)));
        }
        batches.add(
            Batch.of(account, rowCount, keys.build(), days.build(), prices.build(), names.build()));
      }
    }
    return batches;
  }

  static double cpuSeconds() {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system.getProcessCpuTime() / 1e9;
  }
}
