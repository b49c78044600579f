package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flight.CancelFlightInfoRequest;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetCatalogs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queries that clients poll until their rows are there. */
class PollTest extends ServedTest {
  private static final String LONG =
      "select sum(a.i * b.i % 7 + c.i) as s from n a cross join n b cross join n c";

  private FlightClient polling;

  @BeforeEach
  void connectToPoll() {
    session.execute("create table n as select i from generate_series(0, 1499) as g(i)");
    polling = polling();
  }

  @AfterEach
  void disconnect() throws Exception {
    polling.close();
  }

  /** Polls until the rows can be read. */
  private FlightInfo polled(FlightDescriptor first) {
    PollInfo info = polling.pollInfo(first);
    for (Optional<FlightDescriptor> next = info.getFlightDescriptor(); next.isPresent(); ) {
      info = polling.pollInfo(next.get());
      next = info.getFlightDescriptor();
    }
    return info.getFlightInfo();
  }

  @Test
  void rowsAreReadWhenTheyAreThere() {
    assertThat(rows(polled(command("select count(*) as c from n a cross join n b"))))
        .containsExactly("2250000");
    assertThat(rows(polled(command("select s from t where i = 1 -- the end"))))
        .containsExactly("a");
  }

  @Test
  void whatNeedsNoTimeIsReadyAtOnce() {
    PollInfo info = polling.pollInfo(command("insert into t values (4, 'd')"));
    assertThat(info.getFlightDescriptor()).isEmpty();
    assertThat(rows(info.getFlightInfo())).containsExactly("1");
    assertThat(rows(polled(command("show tables")))).hasSize(3);
    assertThat(
            rows(
                polled(
                    FlightDescriptor.command(
                        Any.pack(CommandGetCatalogs.getDefaultInstance()).toByteArray()))))
        .containsExactly("heddle");
    assertThat(
            rows(
                polled(
                    FlightDescriptor.command(
                        "select 1 as x".getBytes(java.nio.charset.StandardCharsets.UTF_8)))))
        .containsExactly("1"); // of plain Flight
  }

  @Test
  void progressIsSeenUntilItIsCancelled() {
    PollInfo info = polling.pollInfo(command(LONG));
    while (info.getProgress().isEmpty()) {
      assertThat(info.getFlightInfo().getEndpoints()).isEmpty();
      info = polling.pollInfo(info.getFlightDescriptor().orElseThrow());
    }
    assertThat(info.getProgress().orElseThrow()).isBetween(0.0, 1.0);
    FlightDescriptor next = info.getFlightDescriptor().orElseThrow();
    assertThat(
            client.cancelFlightInfo(new CancelFlightInfoRequest(info.getFlightInfo())).getStatus())
        .isEqualTo(CancelStatus.CANCELLED);
    assertThatThrownBy(
            () -> {
              while (polling.pollInfo(next).getFlightDescriptor().isPresent()) {
                // It ends.
              }
            })
        .hasMessageContaining("cancelled")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.CANCELLED));
  }

  @Test
  void errorsComeWithAPoll() {
    assertThatThrownBy(() -> polled(command("select 1 / (i - 1) as q from t")))
        .hasMessageContaining("zero");
    assertThatThrownBy(() -> polled(command("select nope from t"))).hasMessageContaining("nope");
  }

  @Test
  void whatIsNeverReadIsDropped() {
    List<FlightInfo> unread = List.of(polled(command("select a.i from n a cross join n b")));
    assertThat(unread).hasSize(1);
    nanos.addAndGet(SessionLimits.DEFAULTS.handleIdle().toNanos() + 1);
    server.sessions().expire();
    assertThatThrownBy(() -> rows(unread.getFirst()))
        .hasMessageContaining("Cannot find the result");
  }
}
