package dev.heddle.jdbc.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.flight.ResultServer;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.testing.FaultProxy;
import dev.heddle.io.testing.FreePorts;
import dev.heddle.shuffle.net.Security;
import dev.heddle.shuffle.net.SecurityFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import org.apache.arrow.flight.CallStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** URLs, who is let in, and connections that end. */
class ConnectionsTest extends RemoteTest {
  @Override
  Security security() {
    return Security.ofToken("s\u00e9cret & more");
  }

  @Override
  Connection connect() throws SQLException {
    return DriverManager.getConnection(url(), "anybody", "s\u00e9cret & more");
  }

  private static void assertRefused(String url, String state, String part) {
    assertThatThrownBy(() -> DriverManager.getConnection(url))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(part)
        .satisfies(e -> assertThat(state(e)).isEqualTo(state));
  }

  @Test
  void thePasswordOfAnyUserIsTheToken() throws SQLException {
    try (Connection connection = connect()) {
      assertThat(rows(connection, "select count(*) as n from t")).containsExactly("Long 3");
      assertThat(connection.isValid(1)).isTrue();
    }
    String inUrl = url() + "?user=me&password=s%c3%a9cret%20%26%20more";
    try (Connection connection = DriverManager.getConnection(inUrl)) {
      assertThat(connection.isValid(0)).isTrue();
    }
    RemoteDataSource source = new RemoteDataSource(url());
    try (Connection connection = source.getConnection("you", "s\u00e9cret & more")) {
      assertThat(connection.isValid(0)).isTrue();
    }
  }

  @Test
  void othersAreNotLetIn() {
    assertRefused(url(), "28000", "it brings no bearer token");
    assertRefused(url() + "?token=wrong", "28000", "its token is not the server's");
    assertThatThrownBy(() -> DriverManager.getConnection(url(), "a", "b"))
        .isInstanceOf(SQLInvalidAuthorizationSpecException.class)
        .hasMessageContaining("its token is not the server's");
  }

  @Test
  void aTokenOfTheUrlIsSentAsItIs() throws SQLException {
    try (ResultServer other = new ResultServer(session, ANY, Security.ofToken("t0ken"));
        Connection connection =
            DriverManager.getConnection(
                "jdbc:heddle://localhost:" + other.address().getPort() + "/?token=t0ken")) {
      assertThat(rows(connection, "select 1 as x")).containsExactly("Integer 1");
    }
    assertRefused(url() + "?token=s%c3%a9cret", "08001", "visible characters of ASCII");
  }

  @Test
  void namesWhatIsWrongInUrls() {
    assertRefused("jdbc:heddle://", "08001", "write jdbc:heddle://host:port");
    assertRefused("jdbc:heddle://me:secret@host:1", "08001", "write jdbc:heddle://host:port");
    assertRefused("jdbc:heddle://host:99999", "08001", "Cannot connect to port 99999");
    assertRefused("jdbc:heddle://host:1?tokn=x", "08001", "did you mean \"token\"?");
    assertRefused("jdbc:heddle://host:1?tls=yes", "08001", "write true or false");
    assertRefused("jdbc:heddle://host:1?tls=false&tlsCa=x", "08001", "there is tlsCa too");
    assertRefused("jdbc:heddle://host:1?tlsCa=/no/such.pem", "08001", "/no/such.pem");
    assertRefused("jdbc:heddle://host:1?timeZone=Mars/Base", "08001", "Europe/Berlin");
    assertRefused("jdbc:heddle://host:1?catalog=other", "08001", "the only one is heddle");
    assertRefused("jdbc:heddle://host:1?schema=other", "08001", "the only one is main");
  }

  @Test
  void urlsNameHostAndPort() {
    RemoteUrl plain = RemoteUrl.parse("jdbc:heddle://[::1]", Map.of());
    assertThat(plain.host()).isEqualTo("::1");
    assertThat(plain.port()).isEqualTo(7430);
    assertThat(plain.usesTls()).isFalse();
    assertThat(plain).hasToString("[::1]:7430");
    RemoteUrl far = RemoteUrl.parse("jdbc:heddle://db.example:1/?token=x", Map.of());
    assertThat(far.usesTls()).isTrue();
    assertThat(far).hasToString("db.example:1");
  }

