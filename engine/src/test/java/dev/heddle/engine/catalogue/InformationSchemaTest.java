package dev.heddle.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tables that tell of a session's tables. */
class InformationSchemaTest {
  private static final String TYPES =
      """
      create table types (
        a int not null, b varchar, c decimal(10, 2), d double, e real, f timestamp,
        g timestamp with time zone, h date, i time, j boolean, k blob, l int[],
        m struct(x int, "y z" varchar, "select" int[]), n map(varchar, int), o interval,
        p timestamp_ns, q smallint, r tinyint, s bigint, "Odd ""name" int, ä decimal(38, 0))
      """;

  @TempDir private Path folder;
  private Session session;

  @BeforeEach
  void open() {
    session = openOne();
  }

  private static Session openOne() {
    return Heddle.local(SessionOptions.defaults().withThreads(1).withMemoryBudgetBytes(1L << 28));
  }

  @AfterEach
  void close() {
    session.close();
  }

  private List<String> rows(String sql, Object... parameters) {
    return rows(parameters.length == 0 ? session.sql(sql) : session.sql(sql, parameters));
  }

  private static List<String> rows(DataFrame frame) {
    List<String> texts = new ArrayList<>();
    try (QueryResult result = frame.collect()) {
      result.forEach(row -> texts.add(row.toString()));
    }
    return texts;
  }

  @Test
  void tellsWhatDuckDbTells() {
    String[] statements = {
      TYPES,
      "create table parent (i int, j int, primary key (j, i))",
      "create table child (a int, b int, foreign key (b, a) references parent (j, i))",
      "create view v as select b, c * 2 as twice from types where a > 0",
      "create table main.u as select 1 as x, 'y' as y",
      "create table w (a int, b int unique, c int default 7, primary key (c, a), check (a > b))",
      "create schema other",
      "create table other.p2 (b int unique)",
      "create table other.k2 (a int references other.p2(b))",
      "create table k (A int references w(b), D int not null, foreign key (D, A) references w)",
    };
    String[] queries = {
      "select table_schema, table_name, table_type, is_insertable_into, is_typed, commit_action"
          + " from information_schema.tables order by table_name",
      "select table_name, column_name, ordinal_position, column_default,"
          + " character_maximum_length, numeric_precision, numeric_precision_radix, is_generated,"
          + " interval_type, collation_name, identity_cycle"
          + " from information_schema.columns"
          + " where table_name <> 'v' order by table_name, ordinal_position",
      "select column_name, numeric_scale from information_schema.columns"
          + " where table_name = 'types' and numeric_precision_radix = 2"
          + " order by ordinal_position",
      "select replace(data_type, ', ', ',') from information_schema.columns"
          + " where table_name = 'types' and column_name not in ('e', 'k', 'p', 'm')"
          + " order by ordinal_position",
      "select table_name, check_option, is_updatable from information_schema.views"
          + " where table_schema = 'main' and table_name = 'v'",
      "select column_name, is_nullable from information_schema.columns where table_name = 'types'"
          + " order by ordinal_position",
      "select table_name, constraint_name, column_name, ordinal_position,"
          + " position_in_unique_constraint"
          + " from information_schema.key_column_usage order by all",
      "select table_schema, table_name, constraint_name, constraint_type"
          + " from information_schema.table_constraints order by all",
      "select table_schema, table_name, column_name, constraint_name"
          + " from information_schema.constraint_column_usage order by all",
      "select table_name, constraint_name, constraint_text from duckdb_constraints()"
          + " where constraint_type in ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY') order by all",
      "select distinct constraint_schema, constraint_name, regexp_replace(check_clause, '[() ]',"
          + " '', 'g') from information_schema.check_constraints order by all",
      "select schema_name, internal, sql from duckdb_schemas()"
          + " where database_name = current_database() order by all",
      "select schema_name from duckdb_schemas",
      "select replace(sql, 'TABLE \"types\"', 'TABLE types') from duckdb_tables()"
          + " where table_name = 'types'",
      "select t.table_name, duckdb_views.view_name from duckdb_tables t, DUCKDB_VIEWS order by all",
      "select constraint_name, unique_constraint_name"
          + " from information_schema.referential_constraints order by all",
      "select character_set_name, character_repertoire, form_of_use, default_collate_name"
          + " from information_schema.character_sets",
    };
    try (DuckDbOracle oracle = DuckDbOracle.openAlike()) {
      for (String statement : statements) {
        oracle.execute(statement);
        session.execute(statement);
      }
      for (String query : queries) {
        assertThat(rows(query))
            .as(query)
            .isEqualTo(oracle.rows(query).stream().map(Object::toString).toList())
            .isNotEmpty();
      }
      for (InformationTable table : InformationTable.values()) {
        List<String> theirs =
            new ArrayList<>(
                oracle
                    .rows("select column_name from (describe information_schema." + table + ")")
                    .stream()
                    .map(row -> String.valueOf(row.getFirst()))
                    .toList());
        theirs.removeAll(List.of("TABLE_COMMENT", "COLUMN_COMMENT", "constraint_text"));
        if (table == InformationTable.CONSTRAINT_COLUMN_USAGE) {
          theirs.remove("constraint_type");
        }
        assertThat(table.schema().names()).as(table.sqlName()).containsAll(theirs);
      }
    }
  }

