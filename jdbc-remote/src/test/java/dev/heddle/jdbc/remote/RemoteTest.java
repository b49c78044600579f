package dev.heddle.jdbc.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.flight.ResultServer;
import dev.heddle.flight.SessionLimits;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionAccess;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.shuffle.net.Security;
import java.net.InetSocketAddress;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests with a server in the same process. */
abstract class RemoteTest {
  static final InetSocketAddress ANY = new InetSocketAddress("127.0.0.1", 0);
  private static final long MIB = 1 << 20;

  Session session;
  ResultServer server;

  Security security() {
    return Security.none();
  }

  @BeforeEach
  void open() {
    session =
        Heddle.local(SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(256 * MIB));
    session.execute(
        "create table t (i bigint not null, s varchar); insert into t values (1, 'a'), (2, null),"
            + " (3, 'c'); create view v as select i * 2 as d from t");
    server =
        new ResultServer(
            session,
            ANY,
            security(),
            SessionAccess.toPaths(List.of("/no/such")),
            SessionLimits.DEFAULTS);
  }

  @AfterEach
  void close() {
    server.close();
    session.close();
  }

  String url() {
    return "jdbc:heddle://127.0.0.1:" + server.address().getPort();
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(url());
  }

  /** Returns all rows, the values of each as one text. */
  static List<String> rows(ResultSet result) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (result) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          values.add(shown(result.getObject(i)));
        }
        rows.add(String.join("|", values));
      }
    }
    return rows;
  }

  private static String shown(@Nullable Object value) throws SQLException {
    return switch (value) {
      case Array array -> shown(array.getArray());
      case Struct struct -> "struct" + shown(struct.getAttributes());
      case byte[] bytes -> Arrays.toString(bytes);
      case Object[] elements -> {
        List<String> all = new ArrayList<>();
        for (Object element : elements) {
          all.add(shown(element));
        }
        yield all.toString();
      }
      case Map<?, ?> map -> "map" + map;
      case null -> "null";
      default -> value.getClass().getSimpleName() + " " + value;
    };
  }

  static List<String> rows(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return rows(statement.executeQuery(query));
    }
  }

  /** Returns what is known of the columns, as texts. */
  static List<String> columns(ResultSetMetaData columns) throws SQLException {
    List<String> all = new ArrayList<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      all.add(
          String.join(
              " ",
              columns.getColumnLabel(i),
              columns.getColumnTypeName(i),
              columns.getColumnClassName(i),
              String.valueOf(columns.getColumnType(i)),
              String.valueOf(columns.getPrecision(i)),
              String.valueOf(columns.getScale(i)),
              String.valueOf(columns.isNullable(i))));
    }
    return all;
  }

  static String state(Throwable error) {
    assertThat(error).isInstanceOf(SQLException.class);
    return ((SQLException) error).getSQLState();
  }
}
