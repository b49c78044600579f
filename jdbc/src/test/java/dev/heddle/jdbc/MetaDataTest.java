package dev.heddle.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What tools ask of a database. */
class MetaDataTest {
  private static Connection connection;
  private static DatabaseMetaData metaData;

  @BeforeAll
  static void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:heddle:?threads=1");
    metaData = connection.getMetaData();
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "create table a_b (id integer not null, price decimal(9, 2), name varchar);"
              + " create table axb (x timestamp, y timestamp with time zone, z integer[]);"
              + " create view v as select 1.5 as d, {d '2020-01-01'} as day");
    }
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
  }

  /** Returns some columns of a result as text, a line a row. */
  private static List<String> lines(ResultSet rows, String... labels) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        List<@Nullable String> values = new ArrayList<>();
        for (String label : labels) {
          values.add(rows.getString(label));
        }
        lines.add(values.toString());
      }
    }
    return lines;
  }

  @Test
  void everyMethodAnswers() throws Exception {
    List<String> wrong = new ArrayList<>();
    List<Method> methods =
        Interfaces.methods(DatabaseMetaData.class, Set.of("unwrap", "isWrapperFor"));
    for (Method method : methods) {
      try {
        Object answer = method.invoke(metaData, Interfaces.arguments(method));
        if (answer == null) {
          wrong.add(method + " gave null");
        }
        if (answer instanceof ResultSet rows) {
          assertThat(rows.getStatement()).isNotNull();
          while (rows.next()) {
            assertThat(rows.getObject(1)).isNotSameAs(rows);
          }
          rows.close();
          assertThat(rows.isClosed()).isTrue();
        }
      } catch (InvocationTargetException e) {
        wrong.add(method + " threw " + e.getCause());
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(methods).hasSizeGreaterThan(170);
  }

  @Test
  void listsTables() throws SQLException {
    String[] labels = {"TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "TABLE_TYPE"};
    assertThat(lines(metaData.getTables(null, null, "%", null), labels))
        .containsExactly(
            "[heddle, main, a_b, TABLE]", "[heddle, main, axb, TABLE]", "[heddle, main, v, VIEW]");
    assertThat(names(metaData.getTables("heddle", "main", null, new String[] {"VIEW"})))
        .containsExactly("[v]");
    assertThat(names(metaData.getTables(null, null, "a_b", null)))
        .containsExactly("[a_b]", "[axb]");
    assertThat(names(metaData.getTables(null, null, "a\\_b", null))).containsExactly("[a_b]");
    assertThat(names(metaData.getTables(null, null, "A\\_B", null))).containsExactly("[a_b]");
    assertThat(names(metaData.getTables(null, "m_in", "v%", null))).containsExactly("[v]");
    assertThat(names(metaData.getTables("other", null, "%", null))).isEmpty();
    assertThat(names(metaData.getTables(null, "", "%", null))).isEmpty();
    assertThat(names(metaData.getTables(null, null, "%", new String[0]))).isEmpty();
    assertThat(lines(metaData.getSchemas(), "TABLE_SCHEM", "TABLE_CATALOG"))
        .contains("[main, heddle]");
    assertThat(lines(metaData.getCatalogs(), "TABLE_CAT")).containsExactly("[heddle]");
    assertThat(lines(metaData.getTableTypes(), "TABLE_TYPE")).contains("[TABLE]", "[VIEW]");
  }

  @Test
  void namesMayHaveSchemaAndCatalogue() throws SQLException {
    assertThat(DriverTest.one(connection, "select main.v.d from main.v")).isEqualTo("1.5");
    assertThat(DriverTest.one(connection, "select \"d\" from \"heddle\".\"main\".\"v\""))
        .isEqualTo("1.5");
    assertThat(
            DriverTest.one(
                connection,
                "select count(*) from information_schema.tables where table_schema = 'main'"))
        .isEqualTo("3");
    assertThat(DriverTest.one(connection, "select current_schema")).isEqualTo("main");
    assertThat(DriverTest.one(connection, "select version()")).containsIgnoringCase("heddle");
  }

  private static List<String> names(ResultSet rows) throws SQLException {
    return lines(rows, "TABLE_NAME");
  }

  @Test
  void listsColumns() throws SQLException {
    String[] labels = {
      "TABLE_NAME",
      "COLUMN_NAME",
      "DATA_TYPE",
      "TYPE_NAME",
      "COLUMN_SIZE",
      "DECIMAL_DIGITS",
      "ORDINAL_POSITION",
      "IS_NULLABLE"
    };
    assertThat(lines(metaData.getColumns(null, null, "a\\_b", "%"), labels))
        .containsExactly(
            "[a_b, id, " + Types.INTEGER + ", INTEGER, 10, 0, 1, NO]",
            "[a_b, price, " + Types.DECIMAL + ", DECIMAL, 9, 2, 2, YES]",
            "[a_b, name, " + Types.VARCHAR + ", VARCHAR, 2147483647, null, 3, YES]");
    assertThat(lines(metaData.getColumns(null, null, "axb", "_"), "COLUMN_NAME", "TYPE_NAME"))
        .containsExactly("[x, TIMESTAMP]", "[y, TIMESTAMP WITH TIME ZONE]", "[z, INTEGER[]]");
    assertThat(lines(metaData.getColumns(null, "main", "%", "D%"), "COLUMN_NAME"))
        .containsExactly("[d]", "[day]");
  }

  @Test
  void listsTypesAndFunctions() throws SQLException {
    List<String> types = lines(metaData.getTypeInfo(), "TYPE_NAME", "DATA_TYPE", "NULLABLE");
    assertThat(types).contains("[BIGINT, -5, 1]", "[VARCHAR, 12, 1]").doesNotHaveDuplicates();
    List<Integer> codes = new ArrayList<>();
    try (ResultSet rows = metaData.getTypeInfo()) {
      while (rows.next()) {
        codes.add(rows.getInt("DATA_TYPE"));
      }
    }
    assertThat(codes).isSorted();
    assertThat(lines(metaData.getFunctions(null, null, "upper"), "FUNCTION_NAME"))
        .containsExactly("[upper]");
    assertThat(metaData.getNumericFunctions().split(",")).contains("ABS", "ROUND", "SQRT");
    assertThat(metaData.getStringFunctions().split(",")).contains("CONCAT", "REPLACE");
  }

  @Test
  void saysWhatItIs() throws SQLException {
    assertThat(metaData.getURL()).isEqualTo("jdbc:heddle:?threads=1");
    assertThat(metaData.getDatabaseProductName()).isEqualTo("Heddle");
    assertThat(metaData.getConnection()).isSameAs(connection);
    assertThat(metaData.getIdentifierQuoteString()).isEqualTo("\"");
    assertThat(metaData.storesMixedCaseIdentifiers()).isTrue();
    assertThat(metaData.supportsMixedCaseIdentifiers()).isFalse();
    assertThat(metaData.supportsTransactions()).isFalse();
    assertThat(metaData.supportsGetGeneratedKeys()).isFalse();
    assertThat(metaData.supportsTransactionIsolationLevel(Connection.TRANSACTION_NONE)).isTrue();
    assertThat(metaData.supportsResultSetType(ResultSet.TYPE_SCROLL_SENSITIVE)).isFalse();
    assertThat(connection.getCatalog()).isEqualTo("heddle");
    assertThat(connection.getSchema()).isEqualTo("main");
  }

  @Test
  void hasTheColumnsOfHsqldb() throws Exception {
    List<String> wrong = new ArrayList<>();
    int columns = 0;
    try (Connection other = DriverManager.getConnection("jdbc:hsqldb:mem:columns", "SA", "")) {
      for (Method method : Interfaces.methods(DatabaseMetaData.class, Set.of())) {
        boolean isInBoth =
            method.getReturnType() == ResultSet.class
                && !method.getName().equals("getPseudoColumns"); // HSQLDB has none
        if (!isInBoth) {
          continue;
        }
        try (ResultSet ours = (ResultSet) method.invoke(metaData, Interfaces.arguments(method));
            ResultSet theirs =
                (ResultSet) method.invoke(other.getMetaData(), Interfaces.arguments(method))) {
          List<String> own = columns(ours.getMetaData());
          List<String> wanted = columns(theirs.getMetaData());
          columns += own.size();
          boolean isSame = // HSQLDB adds some at the end, and has other names for the reserved ones
              own.size() <= wanted.size()
                  && plain(wanted.subList(0, own.size())).equals(plain(own));
          if (!isSame) {
            wrong.add(method.getName() + "\n  ours   " + own + "\n  theirs " + wanted);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(columns).isGreaterThan(240);
  }

  private static List<String> plain(List<String> columns) {
    return columns.stream().map(c -> c.replaceAll("(?:COL_|RESERVED).*", "reserved")).toList();
  }

  private static List<String> columns(ResultSetMetaData columns) throws SQLException {
    List<String> texts = new ArrayList<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      String kind =
          switch (columns.getColumnType(i)) {
            case Types.VARCHAR, Types.CHAR -> "text";
            case Types.SMALLINT, Types.INTEGER, Types.BIGINT -> "integer";
            case Types.BOOLEAN, Types.BIT -> "boolean";
            default -> columns.getColumnTypeName(i);
          };
      texts.add(columns.getColumnLabel(i) + " " + kind);
    }
    return texts;
  }
}
