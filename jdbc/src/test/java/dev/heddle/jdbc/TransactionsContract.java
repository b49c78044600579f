package dev.heddle.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transactions of connections to the same tables. */
public abstract class TransactionsContract {
  private Connection first;
  private Connection second;

  /** Returns the URL of tables that no other test has, and that all its connections see. */
  protected abstract String url();

  @BeforeEach
  final void open() throws SQLException {
    first = DriverManager.getConnection(url());
    second = DriverManager.getConnection(url());
    run(first, "create table t (x integer primary key)");
  }

  @AfterEach
  final void close() throws SQLException {
    first.close();
    second.close();
  }

  private static void run(Connection connection, String text) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  private static List<Integer> values(Connection connection) throws SQLException {
    List<Integer> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select x from t order by x")) {
      while (rows.next()) {
        values.add(rows.getInt(1));
      }
    }
    return values;
  }

  private static void assertState(ThrowingCallable call, String state, String part) {
    assertThatThrownBy(call)
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(part)
        .extracting("SQLState")
        .isEqualTo(state);
  }

  @Test
  final void commitsAndRollsBack() throws SQLException {
    assertState(first::commit, "HY010", "commits each statement by itself");
    assertState(first::rollback, "HY010", "commits each statement by itself");
    first.setAutoCommit(false);
    assertThat(first.getAutoCommit()).isFalse();
    first.commit();
    first.rollback();
    run(first, "insert into t values (1)");
    try (PreparedStatement insert = first.prepareStatement("insert into t values (?)")) {
      for (int i = 2; i < 5; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).containsExactly(1, 1, 1);
    }
    run(first, "create table u as select 1 as a");
    assertThat(values(first)).containsExactly(1, 2, 3, 4);
    assertThat(values(second)).isEmpty();
    first.rollback();
    assertThat(values(first)).isEmpty();
    assertThatThrownBy(() -> run(first, "from u")).hasMessageContaining("no table \"u\"");
    first.rollback();
    run(first, "insert into t values (5)");
    first.commit();
    assertThat(values(second)).containsExactly(5);
    run(first, "insert into t values (6)");
    first.setAutoCommit(true);
    assertThat(values(second)).containsExactly(5, 6);
    run(first, "insert into t values (7)");
    assertThat(values(second)).containsExactly(5, 6, 7);
  }

  private void read(String query) throws SQLException {
    try (Statement statement = first.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        assertThat(rows.getRow()).isPositive();
      }
    }
  }

  @Test
  final void aFailureAbortsIt() throws SQLException {
    first.setAutoCommit(false);
    run(first, "insert into t values (1)");
    assertState(() -> run(first, "insert into t values (1)"), "23000", "PRIMARY KEY");
    assertState(() -> values(first), "25P02", "the transaction is aborted");
    assertState(first::commit, "25P02", "has been rolled back");
    assertThat(values(first)).isEmpty();
    assertState(() -> read("select cast('a' || x as integer) from range(3) r(x)"), "22018", "a0");
    assertState(() -> values(first), "25P02", "the transaction is aborted");
    first.rollback();
    assertThat(values(first)).isEmpty();
  }

  @Test
  final void twoThatChangeTheSameAreInConflict() throws SQLException {
    first.setAutoCommit(false);
    second.setAutoCommit(false);
    run(first, "insert into t values (1)");
    run(second, "insert into t values (2)");
    first.commit();
    assertThatThrownBy(second::commit)
        .isInstanceOf(SQLTransactionRollbackException.class)
        .hasMessageContaining("another one has changed it")
        .extracting("SQLState")
        .isEqualTo("40001");
    run(second, "insert into t values (2)");
    second.commit();
    assertThat(values(first)).containsExactly(1, 2);
    run(second, "update t set x = x + 1");
    run(first, "delete from t");
    first.commit();
    assertState(() -> run(second, "commit"), "40001", "another one has changed it");
    second.rollback(); // does nothing, since it is over
    assertThat(values(second)).isEmpty();
  }

  @Test
  final void theyEndWithTheirConnectionAndByStatements() throws SQLException {
    Connection third = DriverManager.getConnection(url());
    third.setAutoCommit(false);
    run(third, "insert into t values (1)");
    third.close();
    assertThat(values(second)).isEmpty();
    first.setAutoCommit(false);
    run(first, "insert into t values (2)");
    run(first, "-- as tools write it\nCOMMIT");
    assertThat(values(second)).containsExactly(2);
    run(first, "insert into t values (3)");
    run(first, "rollback");
    run(first, "insert into t values (4)");
    first.commit();
    assertThat(values(second)).containsExactly(2, 4);
    assertState(() -> run(second, "commit"), "25P02", "no transaction is open");
    run(second, "begin; insert into t values (5)");
    run(second, "rollback");
    assertThat(values(second)).containsExactly(2, 4);
    assertThat(second.getTransactionIsolation())
        .isEqualTo(Connection.TRANSACTION_REPEATABLE_READ)
        .isEqualTo(second.getMetaData().getDefaultTransactionIsolation());
    second.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    assertState(
        () -> second.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE),
        "0A000",
        "isolate transactions");
  }
}
