package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.CallOptions;
import org.apache.arrow.flight.CancelFlightInfoRequest;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.CloseSessionResult;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.sql.CancelResult;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queries that clients cancel end, and no others. */
class FlightCancelTest extends ServedTest {
  private static final String LARGE =
      "select a.i * 1500 + b.i as i, a.i as a, b.i as b, a.i + 0.5e0 as f from n a cross join n b";

  /** Takes minutes. */
  private static final String LONG =
      "select sum(a.i * b.i % 7 + c.i) as s from n a cross join n b cross join n c";

  @BeforeEach
  void numbers() {
    session.execute("create table n as select i from generate_series(0, 1499) as g(i)");
  }

  private FlightStream read(FlightSqlClient from, FlightInfo info) {
    FlightStream stream = from.getStream(info.getEndpoints().getFirst().getTicket());
    assertThat(stream.next()).isTrue();
    return stream;
  }

  private static void closeQuietly(FlightStream stream) throws Exception {
    try {
      stream.close();
    } catch (FlightRuntimeException e) {
      assertThat(code(e)).isEqualTo(FlightStatusCode.CANCELLED);
    }
  }

  private static void readToItsEnd(FlightStream stream) {
    while (stream.next()) {
      assertThat(stream.getRoot().getRowCount()).isPositive();
    }
  }

  @Test
  void aResultThatIsReadIsCancelledAndNoOther() throws Exception {
    FlightInfo first = client.execute(LARGE);
    FlightInfo second = client.execute(LARGE);
    try (FlightStream other = read(client, second)) {
      FlightStream stream = read(client, first);
      server.calls().await(2, 2);
      assertThat(client.cancelFlightInfo(new CancelFlightInfoRequest(first)).getStatus())
          .isEqualTo(CancelStatus.CANCELLED);
      server.calls().await(1, 1);
      assertThatThrownBy(() -> readToItsEnd(stream))
          .hasMessageContaining("cancelled")
          .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.CANCELLED));
      closeQuietly(stream);
      long rows = other.getRoot().getRowCount();
      while (other.next()) {
        rows += other.getRoot().getRowCount();
      }
      assertThat(rows).isEqualTo(2_250_000);
    }
    assertThat(client.cancelFlightInfo(new CancelFlightInfoRequest(first)).getStatus())
        .isEqualTo(CancelStatus.NOT_CANCELLABLE);
  }

  @Test
  void aResultThatWasNotReadIsCancelled() {
    FlightInfo info = client.execute(LARGE);
    assertThat(client.cancelQuery(info)).isEqualTo(CancelResult.CANCELLED);
    assertThat(client.cancelQuery(info)).isEqualTo(CancelResult.NOT_CANCELLABLE);
    assertThatThrownBy(() -> rows(info))
        .hasMessageContaining("cancelled")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.CANCELLED));
  }

  @Test
  void aQueryThatComputesIsCancelledByAnotherConnection() throws Exception {
    FlightInfo info = client.execute(LONG);
    CompletableFuture<Void> reading =
        CompletableFuture.runAsync(
            () -> {
              try (FlightStream stream =
                  client.getStream(info.getEndpoints().getFirst().getTicket())) {
                readToItsEnd(stream);
              } catch (FlightRuntimeException e) {
                throw e;
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            body -> Thread.ofPlatform().start(body));
    server.calls().await(1, 0);
    try (FlightSqlClient other = connect()) {
      assertThat(other.cancelFlightInfo(new CancelFlightInfoRequest(info)).getStatus())
          .isEqualTo(CancelStatus.CANCELLED);
    }
    assertThatThrownBy(reading::get).rootCause().hasMessageContaining("cancelled");
    server.calls().await(0, 0);
  }

  @Test
  void aStreamThatIsResetEndsItsQuery() throws Exception {
    FlightStream stream = read(client, client.execute(LARGE));
    server.calls().await(1, 1);
    stream.cancel("enough", null);
    server.calls().await(0, 0);
    closeQuietly(stream);
    assertThat(query("select 1 as x")).containsExactly("1");
  }

  @Test
  void anUpdateEndsWhenItsClientGivesItUp() {
    assertThatThrownBy(
            () ->
                client.execute(
                    "create table u as " + LONG, CallOptions.timeout(1, TimeUnit.SECONDS)))
        .hasMessageContaining("deadline")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.TIMED_OUT));
    server.sessions().close(); // waits for what runs
    assertThat(session.tables()).extracting(t -> t.name()).doesNotContain("u");
  }

  @Test
  void closingASessionEndsWhatItRunsAndNoOther() throws Exception {
    try (FlightSqlClient other = connect()) {
      FlightStream kept = read(client, client.execute(LARGE));
      FlightStream first = read(other, other.execute(LARGE));
      FlightStream second = read(other, other.execute(LARGE + " order by f, i"));
      server.calls().await(3, 3);
      assertThat(other.closeSession(new CloseSessionRequest()).getStatus())
          .isEqualTo(CloseSessionResult.Status.CLOSED);
      server.calls().await(1, 1);
      assertThatThrownBy(() -> readToItsEnd(first)).hasMessageContaining("cancelled");
      assertThatThrownBy(() -> readToItsEnd(second)).hasMessageContaining("cancelled");
      closeQuietly(first);
      closeQuietly(second);
      readToItsEnd(kept);
      kept.close();
    }
  }
}
