package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heddle.engine.session.SessionEngineProvider;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.FaultProxy;
import java.util.concurrent.CompletableFuture;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightClientMiddleware;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.client.ClientCookieMiddleware;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients whose connection breaks, or falls silent. */
class LostClientTest extends ServedTest {
  private static final String LARGE =
      "select a.i * 1500 + b.i as i, a.i as a, b.i as b, a.i + 0.5e0 as f from n a cross join n b";

  /** Takes minutes. */
  private static final String LONG =
      "select sum(a.i * b.i % 7 + c.i) as s from n a cross join n b cross join n c";

  private static final int MAX_LOOKS = 10_000_000;

  private FaultProxy proxy;

  @Override
  SessionLimits limits() {
    return SessionLimits.DEFAULTS.withKeepAlive(SessionLimits.MIN_KEEP_ALIVE);
  }

  @BeforeEach
  void connectThrough() throws Exception {
    session.execute("create table n as select i from generate_series(0, 1499) as g(i)");
    proxy = new FaultProxy(server.address());
  }

  @AfterEach
  void disconnect() {
    proxy.close();
  }

  private FlightSqlClient through(FlightClientMiddleware.Factory... middleware) {
    FlightClient.Builder builder =
        FlightClient.builder(allocator, Location.forGrpcInsecure("127.0.0.1", proxy.port()));
    for (FlightClientMiddleware.Factory each : middleware) {
      builder.intercept(each);
    }
    return new FlightSqlClient(builder.build());
  }

  private static FlightStream read(FlightSqlClient from, FlightInfo info) {
    FlightStream stream = from.getStream(info.getEndpoints().getFirst().getTicket());
    assertThat(stream.next()).isTrue();
    return stream;
  }

  private static void closeQuietly(FlightStream stream) {
    try {
      stream.close();
    } catch (Exception e) {
      assertThat(e).isNotNull(); // its connection is broken
    }
  }

  /** Waits until a client knows that its connection is broken. */
  private static void awaitLoss(FlightStream stream) {
    Throwable loss =
        catchThrowable(
            () -> {
              while (stream.next()) {
                continue; // what had come before
              }
            });
    assertThat(loss).isInstanceOf(FlightRuntimeException.class);
  }

  private static void awaitFreedMemory(long bytes) {
    MemoryLedger ledger = SessionEngineProvider.memory();
    for (int i = 0; ledger.usedBytes() > bytes && i < MAX_LOOKS; i++) {
      Thread.yield();
    }
    assertThat(ledger.usedBytes()).isLessThanOrEqualTo(bytes);
    assertThat(ledger.committedBytes()).isLessThanOrEqualTo(bytes);
  }

  /** Loses a client that reads one result and computes another, and proves that all is freed. */
  private void lose(Runnable loss) throws Exception {
    long before = SessionEngineProvider.memory().usedBytes();
    FlightSqlClient lost = through();
    FlightStream stream = read(lost, lost.execute(LARGE));
    FlightInfo computed = lost.execute(LONG);
    CompletableFuture<Void> reading =
        CompletableFuture.runAsync(
            () -> closeQuietly(read(lost, computed)), body -> Thread.ofPlatform().start(body));
    server.calls().await(2, 1);
    server.sessions().await(1);
    loss.run();
    server.calls().await(0, 0);
    server.sessions().await(0);
    awaitFreedMemory(before);
    proxy.reset();
    assertThat(catchThrowable(reading::join)).as("the end of a result that was lost").isNotNull();
    closeQuietly(stream);
    lost.close();
    assertThat(query("select count(*) as n from t")).containsExactly("3");
  }

  @Test
  void aConnectionThatIsResetFreesAllThatItHad() throws Exception {
    lose(proxy::reset);
  }

  @Test
  void aConnectionThatIsSilentForTooLongFreesAllThatItHad() throws Exception {
    lose(proxy::fallSilent);
  }

  @Test
  void aClientWithACookieFindsItsSessionAgain() throws Exception {
    ClientCookieMiddleware.Factory cookies = new ClientCookieMiddleware.Factory();
    FlightSqlClient lost = through(cookies);
    assertThat(lost.executeUpdate("set partitions = 5")).isZero();
    FlightSqlClient.PreparedStatement prepared = lost.prepare("select count(*) as n from t");
    FlightStream stream = read(lost, lost.execute(LARGE));
    server.calls().await(1, 1);
    proxy.fallSilent();
    server.calls().await(0, 0); // the query of the connection that is gone
    server.sessions().await(1);
    proxy.reset();
    awaitLoss(stream);
    closeQuietly(stream);
    proxy.resume(); // the same client connects again by itself
    assertThat(rows(lost, prepared.execute())).containsExactly("3");
    assertThat(rows(lost, lost.execute("show partitions"))).containsExactly("5");
    server.sessions().await(1);
    prepared.close();
    lost.close();
  }
}