  @Test
  void namesTypesAsCastTakesThem() {
    session.execute(TYPES + "; create table nothing as select null as n, [null] as l");
    List<String> columns =
        rows(
            "select '\"' || replace(column_name, '\"', '\"\"') || '\"|' || data_type"
                + " from information_schema.columns where table_name = 'types'");
    assertThat(columns).hasSize(21);
    for (String column : columns) {
      String[] parts = column.substring(1, column.length() - 1).split("\\|");
      String cast = "select cast(" + parts[0] + " as " + parts[1] + ") as x from types";
      DataFrame frame = session.sql(cast);
      DataFrame plain = session.sql("select " + parts[0] + " as x from types");
      assertThat(frame.schema().field(0).type()).as(cast).isEqualTo(plain.schema().field(0).type());
    }
    for (String type :
        rows("select data_type from information_schema.columns where table_name = 'nothing'")) {
      session.sql("select cast(null as " + type.substring(1, type.length() - 1) + ")");
    }
    assertThat(
            rows(
                "select column_name, numeric_precision, numeric_scale, datetime_precision"
                    + " from heddle.information_schema.columns"
                    + " where column_name in ('c', 'd', 'f', 'h', 'i', 'p', 'b')"))
        .containsExactly(
            "[b, null, null, null]",
            "[c, 10, 2, null]",
            "[d, 53, 0, null]",
            "[f, null, null, 6]",
            "[h, null, null, 0]",
            "[i, null, null, 6]",
            "[p, null, null, 9]");
  }

  @Test
  void areTablesLikeOthers() {
    session.execute(
        "create table a (x int, y int); create table b (x int); create view w as select 1 as one;"
            + " create table \"Ä b\" (z int)");
    assertThat(rows("select table_name from information_schema.tables"))
        .containsExactly("[a]", "[b]", "[w]", "[Ä b]");
    assertThat(rows("select table_name, column_name from information_schema.columns"))
        .containsExactly("[a, x]", "[a, y]", "[b, x]", "[w, one]", "[Ä b, z]");
    assertThat(
            rows(
                "select t.table_type, count(*) from information_schema.tables t join"
                    + " information_schema.columns c using (table_catalog, table_schema,"
                    + " table_name) group by 1 order by 1"))
        .containsExactly("[BASE TABLE, 4]", "[VIEW, 1]");
    assertThat(
            rows(
                "select information_schema.columns.column_name from information_schema.columns"
                    + " where table_name = ? and table_schema = current_schema",
                "b"))
        .containsExactly("[x]");
    assertThat(rows("select catalog_name, schema_name from information_schema.schemata"))
        .containsExactly(
            "[heddle, information_schema]",
            "[heddle, main]",
            "[temp, information_schema]",
            "[temp, main]");
    assertThat(rows("select column_name from (select * from information_schema.columns) where 1=0"))
        .isEmpty();
    List<String> described = new ArrayList<>();
    session.execute(
        "describe information_schema.schemata",
        result -> result.rows().forEach(row -> described.add(row.toString())));
    assertThat(described).hasSize(7).startsWith("[catalog_name, VARCHAR, YES, null, null, null]");
  }