  @Test
  void takesOnlyUrlsOfServers() throws SQLException {
    Driver driver = DriverManager.getDriver(url());
    assertThat(driver).isInstanceOf(RemoteDriver.class);
    assertThat(driver.connect("jdbc:heddle:", new Properties())).isNull();
    assertThat(driver.acceptsURL("jdbc:heddle:name")).isFalse();
    DriverPropertyInfo[] known = driver.getPropertyInfo(url(), new Properties());
    assertThat(Arrays.stream(known).map(info -> info.name))
        .containsExactly(
            "user", "password", "token", "tls", "tlsCa", "timeZone", "catalog", "schema");
    assertThatThrownBy(() -> new RemoteDataSource("jdbc:heddle:").getConnection())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("does not begin with jdbc:heddle://");
  }

  @Test
  void aServerThatIsNotThereIsSaidSo() throws IOException {
    int port = FreePorts.any();
    String url = "jdbc:heddle://127.0.0.1:" + port;
    assertRefused(url, "08001", "Connection to 127.0.0.1:" + port + " is lost");
    assertRefused(
        "jdbc:heddle://no.such.host.invalid:1?tls=false", "08001", "no.such.host.invalid");
  }

  @Test
  void tlsChecksTheServer(@TempDir Path folder) throws Exception {
    Path files = folder.resolve("security");
    SecurityFolder.generate(files);
    String token = Files.readString(files.resolve("token")).strip();
    try (ResultServer guarded = new ResultServer(session, ANY, Security.load(files))) {
      String url = "jdbc:heddle://localhost:" + guarded.address().getPort();
      String trusted = url + "?tlsCa=" + files.resolve("ca.pem");
      try (Connection connection = DriverManager.getConnection(trusted, "me", token)) {
        assertThat(rows(connection, "select count(*) as n from t")).containsExactly("Long 3");
      }
      assertRefused(trusted, "28000", "it brings no bearer token");
      assertThatThrownBy(() -> DriverManager.getConnection(url + "?tls=true", "me", token))
          .isInstanceOf(SQLNonTransientConnectionException.class)
          .hasMessageContaining("certification path");
      assertThatThrownBy(() -> DriverManager.getConnection(url, "me", token))
          .isInstanceOf(SQLNonTransientConnectionException.class)
          .hasMessageContaining("is lost");
    }
  }

  @Test
  void aConnectionHasASessionOfItsOwnAndTheServersTables() throws SQLException {
    try (Connection first = connect();
        Connection second =
            DriverManager.getConnection(
                url() + "?timeZone=Asia/Tokyo", "me", "s\u00e9cret & more");
        Statement statement = first.createStatement()) {
      String time = "select timestamp with time zone '2024-01-01 00:00:00+00:00' as t";
      assertThat(rows(second, time)).containsExactly("OffsetDateTime 2024-01-01T09:00+09:00");
      assertThat(rows(first, time)).containsExactly("OffsetDateTime 2024-01-01T00:00Z");
      statement.execute("set partitions = 3");
      assertThat(rows(first, "show partitions")).containsExactly("String 3");
      assertThat(rows(second, "show partitions")).containsExactly("String 0");
      statement.execute("create table made as select 1 as x");
      assertThat(rows(second, "select x from made")).containsExactly("Integer 1");
    }
  }

  @Test
  void whatIsClosedSaysSo() throws SQLException {
    Connection connection = connect();
    PreparedStatement prepared = connection.prepareStatement("select ? + 1 as x");
    Statement statement = connection.createStatement();
    ResultSet rows = statement.executeQuery("select x from range(1000000) r(x)");
    assertThat(rows.next()).isTrue();
    connection.close();
    connection.close();
    assertThat(connection.isClosed()).isTrue();
    assertThat(connection.isValid(1)).isFalse();
    assertThatThrownBy(prepared::executeQuery)
        .hasMessageContaining("closed")
        .satisfies(e -> assertThat(state(e)).isEqualTo("08003"));
    assertThatThrownBy(rows::next)
        .hasMessageContaining("closed")
        .satisfies(e -> assertThat(state(e)).isEqualTo("24000"));
    assertThatThrownBy(connection::getMetaData)
        .hasMessageContaining("closed")
        .satisfies(e -> assertThat(state(e)).isEqualTo("08003"));
  }

