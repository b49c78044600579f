package dev.heddle.jdbc.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Prepared statements are prepared at the server once, and again when it has dropped them. */
class PreparedOnceTest extends RemoteTest {
  private static final int MAX_HANDLES = 1_000;

  private long preparations() {
    return server.status().preparations();
  }

  @Test
  void manyExecutionsOfQueriesAndUpdates() throws SQLException {
    try (Connection connection = connect();
        PreparedStatement query =
            connection.prepareStatement("select i + ? as x from t where s = ?");
        PreparedStatement insert = connection.prepareStatement("insert into t values (?, ?)")) {
      for (int i = 0; i < 10; i++) {
        query.setInt(1, i);
        query.setString(2, "a");
        assertThat(rows(query.executeQuery())).containsExactly("Long " + (1 + i));
        insert.setInt(1, 10 + i);
        insert.setString(2, "b" + i);
        assertThat(insert.executeUpdate()).isEqualTo(1);
      }
      assertThat(preparations()).isEqualTo(2);
      assertThat(server.status().preparedStatements()).isEqualTo(2);
      query.setString(1, "a text where a number is wanted");
      assertThatThrownBy(query::executeQuery).hasMessageContaining("a text where");
      query.setInt(1, 5);
      query.setString(2, "c");
      assertThat(rows(query.executeQuery())).containsExactly("Long 8"); // by the same one
      assertThat(preparations()).isEqualTo(2);
      assertThat(rows(connection, "select count(*) as n from t")).containsExactly("Long 13");
    }
    assertThat(server.status().preparedStatements()).isZero();
    assertThat(server.status().sessions()).isZero();
  }

  @Test
  void tablesComeAndGoBetweenExecutions() throws SQLException {
    try (Connection connection = connect();
        PreparedStatement query = connection.prepareStatement("select * from late where x > ?")) {
      query.setInt(1, 0);
      assertThatThrownBy(query::executeQuery).hasMessageContaining("no table \"late\"");
      session.execute("create table late as select 7 as x");
      assertThat(rows(query.executeQuery())).containsExactly("Integer 7");
      session.execute("drop table late");
      assertThatThrownBy(query::executeQuery).hasMessageContaining("no table \"late\"");
      session.execute("create table late as select 8 as x, 'y' as y");
      assertThat(rows(query.executeQuery())).containsExactly("Integer 8|String y");
      assertThat(query.getMetaData().getColumnCount()).isEqualTo(2);
    }
    assertThat(server.status().preparedStatements()).isZero();
  }

  @Test
  void whatTheServerHasDroppedIsPreparedAgain() throws SQLException {
    try (Connection connection = connect()) {
      List<PreparedStatement> all = new ArrayList<>();
      for (int i = 0; i < MAX_HANDLES + 3; i++) {
        PreparedStatement each = connection.prepareStatement("select ? + " + i + " as x");
        all.add(each);
        each.setInt(1, 1);
        assertThat(rows(each.executeQuery())).hasSize(1);
      }
      assertThat(preparations()).isEqualTo(MAX_HANDLES + 3);
      assertThat(server.status().preparedStatements()).isEqualTo(MAX_HANDLES);
      all.getFirst().setInt(1, 41);
      assertThat(rows(all.getFirst().executeQuery())).containsExactly("Integer 41");
      assertThat(rows(all.getFirst().executeQuery())).containsExactly("Integer 41");
      assertThat(preparations()).isEqualTo(MAX_HANDLES + 4);
    }
    assertThat(server.status().preparedStatements()).isZero();
  }

  @Test
  void aCancelledExecutionLeavesItUsable() throws SQLException {
    session.execute("create table n as select i from generate_series(0, 1499) as g(i)");
    try (Connection connection = connect();
        PreparedStatement query =
            connection.prepareStatement(
                "select sum(a.i * b.i % 7 + c.i) as s from n a cross join n b cross join n c"
                    + " where a.i < ?")) {
      query.setInt(1, 1_000_000);
      query.setQueryTimeout(1);
      assertThatThrownBy(query::executeQuery).hasMessageContaining("longer than its limit of 1 s");
      query.setInt(1, 0);
      query.setQueryTimeout(0);
      assertThat(rows(query.executeQuery())).containsExactly("null");
      assertThat(preparations()).isEqualTo(1);
    }
  }
}
