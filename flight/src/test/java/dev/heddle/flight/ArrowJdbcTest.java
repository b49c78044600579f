package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.shuffle.net.Security;
import dev.heddle.shuffle.net.SecurityFolder;
import java.io.File;
import java.math.BigDecimal;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrow's own JDBC driver as a client. */
class ArrowJdbcTest extends ServedTest {
  private static final String ALLOCATOR = "arrow.allocation.manager.type";
  private static final Driver DRIVER = driver();

  /** Loads the driver by itself: its shaded Arrow takes the one beside it for its own. */
  private static Driver driver() {
    try {
      String jar =
          Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
              .filter(path -> path.contains("flight-sql-jdbc-driver"))
              .findFirst()
              .orElseThrow();
      URLClassLoader loader =
          new URLClassLoader(
              new URL[] {Path.of(jar).toUri().toURL()}, ClassLoader.getPlatformClassLoader());
      String allocator = System.clearProperty(ALLOCATOR); // the jar has another one
      Class<?> unused =
          Class.forName(
              "org.apache.arrow.driver.jdbc.shaded.org.apache.arrow.memory.RootAllocator",
              true,
              loader);
      if (allocator != null) {
        System.setProperty(ALLOCATOR, allocator);
      }
      return (Driver)
          loader
              .loadClass("org.apache.arrow.driver.jdbc.ArrowFlightJdbcDriver")
              .getDeclaredConstructor()
              .newInstance();
    } catch (ReflectiveOperationException | MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  Security security() {
    return Security.ofToken("secret");
  }

  private Connection connection(String... options) throws SQLException {
    Properties properties = new Properties();
    properties.put("useEncryption", "false");
    for (int i = 0; i < options.length; i += 2) {
      properties.put(options[i], options[i + 1]);
    }
    return DRIVER.connect(
        "jdbc:arrow-flight-sql://127.0.0.1:" + server.address().getPort(), properties);
  }

  private Connection connection() throws SQLException {
    return connection("user", "anybody", "password", "secret");
  }

  private static List<String> rows(ResultSet result) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (result) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          values.add(String.valueOf(result.getObject(i)));
        }
        rows.add(String.join("|", values));
      }
    }
    return rows;
  }

  private static List<String> rows(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return rows(statement.executeQuery(query));
    }
  }

  @Test
  void largeResultsComeInTheOrderOfTheirRows() throws SQLException {
    try (Connection connection = connection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select x as i, repeat('text ', 12) || x as s from range(200000) r(x)")) {
      long next = 0;
      while (rows.next()) {
        assertThat(rows.getLong(1)).isEqualTo(next);
        next++;
      }
      assertThat(next).isEqualTo(200_000);
    }
  }

  @Test
  void logsInByPasswordOrToken() throws SQLException {
    try (Connection connection = connection()) {
      assertThat(rows(connection, "select i, s from t order by i"))
          .containsExactly("1|a", "2|null", "3|c");
    }
    try (Connection connection = connection("token", "secret")) {
      assertThat(rows(connection, "select count(*) as n from v")).containsExactly("3");
    }
    assertThatThrownBy(
            () -> {
              try (Connection connection = connection("user", "a", "password", "b")) {
                rows(connection, "select 1 as x");
              }
            })
        .hasMessageContaining("its token is not the server's");
  }

  @Test
  void valuesOfAllTypesArrive() throws SQLException {
    try (Connection connection = connection();
        Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "select cast(1 as tinyint) as a, cast(2 as smallint) as b, 3 as c, 4000000000 as d,"
                    + " cast(1.5 as real) as e, 2.5e0 as f, 12.34 as g, 'text' as h, x'0102' as i,"
                    + " date '2024-02-03' as j, timestamp '2024-02-03 04:05:06.789' as k, true as"
                    + " l, time '04:05:06' as m, cast(null as varchar) as n, cast(1.2 as"
                    + " decimal(38, 5)) as o, array[1, 2] as p, timestamp with time zone"
                    + " '2024-02-03 04:05:06+00:00' as q")) {
      assertThat(result.next()).isTrue();
      assertThat(result.getByte("a")).isEqualTo((byte) 1);
      assertThat(result.getShort("b")).isEqualTo((short) 2);
      assertThat(result.getInt("c")).isEqualTo(3);
      assertThat(result.getLong("d")).isEqualTo(4_000_000_000L);
      assertThat(result.getFloat("e")).isEqualTo(1.5f);
      assertThat(result.getDouble("f")).isEqualTo(2.5);
      assertThat(result.getBigDecimal("g")).isEqualByComparingTo("12.34");
      assertThat(result.getString("h")).isEqualTo("text");
      assertThat(result.getBytes("i")).containsExactly(1, 2);
      assertThat(result.getDate("j")).isEqualTo(Date.valueOf("2024-02-03"));
      assertThat(result.getTimestamp("k")).isEqualTo(Timestamp.valueOf("2024-02-03 04:05:06.789"));
      assertThat(result.getBoolean("l")).isTrue();
      assertThat(result.getTime("m")).isEqualTo(Time.valueOf("04:05:06"));
      assertThat(result.getString("n")).isNull();
      assertThat(result.wasNull()).isTrue();
      assertThat(result.getBigDecimal("o")).isEqualTo(new BigDecimal("1.20000"));
      assertThat((Object[]) result.getArray("p").getArray()).hasSize(2);
      assertThat(result.getObject("q", Instant.class))
          .isEqualTo(Instant.parse("2024-02-03T04:05:06Z"));
      ResultSetMetaData columns = result.getMetaData();
      assertThat(columns.getColumnCount()).isEqualTo(17);
      assertThat(columns.getColumnTypeName(8)).isEqualTo("VARCHAR");
      assertThat(result.next()).isFalse();
    }
  }

  @Test
  void updatesAreCountedAndSeenByOtherConnections() throws SQLException {
    try (Connection connection = connection();
        Connection other = connection();
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate("create table u (i bigint, s varchar)")).isZero();
      assertThat(statement.executeUpdate("insert into u values (1, 'x'), (2, 'y')")).isEqualTo(2);
      assertThat(statement.execute("set partitions = 2")).isFalse();
      assertThat(rows(connection, "show partitions")).containsExactly("2");
      assertThat(rows(other, "show partitions")).containsExactly("0");
      assertThat(rows(other, "select count(*) as n from u")).containsExactly("2");
      connection.commit(); // of nothing
    }
  }

  @Test
  void parametersAndBatches() throws SQLException {
    try (Connection connection = connection()) {
      try (PreparedStatement insert =
          connection.prepareStatement("insert into t (i, s) values (?, ?)")) {
        for (int i = 10; i < 15; i++) {
          insert.setLong(1, i);
          insert.setString(2, i == 12 ? null : "s" + i);
          insert.addBatch();
        }
        assertThat(insert.executeBatch()).containsExactly(5);
        insert.setLong(1, 20);
        insert.setNull(2, java.sql.Types.VARCHAR);
        assertThat(insert.executeUpdate()).isEqualTo(1);
      }
      try (PreparedStatement select =
          connection.prepareStatement("select i, s from t where i > ? and s like ? order by i")) {
        assertThat(select.getParameterMetaData().getParameterCount()).isEqualTo(2);
        assertThat(select.getMetaData().getColumnCount()).isEqualTo(2);
        select.setLong(1, 11);
        select.setString(2, "s%");
        assertThat(rows(select.executeQuery())).containsExactly("13|s13", "14|s14");
        select.setLong(1, 13);
        assertThat(rows(select.executeQuery())).containsExactly("14|s14");
      }
    }
  }

  @Test
  void preparedStatementsKnowPrecisionAndScale() throws SQLException {
    try (Connection connection = connection();
        PreparedStatement select = connection.prepareStatement("select 12.34 as g, i from t")) {
      assertThat(select.getMetaData().getPrecision(1)).isEqualTo(4);
      assertThat(select.getMetaData().getScale(1)).isEqualTo(2);
      assertThat(select.getMetaData().getPrecision(2)).isEqualTo(19);
    }
  }

  @Test
  void parametersOfEachType() throws SQLException {
    try (Connection connection = connection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "create table p (a boolean, b integer, c double, d decimal(10, 2), e date, f timestamp,"
              + " g varbinary, h real, k smallint, m time)");
      try (PreparedStatement insert =
          connection.prepareStatement("insert into p values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
        insert.setBoolean(1, true);
        insert.setInt(2, 7);
        insert.setDouble(3, 1.25);
        insert.setBigDecimal(4, new BigDecimal("12.30"));
        insert.setDate(5, Date.valueOf("2024-02-03"));
        insert.setTimestamp(6, Timestamp.valueOf("2024-02-03 04:05:06"));
        insert.setBytes(7, new byte[] {1, 2});
        insert.setFloat(8, 1.5f);
        insert.setShort(9, (short) 3);
        insert.setTime(10, Time.valueOf("04:05:06"));
        assertThat(insert.executeUpdate()).isEqualTo(1);
      }
      assertThat(
              rows(
                  connection,
                  "select a, b, c, d, cast(e as varchar) as e, cast(f as varchar) as f,"
                      + " octet_length(g) as g, h, k, cast(m as varchar) as m from p"))
          .containsExactly("true|7|1.25|12.30|2024-02-03|2024-02-03 04:05:06|2|1.5|3|04:05:06");
    }
  }

  @Test
  void metadata() throws SQLException {
    try (Connection connection = connection()) {
      DatabaseMetaData facts = connection.getMetaData();
      assertThat(facts.getDatabaseProductName()).isEqualTo("Heddle");
      assertThat(facts.getIdentifierQuoteString()).isEqualTo("\"");
      assertThat(facts.supportsTransactions()).isFalse();
      assertThat(
              facts.supportsResultSetConcurrency(
                  ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY))
          .isTrue();
      assertThat(rows(facts.getCatalogs())).containsExactly("heddle");
      assertThat(rows(facts.getSchemas()))
          .containsExactly("information_schema|heddle", "main|heddle");
      assertThat(rows(facts.getTableTypes())).containsExactly("TABLE", "VIEW");
      assertThat(rows(facts.getTables(null, null, "%", null)))
          .hasSize(2)
          .first()
          .asString()
          .startsWith("heddle|main|t|TABLE");
      try (ResultSet columns = facts.getColumns(null, "main", "t", "%")) {
        assertThat(columns.next()).isTrue();
        assertThat(columns.getString("COLUMN_NAME")).isEqualTo("i");
        assertThat(columns.getString("TYPE_NAME")).isEqualTo("BIGINT");
        assertThat(columns.getInt("NULLABLE")).isEqualTo(DatabaseMetaData.columnNoNulls);
        assertThat(columns.next()).isTrue();
        assertThat(columns.getString("COLUMN_NAME")).isEqualTo("s");
        assertThat(columns.next()).isFalse();
      }
      assertThat(rows(facts.getPrimaryKeys(null, null, "t"))).isEmpty();
      assertThat(rows(facts.getImportedKeys(null, null, "t"))).isEmpty();
      assertThat(rows(facts.getExportedKeys(null, null, "t"))).isEmpty();
      assertThat(facts.getSQLKeywords()).contains("QUALIFY");
      assertThat(facts.getNumericFunctions()).contains("ABS");
    }
  }

  @Test
  void aCatalogIsAnOptionOfTheSession() throws Exception {
    Connection connection = connection("user", "a", "password", "secret", "catalog", "heddle");
    assertThat(rows(connection, "select 1 as x")).containsExactly("1");
    server.sessions().await(1);
    try {
      connection.close();
    } catch (SQLException e) {
      // The driver closes the session twice, the second time without a connection.
      assertThat(e.getMessage()).contains("Channel shutdown invoked");
    }
    server.sessions().await(0);
  }

  @Test
  void errorsOfQueriesNameThem() throws SQLException {
    try (Connection connection = connection()) {
      assertThatThrownBy(() -> rows(connection, "select nope from t"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("nope");
      assertThat(rows(connection, "select 1 as x")).containsExactly("1");
    }
  }

  @Test
  void cancelEndsTheQuery() throws Exception {
    session.execute("create table n as select i from generate_series(0, 1499) as g(i)");
    try (Connection connection = connection();
        Statement statement = connection.createStatement()) {
      CompletableFuture<Object> reading =
          CompletableFuture.supplyAsync(
              () -> {
                try (ResultSet result =
                    statement.executeQuery(
                        "select sum(a.i * b.i % 7 + c.i) as s from n a cross join n b cross join n"
                            + " c")) {
                  return result.next();
                } catch (SQLException e) {
                  return e;
                }
              },
              body -> Thread.ofPlatform().start(body));
      server.calls().await(1, 0);
      statement.cancel();
      assertThat(reading.get()).isInstanceOf(SQLException.class);
      server.calls().await(0, 0);
      assertThat(rows(connection, "select 1 as x")).containsExactly("1");
    }
  }

  @Test
  void connectsByTls(@TempDir Path folder) throws Exception {
    Path keys = folder.resolve("security");
    SecurityFolder.generate(keys);
    Properties properties = new Properties();
    properties.put("useEncryption", "true");
    properties.put("tlsRootCerts", keys.resolve("ca.pem").toString());
    properties.put("user", "anybody");
    properties.put("password", Files.readString(keys.resolve("token")).strip());
    try (ResultServer guarded = new ResultServer(session, ANY, Security.load(keys))) {
      int port = guarded.address().getPort();
      try (Connection connection =
          DRIVER.connect("jdbc:arrow-flight-sql://localhost:" + port, properties)) {
        assertThat(rows(connection, "select count(*) as n from t")).containsExactly("3");
      }
    }
  }
}
