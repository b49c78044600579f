package dev.heddle.shuffle.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.shuffle.protocol.InlineOutput;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.server.ServerLimits;
import dev.heddle.shuffle.store.KeyedRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InlineExchangeReaderTest {
  private static final ExchangeId ID = new ExchangeId(7, 1);

  private final MemoryLedger ledger = new MemoryLedger(64 << 20);
  private final MemoryAccount account = ledger.open("test");
  private final TestServers servers = new TestServers();
  private ClusterExchangeBackend backend;

  @BeforeEach
  void open() {
    servers.start(1, new ServerLimits(16 << 20, 0, 1L << 30, 600_000), Optional.empty());
    backend = servers.backend(1, 1 << 20, account);
  }

  @AfterEach
  void everythingIsGivenBack() {
    backend.close();
    servers.close();
    account.close();
    assertThat(ledger.usedBytes()).isZero();
  }

  /** Writes a map in blocks of some rows each; returns how many bytes it took. */
  private long write(int map, int... blocks) {
    long bytes;
    try (ExchangeWriter writer =
        backend.openWriter(
            new MapAttempt(ID, map, 0),
            account,
            (types, own, blockBytes) -> {
              throw new IllegalStateException("Nothing is kept here");
            })) {
      for (int rows : blocks) {
        ExchangeWriter.Lane lane = writer.lane();
        try (Batch batch = KeyedRows.of(1000L * map, rows, account)) {
          lane.write(batch, 0);
        }
      }
      var sealed = writer.commit();
      servers.report(sealed);
      bytes = sealed.bytes();
    }
    return bytes;
  }

  private List<String> read() {
    return KeyedRows.read(backend, ID, 0, account);
  }

  private void mangle(int map, UnaryOperator<byte[]> change) {
    MapAttempt attempt = new MapAttempt(ID, map, 0);
    byte[] blocks =
        servers.little(ID).stream()
            .filter(output -> output.attempt().equals(attempt))
            .findFirst()
            .orElseThrow()
            .blocks();
    servers.sealed(new InlineOutput(attempt, change.apply(blocks.clone())));
  }

  @Test
  void whatIsLittleIsReadWithoutItsServer() {
    backend.create(ID, new ExchangeShape(KeyedRows.TYPES, 4, 1));
    long bytes = write(0, 3) + write(1) + write(2, 1, 100, 7) + write(3, 20);
    List<String> there = read();
    assertThat(there).hasSize(131);
    assertThat(servers.readInline).as("counted").isEqualTo(Map.of(1, bytes));
    servers.channels.lost(1);
    servers.servers.get(1).service.endJob(ID.job());
    assertThat(read()).isEqualTo(there);
    servers.forgetLittle();
    assertThatThrownBy(this::read).hasMessageContaining("it has been released");
  }

  @Test
  void whatIsMoreIsReadFromItsServer() {
    backend.create(ID, new ExchangeShape(KeyedRows.TYPES, 2, 1));
    assertThat(write(0, 4000)).isGreaterThan(32 << 10);
    write(1, 5);
    assertThat(servers.little(ID)).hasSize(1);
    assertThat(read()).hasSize(4005);
    assertThat(servers.readInline).as("counted by channels").isEmpty();
  }

  @Test
  void whatIsOfMorePartitionsIsReadFromItsServer() {
    backend.create(ID, new ExchangeShape(KeyedRows.TYPES, 1, 2));
    write(0, 5);
    assertThat(servers.little(ID)).isEmpty();
    assertThat(read()).hasSize(5);
  }

  @Test
  void whatIsOfManyMapsIsReadFromItsServer() {
    backend.create(ID, new ExchangeShape(KeyedRows.TYPES, 65, 1));
    for (int map = 0; map < 65; map++) {
      write(map, 2);
    }
    assertThat(servers.little(ID)).isEmpty();
    assertThat(read()).hasSize(130);
  }

  @Test
  void whatIsNotWhatWasWrittenIsLost() {
    backend.create(ID, new ExchangeShape(KeyedRows.TYPES, 2, 1));
    write(0, 9);
    write(1, 5, 6);
    byte[] good = servers.little(ID).get(1).blocks();
    List<UnaryOperator<byte[]>> changes = new ArrayList<>();
    Random random = new Random(3);
    for (int i = 0; i < 300; i++) {
      int at = random.nextInt(good.length);
      int bit = 1 << random.nextInt(8);
      changes.add(
          bytes -> {
            bytes[at] ^= (byte) bit;
            return bytes;
          });
      changes.add(bytes -> Arrays.copyOf(bytes, at));
    }
    changes.add(bytes -> Arrays.copyOf(bytes, bytes.length + 1));
    changes.add(
        bytes -> {
          byte[] twice = Arrays.copyOf(bytes, 2 * bytes.length);
          System.arraycopy(bytes, 0, twice, bytes.length, bytes.length);
          return twice;
        });
    for (UnaryOperator<byte[]> change : changes) {
      mangle(1, change);
      assertThatThrownBy(this::read)
          .isInstanceOf(FetchLostException.class)
          .hasMessageContaining("map 1 of");
      servers.sealed(new InlineOutput(new MapAttempt(ID, 1, 0), good));
    }
    assertThat(read()).hasSize(20);
  }
}
