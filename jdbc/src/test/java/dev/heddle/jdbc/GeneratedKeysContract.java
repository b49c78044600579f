package dev.heddle.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.SimpleJdbcInsert;
import org.springframework.jdbc.support.GeneratedKeyHolder;

/** Generated keys of what is inserted. */
public abstract class GeneratedKeysContract {
  private Connection connection;
  private Statement statement;

  /** Returns the URL of tables that no other test has. */
  protected abstract String url();

  /** Returns the driver's data source. */
  protected abstract DataSource dataSource(String url);

  @BeforeEach
  final void open() throws SQLException {
    connection = DriverManager.getConnection(url());
    statement = connection.createStatement();
    statement.execute(
        "create sequence ids start 10; create table visits (id bigint primary key default"
            + " nextval('ids'), page varchar default 'start', \"Made At\" timestamptz default"
            + " now(), n integer)");
  }

  @AfterEach
  final void close() throws SQLException {
    connection.close();
  }

  private static List<List<Object>> rows(ResultSet rows) throws SQLException {
    List<List<Object>> all = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        List<Object> row = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.add(rows.getObject(i));
        }
        all.add(row);
      }
    }
    return all;
  }

  private static List<String> names(ResultSet rows) throws SQLException {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
      names.add(rows.getMetaData().getColumnName(i));
    }
    return names;
  }

  @Test
  final void givesTheKeyAndWhatDefaultsCompute() throws SQLException {
    int count =
        statement.executeUpdate(
            "insert into visits (n) values (1), (2); -- two", Statement.RETURN_GENERATED_KEYS);
    assertThat(count).isEqualTo(2);
    assertThat(statement.getUpdateCount()).isEqualTo(2);
    assertThat(statement.getResultSet()).isNull();
    try (ResultSet keys = statement.getGeneratedKeys()) {
      assertThat(keys.getStatement()).isSameAs(statement);
      assertThat(names(keys)).containsExactly("id", "Made At");
      assertThat(keys.next()).isTrue();
      assertThat(keys.getLong(1)).isEqualTo(10);
      assertThat(keys.getObject("Made At")).isInstanceOf(OffsetDateTime.class);
      assertThat(keys.next()).isTrue();
      assertThat(keys.getLong("id")).isEqualTo(11);
      assertThat(keys.next()).isFalse();
    }
    assertThat(rows(statement.getGeneratedKeys())).hasSize(2); // they can be read again
    assertThat(rows(statement.executeQuery("select count(*) from visits")))
        .containsExactly(List.of(2L));
  }

  @Test
  final void givesColumnsByNameAndPlace() throws SQLException {
    assertThat(
            statement.executeLargeUpdate(
                "insert into visits (n) select x from range(3) t(x)", new String[] {"N", "ID"}))
        .isEqualTo(3);
    assertThat(rows(statement.getGeneratedKeys()))
        .containsExactly(List.of(0, 10L), List.of(1, 11L), List.of(2, 12L));
    assertThat(statement.execute("insert into main.visits (n) values (7)", new int[] {2, 1}))
        .isFalse();
    assertThat(rows(statement.getGeneratedKeys())).containsExactly(List.of("start", 13L));
    statement.executeUpdate("insert into visits (n) values (8)", new String[0]);
    assertThat(rows(statement.getGeneratedKeys())).isEmpty();
    assertThatThrownBy(
            () -> statement.executeUpdate("insert into visits (n) values (9)", new int[] {5}))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("Cannot return column 5 of visits: it has columns 1 to 4");
    assertThatThrownBy(
            () ->
                statement.executeUpdate(
                    "insert into visits (n) values (9)", new String[] {"key", "id"}))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("key");
    assertThatThrownBy(() -> statement.executeUpdate("insert into visits (n) values (9)", 7))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("Cannot return generated keys by 7");
    assertThat(rows(statement.executeQuery("select count(*) from visits where n = 9")))
        .containsExactly(List.of(0L));
  }

  @Test
  final void givesNoneOfOtherStatements() throws SQLException {
    statement.execute("create table plain (x integer, y varchar default 'a(b)')");
    for (String text :
        List.of(
            "insert into plain values (1, 'insert into visits')",
            "update plain set x = 2",
            "create table other (x integer)",
            "delete from plain")) {
      statement.executeUpdate(text, Statement.RETURN_GENERATED_KEYS);
      ResultSet keys = statement.getGeneratedKeys();
      assertThat(names(keys)).hasSize(1);
      assertThat(rows(keys)).as(text).isEmpty();
    }
    assertThat(statement.execute("select 1", Statement.RETURN_GENERATED_KEYS)).isTrue();
    assertThat(rows(statement.getGeneratedKeys())).isEmpty();
    assertThat(rows(statement.getResultSet())).containsExactly(List.of(1));
    statement.executeUpdate("insert into visits (n) values (1)");
    assertThat(rows(statement.getGeneratedKeys())).isEmpty();
    assertThatThrownBy(
            () ->
                statement.executeUpdate(
                    "insert into visits (n) values (1); insert into visits (n) values (2)",
                    Statement.RETURN_GENERATED_KEYS))
        .hasMessageContaining("several statements");
  }

  @Test
  final void takesWhatTheStatementReturnsItself() throws SQLException {
    int count =
        statement.executeUpdate(
            "with t as (select 5 as x) insert into visits (n) select x from t returning n + 1 as m",
            Statement.RETURN_GENERATED_KEYS);
    assertThat(count).isEqualTo(1);
    ResultSet keys = statement.getGeneratedKeys();
    assertThat(names(keys)).containsExactly("m");
    assertThat(rows(keys)).containsExactly(List.of(6));
    String conflict = "insert or replace into visits (id, n) values (10, 4) ";
    assertThat(statement.executeUpdate(conflict, new String[] {"n"})).isEqualTo(1);
    assertThat(rows(statement.getGeneratedKeys())).containsExactly(List.of(4));
    assertThat(
            statement.executeUpdate(
                "insert into visits (id, n) values (10, 5) on conflict do nothing",
                Statement.RETURN_GENERATED_KEYS))
        .isZero();
    assertThat(rows(statement.getGeneratedKeys())).isEmpty();
  }

  @Test
  final void givesThoseOfPreparedStatementsAndBatches() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into visits (n, page) values (?, 'it''s; -- no')", new String[] {"id", "n"})) {
      insert.setInt(1, 100);
      assertThat(insert.executeUpdate()).isEqualTo(1);
      assertThat(rows(insert.getGeneratedKeys())).containsExactly(List.of(10L, 100));
      insert.setInt(1, 101);
      assertThat(insert.execute()).isFalse();
      ResultSet open = insert.getGeneratedKeys();
      for (int i = 0; i < 4_500; i++) { // of three statements
        insert.setInt(1, i);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(4_500).containsOnly(1);
      assertThat(open.isClosed()).isTrue();
      List<List<Object>> keys = rows(insert.getGeneratedKeys());
      assertThat(keys).hasSize(4_500);
      for (int i = 0; i < keys.size(); i++) {
        assertThat(keys.get(i)).isEqualTo(List.of(12L + i, i));
      }
      insert.setInt(1, 1);
      insert.executeUpdate();
      assertThat(rows(insert.getGeneratedKeys())).hasSize(1);
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into visits (id, n) select ?, ?", Statement.RETURN_GENERATED_KEYS)) {
      for (long id : new long[] {1, 2, 1, 3}) {
        insert.setLong(1, id);
        insert.setInt(2, 0);
        insert.addBatch();
      }
      assertThatThrownBy(insert::executeBatch)
          .isInstanceOf(BatchUpdateException.class)
          .hasMessageContaining("part 3");
      assertThat(rows(insert.getGeneratedKeys()))
          .extracting(List::getFirst)
          .containsExactly(1L, 2L);
    }
    try (PreparedStatement select =
        connection.prepareStatement("select ?::int", Statement.RETURN_GENERATED_KEYS)) {
      select.setInt(1, 3);
      assertThat(rows(select.executeQuery())).containsExactly(List.of(3));
    }
  }

  @Test
  final void springTakesThem() throws SQLException {
    JdbcTemplate template = new JdbcTemplate(dataSource(url()));
    template.execute(
        "create table if not exists orders (id bigint primary key default nextval('ids'),"
            + " customer varchar, state varchar default 'new')");
    GeneratedKeyHolder holder = new GeneratedKeyHolder();
    template.update(
        used -> {
          PreparedStatement insert =
              used.prepareStatement(
                  "insert into orders (customer) values (?)", Statement.RETURN_GENERATED_KEYS);
          insert.setString(1, "Ada");
          return insert;
        },
        holder);
    assertThat(holder.getKey()).isEqualTo(10L);
    Number key =
        new SimpleJdbcInsert(template)
            .withoutTableColumnMetaDataAccess()
            .withTableName("orders")
            .usingColumns("customer")
            .usingGeneratedKeyColumns("id")
            .executeAndReturnKey(Map.of("customer", "Grace"));
    assertThat(key).isEqualTo(11L);
  }
}