  @Test
  void aSessionThatIsGoneIsALostConnection() throws Exception {
    Map<String, String> options = Map.of("password", "s\u00e9cret & more");
    RemoteFeed feed = RemoteFeed.open(RemoteUrl.parse(url(), options), 0);
    HeddleException gone =
        feed.error(CallStatus.NOT_FOUND.withDescription("there is no table").toRuntimeException());
    assertThat(gone.code()).isEqualTo(ErrorCode.NOT_FOUND); // it is not the session
    server.close();
    assertThat(feed.isOpen()).isFalse();
    gone =
        feed.error(
            CallStatus.NOT_FOUND.withDescription("Cannot use the session").toRuntimeException());
    assertThat(gone.code()).isEqualTo(ErrorCode.WORKER_LOST);
    assertThat(gone).hasMessageContaining("its session has ended; open another one");
    feed.close();
    feed.close();
    assertThatThrownBy(feed::call).hasMessageContaining("it is closed");
  }

  @Test
  void aResetSocketCostsACallAndNotTheSession() throws Exception {
    try (FaultProxy proxy = new FaultProxy(server.address());
        Connection connection = connectBy(proxy);
        Statement statement = connection.createStatement()) {
      statement.execute("set partitions = 3");
      assertThat(proxy.resetAny(new Random(1))).isTrue();
      List<String> shown = List.of();
      while (shown.isEmpty()) { // until the channel has seen it
        try {
          shown = rows(connection, "show partitions");
        } catch (SQLException e) {
          assertThat(state(e)).isEqualTo("08006");
        }
      }
      assertThat(shown).containsExactly("String 3");
    }
    assertThat(server.status().sessions()).isZero();
  }

  @Test
  void aConnectionWhoseSessionHasEndedUsesNoOther() throws Exception {
    try (FaultProxy proxy = new FaultProxy(server.address());
        Connection connection = connectBy(proxy);
        Statement statement = connection.createStatement()) {
      assertThat(proxy.resetAny(new Random(1))).isTrue();
      while (server.status().sessions() > 0) {
        Thread.onSpinWait(); // nobody has named it yet, so it ends with its socket
      }
      String said = "";
      while (!said.contains("its session has ended; open another one")) {
        try {
          said = rows(connection, "show partitions").toString();
          assertThat(said).isEqualTo("an error");
        } catch (SQLException e) {
          assertThat(state(e)).isEqualTo("08006");
          said = e.getMessage();
        }
      }
      assertThatThrownBy(() -> statement.executeQuery("select 1 as x"))
          .hasMessageContaining("its session has ended; open another one")
          .satisfies(e -> assertThat(state(e)).isEqualTo("08006"));
      assertThat(connection.isValid(1)).isFalse();
    }
    assertThat(server.status().sessions()).isZero();
  }

  private static Connection connectBy(FaultProxy proxy) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:heddle://127.0.0.1:" + proxy.port(), "me", "s\u00e9cret & more");
  }

  @Test
  void aServerThatEndsWhileRowsAreReadIsALostConnection() throws SQLException {
    try (Session other = Heddle.local()) {
      ResultServer ending = new ResultServer(other, ANY, Security.none());
      Connection connection =
          DriverManager.getConnection("jdbc:heddle://127.0.0.1:" + ending.address().getPort());
      Statement statement = connection.createStatement();
      ResultSet rows =
          statement.executeQuery("select x, 'text ' || x as s from range(100000000) r(x)");
      assertThat(rows.next()).isTrue();
      ending.close();
      assertThatThrownBy(
              () -> {
                while (rows.next()) {
                  assertThat(rows.getLong(1)).isPositive();
                }
              })
          .isInstanceOf(SQLException.class)
          .hasMessageMatching("(?s).*(lost|cancelled).*");
      assertThatThrownBy(() -> statement.executeQuery("select 1 as x"))
          .isInstanceOf(SQLNonTransientConnectionException.class)
          .hasMessageContaining("is lost")
          .satisfies(e -> assertThat(state(e)).isEqualTo("08006"));
      assertThat(connection.isValid(1)).isFalse();
      connection.close();
    }
  }
}
