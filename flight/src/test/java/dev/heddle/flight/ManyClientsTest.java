package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.arrow.flight.CancelFlightInfoRequest;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.client.ClientCookieMiddleware;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many clients at once, of which most leave something behind, and nothing is left. */
class ManyClientsTest extends ServedTest {
  private static final int CLIENTS = 12;
  private static final long ROUNDS = 4;
  private static final String LARGE = "select a.i * 1500 + b.i as i from n a cross join n b";

  @BeforeEach
  void numbers() {
    session.execute("create table n as select i from generate_series(0, 1499) as g(i)");
    session.execute("create table log (client bigint, round bigint)");
  }

  /** Does something at random; what it begins it may leave open. */
  private static void act(FlightSqlClient from, int client, long round, Random random)
      throws Exception {
    assertThat(from.executeUpdate("insert into log values (" + client + ", " + round + ")"))
        .isEqualTo(1);
    switch (random.nextInt(6)) {
      case 0 -> assertThat(rows(from, from.execute("select sum(i) as s from n"))).hasSize(1);
      case 1 -> {
        FlightInfo unread = from.execute(LARGE);
        assertThat(unread.getEndpoints()).hasSize(1);
      }
      case 2 -> {
        PreparedStatement leaked = from.prepare("select i from n where i = ?");
        assertThat(leaked.getParameterSchema().getFields()).hasSize(1);
      }
      case 3 -> {
        FlightInfo info = from.execute(LARGE);
        FlightStream stream = from.getStream(info.getEndpoints().getFirst().getTicket());
        assertThat(stream.next()).isTrue();
        stream.cancel("enough", null);
        closeQuietly(stream);
      }
      case 4 -> {
        FlightInfo info = from.execute(LARGE);
        FlightStream stream = from.getStream(info.getEndpoints().getFirst().getTicket());
        assertThat(stream.next()).isTrue();
        assertThat(from.cancelFlightInfo(new CancelFlightInfoRequest(info)).getStatus())
            .isNotNull();
        closeQuietly(stream);
      }
      default -> {
        FlightInfo info = from.execute(LARGE);
        FlightStream stream = from.getStream(info.getEndpoints().getFirst().getTicket());
        assertThat(stream.next()).isTrue();
        closeQuietly(stream); // not read to its end
      }
    }
  }

  private static void closeQuietly(FlightStream stream) throws Exception {
    try {
      stream.close();
    } catch (FlightRuntimeException e) {
      assertThat(code(e)).isEqualTo(FlightStatusCode.CANCELLED);
    }
  }

  private void run(int client, long seed) {
    Random random = new Random(seed + client);
    for (long round = 0; round < ROUNDS; round++) {
      try (FlightSqlClient from =
          random.nextBoolean() ? connect() : connect(new ClientCookieMiddleware.Factory())) {
        act(from, client, round, random);
        act(from, client, round, random);
      } catch (Exception e) {
        throw new AssertionError("client " + client + ", round " + round + ", seed " + seed, e);
      }
    }
  }

  @Test
  void nothingIsLeftOfManyClients() throws Exception {
    long seed = 20261128;
    List<CompletableFuture<Void>> running = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      int number = client;
      running.add(
          CompletableFuture.runAsync(
              () -> run(number, seed), body -> Thread.ofPlatform().start(body)));
    }
    for (CompletableFuture<Void> each : running) {
      each.get();
    }
    assertThat(query("select count(*) as n, count(distinct client) as c from log"))
        .containsExactly(2 * CLIENTS * ROUNDS + "|" + CLIENTS);
    server.calls().await(0, 0);
    client.close();
    client = connect();
    nanos.addAndGet(SessionLimits.DEFAULTS.sessionIdle().toNanos() + 1);
    server.sessions().expire(); // those with cookies
    server.sessions().await(0);
  }
}