  @ParameterizedTest
  @EnumSource
  void areEmptyOrSmallInANewSession(InformationTable table) {
    int expected =
        switch (table) {
          case SCHEMATA -> 4; // two of each database
          case CHARACTER_SETS -> 1;
          default -> 0;
        };
    assertThat(rows("from information_schema." + table.sqlName())).hasSize(expected);
    assertThat(session.sql("from information_schema." + table).schema()).isEqualTo(table.schema());
  }

  @Test
  void brokenViewsKeepTheirColumns() throws Exception {
    Path file = folder.resolve("f.csv");
    Files.writeString(file, "p,q\n1,2\n");
    session.execute(
        "create table t as select 1 as a, 'x' as b; create view v as select * from t;"
            + " create view w (k) as select a from v; create view f as select * from '"
            + file
            + "'");
    String columns =
        "select table_name, column_name, data_type from information_schema.columns"
            + " where table_name in ('v', 'w', 'f')";
    List<String> before = rows(columns);
    assertThat(before)
        .containsExactly(
            "[f, p, BIGINT]",
            "[f, q, BIGINT]",
            "[v, a, INTEGER]",
            "[v, b, VARCHAR]",
            "[w, k, INTEGER]");
    session.execute("drop table t");
    Files.delete(file);
    assertThatThrownBy(() -> session.sql("from w"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("view \"w\": view \"v\": no table \"t\"");
    assertThat(rows(columns)).isEqualTo(before);
    assertThat(rows("select table_name, view_definition from information_schema.views"))
        .contains(
            "[v, CREATE VIEW v AS select * from t;]", "[w, CREATE VIEW w (k) AS select a from v;]");
    session.execute("create table t as select 2.5 as z");
    Files.writeString(file, "r\nx\n");
    assertThat(rows(columns))
        .containsExactly("[f, r, VARCHAR]", "[v, z, DECIMAL(2, 1)]", "[w, k, INTEGER]");
  }

  @Test
  void viewsMayReadThem() {
    session.execute(
        "create view mine as select table_name, column_name from information_schema.columns");
    assertThat(rows("from mine")).containsExactly("[mine, table_name]", "[mine, column_name]");
    session.execute(
        "create or replace view mine as select count(*) as n, max(table_type) as kind"
            + " from information_schema.tables join information_schema.columns using (table_name)");
    assertThat(rows("from mine")).containsExactly("[2, VIEW]");
    session.execute("create table x (a int)");
    assertThat(rows("from mine")).containsExactly("[3, VIEW]");
    assertThat(session.tables()).hasSize(2);
    session.createView("framed", session.sql("select 1 as a"));
    assertThat(rows("select table_name, view_definition from information_schema.views order by 1"))
        .first()
        .isEqualTo("[framed, null]");
  }

  @Test
  void tellOfTheirSessionAlone() {
    session.execute("create table tables as select 'mine' as table_name");
    try (Session other = openOne()) {
      other.execute("create table theirs (a int)");
      assertThat(rows(other.sql("select table_name from information_schema.tables")))
          .containsExactly("[theirs]");
    }
    assertThat(rows("select table_name from tables")).containsExactly("[mine]");
    assertThat(rows("select tables.table_name from information_schema.tables"))
        .containsExactly("[tables]");
    assertThat(
            rows(
                "select main.tables.table_name, information_schema.tables.table_name"
                    + " from main.tables, information_schema.tables"))
        .containsExactly("[mine, tables]");
  }

  @Test
  void missingOnesNameThoseThereAre() {
    assertThatThrownBy(() -> session.sql("from information_schema.tabels"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageStartingWith("no table \"tabels\" in [tables, columns, schemata, views,")
        .hasMessageContaining("did you mean \"tables\"?");
  }

  @Test
  void manyTablesAreListed() {
    StringBuilder script = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      script.append("create table t").append(i).append(" (a int, b varchar, c date, d double);");
    }
    session.execute(script + "set partitions = 3");
    assertThat(rows("select count(*), count(distinct table_name) from information_schema.columns"))
        .containsExactly("[1200, 300]");
    assertThat(rows("select column_name from information_schema.columns where table_name = 't42'"))
        .containsExactly("[a]", "[b]", "[c]", "[d]");
    assertThat(
            rows(
                "select count(*) from information_schema.columns c join information_schema.tables t"
                    + " on c.table_name = t.table_name where t.table_name like 't1%'"))
        .containsExactly("[444]");
  }
}
