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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What tools ask a driver of Heddle of its database. */
public abstract class MetaDataContract {
  private Connection connection;
  private DatabaseMetaData metaData;

  /** Returns the URL of a database without tables. */
  protected abstract String url();

  @BeforeEach
  final void open() throws SQLException {
    connection = DriverManager.getConnection(url());
    metaData = connection.getMetaData();
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "create table a_b (id integer not null, price decimal(9, 2), name varchar);"
              + " create table axb (x timestamp, y timestamp with time zone, z integer[]);"
              + " create view v as select 1.5 as d, {d '2020-01-01'} as day");
    }
  }

  @AfterEach
  final void close() throws SQLException {
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
  final void everyMethodAnswers() throws Exception {
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
  final void listsForeignKeys() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "create schema s; create table parent (a int, \"b, \"\"(x)\" int, c int unique,"
              + " constraint ab primary key (a, \"b, \"\"(x)\"));"
              + " create table child (x int, y int, z int references parent (c),"
              + " constraint fk foreign key (y, x) references parent (a, \"b, \"\"(x)\"));"
              + " create table \"a child\" (p int, constraint fk foreign key (p) references"
              + " parent (c)); create table s.parent (i int primary key);"
              + " create table s.child (j int references s.parent);"
              + " create table self (i int primary key, up int references self)");
    }
    String[] labels = {
      "PKTABLE_SCHEM",
      "PKTABLE_NAME",
      "PKCOLUMN_NAME",
      "FKTABLE_SCHEM",
      "FKTABLE_NAME",
      "FKCOLUMN_NAME",
      "KEY_SEQ",
      "FK_NAME",
      "PK_NAME"
    };
    String toC = "[main, parent, c, main, child, z, 1, child_z_c_fkey, parent_c_key]";
    String toA = "[main, parent, a, main, child, y, 1, fk, ab]";
    String toB = "[main, parent, b, \"(x), main, child, x, 2, fk, ab]";
    String other = "[main, parent, c, main, a child, p, 1, fk, parent_c_key]";
    String ofSchema = "[s, parent, i, s, child, j, 1, child_j_i_fkey, parent_i_pkey]";
    String ofSelf = "[main, self, i, main, self, up, 1, self_up_i_fkey, self_i_pkey]";
    assertThat(lines(metaData.getImportedKeys(null, "main", "child"), labels))
        .containsExactly(toC, toA, toB);
    assertThat(lines(metaData.getImportedKeys("heddle", null, "child"), labels))
        .containsExactly(toC, toA, toB, ofSchema);
    assertThat(lines(metaData.getImportedKeys("other", null, "child"), labels)).isEmpty();
    assertThat(lines(metaData.getImportedKeys(null, null, "parent"), labels)).isEmpty();
    assertThat(lines(metaData.getExportedKeys(null, "main", "parent"), labels))
        .containsExactly(other, toC, toA, toB);
    assertThat(lines(metaData.getExportedKeys(null, "s", "parent"), labels))
        .containsExactly(ofSchema);
    assertThat(lines(metaData.getExportedKeys(null, null, "self"), labels)).containsExactly(ofSelf);
    assertThat(
            lines(
                metaData.getCrossReference(null, null, "parent", null, "main", "a child"), labels))
        .containsExactly(other);
    assertThat(lines(metaData.getCrossReference(null, null, "self", null, null, "child"), labels))
        .isEmpty();
    String[] rules = {"UPDATE_RULE", "DELETE_RULE", "DEFERRABILITY"};
    assertThat(lines(metaData.getImportedKeys(null, null, "self"), rules))
        .containsExactly("[3, 3, 7]");
  }

  @Test
  final void listsTables() throws SQLException {
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
  final void namesMayHaveSchemaAndCatalogue() throws SQLException {
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
  final void listsColumns() throws SQLException {
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
  final void listsTypesAndFunctions() throws SQLException {
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
  final void listsPrimaryKeys() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "create table keyed (z int, a varchar, u int unique, constraint main_key primary key (z,"
              + " a))");
      assertThat(
              lines(
                  metaData.getPrimaryKeys("heddle", "main", "keyed"),
                  "TABLE_CAT",
                  "TABLE_SCHEM",
                  "TABLE_NAME",
                  "COLUMN_NAME",
                  "KEY_SEQ",
                  "PK_NAME"))
          .containsExactly(
              "[heddle, main, keyed, a, 2, main_key]", "[heddle, main, keyed, z, 1, main_key]");
      assertThat(lines(metaData.getPrimaryKeys(null, "other", "keyed"), "PK_NAME")).isEmpty();
      statement.execute("drop table keyed");
    }
  }

  @Test
  final void saysWhatItIs() throws SQLException {
    assertThat(metaData.getURL()).isEqualTo(url());
    assertThat(metaData.getDatabaseProductName()).isEqualTo("Heddle");
    assertThat(metaData.getConnection()).isSameAs(connection);
    assertThat(metaData.getIdentifierQuoteString()).isEqualTo("\"");
    assertThat(metaData.storesMixedCaseIdentifiers()).isTrue();
    assertThat(metaData.supportsMixedCaseIdentifiers()).isFalse();
    assertThat(metaData.supportsTransactions()).isTrue();
    assertThat(metaData.supportsGetGeneratedKeys()).isTrue();
    assertThat(metaData.supportsTransactionIsolationLevel(Connection.TRANSACTION_REPEATABLE_READ))
        .isTrue();
    assertThat(metaData.supportsResultSetType(ResultSet.TYPE_SCROLL_SENSITIVE)).isFalse();
    assertThat(connection.getCatalog()).isEqualTo("heddle");
    assertThat(connection.getSchema()).isEqualTo("main");
  }

  /** Returns the number of rows, and whether they come from a statement. */
  private static int count(ResultSet rows) throws SQLException {
    int count = 0;
    try (rows;
        Statement statement = rows.getStatement()) {
      assertThat(statement).isNotNull();
      while (rows.next()) {
        count++;
      }
    }
    return count;
  }

  @Test
  final void whatDBeaverAsksWhenItOpensAndShowsATable() throws SQLException {
    assertThat(connection.isValid(5)).isTrue();
    assertThat(metaData.getDatabaseProductVersion()).isNotBlank();
    assertThat(metaData.getDriverName() + metaData.getDriverVersion()).contains("Heddle");
    assertThat(metaData.getCatalogTerm() + metaData.getSchemaTerm()).isNotBlank();
    assertThat(metaData.getProcedureTerm()).isNotNull();
    assertThat(metaData.supportsTransactions()).isTrue();
    assertThat(metaData.getSearchStringEscape()).isEqualTo("\\");
    assertThat(metaData.getSQLKeywords()).isNotNull();
    assertThat(metaData.getTimeDateFunctions() + metaData.getSystemFunctions()).isNotBlank();
    assertThat(metaData.supportsSchemasInDataManipulation()).isTrue();
    assertThat(metaData.supportsCatalogsInDataManipulation()).isTrue();
    assertThat(count(metaData.getCatalogs())).isEqualTo(1);
    assertThat(count(metaData.getSchemas("heddle", "%"))).isPositive();
    assertThat(count(metaData.getSchemas())).isPositive();
    assertThat(count(metaData.getTables("heddle", "main", "%", null))).isEqualTo(3);
    assertThat(count(metaData.getColumns("heddle", "main", "a\\_b", "%"))).isEqualTo(3);
    assertThat(count(metaData.getPrimaryKeys("heddle", "main", "a_b"))).isZero();
    assertThat(count(metaData.getImportedKeys("heddle", "main", "a_b"))).isZero();
    assertThat(count(metaData.getExportedKeys("heddle", "main", "a_b"))).isZero();
    assertThat(count(metaData.getIndexInfo("heddle", "main", "a_b", false, true))).isZero();
    assertThat(count(metaData.getTypeInfo())).isGreaterThan(10);
    assertThat(count(metaData.getProcedures("heddle", "main", "%"))).isZero();
    assertThat(count(metaData.getFunctions("heddle", "main", "%"))).isPositive();
    connection.setClientInfo("ApplicationName", "DBeaver");
    assertThat(connection.getClientInfo("ApplicationName")).isEqualTo("DBeaver");
    try (Statement statement = connection.createStatement()) {
      statement.setMaxRows(200);
      statement.setFetchSize(200);
      try (ResultSet rows =
          statement.executeQuery("select x.* from heddle.main.a_b x where 1 = 1")) {
        assertThat(rows.getMetaData().getColumnCount()).isEqualTo(3);
        assertThat(rows.getMetaData().getTableName(1)).isNotNull();
        assertThat(rows.next()).isFalse();
      }
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(-1);
    }
  }

  @Test
  final void whatIntelliJAsksWhenItReadsTheCatalogue() throws SQLException {
    assertThat(connection.isValid(0)).isTrue();
    assertThat(metaData.getJDBCMajorVersion()).isGreaterThanOrEqualTo(4);
    assertThat(metaData.getExtraNameCharacters()).isNotNull();
    assertThat(metaData.getMaxColumnNameLength()).isNotNegative();
    assertThat(metaData.storesMixedCaseIdentifiers()).isTrue();
    assertThat(count(metaData.getTables("heddle", "main", "%", new String[] {"TABLE", "VIEW"})))
        .isEqualTo(3);
    assertThat(count(metaData.getColumns("heddle", "main", "%", "%"))).isEqualTo(8);
    assertThat(count(metaData.getFunctions("heddle", null, "%"))).isPositive();
    assertThat(count(metaData.getFunctionColumns("heddle", null, "%", "%"))).isNotNegative();
    assertThat(count(metaData.getProcedureColumns("heddle", null, "%", "%"))).isZero();
    assertThat(count(metaData.getUDTs("heddle", "main", "%", null))).isZero();
    assertThat(count(metaData.getSuperTables("heddle", "main", "%"))).isZero();
    assertThat(count(metaData.getBestRowIdentifier("heddle", "main", "a_b", 0, true))).isZero();
    assertThat(count(metaData.getTablePrivileges("heddle", "main", "%"))).isNotNegative();
    assertThat(count(metaData.getClientInfoProperties())).isNotNegative();
  }

  @Test
  final void hasTheColumnsOfHsqldb() throws Exception {
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
