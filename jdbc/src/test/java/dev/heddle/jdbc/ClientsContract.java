package dev.heddle.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.SimpleJdbcInsert;
import sqlline.SqlLine;

/** What clients that people use, as they are, do with a driver of Heddle. */
public abstract class ClientsContract {
  private Connection held; // so that there are tables as long as a test runs

  /** Returns the URL of tables that no other test has, and that all its connections see. */
  protected abstract String url();

  /** Returns the driver's data source. */
  protected abstract DataSource dataSource(String url);

  @BeforeEach
  final void hold() throws SQLException {
    held = DriverManager.getConnection(url());
  }

  @AfterEach
  final void release() throws SQLException {
    held.close();
  }

  /** A row. */
  record Order(long id, String customer, double price) {}

  @Test
  final void hikariPoolsConnections() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url());
    config.setMaximumPoolSize(4);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("create table t as select 42 as x");
      }
      for (int i = 0; i < 20; i++) {
        try (Connection first = pool.getConnection();
            Connection second = pool.getConnection()) {
          assertThat(DriverTest.one(first, "select x from t")).isEqualTo("42");
          assertThat(DriverTest.one(second, "select x from t")).isEqualTo("42");
        }
      }
      assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isBetween(2, 4);
    }
  }

  @Test
  final void springsTemplateReadsAndWrites() {
    JdbcTemplate template = new JdbcTemplate(dataSource(url()));
    template.execute("create table orders (id bigint, customer varchar, price double)");
    assertThat(template.update("insert into orders values (?, ?, ?)", 1, "Ada", 20.5)).isEqualTo(1);
    int[] counts =
        template.batchUpdate(
            "insert into orders values (?, ?, ?)",
            List.of(new Object[] {2L, "Grace", 15.0}, new Object[] {3L, null, null}));
    assertThat(counts).containsExactly(1, 1);
    assertThat(template.queryForObject("select count(*) from orders", Long.class)).isEqualTo(3);
    List<Order> orders =
        template.query(
            "select * from orders where price > ? order by id",
            (row, number) ->
                new Order(row.getLong("id"), row.getString("customer"), row.getDouble("price")),
            10);
    assertThat(orders).containsExactly(new Order(1, "Ada", 20.5), new Order(2, "Grace", 15));
    Map<String, Object> row = template.queryForMap("select * from orders where id = 3");
    assertThat(row).containsEntry("id", 3L).containsEntry("customer", null);
    SimpleJdbcInsert insert = new SimpleJdbcInsert(template).withTableName("orders");
    assertThat(insert.execute(Map.of("id", 4, "customer", "Eve", "price", 1.5))).isEqualTo(1);
    assertThatThrownBy(() -> template.queryForList("select nothing from orders"))
        .isInstanceOf(BadSqlGrammarException.class)
        .hasMessageContaining("bad SQL grammar")
        .rootCause()
        .hasMessageContaining("no column \"nothing\"");
  }

  @Test
  final void jooqBuildsQueries() throws Exception {
    System.setProperty("org.jooq.no-logo", "true");
    System.setProperty("org.jooq.no-tips", "true");
    try (Connection connection = DriverManager.getConnection(url())) {
      DSLContext sql = DSL.using(connection, SQLDialect.DEFAULT);
      sql.execute("create table t as select x, x * 2 as y from range(10) r(x)");
      var x = DSL.field(DSL.name("x"), Long.class);
      var y = DSL.field(DSL.name("y"), Long.class);
      assertThat(sql.select(DSL.sum(y)).from(DSL.table(DSL.name("t"))).where(x.ge(5L)).fetchOne(0))
          .hasToString("70");
      assertThat(sql.meta().getTables("t")).hasSize(1);
      assertThat(sql.meta().getTables("t").getFirst().fields()).hasSize(2);
    }
  }

  @Test
  final void sqllineRunsAScript() throws Exception {
    String text =
        sqlline(
            """
            create table t as select x, 'n' || x as s from range(3) r(x);
            select * from t order by x;
            !tables
            !columns t
            !quit
            """,
            "--maxWidth=200",
            "--verbose=true");
    assertThat(text).contains("| 2", "n2", "TABLE_NAME", "BIGINT").doesNotContain("Exception");
  }

  /** Returns what sqlline prints for a script. */
  private String sqlline(String script, String... options) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    SqlLine line = new SqlLine();
    line.setOutputStream(out);
    line.setErrorStream(out);
    List<String> arguments = new ArrayList<>(List.of("-u", url(), "-n", "", "-p", ""));
    arguments.addAll(List.of(options));
    SqlLine.Status status =
        line.begin(
            arguments.toArray(new String[0]),
            new ByteArrayInputStream(script.getBytes(StandardCharsets.UTF_8)),
            false);
    String text = bytes.toString(StandardCharsets.UTF_8);
    assertThat(status).as(text).isEqualTo(SqlLine.Status.OK);
    return text;
  }

  @Test
  final void sqllineRunsTheQueriesOfTpch(@TempDir Path folder) throws Exception {
    TpchFiles files = TpchFiles.make(folder);
    try (Connection oracle = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = oracle.createStatement();
        Statement ours = held.createStatement()) {
      for (String table : files.tables()) {
        statement.execute(files.create(table));
        ours.execute(files.create(table));
      }
      for (int query : TpchFiles.queries()) {
        String sql = TpchFiles.sql(query);
        List<String> wanted = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
          int columns = rows.getMetaData().getColumnCount();
          while (rows.next()) {
            List<String> values = new ArrayList<>();
            for (int i = 1; i <= columns; i++) {
              values.add(TpchFiles.plain(rows.getString(i)));
            }
            wanted.add(String.join("|", values));
          }
        }
        String printed = sqlline(sql + ";\n!quit\n", "--outputFormat=csv", "--maxWidth=-1");
        assertThat(printed).doesNotContain("Error:");
        List<String> shown =
            printed
                .replaceAll("\\e(\\[[?0-9;]*[a-zA-Z]|[=>])", "") // what is for terminals
                .lines()
                .filter(line -> line.startsWith("'"))
                .skip(1) // the labels
                .map(line -> line.substring(1, line.length() - 1).split("','", -1))
                .map(values -> Arrays.stream(values).map(TpchFiles::plain).toList())
                .map(values -> String.join("|", values))
                .toList();
        assertThat(shown).as("query %d: %s", query, printed).isEqualTo(wanted);
      }
    }
  }
}
