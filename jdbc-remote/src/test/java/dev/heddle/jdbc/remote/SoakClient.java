package dev.heddle.jdbc.remote;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs statements whose answers are known, and gives some of them up. Used by one thread. */
final class SoakClient {
  private static final String LONG =
      "select sum(a.x * b.x % 7 + c.x) as s from range(3000) a(x) cross join range(3000) b(x) cross"
          + " join range(3000) c(x)";

  private final HikariDataSource pool;
  private final ScheduledExecutorService cancels;
  private final Random random;
  private final int number;
  private final Map<String, Integer> done;
  private int tables;

  /** What one try does with a connection. */
  private interface Act {
    void with(Connection connection) throws SQLException;
  }

  /**
   * Makes a client.
   *
   * @param number no other one has it
   * @param done takes what was done, by its name
   */
  SoakClient(
      HikariDataSource pool,
      ScheduledExecutorService cancels,
      long seed,
      int number,
      ConcurrentSkipListMap<String, Integer> done) {
    this.pool = pool;
    this.cancels = cancels;
    this.random = new Random(seed + number);
    this.number = number;
    this.done = done;
  }

  /**
   * Does one thing.
   *
   * @throws AssertionError for a wrong answer, or an error that nothing explains
   */
  void next() {
    int dice = random.nextInt(100);
    if (dice < 20) {
      run("aggregates", this::aggregate);
    } else if (dice < 40) {
      run("results read", this::readAll);
    } else if (dice < 60) {
      run("prepared", this::prepared);
    } else if (dice < 70) {
      run("results left", this::readPart);
    } else if (dice < 76) {
      run("connections closed in the middle", this::closeInTheMiddle);
    } else if (dice < 86) {
      run("cancels", this::cancel);
    } else if (dice < 88) {
      run("timeouts", this::timeOut);
    } else if (dice < 94) {
      run("errors", this::fail);
    } else {
      run("tables", this::table);
    }
  }

  private void run(String name, Act act) {
    try (Connection connection = pool.getConnection()) {
      act.with(connection);
      done.merge(name, 1, Integer::sum);
    } catch (SQLException e) {
      if (!isLost(e)) {
        throw new AssertionError(name + ": " + e.getSQLState() + " " + e.getMessage(), e);
      }
      done.merge("lost", 1, Integer::sum);
    }
  }

  /** Returns whether a socket was reset. */
  private static boolean isLost(SQLException e) {
    return e.getSQLState() != null && e.getSQLState().startsWith("08");
  }

  private static void check(boolean isRight, Object found) {
    if (!isRight) {
      throw new AssertionError("wrong: " + found);
    }
  }

  private void aggregate(Connection connection) throws SQLException {
    long n = 1 + random.nextInt(200_000);
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select count(*) as n, sum(x) as s from range(" + n + ") r(x)")) {
      check(rows.next(), "no row");
      check(rows.getLong(1) == n && rows.getLong(2) == n * (n - 1) / 2, rows.getLong(2));
      check(!rows.next(), "two rows");
    }
  }

  private ResultSet numbers(Statement statement, int n) throws SQLException {
    return statement.executeQuery("select x, 'v' || x as s from range(" + n + ") r(x)");
  }

  private static void check(ResultSet rows, long at) throws SQLException {
    check(rows.getLong(1) == at && rows.getString(2).equals("v" + at), rows.getString(2));
  }

  private void readAll(Connection connection) throws SQLException {
    int n = random.nextInt(30_000);
    try (Statement statement = connection.createStatement();
        ResultSet rows = numbers(statement, n)) {
      for (int i = 0; i < n; i++) {
        check(rows.next(), "the end at " + i);
        check(rows, i);
      }
      check(!rows.next(), "more than " + n);
    }
  }

  private void readPart(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      ResultSet rows = numbers(statement, 2_000_000);
      for (int i = random.nextInt(5_000); i >= 0; i--) {
        check(rows.next(), "the end");
      }
    } // closes the result
  }

  private void closeInTheMiddle(Connection connection) throws SQLException {
    ResultSet rows = numbers(connection.createStatement(), 2_000_000);
    check(rows.next(), "no row");
    check(rows, 0);
    if (random.nextBoolean()) {
      pool.evictConnection(connection);
    }
  }

  private void prepared(Connection connection) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "select count(*) as n, max(x) + ? as m from range(20000) r(x) where x < ?")) {
      for (int i = 0; i < 3; i++) {
        long below = 1 + random.nextInt(20_000);
        statement.setLong(1, i);
        statement.setLong(2, below);
        try (ResultSet rows = statement.executeQuery()) {
          check(rows.next(), "no row");
          check(rows.getLong(1) == below && rows.getLong(2) == below - 1 + i, rows.getLong(1));
        }
      }
    }
  }

  private void expect(String state, Statement statement, String text) throws SQLException {
    try (ResultSet rows = statement.executeQuery(text)) {
      while (rows.next()) {
        check(rows.getObject(1) != null, "null");
      }
      check(false, "the end of a query that had to end with " + state);
    } catch (SQLException e) {
      if (!state.equals(e.getSQLState())) {
        throw e;
      }
    }
  }

  private void cancel(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      var cancelling =
          cancels.scheduleWithFixedDelay(
              () -> {
                try {
                  statement.cancel();
                } catch (SQLException e) {
                  // it is closed
                }
              },
              random.nextInt(50),
              20,
              TimeUnit.MILLISECONDS);
      try {
        expect("57014", statement, LONG);
      } finally {
        boolean unused = cancelling.cancel(false);
      }
    }
  }

  private void timeOut(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      expect("HYT00", statement, LONG);
    }
  }

  private void fail(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      expect("22012", statement, "select 1 / (x - 20000) as q from range(40000) r(x)");
      expect("42000", statement, "select nope from range(3) r(x)");
    }
  }

  private void table(Connection connection) throws SQLException {
    String name = "t_" + number + "_" + tables++;
    try (Statement statement = connection.createStatement()) {
      statement.execute("create table " + name + " as select x from range(1000) r(x)");
      try (PreparedStatement insert =
          connection.prepareStatement("insert into " + name + " values (?)")) {
        for (long i = 0; i < 5; i++) {
          insert.setLong(1, 1_000 + i);
          insert.addBatch();
        }
        check(insert.executeBatch().length == 5, "counts");
      }
      try (ResultSet rows = statement.executeQuery("select sum(x) from " + name)) {
        check(rows.next() && rows.getLong(1) == 1_005L * 1_004 / 2, rows.getLong(1));
      }
      statement.execute("drop table " + name);
    }
  }
}
