package dev.heddle.jdbc.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements that are cancelled end, at the server too, and no others. */
class RemoteCancelTest extends RemoteTest {
  private static final String LARGE =
      "select a.i * 1500 + b.i as i, 'text ' || a.i as s from n a cross join n b";

  /** Takes minutes. */
  private static final String LONG =
      "select sum(a.i * b.i % 7 + c.i) as s from n a cross join n b cross join n c";

  @BeforeEach
  void numbers() {
    session.execute("create table n as select i from generate_series(0, 1499) as g(i)");
  }

  /** A call that may fail. */
  private interface Body {
    void run() throws SQLException;
  }

  private static CompletableFuture<Void> start(Body body) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            body.run();
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        },
        run -> Thread.ofPlatform().start(run));
  }

  /** Cancels until the other thread is done: it may not have begun yet. */
  private static void cancelUntilDone(Statement statement, CompletableFuture<Void> running)
      throws SQLException {
    while (!running.isDone()) {
      statement.cancel();
      Thread.yield();
    }
  }

  @Test
  void queriesUpdatesAndPreparedStatements() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        PreparedStatement prepared = connection.prepareStatement(LONG + " where a.i > ?");
        ResultSet other = connection.createStatement().executeQuery(LARGE)) {
      assertThat(other.next()).isTrue();
      prepared.setInt(1, 5);
      CompletableFuture<Void> query = start(() -> statement.executeQuery(LONG).next());
      cancelUntilDone(statement, query);
      assertCancelled(query);
      CompletableFuture<Void> update =
          start(() -> statement.executeUpdate("create table u as " + LONG));
      cancelUntilDone(statement, update);
      assertCancelled(update);
      CompletableFuture<Void> bound = start(() -> prepared.executeQuery().next());
      cancelUntilDone(prepared, bound);
      assertCancelled(bound);
      long rows = 1;
      while (other.next()) {
        rows++;
      }
      assertThat(rows).isEqualTo(2_250_000);
      assertThat(rows(connection, "select 1 as x")).containsExactly("Integer 1");
    }
    server.close(); // waits for what runs
    assertThat(session.tables()).extracting(t -> t.name()).doesNotContain("u");
  }

  private static void assertCancelled(CompletableFuture<Void> call) {
    assertThatThrownBy(call::get).rootCause().hasMessageContaining("cancel");
    assertThatThrownBy(call::get)
        .hasMessageContaining("Query was cancelled")
        .satisfies(e -> assertThat(state(e.getCause().getCause())).isEqualTo("57014"));
  }

  @Test
  void rowsThatAreRead() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(LARGE)) {
      assertThat(rows.next()).isTrue();
      statement.cancel();
      assertThatThrownBy(
              () -> {
                while (rows.next()) {
                  assertThat(rows.getLong(1)).isNotNegative();
                }
              })
          .hasMessageContaining("Query was cancelled")
          .satisfies(e -> assertThat(state(e)).isEqualTo("57014"));
    }
  }

  @Test
  void afterATimeLimit() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> statement.executeQuery(LONG))
          .isInstanceOf(SQLTimeoutException.class)
          .hasMessageContaining("longer than its limit of 1 s")
          .satisfies(e -> assertThat(state(e)).isEqualTo("HYT00"));
      assertThat(rows(connection, "select 1 as x")).containsExactly("Integer 1");
    }
  }

  @Test
  void afterTheTimeOfItsSession() throws SQLException {
    try (Connection connection = connect();
        Connection other = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("set statement_timeout = '100ms'");
      assertThatThrownBy(() -> statement.executeQuery(LONG))
          .isInstanceOf(SQLTimeoutException.class)
          .hasMessageContaining("more than 100ms, which statement_timeout allows")
          .satisfies(e -> assertThat(state(e)).isEqualTo("HYT00"));
      assertThat(rows(connection, "show statement_timeout")).containsExactly("String 100ms");
      assertThat(rows(other, "show statement_timeout")).containsExactly("String 0");
    }
  }

  @Test
  void aConnectionThatIsAbortedEndsItsQueries() throws SQLException {
    Connection connection = connect();
    Statement statement = connection.createStatement();
    CompletableFuture<Void> query = start(() -> statement.executeQuery(LONG).next());
    while (!query.isDone()) {
      connection.abort(Runnable::run);
      Thread.yield();
    }
    assertThatThrownBy(query::get).rootCause().hasMessageMatching("(?s).*(cancel|closed).*");
    assertThat(connection.isClosed()).isTrue();
  }
}
