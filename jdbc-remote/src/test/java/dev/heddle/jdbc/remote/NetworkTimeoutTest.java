package dev.heddle.jdbc.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.io.testing.FaultProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Servers that do not answer in time. */
class NetworkTimeoutTest extends RemoteTest {
  /** Takes minutes. */
  private static final String LONG =
      "select sum(a.i * b.i % 7 + c.i) as s from n a cross join n b cross join n c";

  @BeforeEach
  void numbers() {
    session.execute("create table n as select i from generate_series(0, 1499) as g(i)");
  }

  private static void isLost(ThrowingCallable call, int millis) {
    assertThatThrownBy(call)
        .hasMessageContaining("is lost: no answer for " + millis + " ms")
        .satisfies(e -> assertThat(state(e)).isEqualTo("08006"));
  }

  private static void awaitClosed(Connection connection) throws SQLException {
    while (!connection.isClosed()) {
      Thread.onSpinWait();
    }
    assertThat(connection.isValid(1)).isFalse();
    assertThatThrownBy(connection::createStatement)
        .hasMessageContaining("it is closed")
        .satisfies(e -> assertThat(state(e)).isEqualTo("08003"));
  }

  @Test
  void aCallThatIsNotAnsweredClosesItsConnectionAndNoOther() throws Exception {
    CountDownLatch closes = new CountDownLatch(1);
    try (Connection connection = connect();
        Connection other = connect();
        Statement statement = connection.createStatement()) {
      assertThat(connection.getNetworkTimeout()).isZero();
      connection.setNetworkTimeout(
          body -> {
            closes.countDown();
            body.run();
          },
          300);
      assertThat(connection.getNetworkTimeout()).isEqualTo(300);
      connection.setNetworkTimeout(Runnable::run, 3_600_000);
      assertThat(rows(connection, "select 1 as x")).containsExactly("Integer 1");
      connection.setNetworkTimeout(
          body -> {
            closes.countDown();
            body.run();
          },
          300);
      isLost(() -> statement.executeQuery(LONG), 300);
      closes.await();
      awaitClosed(connection);
      assertThat(rows(other, "select 2 as x")).containsExactly("Integer 2");
    }
  }

  @Test
  void anExecutorThatHasEndedClosesItToo() throws Exception {
    ExecutorService ended = Executors.newSingleThreadExecutor();
    ended.shutdown();
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      connection.setNetworkTimeout(ended, 200);
      isLost(() -> statement.executeUpdate("create table u as " + LONG), 200);
      awaitClosed(connection);
    }
    server.close(); // waits for what runs
    assertThat(session.tables()).extracting(t -> t.name()).doesNotContain("u");
  }

  @Test
  void aNetworkThatFallsSilentWhileRowsAreRead() throws Exception {
    try (FaultProxy proxy = new FaultProxy(server.address());
        Connection connection =
            DriverManager.getConnection("jdbc:heddle://127.0.0.1:" + proxy.port());
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("select a.i as i from n a cross join n b cross join n c")) {
      connection.setNetworkTimeout(Runnable::run, 1_000);
      assertThat(rows.next()).isTrue();
      proxy.fallSilent();
      isLost(
          () -> {
            while (rows.next()) {
              assertThat(rows.getLong(1)).isNotNegative();
            }
          },
          1_000);
      awaitClosed(connection);
    }
  }

  @Test
  void whatIsNoTimeoutIsRefused() throws SQLException {
    try (Connection connection = connect()) {
      assertThatThrownBy(() -> connection.setNetworkTimeout(Runnable::run, -1))
          .hasMessageContaining("Cannot wait -1 ms")
          .satisfies(e -> assertThat(state(e)).isEqualTo("22023"));
      assertThatThrownBy(() -> connection.setNetworkTimeout(null, 1))
          .hasMessageContaining("the executor is null")
          .satisfies(e -> assertThat(state(e)).isEqualTo("22023"));
      assertThat(connection.getNetworkTimeout()).isZero();
    }
  }
}
