package dev.heddle.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements: counts, batches, parameters, limits, escapes and what closing does. */
class StatementTest {
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:heddle:?threads=1");
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static void assertState(ThrowingCallable call, String state, String part) {
    assertThatThrownBy(call)
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(part)
        .extracting("SQLState")
        .isEqualTo(state);
  }

  @Test
  void countsWhatWasWritten() throws SQLException {
    assertThat(statement.executeUpdate("create table t (id integer, name varchar)")).isZero();
    assertThat(statement.executeUpdate("insert into t values (1, 'a'), (2, 'b')")).isEqualTo(2);
    assertThat(statement.execute("insert into t values (3, 'c')")).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(1);
    assertThat(statement.getMoreResults()).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(-1);
    assertThat(statement.executeLargeUpdate("drop table t")).isZero();
    assertState(() -> statement.executeQuery("create table u (x integer)"), "02000", "no");
    assertState(() -> statement.executeUpdate("select 1"), "HY010", "executeQuery");
  }

  @Test
  void walksTheResultsOfAScript() throws SQLException {
    boolean isRows =
        statement.execute(
            "create table t as select 1 as x; select x from t; insert into t values (2);"
                + " select count(*) from t; show tables");
    assertThat(isRows).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(1);
    assertThat(statement.getMoreResults()).isTrue();
    try (ResultSet rows = statement.getResultSet()) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt("X")).isEqualTo(1);
      assertThat(rows.next()).isFalse();
    }
    assertThat(statement.getMoreResults()).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(1);
    assertThat(statement.getMoreResults()).isTrue();
    ResultSet count = statement.getResultSet();
    assertThat(count.next()).isTrue();
    assertThat(count.getLong(1)).isEqualTo(2);
    assertThat(statement.getMoreResults(Statement.KEEP_CURRENT_RESULT)).isTrue();
    assertThat(count.isClosed()).isFalse();
    ResultSet tables = statement.getResultSet();
    assertThat(tables.next()).isTrue();
    assertThat(tables.getString(1)).isEqualTo("t");
    assertThat(statement.getMoreResults(Statement.CLOSE_ALL_RESULTS)).isFalse();
    assertThat(count.isClosed()).isTrue();
    assertThat(tables.isClosed()).isTrue();
  }

  @Test
  void bindsParameters() throws SQLException {
    statement.execute(
        "create table t (i bigint, d decimal(9, 2), s varchar, day date, ts timestamp,"
            + " u varchar, b boolean, xs integer[], bytes varbinary)");
    UUID uuid = UUID.fromString("00000000-0000-0001-0000-000000000002");
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t values (?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      assertState(insert::executeUpdate, "22023", "parameter 1 has no value");
      assertState(() -> insert.setInt(10, 1), "07009", "parameters 1 to 9");
      insert.setInt(1, 5);
      insert.setBigDecimal(2, new BigDecimal("1.25"));
      insert.setString(3, "it's ?");
      insert.setDate(4, Date.valueOf("2020-02-03"));
      insert.setTimestamp(5, Timestamp.valueOf("2020-02-03 04:05:06.789"));
      insert.setObject(6, uuid);
      insert.setBoolean(7, true);
      insert.setArray(8, connection.createArrayOf("INTEGER", new Object[] {1, null, 3}));
      insert.setBytes(9, new byte[] {1, 2});
      assertThat(insert.executeUpdate()).isEqualTo(1);
      for (int i = 1; i <= 9; i++) {
        insert.setNull(i, Types.OTHER);
      }
      assertThat(insert.executeUpdate()).isEqualTo(1);
      assertThat(insert.getMetaData()).isNull();
      assertThat(insert.getParameterMetaData().getParameterCount()).isEqualTo(9);
      assertState(() -> insert.executeQuery("select 1"), "HY010", "prepared with one");
    }
    try (PreparedStatement query =
        connection.prepareStatement(
            "select * from t -- ? is none\n where i = ? and s = ? and '?' = '?'")) {
      query.setLong(1, 5);
      query.setObject(2, "it's ?");
      ParameterMetaData parameters = query.getParameterMetaData();
      assertThat(parameters.getParameterCount()).isEqualTo(2);
      assertThat(parameters.getParameterType(1)).isEqualTo(Types.BIGINT);
      assertThat(query.getMetaData().getColumnName(2)).isEqualTo("d");
      try (ResultSet rows = query.executeQuery()) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getObject("i")).isEqualTo(5L);
        assertThat(rows.getBigDecimal("d")).isEqualByComparingTo("1.25");
        assertThat(rows.getObject("day", LocalDate.class)).isEqualTo(LocalDate.of(2020, 2, 3));
        assertThat(rows.getObject("ts", LocalDateTime.class))
            .isEqualTo(LocalDateTime.parse("2020-02-03T04:05:06.789"));
        assertThat(rows.getObject("u", UUID.class)).isEqualTo(uuid);
        assertThat(rows.getBoolean("b")).isTrue();
        assertThat((Integer[]) rows.getArray("xs").getArray()).containsExactly(1, null, 3);
        assertThat(rows.getBytes("bytes")).containsExactly(1, 2);
        assertThat(rows.next()).isFalse();
      }
      query.setString(1, "five");
      assertThatThrownBy(query::executeQuery)
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("'five'");
    }
  }

  @Test
  void runsBatches() throws SQLException {
    statement.addBatch("create table t (id integer)");
    statement.addBatch("insert into t values (1), (2)");
    assertThat(statement.executeBatch()).containsExactly(0, 2);
    assertThat(statement.executeBatch()).isEmpty();
    try (PreparedStatement insert = connection.prepareStatement("insert into t values (?)")) {
      for (int i = 0; i < 5; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      assertThat(insert.executeLargeBatch()).containsExactly(1, 1, 1, 1, 1);
      insert.setInt(1, 6);
      insert.addBatch();
      insert.setString(1, "no number");
      insert.addBatch();
      assertThatThrownBy(insert::executeBatch)
          .isInstanceOf(BatchUpdateException.class)
          .hasMessageContaining("no number");
    }
    assertThat(DriverTest.one(connection, "select count(*) || ' ' || sum(id) from t"))
        .isEqualTo("8 19");
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t (id) values (/* ) */ ? + 1);")) {
      for (int i = 0; i < 5000; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(5000).containsOnly(1);
    }
    assertThat(DriverTest.one(connection, "select count(*) || ' ' || sum(id) from t"))
        .isEqualTo("5008 12502519");
    statement.addBatch("select 1");
    assertThatThrownBy(statement::executeBatch)
        .isInstanceOfSatisfying(
            BatchUpdateException.class, e -> assertThat(e.getUpdateCounts()).isEmpty())
        .hasMessageContaining("part 1");
  }

  @Test
  void keepsToLimits() throws SQLException {
    statement.setMaxRows(3);
    statement.setFetchSize(100);
    try (ResultSet rows = statement.executeQuery("select * from range(100000)")) {
      int count = 0;
      while (rows.next()) {
        count++;
        assertThat(rows.getRow()).isEqualTo(count);
      }
      assertThat(count).isEqualTo(3);
      assertThat(rows.getFetchSize()).isEqualTo(100);
      assertThat(rows.isAfterLast()).isTrue();
    }
    assertState(() -> statement.setMaxRows(-1), "22023", "-1");
    assertState(() -> statement.setQueryTimeout(-1), "22023", "-1");
    assertState(() -> statement.setFetchSize(-1), "22023", "-1");
  }

  @Test
  void takesEscapes() throws SQLException {
    assertThat(DriverTest.one(connection, "select {fn upper('{fn x}')} -- {fn"))
        .isEqualTo("{FN X}");
    assertThat(DriverTest.one(connection, "select {d '2020-01-02'}")).isEqualTo("2020-01-02");
    assertThat(DriverTest.one(connection, "select {ts '2020-01-02 03:04:05'}"))
        .isEqualTo("2020-01-02 03:04:05");
    assertThat(DriverTest.one(connection, "select count(*) where 'a_b' like 'a!_b' {escape '!'}"))
        .isEqualTo("1");
    statement.execute("create table a as select 1 as x; create table b as select 2 as x");
    assertThat(
            DriverTest.one(
                connection, "select count(*) from {oj a left outer join b on a.x = b.x}"))
        .isEqualTo("1");
    assertThat(DriverTest.one(connection, "select {fn ucase('a')}")).isEqualTo("A");
    assertThat(connection.nativeSQL("select {fn ucase('a')}")).isEqualTo("select {fn ucase('a')}");
    assertThatThrownBy(() -> statement.execute("{call f(1)}"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("no statement begins with \"{\"");
    statement.setEscapeProcessing(false);
  }

  @Test
  void givesStatesAndClasses() {
    assertThatThrownBy(() -> statement.executeQuery("selec 1"))
        .isInstanceOf(SQLSyntaxErrorException.class)
        .hasMessageContaining("selec");
    assertState(() -> statement.executeQuery("select from where"), "42601", "");
    assertState(() -> statement.executeQuery("select nothing from range(1)"), "42000", "nothing");
    assertThatThrownBy(
            () -> {
              try (ResultSet rows =
                  statement.executeQuery("select 1 / (x - 1) from range(3) t(x)")) {
                while (rows.next()) {
                  rows.getInt(1);
                }
              }
            })
        .isInstanceOf(SQLDataException.class)
        .hasMessageContaining("zero");
    assertThatThrownBy(() -> connection.prepareCall("{call f}"))
        .isInstanceOf(SQLFeatureNotSupportedException.class)
        .hasMessageContaining("procedure");
    assertThatThrownBy(connection::setSavepoint)
        .isInstanceOf(SQLFeatureNotSupportedException.class)
        .hasMessageContaining("savepoint");
    assertThatThrownBy(
            () ->
                connection.createStatement(
                    ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY))
        .isInstanceOf(SQLFeatureNotSupportedException.class)
        .hasMessageContaining("scrolls");
  }

  @Test
  void closesWhatItMade() throws SQLException {
    ResultSet rows = statement.executeQuery("select * from range(10)");
    statement.close();
    statement.close();
    assertThat(rows.isClosed()).isTrue();
    assertState(rows::next, "24000", "closed");
    Statement completing = connection.createStatement();
    completing.closeOnCompletion();
    ResultSet last = completing.executeQuery("select 1");
    last.close();
    assertThat(completing.isClosed()).isTrue();
    Statement other = connection.createStatement();
    ResultSet open = other.executeQuery("select 1");
    connection.close();
    connection.close();
    assertThat(other.isClosed()).isTrue();
    assertThat(open.isClosed()).isTrue();
    assertThat(connection.isValid(0)).isFalse();
    assertState(connection::createStatement, "08003", "closed");
    assertThat(List.of(connection.isClosed())).containsExactly(true);
  }
}
