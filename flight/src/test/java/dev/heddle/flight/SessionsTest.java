package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.CloseSessionResult;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.GetSessionOptionsRequest;
import org.apache.arrow.flight.SessionOptionValue;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.SetSessionOptionsResult;
import org.apache.arrow.flight.SetSessionOptionsResult.ErrorValue;
import org.apache.arrow.flight.client.ClientCookieMiddleware;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.junit.jupiter.api.Test;

/** What clients have for themselves, and how long. */
class SessionsTest extends ServedTest {
  private static final Duration SESSION_IDLE = Duration.ofMinutes(20);
  private static final Duration HANDLE_IDLE = Duration.ofMinutes(5);

  @Override
  SessionLimits limits() {
    return SessionLimits.DEFAULTS
        .withSessions(3)
        .withStatements(2)
        .withHandles(2)
        .withIdle(SESSION_IDLE, HANDLE_IDLE);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos() + 1);
    server.sessions().expire();
  }

  private static SetSessionOptionsRequest options(Object... namesAndValues) {
    Map<String, SessionOptionValue> options = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      options.put(
          (String) namesAndValues[i],
          switch (namesAndValues[i + 1]) {
            case Long value -> SessionOptionValueFactory.makeSessionOptionValue(value);
            case Boolean value -> SessionOptionValueFactory.makeSessionOptionValue(value);
            case String[] value -> SessionOptionValueFactory.makeSessionOptionValue(value);
            case SessionOptionValue value -> value;
            case Object value ->
                SessionOptionValueFactory.makeSessionOptionValue(String.valueOf(value));
          });
    }
    return new SetSessionOptionsRequest(options);
  }

  @Test
  void settingsAreTheClientsOwnAndTablesAreNot() throws Exception {
    try (FlightSqlClient other = connect()) {
      client.executeUpdate("set partitions = 3");
      client.executeUpdate("create table u as select 7 as x");
      assertThat(query("show partitions")).containsExactly("3");
      assertThat(rows(other, other.execute("show partitions"))).containsExactly("0");
      assertThat(rows(other, other.execute("select x from u"))).containsExactly("7");
    }
    server.sessions().await(1);
  }

  @Test
  void settingsAreOptionsOfTheSession() {
    SetSessionOptionsResult set =
        client.setSessionOptions(
            options(
                "partitions",
                4L,
                "is_optimized",
                false,
                "excluded_rules",
                new String[] {},
                "application_name",
                "it's me",
                "catalog",
                "heddle",
                "schema",
                "main"));
    assertThat(set.hasErrors()).isFalse();
    assertThat(query("show partitions")).containsExactly("4");
    assertThat(query("show is_optimized")).containsExactly("off");
    Map<String, SessionOptionValue> all =
        client.getSessionOptions(new GetSessionOptionsRequest()).getSessionOptions();
    assertThat(all)
        .containsEntry("partitions", SessionOptionValueFactory.makeSessionOptionValue("4"))
        .containsEntry(
            "application_name", SessionOptionValueFactory.makeSessionOptionValue("it's me"))
        .containsEntry("catalog", SessionOptionValueFactory.makeSessionOptionValue("heddle"));
    set =
        client.setSessionOptions(
            options("partitions", SessionOptionValueFactory.makeEmptySessionOptionValue()));
    assertThat(set.hasErrors()).isFalse();
    assertThat(query("show partitions")).containsExactly("0");
  }

  @Test
  void optionsThatCannotBeAreReportedByName() {
    SetSessionOptionsResult set =
        client.setSessionOptions(
            options(
                "nope",
                1L,
                "partitions",
                "many",
                "catalog",
                "other",
                "schema",
                "other",
                "application_name",
                "kept"));
    assertThat(set.getErrors().keySet())
        .containsExactlyInAnyOrder("nope", "partitions", "catalog", "schema");
    assertThat(set.getErrors().get("nope").value).isEqualTo(ErrorValue.INVALID_NAME);
    assertThat(set.getErrors().get("partitions").value).isEqualTo(ErrorValue.INVALID_VALUE);
    assertThat(set.getErrors().get("catalog").value).isEqualTo(ErrorValue.INVALID_VALUE);
    assertThat(query("show application_name")).containsExactly("kept");
  }

  @Test
  void aSessionWithoutACookieEndsWithItsConnection() throws Exception {
    FlightSqlClient other = connect();
    assertThat(rows(other, other.execute("select 1 as x"))).containsExactly("1");
    server.sessions().await(1);
    assertThat(query("select 1 as x")).containsExactly("1");
    server.sessions().await(2);
    pass(SESSION_IDLE); // its connection is there
    server.sessions().await(2);
    other.close();
    server.sessions().await(1);
  }

  @Test
  void aCallWhoseConnectionIsGoneOpensNoSession() throws Exception {
    ClientConnection connection = new ClientConnection();
    server.sessions().ended(connection);
    assertThatThrownBy(() -> server.sessions().of(null, connection))
        .hasMessageContaining("cancelled");
    server.sessions().await(0);
    assertThat(server.sessions().of(null, new ClientConnection()).endpoints()).isEqualTo(1);
    server.sessions().await(1);
  }

  @Test
  void aSessionWithACookieOutlivesItsConnectionUntilItIsIdle() throws Exception {
    ClientCookieMiddleware.Factory cookies = new ClientCookieMiddleware.Factory();
    try (FlightSqlClient other = connect(cookies)) {
      other.executeUpdate("set partitions = 5");
      assertThat(rows(other, other.execute("show partitions"))).containsExactly("5");
    }
    try (FlightSqlClient other = connect(cookies)) {
      assertThat(rows(other, other.execute("show partitions"))).containsExactly("5");
      server.sessions().await(1);
    }
    pass(SESSION_IDLE);
    server.sessions().await(0);
    try (FlightSqlClient other = connect(cookies)) {
      assertThatThrownBy(() -> other.execute("show partitions"))
          .hasMessageContaining("not used for 20 minutes; connect again")
          .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.NOT_FOUND));
      assertThat(rows(other, other.execute("show partitions"))).containsExactly("0");
    }
  }

  @Test
  void aClosedSessionIsFollowedByAnother() throws Exception {
    client.executeUpdate("set partitions = 5");
    PreparedStatement prepared = client.prepare("select 1 as x");
    assertThat(client.closeSession(new CloseSessionRequest()).getStatus())
        .isEqualTo(CloseSessionResult.Status.CLOSED);
    server.sessions().await(0);
    assertThat(client.closeSession(new CloseSessionRequest()).getStatus())
        .isEqualTo(CloseSessionResult.Status.NOT_CLOSABLE);
    assertThatThrownBy(prepared::execute)
        .hasMessageContaining("Cannot find the prepared statement")
        .satisfies(e -> assertThat(heddleCode(e)).isEqualTo("NOT_FOUND"));
    prepared.close();
    assertThat(query("show partitions")).containsExactly("0");
  }

  @Test
  void statementsAndResultsThatAreNotUsedExpire() {
    PreparedStatement prepared = client.prepare("select 1 as x");
    FlightInfo unread = client.execute("select 2 as x");
    pass(HANDLE_IDLE.dividedBy(2));
    assertThat(rows(prepared.execute())).containsExactly("1");
    pass(HANDLE_IDLE.dividedBy(2));
    assertThat(rows(prepared.execute())).containsExactly("1"); // was used in between
    assertThatThrownBy(() -> rows(unread))
        .hasMessageContaining("it was not used for 5 minutes")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.NOT_FOUND));
    pass(HANDLE_IDLE);
    assertThatThrownBy(prepared::execute)
        .hasMessageContaining("it was not used for 5 minutes")
        .satisfies(e -> assertThat(heddleCode(e)).isEqualTo("NOT_FOUND"));
    prepared.close();
  }

  @Test
  void ofTooManyStatementsTheOldestGoes() {
    PreparedStatement first = client.prepare("select 1 as x");
    PreparedStatement second = client.prepare("select 2 as x");
    assertThat(rows(first.execute())).containsExactly("1");
    PreparedStatement third = client.prepare("select 3 as x");
    assertThatThrownBy(second::execute).hasMessageContaining("the oldest of more than 2");
    assertThat(rows(first.execute())).containsExactly("1");
    assertThat(rows(third.execute())).containsExactly("3");
    first.close();
    second.close();
    third.close();
  }

  @Test
  void tooManyStatementsAtOnceAreRefused() throws Exception {
    session.execute("create table n as select i from generate_series(0, 1499) as g(i)");
    String large = "select a.i * 1500 + b.i as i, a.i as a, b.i as b from n a cross join n b";
    FlightInfo first = client.execute(large);
    FlightInfo second = client.execute(large);
    try (FlightStream one = client.getStream(first.getEndpoints().getFirst().getTicket());
        FlightStream two = client.getStream(second.getEndpoints().getFirst().getTicket())) {
      assertThat(one.next()).isTrue();
      assertThat(two.next()).isTrue();
      server.calls().await(2, 2);
      assertThatThrownBy(() -> client.execute("select 1 as x"))
          .hasMessageContaining("2 run in this session")
          .hasMessageContaining("--max-statements")
          .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.RESOURCE_EXHAUSTED))
          .satisfies(e -> assertThat(heddleCode(e)).isEqualTo("REFUSED"));
      one.cancel("enough", null);
      two.cancel("enough", null);
      server.calls().await(0, 0);
      assertThat(query("select 1 as x")).containsExactly("1");
    }
  }

  @Test
  void tooManySessionsAreRefused() throws Exception {
    try (FlightSqlClient second = connect();
        FlightSqlClient third = connect();
        FlightSqlClient fourth = connect()) {
      for (FlightSqlClient each : new FlightSqlClient[] {client, second, third}) {
        assertThat(rows(each, each.execute("select 1 as x"))).containsExactly("1");
      }
      assertThatThrownBy(() -> fourth.execute("select 1 as x"))
          .hasMessageContaining("3 are open, the most that this server has")
          .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.RESOURCE_EXHAUSTED))
          .satisfies(e -> assertThat(heddleCode(e)).isEqualTo("REFUSED"));
      third.close();
      server.sessions().await(2);
      assertThat(rows(fourth, fourth.execute("select 1 as x"))).containsExactly("1");
    }
  }
}
