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
import dev.heddle.io.testing.Effort;
import dev.heddle.shuffle.net.Listener;
import dev.heddle.shuffle.net.Role;
import dev.heddle.shuffle.net.Security;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.ExchangeSpill;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleChannel;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.server.ServerLimits;
import dev.heddle.shuffle.server.ServerUsage;
import dev.heddle.shuffle.store.BlockFormat;
import dev.heddle.shuffle.store.FolderBundleStore;
import dev.heddle.shuffle.store.KeyedRows;
import dev.heddle.shuffle.store.MemoryExchangeSpill;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong on wires, disks and in processes is an error with a name, never wrong rows. */
class ShuffleFaultTest {
  private static final int FLIPS = Integer.getInteger("heddle.flips", 8);
  private static final ExchangeId ID = new ExchangeId(7, 1);
  private static final ExchangeSpill SPILL = new MemoryExchangeSpill();

  /** So little memory that most goes to disk. */
  private static final ServerLimits SMALL = new ServerLimits(1 << 20, 1L << 30, 1L << 30, 600_000);

  private static final ServerLimits LARGE = new ServerLimits(64 << 20, 1L << 30, 1L << 30, 600_000);

  @TempDir Path folder;
  private final MemoryLedger ledger = new MemoryLedger(64 << 20);
  private final MemoryAccount account = ledger.open("test");
  private TestServers servers = new TestServers();

  @AfterEach
  void everythingIsGivenBack() {
    servers.close();
    account.close();
    assertThat(ledger.usedBytes()).isZero();
  }

  private ClusterExchangeBackend backend() {
    return backend(0);
  }

  private ClusterExchangeBackend backend(long inlineBytes) {
    ClusterExchangeBackend backend = servers.backend(1, inlineBytes, account);
    backend.create(ID, new ExchangeShape(KeyedRows.TYPES, 2, 2));
    return backend;
  }

  /** Writes rows of which partition 1 gets a thousand after every thousand of partition 0. */
  private SealedMap write(ClusterExchangeBackend backend, int map, int attempt, int thousands) {
    try (ExchangeWriter writer =
        backend.openWriter(new MapAttempt(ID, map, attempt), account, SPILL)) {
      ExchangeWriter.Lane lane = writer.lane();
      for (int i = 0; i < thousands; i++) {
        try (Batch batch = KeyedRows.of(map * 1_000_000L + i * 1000L, 1000, account)) {
          lane.write(batch, i % 2);
        }
      }
      return writer.commit();
    }
  }

  private void writeBoth(ClusterExchangeBackend backend, int thousands) {
    servers.report(write(backend, 0, 0, thousands));
    servers.report(write(backend, 1, 0, thousands));
  }

  private List<String> read(ClusterExchangeBackend backend, int partition) {
    return KeyedRows.read(backend, ID, partition, account);
  }

  private static List<String> expected(int thousands, int partition) {
    List<String> rows = new ArrayList<>();
    for (int map = 0; map < 2; map++) {
      for (int i = partition; i < thousands; i += 2) {
        for (int row = 0; row < 1000; row++) {
          rows.add(KeyedRows.row(map * 1_000_000L + i * 1000L + row));
        }
      }
    }
    return rows;
  }

  private static HeddleException error(Runnable action) {
    try {
      action.run();
    } catch (HeddleException e) {
      return e;
    }
    throw new AssertionError("nothing was thrown");
  }

  private static void assertLost(HeddleException error, Integer... maps) {
    assertThat(error).isInstanceOf(FetchLostException.class).hasMessageContaining(ID.toString());
    assertThat(((FetchLostException) error).maps()).containsExactly(maps);
    assertThat(((FetchLostException) error).exchange()).isEqualTo(ID);
  }

