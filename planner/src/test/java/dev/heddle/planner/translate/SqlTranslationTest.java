package dev.heddle.planner.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.plan.LogicalPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTranslationTest {
  private final TestCatalog catalog =
      TestCatalog.tpch().table("t", "id int not null, Name varchar, d date, b bigint");

  private static String plan(RelNode rel) {
    return RelOptUtil.toString(rel).replace("\r", "");
  }

  private static Path resources() {
    Path fromModule = Path.of("../bench/src/main/resources/tpch");
    return Files.isDirectory(fromModule) ? fromModule : Path.of("bench/src/main/resources/tpch");
  }

  @ParameterizedTest
  @ValueSource(
      ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22})
  void translatesTpch(int query) throws IOException {
    String sql = Files.readString(resources().resolve("q%02d.sql".formatted(query)));
    LogicalPlan plan = catalog.analyze(sql);
    assertThat(TestCatalog.translate(plan).getRowType().getFieldNames())
        .isEqualTo(plan.schema().names());
  }

  @Test
  void splicesViews() {
    catalog.view("v", catalog.analyze("select id + 1 as k from t"));
    assertThat(plan(catalog.rel("select k from v where k > 3")))
        .isEqualTo(
            """
            LogicalProject(k=[$0])
              LogicalFilter(condition=[>($0, 3)])
                LogicalProject(k=[+($0, 1)])
                  LogicalTableScan(table=[[memory t]])
            """);
  }

  @Test
  void castsOperandsAsTheCatalogueSays() {
    assertThat(
            plan(
                catalog.rel(
                    "select id from t where id = b and d + 1 > '2020-01-01' and b in (1, 2)")))
        .isEqualTo(
            """
            LogicalProject(id=[$0])
              LogicalFilter(condition=[AND(=(CAST($0):BIGINT NOT NULL, $3), >(+($2, 1:BIGINT), CAST('2020-01-01':VARCHAR CHARACTER SET "UTF-8"):DATE NOT NULL), OR(=($3, 1), =($3, 2)))])
                LogicalTableScan(table=[[memory t]])
            """);
  }

  @Test
  void placesNullsLastInBothDirections() {
    assertThat(plan(catalog.rel("select id from t order by id desc, 1 asc")))
        .contains("dir0=[DESC-nulls-last]");
    assertThat(plan(catalog.rel("select id from t order by id nulls first")))
        .contains("dir0=[ASC-nulls-first]");
  }

  @Test
  void keepsLongInListsAsComparisons() {
    StringBuilder list = new StringBuilder("0");
    for (int i = 1; i < 100; i++) {
      list.append(", ").append(3 * i);
    }
    assertThat(plan(catalog.rel("select id from t where id in (" + list + ")")))
        .doesNotContain("Join");
  }

  @Test
  void keepsTextWithoutPadding() {
    assertThat(plan(catalog.rel("values ('a'), ('abc')"))).contains("{ 'a' }, { 'abc' }");
  }

  @Test
  void readsFilesInQuotes() {
    assertThatThrownBy(
            () -> catalog.analyze("select * from 'data/*.parquet' p join 'x.csv' on true"))
        .hasMessageContaining("Cannot read parquet data/*.parquet");
    for (String path : List.of("events", "late.arrow", "old.csv.bz2")) {
      assertThatThrownBy(() -> catalog.analyze("select x.a from '" + path + "' as x"))
          .as(path)
          .hasMessageContaining("Cannot read ")
          .hasMessageContaining(path);
    }
    assertThatThrownBy(() -> catalog.analyze("select events.a from \"events\""))
        .hasMessageContaining("no table \"events\"");
    assertThatThrownBy(() -> catalog.analyze("select * from read_csv('data/x.txt')"))
        .hasMessageContaining("Cannot read csv data/x.txt");
  }

  @Test
  void readersTakeListsOfPathsAndOptionsByName() {
    assertThatThrownBy(
            () ->
                catalog.analyze(
                    "select x.a from READ_PARQUET(['a''b', 'c'], hive_partitioning = true, filename"
                        + " := 'f', union_by_name => true, hive_types = {'k': decimal(9, 2), m:"
                        + " timestamp with time zone}) as x"))
        .hasMessageContaining("Cannot read parquet a'b, c");
    assertThatThrownBy(() -> catalog.analyze("select * from read_parquet('x', hive = true)"))
        .hasMessageContaining(
            "Cannot call read_parquet: no option \"hive\" in [hive_partitioning, hive_types,"
                + " union_by_name, skip_unreadable, raw_table_folders, filename, file_row_number,"
                + " binary_as_string]");
    assertThatThrownBy(() -> catalog.analyze("select * from read_parquet(x)"))
        .hasMessageContaining("expected a path in quotes, or a list of such, not x");
    assertThatThrownBy(() -> catalog.analyze("select * from read_parquet('x', filename = [1])"))
        .hasMessageContaining("option filename must be true, false or the name of a column");
    assertThatThrownBy(() -> catalog.analyze("select * from read_csv('x', hive_types = {k: dud})"))
        .hasMessageContaining("option hive_types gives k no type: dud");
    assertThatThrownBy(() -> catalog.analyze("select * from read_csv('x' 'y')"))
        .hasMessageContaining("expected \")\", not \"'y'\"");
  }

  @Test
  void namesColumnsByTheirText() {
    assertThat(
            catalog
                .analyze(
                    "select count(*), \"Name\", upper( name ) as u, 1 +  2, current_date from t"
                        + " group by name")
                .schema()
                .names())
        .containsExactly("count(*)", "Name", "u", "1 + 2", "current_date");
    assertThat(
            catalog
                .analyze(
                    "select 1 in (select 2), ((1 in (select (2) ) )), (1 + 2) * 3, ('(' = ')'),"
                        + " exists (select 1) and true from t")
                .schema()
                .names())
        .containsExactly(
            "1 in (select 2)",
            "((1 in (select (2) ) ))",
            "(1 + 2) * 3",
            "('(' = ')')",
            "exists (select 1) and true");
    assertThat(catalog.analyze("values (1, 'a')").schema().names())
        .containsExactly("column1", "column2");
  }
}
