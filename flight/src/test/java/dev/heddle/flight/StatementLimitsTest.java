package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlInfo;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements that run for too long. */
class StatementLimitsTest extends ServedTest {
  private static final String LARGE =
      "select a.i * 1500 + b.i as i, a.i as a, b.i as b, a.i + 0.5e0 as f from n a cross join n b";

  /** Takes minutes. */
  private static final String LONG =
      "select sum(a.i * b.i % 7 + c.i) as s from n a cross join n b cross join n c";

  @Override
  SessionLimits limits() {
    return SessionLimits.DEFAULTS.withStatementTime(Duration.ofMillis(500));
  }

  private FlightClient polling;

  @BeforeEach
  void connectPolling() {
    session.execute("create table n as select i from generate_series(0, 1499) as g(i)");
    polling = polling();
  }

  @AfterEach
  void disconnect() throws InterruptedException {
    polling.close();
  }

  private static void timesOut(ThrowingCallable call) {
    Throwable error = catchThrowable(call);
    assertThat(error).hasMessageContaining("more than 500 ms").hasMessageContaining("--statement-");
    assertThat(code(error)).isEqualTo(FlightStatusCode.TIMED_OUT);
    assertThat(heddleCode(error)).isEqualTo("TIMEOUT");
  }

  @Test
  void aStatementThatRunsForTooLongEndsAndItsSessionDoesNot() throws Exception {
    assertThat(client.executeUpdate("set partitions = 1")).isZero();
    timesOut(() -> query(LONG));
    timesOut(() -> client.executeUpdate("create table u as " + LONG));
    timesOut(() -> client.executeUpdate("insert into t (i) " + LONG));
    try (PreparedStatement prepared = client.prepare(LONG)) {
      timesOut(() -> rows(prepared.execute()));
    }
    timesOut(
        () -> {
          PollInfo poll = polling.pollInfo(command(LONG));
          while (poll.getFlightDescriptor().isPresent()) {
            poll = polling.pollInfo(poll.getFlightDescriptor().get());
          }
        });
    server.calls().await(0, 0);
    assertThat(query("show partitions")).containsExactly("1");
    assertThat(query("select count(*) as n from t")).containsExactly("3");
  }

  @Test
  void aSessionMayWantLessTimeButNotMore() {
    assertThat(client.executeUpdate("set statement_timeout = '50ms'")).isZero();
    Throwable error = catchThrowable(() -> query(LONG));
    assertThat(error).hasMessageContaining("more than 50ms, which statement_timeout allows");
    assertThat(code(error)).isEqualTo(FlightStatusCode.TIMED_OUT);
    assertThat(heddleCode(error)).isEqualTo("TIMEOUT");
    assertThat(client.executeUpdate("set statement_timeout = '1h'")).isZero();
    timesOut(() -> query(LONG));
    assertThat(query("show statement_timeout")).containsExactly("1h");
  }

  @Test
  void aResultThatNobodyReadsEndsToo() throws Exception {
    FlightInfo info = client.execute(LARGE);
    FlightStream stream = client.getStream(info.getEndpoints().getFirst().getTicket());
    assertThat(stream.next()).isTrue();
    server.calls().await(0, 0);
    timesOut(
        () -> {
          while (stream.next()) {
            assertThat(stream.getRoot().getRowCount()).isPositive();
          }
        });
    stream.close();
  }

  @Test
  void theTimeIsAFactOfTheServer() {
    assertThat(rows(client.getSqlInfo(SqlInfo.FLIGHT_SQL_SERVER_STATEMENT_TIMEOUT)))
        .singleElement()
        .asString()
        .contains("500");
  }
}
