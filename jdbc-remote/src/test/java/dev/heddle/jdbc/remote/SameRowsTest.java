package dev.heddle.jdbc.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.jdbc.feed.FeedOutcome;
import dev.heddle.jdbc.feed.RowCursor;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the driver in the process gives, the one over a server gives too. */
class SameRowsTest extends RemoteTest {
  private static final String SETUP =
      "create table t (i bigint not null, s varchar); insert into t values (1, 'a'), (2, null),"
          + " (3, 'c'); create view v as select i * 2 as d from t";

  private static Connection local() throws SQLException {
    Connection local = DriverManager.getConnection("jdbc:heddle:?threads=2&memory=256m");
    try (Statement statement = local.createStatement()) {
      statement.execute(SETUP);
    }
    return local;
  }

  /** Returns rows and columns, or the error, of a query. */
  private static List<String> outcome(Connection connection, String query) throws SQLException {
    List<String> all = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      boolean hasRows = statement.execute(query);
      while (hasRows || statement.getUpdateCount() >= 0) {
        if (hasRows) {
          try (ResultSet result = statement.getResultSet()) {
            all.addAll(columns(result.getMetaData()));
            all.addAll(rows(result));
          }
        } else {
          all.add(statement.getUpdateCount() + " changed");
        }
        hasRows = statement.getMoreResults();
      }
    } catch (SQLException e) {
      all.add(e.getClass().getSimpleName() + " " + e.getSQLState() + " " + e.getMessage());
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select i, s from t order by i",
        "select * from v where d > 100",
        "select cast(1 as tinyint) as a, cast(2 as smallint) as b, 3 as c, 4000000000 as d,"
            + " cast(1.5 as real) as e, 2.5e0 as f, 12.34 as g, 'text' as h, x'0102' as i",
        "select date '2024-02-03' as j, timestamp '2024-02-03 04:05:06.789123' as k, true as l,"
            + " time '04:05:06.25' as m, cast(1.2 as decimal(38, 5)) as o",
        "select timestamp with time zone '2024-02-03 04:05:06+00:00' as q, interval '3' day as r",
        "select uuid 'f0000000-0000-0000-0000-00000000000a' as u, cast(null as uuid) as v,"
            + " [uuid '10000000-0000-0000-0000-00000000000b'] as w",
        "select 255::utinyint as a, 65535::usmallint as b, 4294967295::uinteger as c,"
            + " 18446744073709551615::ubigint as d, cast(null as ubigint) as e, [7::uinteger] as f",
        "select 170141183460469231731687303715884105727 as a, cast(null as hugeint) as b,"
            + " -170141183460469231731687303715884105728 as c, [7::hugeint] as d",
        "select 'ok'::enum('sad', 'ok') as a, cast(null as enum('x')) as b, ['x'::enum('x')] as c,"
            + " 'ok'::enum('sad', 'ok') < 'sad'::enum('sad', 'ok') as d",
        "select json '{\"a\": 1}' as j, cast(null as json) as n, json '[1, 2]' -> 0 as e",
        "select array[1, 2, null] as p, {'a': 1, 'b': 'x'} as st, map(['k'], [2]) as m",
        "select cast(null as boolean) as a, cast(null as tinyint) as b, cast(null as bigint) as c,"
            + " cast(null as double) as d, cast(null as decimal(5, 2)) as e, cast(null as varchar)"
            + " as f, cast(null as varbinary) as g, cast(null as date) as h, cast(null as time) as"
            + " i, cast(null as timestamp) as j, null as n",
        "select x, x % 7 as y from range(100000) r(x) order by y, x limit 5 offset 3",
        "select count(*) as n, sum(x) as s from range(1000000) r(x)",
        "select count(*) as n from t where s is null",
        "show tables",
        "describe t",
        "show time_zone",
        "values (1, 'x'), (2, 'y')",
        "with w as (select 1 as x) select * from w",
        "from t select i order by i",
        "create table u (x int); insert into u values (1), (2); select x from u order by x;",
        "select 'a;b' as \"c;d\" -- e;f\n; /* ; */ select 2 as y",
        "select current_schema, current_catalog, version() is not null as v",
        "select table_name from information_schema.tables order by 1",
        "set time_zone = 'Europe/Berlin'; select timestamp with time zone '2024-02-03"
            + " 04:05:06+00:00' as q",
        "begin; commit",
        "select {fn abs(-1)} as x",
        "selec 1",
        "select nope from t",
        "select 1 from nowhere",
        "select 1 / 0 as x",
        "select cast('x' as int) as y",
        "select (select i from t) as x",
        "select 9223372036854775807 + i as x from t",
        "create table t (i int)",
        "drop table nowhere",
        "insert into nowhere values (1)",
        "rollback",
        "select * from '/no/such/file.parquet'",
      })
  void queries(String query) throws SQLException {
    try (Connection local = local();
        Connection remote = connect()) {
      assertThat(outcome(remote, query)).isEqualTo(outcome(local, query));
      assertThat(remote.isValid(1)).isTrue();
    }
  }

  private static List<String> bound(Connection connection, String text, @Nullable Object... values)
      throws SQLException {
    List<String> all = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      if (statement.execute()) {
        all.addAll(rows(statement.getResultSet()));
      } else {
        all.add(statement.getUpdateCount() + " changed");
      }
    } catch (SQLException e) {
      all.add(e.getClass().getSimpleName() + " " + e.getSQLState());
    }
    return all;
  }

  private void assertBound(String text, @Nullable Object... values) throws SQLException {
    try (Connection local = local();
        Connection remote = connect()) {
      List<String> expected = bound(local, text, values);
      assertThat(bound(remote, text, values))
          .as("%s of %s", text, Arrays.asList(values))
          .isEqualTo(expected);
      assertThat(expected).isNotEmpty();
    }
  }

  @Test
  void parametersOfEachClass() throws SQLException {
    assertBound("select i, s from t where i > ? and s like ? order by i", 0, "%");
    assertBound("select cast(? as boolean) as x", true);
    assertBound("select cast(? as tinyint) as x", (byte) -3);
    assertBound("select cast(? as tinyint) as x", 300);
    assertBound("select cast(? as bigint) as x", Long.MIN_VALUE);
    assertBound("select cast(? as real) as x", 1.5f);
    assertBound("select cast(? as double) as x", 0.1);
    assertBound("select cast(? as decimal(38, 10)) as x", new BigDecimal("12345678901234567890.5"));
    assertBound("select cast(? as decimal(38, 0)) as x", new BigDecimal("1e20"));
    assertBound("select cast(? as varchar) as x", "gr\u00fc\u00df");
    assertBound("select cast(? as varbinary) as x", (Object) new byte[] {1, -1});
    assertBound("select cast(? as date) as x", LocalDate.of(1066, 10, 14));
    assertBound("select cast(? as time) as x", LocalTime.of(1, 2, 3, 456_789_000));
    assertBound("select cast(? as timestamp) as x", LocalDateTime.of(2024, 2, 3, 4, 5, 6, 789_000));
    assertBound("select cast(? as timestamp) as x", LocalDateTime.of(9024, 2, 3, 4, 5, 6));
    assertBound(
        "select cast(? as timestamp with time zone) as x",
        OffsetDateTime.parse("2024-02-03T04:05:06.123+02:00"));
    assertBound("select cast(? as uuid) as x", new UUID(-1, 2));
    assertBound("select cast(? as uuid) as x", "f0000000-0000-0000-0000-00000000000a");
    assertBound("select cast(? as varchar) as x", new UUID(-1, 2));
    assertBound("select cast(? as json) as x", "{\"a\": [1]}");
    assertBound("select cast(? as json) as x", "{");
    assertBound("select cast(? as enum('sad', 'ok')) as x", "ok");
    assertBound("select cast(? as enum('sad', 'ok')) as x", "well");
    assertBound("select cast(? as uinteger) as x", 4294967295L);
    assertBound("select cast(? as utinyint) as x", -1);
    assertBound("select cast(? as hugeint) as x", BigInteger.TEN.pow(37).negate());
    assertBound("select cast(? as hugeint) as x", BigInteger.ONE.shiftLeft(127).not());
    assertBound("select cast(? as hugeint) as x", BigInteger.ONE.shiftLeft(127));
    assertBound("select cast(? as ubigint) as x", new BigDecimal("18446744073709551615"));
    assertBound("select cast(? as json) -> ? as x", "{\"a\": [1]}", "a");
    assertBound("select cast(? as uuid[]) as x", List.of(new UUID(-1, 2)));
    assertBound("select cast(? as int[]) as x", Arrays.asList(1, null, 3));
    assertBound("select cast(? as varchar[]) as x", List.of());
    assertBound("select cast(? as decimal(10, 2)[]) as x", List.of(1, new BigDecimal("2.50")));
    Map<String, @Nullable Object> struct = new LinkedHashMap<>();
    struct.put("a", 1);
    struct.put("b", null);
    assertBound("select cast(? as struct(a int, b varchar)) as x", struct);
    assertBound("select cast(? as map(varchar, int)) as x", Map.of("k", 1));
    assertBound("select cast(? as map(int, varchar)) as x", Map.of(7, "v"));
    assertBound("select cast(? as int) as x", (Object) null);
    assertBound("insert into t values (?, ?)", 9, null);
    assertBound("insert into t values (?, ?)", null, "not null");
    assertBound("select ? + 1 as x, ? as y", "no number", 2);
  }

  @Test
  void severalStatementsTakeTheirOwnParameters() throws SQLException {
    try (Connection remote = connect();
        PreparedStatement both =
            remote.prepareStatement("select i from t where i = ?; select s from t where i = ?")) {
      both.setInt(1, 1);
      both.setInt(2, 3);
      assertThat(both.execute()).isTrue();
      assertThat(rows(both.getResultSet())).containsExactly("Long 1");
      assertThat(both.getMoreResults()).isTrue();
      assertThat(rows(both.getResultSet())).containsExactly("String c");
    }
  }

  private static List<String> batches(Connection connection) throws SQLException {
    List<String> all = new ArrayList<>();
    try (PreparedStatement insert = connection.prepareStatement("insert into t values (?, ?)");
        Statement plain = connection.createStatement()) {
      for (int i = 0; i < 100; i++) {
        insert.setInt(1, i);
        insert.setString(2, i % 3 == 0 ? null : "s" + i);
        insert.addBatch();
      }
      all.add(Arrays.toString(insert.executeBatch()));
      insert.setInt(1, 1);
      insert.setString(2, "x");
      insert.addBatch();
      insert.setObject(1, null);
      insert.addBatch();
      try {
        all.add(Arrays.toString(insert.executeBatch()));
      } catch (java.sql.BatchUpdateException e) {
        all.add(Arrays.toString(e.getUpdateCounts()) + e.getSQLState());
      }
      plain.addBatch("create table b (x int)");
      plain.addBatch("insert into b values (1), (2)");
      all.add(Arrays.toString(plain.executeBatch()));
      all.addAll(rows(connection, "select count(*) as n, count(s) as m from t"));
    }
    return all;
  }

  @Test
  void batches() throws SQLException {
    try (Connection local = local();
        Connection remote = connect()) {
      assertThat(batches(remote)).isEqualTo(batches(local));
    }
  }

  private static List<String> metaData(Connection connection) throws SQLException {
    DatabaseMetaData facts = connection.getMetaData();
    List<String> all = new ArrayList<>();
    all.addAll(rows(facts.getCatalogs()));
    all.addAll(rows(facts.getSchemas()));
    all.addAll(rows(facts.getTableTypes()));
    all.addAll(rows(facts.getTables(null, null, "%", null)));
    all.addAll(rows(facts.getTables(null, "main", "t", new String[] {"TABLE"})));
    all.addAll(rows(facts.getColumns(null, null, "%", "%")));
    all.addAll(rows(facts.getTypeInfo()));
    all.addAll(rows(facts.getPrimaryKeys(null, null, "t")));
    all.add(facts.getDatabaseProductName() + facts.getSQLKeywords());
    try (PreparedStatement prepared =
        connection.prepareStatement("select i, s from t where i > ? and s = ?")) {
      all.addAll(columns(prepared.getMetaData()));
      for (int i = 1; i <= prepared.getParameterMetaData().getParameterCount(); i++) {
        all.add(prepared.getParameterMetaData().getParameterTypeName(i));
      }
    }
    return all;
  }

  @Test
  void metaData() throws SQLException {
    try (Connection local = local();
        Connection remote = connect()) {
      assertThat(metaData(remote)).isEqualTo(metaData(local)).hasSizeGreaterThan(20);
      assertThat(remote.getMetaData().getURL()).isEqualTo(url());
    }
  }

  /** Returns what each method without arguments gives, by its name. */
  private static Map<String, String> facts(Connection connection) throws Exception {
    DatabaseMetaData facts = connection.getMetaData();
    Map<String, String> all = new TreeMap<>();
    for (Method method : DatabaseMetaData.class.getMethods()) {
      boolean isOwn = Set.of("getConnection", "getURL").contains(method.getName());
      if (method.getParameterCount() == 0 && !isOwn) {
        Object value = method.invoke(facts);
        all.put(
            method.getName(),
            value instanceof ResultSet result ? rows(result).toString() : String.valueOf(value));
      }
    }
    return all;
  }

  @Test
  void allFactsOfTheDatabase() throws Exception {
    try (Connection local = local();
        Connection remote = connect()) {
      assertThat(facts(remote)).isEqualTo(facts(local)).hasSizeGreaterThan(100);
    }
  }

  @Test
  void rowsComeAsTheyAreRead() throws Exception {
    RemoteFeed feed = RemoteFeed.open(RemoteUrl.parse(url(), Map.of()), 0);
    RemoteCall call = new RemoteCall(feed, null);
    String query = "select x, 'text ' || x as s from range(5000000) r(x)";
    try (RowCursor cursor =
        ((FeedOutcome.Cursor) call.execute(query, List.of()).getFirst()).cursor()) {
      long rows = 0;
      while (cursor.next()) {
        rows += cursor.root().getRowCount();
      }
      assertThat(rows).isEqualTo(5_000_000);
      assertThat(feed.allocator().getPeakMemoryAllocation()).isBetween(1L << 16, 32L << 20);
    }
    assertThat(feed.allocator().getAllocatedMemory()).isZero();
    feed.close();
  }
}
