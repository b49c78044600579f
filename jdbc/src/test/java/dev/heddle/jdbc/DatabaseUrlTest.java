package dev.heddle.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** URLs of lasting databases. */
class DatabaseUrlTest {
  @TempDir private Path folder;

  private static int run(Connection connection, String text) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(text);
    }
  }

  @Test
  void connectionsShareADatabaseThatLasts() throws SQLException {
    Path lake = folder.resolve("lake");
    String url = "jdbc:heddle:?database=" + lake;
    try (Connection one = DriverManager.getConnection(url);
        Connection two = DriverManager.getConnection(url)) {
      run(one, "create table t (a integer primary key, b varchar)");
      run(one, "create schema sales");
      run(two, "create table sales.u as select 1 as x");
      assertThat(run(two, "insert into t values (1, 'x'), (2, 'y')")).isEqualTo(2);
    }
    try (Connection again = DriverManager.getConnection("jdbc:heddle:" + lake + "/")) {
      assertThat(run(again, "update t set b = 'z' where a = 2")).isEqualTo(1);
      assertThat(DriverTest.one(again, "select string_agg(b, '' order by a) from t"))
          .isEqualTo("xz");
      List<String> tables = new ArrayList<>();
      try (ResultSet rows = again.getMetaData().getTables("lake", null, "%", null)) {
        while (rows.next()) {
          tables.add(rows.getString(1) + "." + rows.getString(2) + "." + rows.getString(3));
        }
      }
      assertThat(tables).containsExactly("lake.main.t", "lake.sales.u");
      List<String> keys = new ArrayList<>();
      try (ResultSet rows = again.getMetaData().getPrimaryKeys("lake", "main", "t")) {
        while (rows.next()) {
          keys.add(rows.getString(2) + "." + rows.getString(4));
        }
      }
      assertThat(keys).containsExactly("main.a");
      List<String> schemas = new ArrayList<>();
      try (ResultSet rows = again.getMetaData().getSchemas()) {
        while (rows.next()) {
          schemas.add(rows.getString(2) + "." + rows.getString(1));
        }
      }
      assertThat(schemas).containsExactly("heddle.main", "lake.main", "lake.sales", "temp.main");
      assertThatThrownBy(() -> DriverManager.getConnection(url + "&readOnly=true"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("it is open in this process with other options");
    }
    try (Connection reader = DriverManager.getConnection(url + "&readOnly=true")) {
      assertThat(DriverTest.one(reader, "select count(*) from t")).isEqualTo("2");
      assertThatThrownBy(() -> run(reader, "delete from t"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("it was opened only to read");
    }
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:heddle:?readOnly=true"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("there is no database; add database=FOLDER");
  }
}
