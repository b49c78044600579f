package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files and queries of the kinds that users of engines have reported as cut, lost or refused. */
class ReportedInputsTest {
  @TempDir private Path folder;

  private final Session session =
      Heddle.local(SessionOptions.defaults().withMemoryBudgetBytes(1L << 29));

  @AfterEach
  void close() {
    session.close();
  }

  private Path resource(String name) {
    Path file = folder.resolve(name);
    try (InputStream in = ReportedInputsTest.class.getResourceAsStream("/reported/" + name)) {
      Files.copy(in, file);
      return file;
    } catch (IOException e) {
      throw new AssertionError("Cannot copy " + name, e);
    }
  }

  private List<String> rows(String sql) {
    DataFrame frame = session.sql(sql);
    List<String> rows = new ArrayList<>();
    try (QueryResult result = frame.collect()) {
      for (Row row : result) {
        Object[] values = new Object[frame.schema().size()];
        Arrays.setAll(values, row::value);
        rows.add(Arrays.toString(values));
      }
    }
    return rows;
  }

  private void refuses(String sql, String... parts) {
    assertThatThrownBy(() -> session.execute(sql))
        .isInstanceOf(HeddleException.class)
        .hasMessageContainingAll(parts);
  }

  @Test
  void arrowDecimalsOf64Bits() {
    assertThat(rows("select a from '" + resource("dec64.arrow") + "'"))
        .containsExactly("[1.00]", "[2.00]");
  }

  @Test
  void arrowDecimalsOf256Bits() {
    assertThat(rows("select * from '" + resource("dec256.arrow") + "'"))
        .containsExactly("[1.00, 1]", "[2.00, 2]");
  }

  @Test
  void arrowDictionariesOfNumbersWithANullEntry() {
    assertThat(rows("select * from '" + resource("dn3.arrow") + "'"))
        .containsExactly("[10]", "[null]", "[30]", "[10]");
  }

  @Test
  void arrowListViews() {
    assertThat(rows("select * from '" + resource("lv.arrow") + "'"))
        .containsExactly("[[1], 1]", "[[2, 3], 2]");
  }

  @Test
  void arrowRunEnds() {
    assertThat(rows("select * from '" + resource("ree.arrow") + "'"))
        .containsExactly("[x, 1]", "[x, 2]", "[y, 3]", "[y, 4]");
  }

  @Test
  void arrowTimesOf24Hours() {
    Path file = resource("time_24h.arrow");
    refuses("select * from read_arrow('" + file + "')", file.toString(), "\"f2\"", "24:00:00");
  }

  @Test
  void parquetTimesBeforeTheDay() {
    Path file = resource("negative_time.parquet");
    refuses("select * from '" + file + "'", file.toString(), "col33", "the TIME -03:51:39 is out");
    DataFrame frame = session.read().parquet(file.toString());
    assertThatThrownBy(
            () -> {
              try (QueryResult result = frame.collect()) {
                for (Row row : result) {
                  row.value(0);
                }
              }
            })
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("col33");
  }

  @Test
  void parquetOfBrotli() {
    assertThat(rows("select * from '" + resource("brotli.parquet") + "'"))
        .containsExactly("[1, x]", "[2, y]");
  }

  @Test
  void aWideDecimalIsNeitherLeftOutNorCopiedAway() {
    Path file = resource("decimal45.parquet");
    refuses("select * from '" + file + "'", "\"d\"", file.toString(), "DECIMAL(45, 2)");
    Path copy = folder.resolve("copy");
    refuses("copy (select * from '" + file + "') to '" + copy + "' (overwrite true)", "\"d\"");
    assertThat(copy).doesNotExist();
    assertThat(rows("select a, c from '" + file + "'")).containsExactly("[1, x]", "[2, y]");
  }

  @Test
  void aColumnThatCannotBeReadIsDescribedWithTheReason() {
    Path file = resource("decimal45.parquet");
    String why = "d unreadable: file " + file + ": it is DECIMAL(45, 2), which has over 38 digits";
    assertThat(session.read().parquet(file.toString()).schema().toString())
        .isEqualTo("a BIGINT\nc VARCHAR\n" + why);
    session.execute("create view v as select * from '" + file + "'");
    for (String query : List.of("from '" + file + "'", "v", "select d, a from v")) {
      List<String> rows = new ArrayList<>();
      session.execute(
          "describe " + query,
          result -> {
            for (Row row : result.rows()) {
              rows.add(row.text(0) + " " + row.text(1));
            }
          });
      assertThat(rows).as(query).contains(why, "a BIGINT");
    }
  }

  @Test
  void parquetColumnsOfOneName() {
    String sql = "select * from '" + resource("dup_names.parquet") + "'";
    assertThat(session.sql(sql).schema().names())
        .containsExactly("column", "column_1", "column_1_1");
    assertThat(rows(sql)).containsExactly("[1, 4, 7]", "[2, 5, 8]", "[3, 6, 9]");
  }

