package dev.heddle.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each method of what is closed fails with a state. */
class ClosedTest {
  private static final Set<String> NOT_FAILING =
      Set.of("close", "isClosed", "isValid", "abort", "unwrap", "isWrapperFor", "free");

  private static void assertFailing(Class<?> type, Object closed, String... states) {
    List<String> wrong = new ArrayList<>();
    List<Method> methods = Interfaces.methods(type, NOT_FAILING);
    for (Method method : methods) {
      String line = Interfaces.withoutState(closed, method, states);
      if (line != null) {
        wrong.add(line);
      }
    }
    assertThat(wrong).as("methods of %s, of %d", type, methods.size()).isEmpty();
    assertThat(methods).hasSizeGreaterThan(5);
  }

  @Test
  void connectionsAndStatements() throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:heddle:?threads=1");
    Statement statement = connection.createStatement();
    PreparedStatement prepared = connection.prepareStatement("select ? + 1");
    DatabaseMetaData metaData = connection.getMetaData();
    connection.close();
    assertFailing(Connection.class, connection, "08003");
    assertFailing(Statement.class, statement, "08003");
    assertFailing(PreparedStatement.class, prepared, "08003");
    List<String> wrong = new ArrayList<>();
    for (Method method : Interfaces.methods(DatabaseMetaData.class, Set.of())) {
      if (method.getReturnType() == ResultSet.class) {
        String line = Interfaces.withoutState(metaData, method, "08003");
        if (line != null) {
          wrong.add(line);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void resultsAndArrays() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:heddle:?threads=1");
        Statement statement = connection.createStatement()) {
      ResultSet rows = statement.executeQuery("select [1, 2] as x");
      assertThat(rows.next()).isTrue();
      Array array = rows.getArray(1);
      array.free();
      rows.close();
      assertFailing(ResultSet.class, rows, "24000");
      assertFailing(Array.class, array, "24000", "0A000");
    }
  }

  @Test
  void openResultsRefuseWhatTheyAreNot() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:heddle:?threads=1");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select 1 as x")) {
      assertThat(rows.next()).isTrue();
      List<String> wrong = new ArrayList<>();
      int refused = 0;
      for (Method method : Interfaces.methods(ResultSet.class, NOT_FAILING)) {
        if (method.getName().startsWith("update") || method.getName().startsWith("move")) {
          String line = Interfaces.withoutState(rows, method, "0A000");
          if (line == null) {
            refused++;
          } else {
            wrong.add(line);
          }
        }
      }
      assertThat(wrong).isEmpty();
      assertThat(refused).isGreaterThan(80);
    }
  }
}
