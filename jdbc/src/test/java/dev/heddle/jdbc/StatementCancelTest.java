package dev.heddle.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Cancelling, time limits, and connections that share a name. */
class StatementCancelTest {
  /** Takes hours. */
  private static final String ENDLESS =
      "select count(*) from range(10000000) a(x), range(10000000) b(y) where x * y % 7 = 3";

  private static long count(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  @Test
  void endsItsQueryAndNothingElse() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:heddle:?threads=1");
        Statement endless = connection.createStatement();
        Statement other = connection.createStatement();
        ResultSet reading = other.executeQuery("select * from range(1000000)");
        ExecutorService threads = Executors.newSingleThreadExecutor()) {
      assertThat(reading.next()).isTrue();
      endless.cancel(); // nothing runs
      CountDownLatch started = new CountDownLatch(1);
      Future<Boolean> running =
          threads.submit(
              () -> {
                started.countDown();
                try {
                  count(endless, ENDLESS);
                  return false;
                } catch (SQLException e) {
                  assertThat(e.getSQLState()).as("of %s", e).isEqualTo("57014");
                  return !Thread.currentThread().isInterrupted();
                }
              });
      started.await();
      while (!running.isDone()) { // until it has begun and ended
        endless.cancel();
        Thread.onSpinWait();
      }
      assertThat(running.get()).isTrue();
      long rows = 1;
      while (reading.next()) {
        rows++;
      }
      assertThat(rows).isEqualTo(1_000_000);
      assertThat(count(endless, "select count(*) from range(5)")).isEqualTo(5);
    }
  }

  @Test
  void theSessionsTimeEndsItToo() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:heddle:?threads=1");
        Statement statement = connection.createStatement()) {
      statement.execute("set statement_timeout = 100");
      assertThatThrownBy(() -> count(statement, ENDLESS))
          .isInstanceOf(SQLTimeoutException.class)
          .hasMessageContaining("more than 100ms, which statement_timeout allows");
      statement.execute("reset statement_timeout");
      assertThat(count(statement, "select count(*) from range(5)")).isEqualTo(5);
    }
  }

  @Test
  void endsTheReadingOfRows() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:heddle:?threads=1");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select * from range(100000000)")) {
      assertThat(rows.next()).isTrue();
      statement.cancel();
      assertThatThrownBy(
              () -> {
                while (rows.next()) {
                  rows.getLong(1);
                }
              })
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("cancelled")
          .extracting("SQLState")
          .isEqualTo("57014");
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void endsWithTheTimeLimit() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:heddle:?threads=1");
        PreparedStatement statement = connection.prepareStatement(ENDLESS)) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(statement::executeQuery)
          .isInstanceOf(SQLTimeoutException.class)
          .hasMessageContaining("its limit of 1 s")
          .extracting("SQLState")
          .isEqualTo("HYT00");
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @Test
  void closingEndsWhatRuns() throws Exception {
    Connection connection = DriverManager.getConnection("jdbc:heddle:?threads=1");
    Statement endless = connection.createStatement();
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      CountDownLatch started = new CountDownLatch(1);
      Future<Long> running =
          threads.submit(
              () -> {
                started.countDown();
                return count(endless, ENDLESS);
              });
      started.await();
      connection.close();
      assertThatThrownBy(running::get)
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("SQL");
    }
  }

  @Test
  void manyConnectionsShareAName() throws Exception {
    try (Connection first = DriverManager.getConnection("jdbc:heddle:many?threads=2");
        Statement make = first.createStatement();
        ExecutorService threads = Executors.newFixedThreadPool(8)) {
      make.execute("create table t as select x from range(1000) r(x)");
      List<Future<Long>> sums = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        int number = i;
        sums.add(
            threads.submit(
                () -> {
                  try (Connection each = DriverManager.getConnection("jdbc:heddle:many?threads=2");
                      PreparedStatement query = each.prepareStatement("select sum(x + ?) from t")) {
                    query.setInt(1, number);
                    try (ResultSet rows = query.executeQuery()) {
                      assertThat(rows.next()).isTrue();
                      return rows.getLong(1);
                    }
                  }
                }));
      }
      for (int i = 0; i < 64; i++) {
        assertThat(sums.get(i).get()).isEqualTo(499_500 + 1000L * i);
      }
    }
  }
}