  @Test
  void parquetColumnWithoutAName() {
    String sql = "select * from '" + resource("empty_name.parquet") + "'";
    assertThat(session.sql(sql).schema().names()).hasSize(3).contains("");
    assertThat(rows(sql)).containsExactly("[1, foo, true]", "[2, bar, false]", "[3, baz, true]");
  }

  @Test
  void columnsOfNullsUniteWithTexts() {
    Path nulls = resource("nullcol1.parquet");
    Path texts = resource("nullcol2.parquet");
    assertThat(
            rows(
                "select * from read_parquet(['"
                    + nulls
                    + "', '"
                    + texts
                    + "'], union_by_name = true)"))
        .containsExactly("[1, null]", "[2, x]");
    assertThat(rows("select c from '" + nulls + "'")).containsExactly("[null]");
  }

  @Test
  void anObjectOfJsonOverSeveralLines() {
    assertThat(rows("select * from '" + resource("pretty.json") + "'"))
        .containsExactly("[x, [1, 2]]");
  }

  @Test
  void statedLayoutsOfJson() throws IOException {
    Path file = folder.resolve("a.json");
    Files.writeString(file, "[1,2]\n[3]\n", StandardCharsets.UTF_8);
    assertThat(rows("select * from read_json('" + file + "', format = 'nd')"))
        .containsExactly("[[1, 2]]", "[[3]]");
    assertThat(rows("select \"json\"[1] as x from read_ndjson('" + file + "')"))
        .containsExactly("[1]", "[3]");
    refuses("select * from read_json('" + file + "', format = 'array')", "more behind the array");
    refuses("select * from read_json('" + file + "', format = 'lines')", "'lines' is not known");
  }

  @Test
  void textWithStrayQuotesAndNoQuoting() throws IOException {
    StringBuilder text = new StringBuilder("id\ttitle\tyear\n");
    for (int i = 0; i < 3_000; i++) {
      String title = i % 1_000 == 7 ? "\"Out of reach" : i % 90 == 8 ? "5\" of \"it\"" : "It";
      text.append("tt" + i + "\t" + title + "\t" + (i % 7 == 0 ? "\\N" : "19" + i % 100) + "\n");
    }
    Path file = folder.resolve("stray.tsv");
    Files.writeString(file, text, StandardCharsets.UTF_8);
    assertThat(rows("select count(*) from read_csv('" + file + "', quote = '')"))
        .containsExactly("[3000]");
    assertThat(rows("select title from read_csv('" + file + "', quote = '') where id = 'tt7'"))
        .containsExactly("[\"Out of reach]");
  }

  @Test
  void aFirstRowOfMegabytes() throws IOException {
    Path file = folder.resolve("wide.csv");
    Files.writeString(file, "id,text\n1," + "x".repeat(2 << 20) + "\n2,y\n");
    String sql = "select id from '" + file + "'";
    assertThat(session.sql(sql).schema().field(0).type()).isEqualTo(DataType.INT64);
    assertThat(rows("select * from (" + sql + ") t where id = 1")).containsExactly("[1]");
  }

  @Test
  void partitionsOfTextWithZerosInFront() {
    Path out = folder.resolve("zeros");
    session.execute(
        "copy (select * from (values (1, '01'), (2, '1')) t(a, b)) to '"
            + out
            + "' (format parquet, partition_by (b), overwrite)");
    assertThat(rows("select a, b from '" + out + "' order by a"))
        .containsExactly("[1, 01]", "[2, 1]");
  }

  @Test
  void partitionsOfEmptyTextAndNull() {
    Path out = folder.resolve("empty");
    session.execute(
        "copy (select * from (values (1, ''), (2, 'a'), (3, null)) t(a, b)) to '"
            + out
            + "' (format parquet, partition_by (b), overwrite)");
    assertThat(rows("select a, b from '" + out + "' order by a"))
        .containsExactly("[1, ]", "[2, a]", "[3, null]");
  }

  @Test
  void binariesJoinedAreBinary() {
    session.execute(
        "create view v as select cast('a' as varbinary) || cast('b' as varbinary) as x");
    assertThat(session.sql("select x from v").schema().field(0).type()).isEqualTo(DataType.BINARY);
  }

  @Test
  void productsOfDecimalsKeepTheirDigits() {
    String digits = "6.4053151420411946063694043751862251568";
    assertThat(rows("select cast('" + digits + "' as decimal(38,37)) * 1 as m"))
        .containsExactly("[" + digits + "]");
  }

  @Test
  void emptyMatchesBehindAMatchAreNotReplaced() {
    assertThat(
            rows(
                "select regexp_replace('abc', 'b*', '-', 'g'),"
                    + " regexp_replace('hello world', '.*', 'x', 'g')"))
        .containsExactly("[-a-c-, x]");
  }

  @Test
  void hoursAndDaysThatCodesDoNotHaveAreNull() {
    assertThat(
            rows(
                "select try_strptime('2000-10-01 13:00:00 AM', '%Y-%m-%d %I:%M:%S %p'),"
                    + " try_strptime('0', '%j')"))
        .containsExactly("[null, null]");
  }
}