  private List<Path> bundles() {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(p -> p.toString().endsWith(".bundle")).sorted().toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aBatchDroppedOnPurposeOnTheWayInIsAnErrorThatNamesTheExchange() {
    servers.start(1, LARGE, folder.resolve("s"));
    AtomicInteger blocks = new AtomicInteger();
    servers.mangler =
        real ->
            new MangledChannel(real) {
              @Override
              boolean sends(ByteBuffer head, long body, int bodyBytes) {
                return blocks.incrementAndGet() != 2;
              }
            };
    HeddleException error = error(() -> write(backend(), 0, 0, 200));
    assertThat(blocks.get()).isGreaterThan(2);
    assertThat(error)
        .hasMessageContaining(ID.toString())
        .hasMessageContaining("do not have the rows");
  }

  @Test
  void aBatchDroppedOnPurposeOnTheWayOutIsAnErrorThatNamesTheExchange() {
    servers.start(1, LARGE, folder.resolve("s"));
    ClusterExchangeBackend backend = backend();
    writeBoth(backend, 200);
    AtomicInteger chunks = new AtomicInteger();
    servers.channels.lost(1);
    servers.mangler =
        real ->
            new MangledChannel(real) {
              @Override
              Incoming mangle(Incoming incoming) {
                if (incoming.block() != null && chunks.incrementAndGet() == 2) {
                  incoming.block().release();
                  return null;
                }
                return incoming;
              }
            };
    assertLost(error(() -> read(backend, 0)), 0);
    assertThat(chunks.get()).isGreaterThanOrEqualTo(2);
    assertThat(read(backend, 0)).as("without the fault").isEqualTo(expected(200, 0));
  }

  @Test
  void aReaderThatMayConnectAgainGoesOnBehindTheLastBlock() {
    servers.start(1, LARGE, folder.resolve("s"));
    writeBoth(backend(), 200);
    ClusterExchangeBackend again = servers.reconnecting(600_000, account);
    again.create(ID, new ExchangeShape(KeyedRows.TYPES, 2, 2));
    for (int at = 1; at < 8; at++) {
      int broken = at;
      AtomicInteger chunks = new AtomicInteger();
      servers.channels.lost(1);
      servers.mangler =
          real ->
              new MangledChannel(real) {
                @Override
                Incoming mangle(Incoming incoming) {
                  if (incoming.block() != null && chunks.incrementAndGet() == broken) {
                    incoming.block().release();
                    real.close();
                    throw new HeddleException(ErrorCode.IO, "the network broke");
                  }
                  return incoming;
                }
              };
      assertThat(read(again, 0)).as("broken at block %d", at).isEqualTo(expected(200, 0));
      assertThat(chunks.get()).isGreaterThan(broken);
    }
  }

  @Test
  void itGivesUpWhenItsServerIsKnownToBeGone() {
    servers.start(1, LARGE, folder.resolve("s"));
    writeBoth(backend(), 200);
    ClusterExchangeBackend again = servers.reconnecting(600_000, account);
    again.create(ID, new ExchangeShape(KeyedRows.TYPES, 2, 2));
    AtomicInteger chunks = new AtomicInteger();
    servers.channels.lost(1);
    servers.mangler =
        real ->
            new MangledChannel(real) {
              @Override
              Incoming mangle(Incoming incoming) {
                if (incoming.block() != null && chunks.incrementAndGet() >= 3) {
                  incoming.block().release();
                  servers.channels.lost(1);
                  throw new HeddleException(ErrorCode.IO, "the server ended");
                }
                return incoming;
              }
            };
    assertThat(error(() -> read(again, 0)))
        .isInstanceOf(FetchLostException.class)
        .hasMessageContaining("the server ended");
  }

  @Test
  void everyBitThatFlipsOnTheWireIsFound() {
    servers.start(1, LARGE, folder.resolve("s"));
    ClusterExchangeBackend backend = backend();
    writeBoth(backend, 10);
    for (int seed = 0; seed < Effort.of(300); seed++) {
      Random random = new Random(seed);
      boolean[] fired = new boolean[1];
      servers.channels.lost(1);
      servers.mangler =
          real ->
              new MangledChannel(real) {
                @Override
                Incoming mangle(Incoming incoming) {
                  if (incoming.block() != null && !fired[0]) {
                    // a server in this process lends its own memory; this one has a copy
                    long at = incoming.block().address() + random.nextInt(incoming.blockBytes());
                    Memory.putByte(at, (byte) (Memory.getByte(at) ^ 1 << random.nextInt(8)));
                    fired[0] = true;
                    int map = BlockFormat.map(incoming.block().address());
                    return new Incoming(
                        new ShuffleMessage.Chunk(map), incoming.block(), incoming.blockBytes());
                  }
                  return incoming;
                }
              };
      HeddleException error = error(() -> read(backend, 1));
      assertThat(fired[0]).as("seed %d", seed).isTrue();
      assertThat(error).as("seed %d", seed).isInstanceOf(FetchLostException.class);
    }
  }

  @Test
  void whatIsFlippedBeforeItArrivesIsFoundWhenItIsRead() {
    servers.start(1, LARGE, folder.resolve("s"));
    servers.mangler =
        real ->
            new MangledChannel(real) {
              @Override
              boolean sends(ByteBuffer head, long body, int bodyBytes) {
                Memory.putByte(body + bodyBytes / 2, (byte) (Memory.getByte(body) ^ 55));
                return true;
              }
            };
    ClusterExchangeBackend backend = backend();
    servers.report(write(backend, 0, 0, 4));
    servers.mangler = real -> real;
    servers.channels.lost(1);
    servers.report(write(backend, 1, 0, 4));
    assertLost(error(() -> read(backend, 0)), 0);
  }

  @Test
  void everyBitThatFlipsAtRestIsFound() throws IOException {
    servers.start(1, SMALL, folder.resolve("s"));
    ClusterExchangeBackend backend = backend();
    writeBoth(backend, 200);
    int found = 0;
    for (int seed = 0; seed < FLIPS; seed++) {
      Random random = new Random(seed);
      Path bundle = bundles().getFirst();
      long at = random.nextLong(Files.size(bundle));
      flip(bundle, at, 1 << random.nextInt(8));
      int partition = random.nextInt(2);
      try {
        assertThat(read(backend, partition))
            .as("seed %d: the byte is none of the partition", seed)
            .isEqualTo(expected(200, partition));
        flip(bundle, at, 0);
      } catch (FetchLostException e) {
        found++;
        assertThat(e.maps()).hasSize(1);
        // computed again, as a new attempt
        servers.forget(ID, e.maps().getFirst());
        servers.report(write(backend, e.maps().getFirst(), seed + 1, 200));
      }
    }
    assertThat(found).isGreaterThan(FLIPS / 6);
  }

  private static void flip(Path file, long at, int bits) throws IOException {
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      access.seek(at);
      int value = access.read();
      access.seek(at);
      access.write(value ^ bits);
    }
  }

