package dev.heddle.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** URLs, options and names that connections share. */
class DriverTest {
  static String one(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private static void run(Connection connection, String text) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  @Test
  void runsAQuery() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:heddle:")) {
      assertThat(one(connection, "select 1 + 1")).isEqualTo("2");
      assertThat(connection.isValid(1)).isTrue();
    }
  }

  @Test
  void leavesOtherUrlsToOthers() throws SQLException {
    Driver driver = DriverManager.getDriver("jdbc:heddle:");
    assertThat(driver.connect("jdbc:other:x", new Properties())).isNull();
    assertThat(driver.acceptsURL("jdbc:heddles:")).isFalse();
    assertThat(driver.acceptsURL("jdbc:heddle://host:1")).isFalse();
    assertThat(driver.jdbcCompliant()).isFalse();
    assertThatThrownBy(() -> driver.connect(null, null))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("URL is null")
        .extracting("SQLState")
        .isEqualTo("08001");
  }

  @Test
  void sharesANameUntilTheLastConnectionCloses() throws SQLException {
    String url = "jdbc:heddle:shared-1?threads=1";
    try (Connection first = DriverManager.getConnection(url)) {
      run(first, "create table t as select 7 as x");
      try (Connection second = DriverManager.getConnection(url)) {
        assertThat(one(second, "select x from t")).isEqualTo("7");
      }
      assertThat(one(first, "select x from t")).isEqualTo("7");
      assertThatThrownBy(() -> DriverManager.getConnection("jdbc:heddle:shared-1?threads=2"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("open in this process with other options");
    }
    try (Connection later = DriverManager.getConnection(url)) {
      assertThatThrownBy(() -> one(later, "select x from t"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("no table \"t\"")
          .extracting("SQLState")
          .asString()
          .startsWith("42");
    }
  }

  @Test
  void privateSessionsSeeNothingOfEachOther() throws SQLException {
    try (Connection first = DriverManager.getConnection("jdbc:heddle:");
        Connection second = DriverManager.getConnection("jdbc:heddle:")) {
      run(first, "create table t as select 7 as x");
      assertThatThrownBy(() -> one(second, "select x from t"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("t");
    }
  }

  @Test
  void namesWhatIsWrongInOptions() {
    assertRefused("jdbc:heddle:?thread=2", "did you mean \"threads\"?");
    assertRefused("jdbc:heddle:?threads=two", "Cannot set option threads to \"two\"");
    assertRefused("jdbc:heddle:?threads=-2", "threads");
    assertRefused("jdbc:heddle:?memory=2x", "write a number and k, m, g or t");
    assertRefused("jdbc:heddle:?memory=999999999999t", "it is too large");
    assertRefused("jdbc:heddle:?timeZone=Mars/Base", "Europe/Berlin");
    assertRefused("jdbc:heddle:?threads", "write name=value");
    assertRefused("jdbc:heddle://host:1", "add heddle-jdbc-remote");
    assertRefused("jdbc:heddle:a b", "is no name");
    assertRefused("jdbc:heddle:/no/such/folder/", "there is none");
    assertRefused("jdbc:heddle:?t.x=/no/such.parquet", "/no/such.parquet");
  }

  private static void assertRefused(String url, String part) {
    assertThatThrownBy(() -> DriverManager.getConnection(url))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(part)
        .extracting("SQLState")
        .isEqualTo("08001");
  }

  @Test
  void takesOptionsFromPropertiesAndTheUrl() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("timeZone", "Europe/Berlin");
    properties.setProperty("user", "me");
    properties.setProperty("password", "secret");
    try (Connection connection =
        DriverManager.getConnection("jdbc:heddle:?memory=256m&threads=2", properties)) {
      assertThat(one(connection, "select cast('2020-01-01 00:00:00Z' as timestamp with time zone)"))
          .isEqualTo("2020-01-01 01:00:00+01:00");
    }
    DriverPropertyInfo[] known =
        DriverManager.getDriver("jdbc:heddle:").getPropertyInfo("jdbc:heddle:", properties);
    assertThat(Arrays.stream(known).map(info -> info.name))
        .containsExactly(
            "threads", "memory", "partitions", "timeZone", "spillFolder", "database", "readOnly");
    assertThat(Arrays.stream(known).map(info -> info.description)).doesNotContainNull();
  }

  @Test
  void makesTablesOfAFolder(@TempDir Path folder) throws SQLException, IOException {
    Files.writeString(folder.resolve("people.csv"), "id,name\n1,Ada\n2,Grace\n");
    Files.writeString(folder.resolve("_hidden.csv"), "id\n1\n");
    Files.writeString(folder.resolve("readme.txt"), "no table");
    String url = "jdbc:heddle:" + folder + "/";
    try (Connection connection = DriverManager.getConnection(url);
        ResultSet tables = connection.getMetaData().getTables(null, null, "%", null)) {
      assertThat(tables.next()).isTrue();
      assertThat(tables.getString("table_name")).isEqualTo("people");
      assertThat(tables.next()).isFalse();
      assertThat(one(connection, "select name from people where id = 2")).isEqualTo("Grace");
      assertThatThrownBy(() -> run(connection, "insert into people values (3, 'Eve')"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("it is a view");
    }
    Files.writeString(folder.resolve("people.json"), "{\"id\": 1}\n");
    assertRefused(url, "would both be people");
    Files.delete(folder.resolve("people.json"));
    Path spaced = Files.createDirectory(folder.resolve("with space"));
    Files.writeString(spaced.resolve("a&b.csv"), "x\n5\n");
    String named = "jdbc:heddle:?t.t=" + folder + "/with%20space/a%26b.csv";
    try (Connection connection = DriverManager.getConnection(named)) {
      assertThat(one(connection, "select x from t")).isEqualTo("5");
    }
  }

  @Test
  void opensConnectionsByASource() throws SQLException {
    HeddleDataSource source = new HeddleDataSource();
    source.setUrl("jdbc:heddle:by-source");
    try (Connection connection = source.getConnection();
        Connection second = source.getConnection("me", "secret")) {
      run(connection, "create table t as select 3 as x");
      assertThat(one(second, "select x from t")).isEqualTo("3");
      assertThat(source.url()).isEqualTo("jdbc:heddle:by-source");
      assertThat(source.unwrap(HeddleDataSource.class)).isSameAs(source);
    }
    source.setUrl("jdbc:other:");
    assertThatThrownBy(source::getConnection)
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("does not begin with jdbc:heddle:");
  }
}