  @Test
  void aTruncatedBundleAndARemovedOneAreLost() throws IOException {
    servers.start(1, SMALL, folder.resolve("s"));
    ClusterExchangeBackend backend = backend();
    writeBoth(backend, 200);
    assertThat(bundles()).hasSizeGreaterThanOrEqualTo(1);
    Path bundle = bundles().getFirst();
    int map = bundle.getFileName().toString().startsWith("0") ? 0 : 1;
    try (RandomAccessFile access = new RandomAccessFile(bundle.toFile(), "rw")) {
      access.setLength(access.length() / 3);
    }
    assertLost(error(() -> read(backend, 1)), map);
    HeddleException again = error(() -> read(backend, 0));
    assertLost(again, map);
    assertThat(again).hasMessageContaining("has lost 1 of them");
    servers.forget(ID, map);
    servers.report(write(backend, map, 1, 200));
    assertThat(read(backend, 0)).isEqualTo(expected(200, 0));
    for (Path left : bundles()) {
      Files.delete(left);
    }
    assertThat(error(() -> read(backend, 0))).isInstanceOf(FetchLostException.class);
  }

  @Test
  void aFullDiskIsAnErrorForWhoWritesAndNoneForWhatIsThere() {
    FaultyStore store = new FaultyStore(new FolderBundleStore(folder.resolve("s")));
    servers.start(1, SMALL, Optional.of(store));
    ClusterExchangeBackend backend = backend();
    servers.report(write(backend, 0, 0, 20));
    store.writeError = "No space left on device";
    HeddleException error = error(() -> write(backend, 1, 0, 400));
    assertThat(error.code()).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(error).hasMessageContaining(ID.toString());
    assertThat(store.failedWrites).isPositive();
    store.writeError = "";
    servers.report(writtenAgain(backend, 1, 400));
    assertThat(read(backend, 0)).hasSize(20_000 / 2 + 400_000 / 2);
  }

  /**
   * Writes later attempts after the time for which a server leaves a full disk alone: a write that
   * had failed with an earlier one may be told to the server only now, so that its time begins
   * anew.
   */
  private SealedMap writtenAgain(ClusterExchangeBackend backend, int map, int thousands) {
    for (int attempt = 1; ; attempt++) {
      servers.nowMillis.addAndGet(5_000);
      try {
        return write(backend, map, attempt, thousands);
      } catch (HeddleException e) {
        if (e.code() != ErrorCode.DISK_FULL || attempt == 5) {
          throw e;
        }
      }
    }
  }

  @Test
  void aServerThatTakesNothingIsAnErrorForWhoWrites() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<HeddleException> failure = new CompletableFuture<>();
    try (Listener listener =
            Listener.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Security.none(),
                TestServers.hello(Role.SHUFFLE),
                _ -> awaitQuietly(end));
        ChannelPool channels =
            new ChannelPool(new SocketChannels(Security.none(), TestServers.hello(Role.WORKER)));
        AutoCloseable _ = end::countDown) {
      Buffer block = account.allocate(1 << 20);
      ShuffleAddress silent = new ShuffleAddress(1, 1, "localhost", listener.address().getPort());
      ShuffleChannel channel = channels.lend(silent);
      Thread writer =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      while (true) { // more than sockets keep
                        channel.sendBlock(ByteBuffer.allocate(64), block.address(), 1 << 20);
                      }
                    } catch (HeddleException e) {
                      failure.complete(e);
                    }
                  });
      channels.checkAlive(System.nanoTime()); // a moment is nothing
      long later = SocketShuffleChannel.MAX_SENDING_TIME.plusSeconds(1).toNanos();
      while (writer.isAlive()) {
        channels.checkAlive(System.nanoTime() + later);
        Thread.onSpinWait();
      }
      assertThat(failure.get().code()).isEqualTo(ErrorCode.IO);
      channels.discard(silent, channel);
      block.release();
    }
  }

  private static void awaitQuietly(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void dataThatNobodyRenewsIsDeletedThoughNoMessageCame() {
    servers.start(1, SMALL, folder.resolve("s"));
    ClusterExchangeBackend backend = backend();
    writeBoth(backend, 200);
    ExchangeWriter open = backend.openWriter(new MapAttempt(ID, 0, 1), account, SPILL);
    try (open;
        Batch batch = KeyedRows.of(0, 30_000, account)) {
      open.lane().write(batch, 0);
      servers.nowMillis.addAndGet(599_000);
      assertThat(read(backend, 0)).isEqualTo(expected(200, 0));
      servers.servers.get(1).service.keepOnly(Set.of(ID.job()), ID.job());
      servers.servers.get(1).service.usage();
      servers.nowMillis.addAndGet(599_000);
      assertThat(read(backend, 0)).isEqualTo(expected(200, 0));
      servers.nowMillis.addAndGet(2_000);
      servers.servers.get(1).service.usage(); // the clock is looked at after each event
      ServerUsage usage = TestServers.usageAtRest(servers.servers.get(1).service);
      assertThat(usage.heldBytes() + usage.diskBytes() + usage.jobs() + usage.writers()).isZero();
      assertThat(error(open::commit).code()).isEqualTo(ErrorCode.STALE);
    }
    assertThat(error(() -> read(backend, 0)).code()).isEqualTo(ErrorCode.CLOSED);
  }

  @Test
  void errorsOfTheDiskAreErrorsOfTheirKind() {
    FaultyStore store = new FaultyStore(new FolderBundleStore(folder.resolve("s")));
    servers.start(1, SMALL, Optional.of(store));
    ClusterExchangeBackend backend = backend();
    writeBoth(backend, 200);
    store.readError = "Input/output error";
    HeddleException lost = error(() -> read(backend, 0));
    assertThat(lost).isInstanceOf(FetchLostException.class);
    assertThat(store.failedReads).isPositive();
    store.readError = "";
    store.writeError = "Input/output error";
    HeddleException error = error(() -> write(backend, 1, 5, 400));
    assertThat(error.code()).isIn(ErrorCode.IO, ErrorCode.DISK_FULL);
    assertThat(error).hasMessageContaining("Input/output error");
  }

  @Test
  void aRestartedServerHasWhatIsSealedOnDiskAndHasLostTheRest() throws IOException {
    servers.start(1, SMALL, folder.resolve("s"));
    ClusterExchangeBackend backend = backend();
    servers.report(write(backend, 0, 0, 200));
    servers.report(write(backend, 1, 0, 2));
    assertThat(bundles()).hasSize(1);
    restart(1);
    assertThat(servers.servers.get(1).service.inventory(servers.servers.get(1).address))
        .extracting(SealedMap::attempt)
        .containsExactly(new MapAttempt(ID, 0, 0));
    assertLost(error(() -> read(backend, 0)), 1);
    servers.forget(ID, 1);
    servers.report(write(backend, 1, 1, 2));
    assertThat(read(backend, 1))
        .hasSize(101_000)
        .startsWith(KeyedRows.row(1000))
        .endsWith(KeyedRows.row(1_001_999));
    Path bundle = bundles().getFirst();
    flip(bundle, Files.size(bundle) - 40, 8);
    restart(1);
    assertLost(error(() -> read(backend, 0)), 0, 1);
  }

  private void restart(int number) {
    servers.channels.lost(number);
    servers.servers.remove(number).close();
    servers.start(number, SMALL, folder.resolve("s"));
  }

  @Test
  void aServerThatIsGoneLosesWhatItHasAndNamesAllOfIt() {
    servers.start(1, LARGE, folder.resolve("one"));
    servers.start(2, LARGE, folder.resolve("two"));
    ClusterExchangeBackend backend = backend();
    writeBoth(backend, 10); // one map on each
    ExchangeWriter writer = backend.openWriter(new MapAttempt(ID, 0, 1), account, SPILL);
    try (writer;
        Batch batch = KeyedRows.of(0, 30_000, account)) {
      ExchangeWriter.Lane lane = writer.lane();
      lane.write(batch, 0);
      TestServers.Server gone = servers.servers.get(1);
      gone.close();
      HeddleException error =
          error(
              () -> {
                lane.write(batch, 0);
                writer.commit();
              });
      assertThat(error.code()).isEqualTo(ErrorCode.WORKER_LOST);
      assertLost(error(() -> read(backend, 0)), 0);
      assertLost(error(() -> backend.totals(ID)), 0);
      servers.servers.remove(1);
    }
  }

  @Test
  void aZombieIsRefused() {
    servers.start(1, LARGE, folder.resolve("s"));
    ClusterExchangeBackend zombie = backend();
    ExchangeWriter writer = zombie.openWriter(new MapAttempt(ID, 0, 0), account, SPILL);
    try (writer;
        Batch batch = KeyedRows.of(0, 30_000, account)) {
      ExchangeWriter.Lane lane = writer.lane();
      lane.write(batch, 0);
      servers.servers.get(1).service.workerGone(1, 1);
      assertThat(error(writer::commit).code()).isEqualTo(ErrorCode.STALE);
    }
    assertThat(error(() -> write(zombie, 0, 1, 1)).code()).isEqualTo(ErrorCode.STALE);
    ClusterExchangeBackend next = servers.backend(2, 0, account);
    next.create(ID, new ExchangeShape(KeyedRows.TYPES, 2, 2));
    servers.report(write(next, 0, 2, 4));
    servers.report(write(next, 1, 0, 4));
    assertThat(read(next, 0)).isEqualTo(expected(4, 0));
    servers.epoch = 1;
    servers.report(write(next, 0, 3, 4));
    servers.epoch = 0;
    assertThat(error(() -> read(next, 0)).code()).isEqualTo(ErrorCode.STALE);
  }

  @Test
  void emptyAbsentReleasedAndLostAreDifferent() {
    servers.start(1, SMALL, folder.resolve("s"));
    ClusterExchangeBackend backend = backend();
    writeBoth(backend, 0);
    assertThat(read(backend, 0)).as("empty").isEmpty();
    servers.forget(ID, 0);
    SealedMap written = write(backend, 0, 1, 1);
    servers.report(
        new SealedMap(
            new MapAttempt(ID, 0, 9), written.address(), written.digest(), 0, 0, written.sizes()));
    assertThat(error(() -> read(backend, 0))).hasMessageContaining("never had 1");
    servers.forget(ID, 0);
    servers.report(
        new SealedMap(
            written.attempt(), written.address(), written.digest() + 1, 0, 0, written.sizes()));
    assertThat(error(() -> read(backend, 0))).hasMessageContaining("has lost 1");
    servers.servers.get(1).service.release(ID);
    HeddleException released = error(() -> read(backend, 0));
    assertThat(released.code()).isEqualTo(ErrorCode.CLOSED);
    assertThat(released).hasMessageContaining("released");
  }

  @Test
  void littleStaysInTheWorkerAndMuchGoesToTheService() {
    servers.start(5, new ServerLimits(1 << 20, 0, 1L << 30, 600_000), Optional.empty());
    servers.start(1, LARGE, folder.resolve("s"));
    ClusterExchangeBackend backend = backend(256 << 10);
    SealedMap little = write(backend, 0, 0, 1);
    SealedMap much = write(backend, 1, 0, 400);
    assertThat(little.address().server()).isEqualTo(5);
    assertThat(much.address().server()).isEqualTo(1);
    servers.report(little);
    servers.report(much);
    assertThat(read(backend, 0)).hasSize(201_000);
    int attempts = 1;
    while (write(backend, 0, attempts, 1).address().server() == 5) {
      attempts++;
    }
    assertThat(attempts).as("until the worker's memory is full").isBetween(3, 200);
  }

  @Test
  void foldersAreForTheirUserAndOneServerOnly() throws IOException {
    Path place = folder.resolve("s");
    servers.start(1, SMALL, place);
    writeBoth(backend(), 200);
    try (Stream<Path> all = Files.walk(place)) {
      for (Path path : all.toList()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
            .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
      }
    }
    assertThatThrownBy(() -> new FolderBundleStore(place))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("another shuffle server");
  }

  @Test
  void aReaderThatGoesAwayInTheMiddleLeavesNothingBehind() {
    servers.start(1, SMALL, folder.resolve("s"));
    ClusterExchangeBackend backend = backend();
    writeBoth(backend, 200);
    List<ShuffleChannel> opened = new ArrayList<>();
    servers.mangler =
        real -> {
          opened.add(real);
          return real;
        };
    servers.channels.lost(1);
    try (var reader = backend.openReader(ID, 0, account)) {
      reader.next().orElseThrow().close();
      opened.getLast().close();
      HeddleException error =
          error(
              () -> {
                while (true) {
                  reader.next().orElseThrow().close();
                }
              });
      assertThat(error).isInstanceOf(FetchLostException.class);
    }
    assertThat(read(backend, 0)).isEqualTo(expected(200, 0));
    assertThat(servers.servers.get(1).service.usage().readers()).isZero();
  }
}
