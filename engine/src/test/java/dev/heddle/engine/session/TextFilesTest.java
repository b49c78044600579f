package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.JsonReadOptions;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Text files as tables of frames and SQL. */
class TextFilesTest {
  @TempDir static Path folder;

  private static Session session;

  @BeforeAll
  static void open() {
    session = Heddle.local(SessionOptions.defaults().withMemoryBudgetBytes(1L << 29));
  }

  @AfterAll
  static void close() {
    session.close();
  }

  private static List<String> rows(DataFrame frame) {
    List<String> rows = new ArrayList<>();
    try (QueryResult result = frame.collect()) {
      for (Row row : result) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < row.schema().size(); i++) {
          values.add(String.valueOf(row.value(i)));
        }
        rows.add(String.join(" ", values));
      }
    }
    return rows;
  }

  private static List<String> rows(String sql) {
    return rows(session.sql(sql));
  }

  @Test
  void readsDatesOfFormatsAndStatedTypesAsDuckDbDoes() throws IOException, SQLException {
    Path file =
        Files.writeString(
            folder.resolve("dates.csv"), "id,d,t\n01,02/03/2024,02/03/2024 1:30 PM\n");
    String call = "select id, concat('on ', d), concat('at ', t) from read_csv('" + file + "'";
    for (String options :
        List.of(
            "",
            ", dateformat = '%m/%d/%Y', types = {'id': int}",
            ", timestampformat = '%m/%d/%Y %I:%M %p', sample_size = -1",
            ", dateformat = 'auto', all_varchar = true",
            ", types = ['int', 'varchar']",
            ", columns = struct_pack(id := 'int', d := 'date', t := 'varchar')",
            ", auto_type_candidates = ['int', 'date']",
            ", auto_detect = false, columns = {'id': 'varchar', 'd': 'varchar', 't': 'varchar'}",
            ", buffer_size = 100000, max_line_size = 1000, parallel = false, files_to_sniff = 3",
            ", strict_mode = true, new_line = '\\n', compression = 'none'",
            ", decimal_separator = '.', comment = '', escape = ''")) {
      String sql = call + options + ")";
      assertThat(rows(sql)).as(sql).isEqualTo(duckDb(sql));
    }
    assertThat(rows(call + ", date_order = 'mdy')"))
        .containsExactly("01 on 2024-02-03 at 2024-02-03 13:30:00");
    assertThatThrownBy(() -> rows(call + ", dateformat = '%d/%m/%Q')"))
        .hasMessageContaining("Cannot read times by \"%d/%m/%Q\"");
    assertThatThrownBy(() -> rows(call + ", dateformat = '%d/%m/%Y', date_order = 'mdy')"))
        .hasMessageContaining("dateOrder is stated beside a format of times");
  }

  @Test
  void csvFilesAreTablesInSql() throws IOException {
    Path file = Files.writeString(folder.resolve("a.csv"), "a;b\n1;x\n2;\n");
    Path other = Files.writeString(folder.resolve("b.txt"), "made\n#c\n1|NA\nz|y\n3|w\n");
    assertThat(rows("select a + 1, b from '" + file + "' where a < 9 order by 1"))
        .containsExactly("2 x", "3 null");
    String call =
        "read_csv('"
            + other
            + "', delim = '|', header = false, skip = 1, comment = '#',"
            + " nullstr = ['NA'], columns = {'n': int, 't': varchar}, ";
    assertThat(rows("select n, t from " + call + "ignore_errors = true) order by n"))
        .containsExactly("1 null", "3 w");
    assertThat(rows("select count(*) from " + call + "ignore_errors = true)")).containsExactly("2");
    assertThat(rows("select n, t, bad from " + call + "bad_rows = 'bad') order by t"))
        .containsExactly("3 w null", "null y z|y", "1 null null");
    List<String> messages = new ArrayList<>();
    session.execute(
        "create or replace table kept as select * from "
            + call
            + "ignore_errors = true); insert into kept select * from "
            + call
            + "ignore_errors = true); copy (select * from "
            + call
            + "ignore_errors = true)) to '"
            + folder.resolve("kept.parquet")
            + "' (overwrite); drop table kept",
        result -> messages.add(result.message()));
    assertThat(messages.subList(0, 3))
        .allSatisfy(
            message -> assertThat(message).contains("2 rows").endsWith(", skipped 1 bad row"));
    assertThatThrownBy(() -> rows("select n from " + call + "sample_size = 5)"))
        .hasMessageContaining("b.txt, line 4, column n: \"z\" is no INTEGER");
  }

  @Test
  void takesQuotesEscapesAndDelimitersAsDuckDbDoes() throws IOException, SQLException {
    Path file = Files.writeString(folder.resolve("odd.csv"), "a||b\n1||\"x\n2||y\"\"z\n");
    Path tab = Files.writeString(folder.resolve("tab.txt"), "a\tb\n1\t'x\n");
    for (String call :
        List.of(
            "'" + file + "', quote = '', delim = '||'",
            "'" + file + "', quote = '', escape = '', sep = '||', comment = ''",
            "'" + tab + "', quote = '', delim = '\\t', header = true, nullstr = 'x'",
            "'" + tab + "', quote = '\"', delimiter = '\t', encoding = 'utf-8'",
            "'" + tab + "', delim = '\t', header = false, all_varchar = true")) {
      String sql = "select * from read_csv(" + call + ")";
      assertThat(rows(sql)).as(sql).isEqualTo(duckDb(sql));
    }
  }

  private static List<String> duckDb(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          values.add(result.getString(i));
        }
        rows.add(String.join(" ", values));
      }
    }
    return rows;
  }

  @Test
  void optionsOfCsvThatAreNotKnownAreErrors() throws IOException {
    Path file = Files.writeString(folder.resolve("plain.csv"), "a,b\n1,2\n");
    String call = "select * from read_csv('" + file + "', ";
    assertThatThrownBy(() -> rows(call + "delim = ',', sep = ',')"))
        .hasMessageContaining("options delim and sep mean the same; state one of them");
    assertThatThrownBy(() -> rows(call + "encoding = 'cp037')"))
        .hasMessageContaining("encoding 'cp037' is not supported; it is 'utf-8', 'latin-1'");
    assertThat(rows(call + "encoding = 'latin-1')")).containsExactly("1 2");
    assertThatThrownBy(() -> rows(call + "skip = -1)")).hasMessageContaining("skipLines is -1");
    for (String wrong :
        List.of(
            "nullstr = 'n,a', delim = ','",
            "nullstr = 'n\"', quote = '\"'",
            "buffer_size = 0",
            "buffer_size = 10, max_line_size = 20",
            "max_line_size = -1",
            "sample_size = 0",
            "files_to_sniff = 0",
            "new_line = 'x'",
            "compression = 'zip'",
            "auto_type_candidates = ['blob']",
            "types = ['int', 'int', 'int']")) {
      assertThatThrownBy(() -> rows(call + wrong + ")")).as(wrong).hasMessageContaining("Cannot ");
      assertThatThrownBy(() -> duckDb(call + wrong + ")")).as(wrong).hasMessageContaining("Error");
    }
    assertThatThrownBy(() -> rows(call + "decimal_separator = ',')"))
        .hasMessageContaining("option decimal_separator must be '.'");
    assertThatThrownBy(() -> rows(call + "compression = 'gzip')"))
        .hasMessageContaining("files are decompressed by the end of their names");
  }

  @Test
  void jsonFilesAreTablesInSql() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("a.jsonl"), "{\"a\": 1, \"s\": {\"p\": \"x\"}}\nnone\n{\"a\": 2}\n");
    assertThat(rows("select a from read_json('" + file + "', ignore_errors = true) order by a"))
        .containsExactly("1", "2", "null");
    assertThatThrownBy(() -> rows("select a from '" + file + "'"))
        .hasMessageContaining("a.jsonl, line 2, character ");
  }

  @Test
  void keysThatDifferInCaseOnlyAreNumbered() throws IOException {
    Path file = Files.writeString(folder.resolve("k.jsonl"), "{\"a\": 1, \"A\": 2}\n{\"A\": 3}\n");
    assertThat(rows("select * from '" + file + "'")).containsExactly("1 2", "null 3");
    assertThat(rows("select A_1, t.A from '" + file + "' t where a_1 > 2"))
        .containsExactly("3 null");
    assertThat(rows("select A_1 + 1 as n from '" + file + "' order by 1"))
        .containsExactly("3", "4");
    Files.writeString(folder.resolve("m.jsonl"), "{\"aB\": 1, \"Ab\": 2}\n");
    assertThat(rows("select ab from '" + folder.resolve("m.jsonl") + "'")).containsExactly("1");
  }

  @Test
  void csvIsWrittenWithTheQuotesThatAreAskedFor() throws IOException, SQLException {
    Path file = folder.resolve("q.csv");
    String rows =
        "select * from (values (1, 'it''s \\', 'NULL'), (2, null, 'b,c'), (3, '', 'd')) as"
            + " v(i, t, u)";
    String dialect =
        "quote = '''', escape = '\\', nullstr = 'NULL', header = true, allow_quoted_nulls = false)";
    for (String quoted : List.of("t", "i, u", "*")) {
      session.execute(
          "copy ("
              + rows
              + ") to '"
              + file
              + "' (quote '''', escape '\\', null 'NULL', force_quote ("
              + quoted
              + "))");
      assertThat(rows("select * from read_csv('" + file + "', " + dialect)).isEqualTo(rows(rows));
      try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
          Statement statement = duck.createStatement();
          ResultSet read =
              statement.executeQuery(
                  "select string_agg(i || coalesce(t, 'none') || u, ';' order by i) from"
                      + " read_csv('"
                      + file
                      + "', delim = ',', columns = {'i': 'int', 't':"
                      + " 'varchar', 'u': 'varchar'}, "
                      + dialect)) {
        assertThat(read.next()).isTrue();
        assertThat(read.getString(1)).isEqualTo("1it's \\NULL;2noneb,c;3d");
      }
    }
    assertThat(Files.readAllLines(file).getFirst()).isEqualTo("i,t,u");
    assertThat(Files.readAllLines(file).getLast()).isEqualTo("'3','','d'");
    assertThatThrownBy(
            () -> session.execute("copy (select 1 as a) to '" + file + "' (force_quote (b))"))
        .hasMessageContaining("no column \"b\" in [a]");
    assertThatThrownBy(() -> session.execute("copy (select 1 as a) to '" + file + "' (quot 'x')"))
        .hasMessageContaining("no option QUOT in [");
    assertThatThrownBy(() -> rows("select * from read_csv('" + file + "', nulstr = 'x')"))
        .hasMessageContaining("no option \"nulstr\" in [")
        .hasMessageContaining("did you mean \"nullstr\"?");
  }

  @Test
  void columnsAreNamedAndShortRowsFilledUpInSql() throws IOException {
    Path file = Files.writeString(folder.resolve("n.csv"), "a,b,c\n1,2\n3,4,5\n6\n");
    String call = "read_csv('" + file + "', ";
    assertThat(rows("select c, y, x from " + call + "names = ['x', 'y'], null_padding = true)"))
        .containsExactly("null 2 1", "5 4 3", "null null 6");
    assertThatThrownBy(() -> rows("select * from " + call + "names = ['p', 'q', 'r', 's'])"))
        .hasMessageContaining("it has 1 columns where 4 names are stated: [p, q, r, s]");
  }

  @Test
  void nothingRunsBeforeAWrongStatement() {
    assertThatThrownBy(
            () -> session.execute("create table early (x varchar(10)); copy early to 'x.orc'"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("no format \"orc\"");
    assertThatThrownBy(() -> session.table("early"))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("early");
  }

  @Test
  void aFrameIsMadeOfAQueryOnly() {
    assertThatThrownBy(() -> session.sql("describe select 1"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("a query is expected here; other statements are run by execute");
  }

  @Test
  void whatIsWrittenIsReadBack() {
    DataFrame frame =
        session.sql(
            "select i, cast(i as double) / 4 as d, case when i % 3 = 0 then null else 't \"' || i"
                + " || ',' end as t, date '2024-02-27' + i as day, i % 2 = 0 as b,"
                + " timestamp '2024-03-31 00:00:00.5' + interval '1' hour * i as at"
                + " from (values (1), (2), (3), (4)) as v(i)");
    List<String> expected = rows(frame);
    for (String name :
        List.of(
            "w.csv",
            "w.csv.gz",
            "w.csv.zst",
            "w.csv.lz4",
            "w.jsonl",
            "w.json.gz",
            "w.arrow",
            "w.arrows")) {
      String path = folder.resolve(name).toString();
      if (name.startsWith("w.csv")) {
        frame.write().csv(path);
      } else if (name.startsWith("w.json")) {
        frame.write().json(path);
      } else if (name.equals("w.arrow")) {
        frame.write().arrow(path);
      } else {
        session.execute(
            "COPY (select * from '" + folder.resolve("w.arrow") + "') TO '" + path + "'");
      }
      assertThat(rows(session.read().path(path))).as(name).isEqualTo(expected);
      assertThat(rows("select count(*) from '" + path + "'")).as(name).containsExactly("4");
    }
    String folders = folder.resolve("parts").toString();
    frame.write().partitionBy("b").json(folders);
    assertThat(rows(session.read().json(folders).select("i", "t").sort("i")))
        .isEqualTo(rows(frame.select("i", "t").sort("i")));
  }

  @Test
  void foldersHoldTheFormatOfTheirFiles() throws IOException {
    for (String name : List.of("1.csv", "1.csv.gz", "1.jsonl", "1.arrow", "1.parquet")) {
      Path files = Files.createDirectories(folder.resolve("of " + name));
      String path = files.resolve(name).toString();
      session.execute("COPY (select 7 as a, 'x' as b) TO '" + path + "'");
      assertThat(rows("select a, b from '" + files + "'")).as(name).containsExactly("7 x");
      assertThat(rows(session.read().path(files + "/"))).as(name).containsExactly("7 x");
    }
    Path other = Files.createDirectories(folder.resolve("other"));
    Files.writeString(other.resolve("read.me"), "nothing");
    assertThatThrownBy(() -> rows("select 1 from '" + other + "'"))
        .hasMessageContaining("it has no visible files that end in .parquet");
    assertThatThrownBy(
            () -> rows("select 1 from read_parquet('" + folder.resolve("of 1.csv") + "')"))
        .hasMessageContaining("it has no visible files that end in .parquet");
  }

  @Test
  void largeFilesAreReadInBlocks() throws IOException {
    StringBuilder text = new StringBuilder("i,t\n");
    for (int i = 0; i < 500_000; i++) {
      text.append(i).append(i % 1000 == 0 ? ",\"a\n,\"\"b\"\n" : ",some text to fill the line\n");
    }
    Path file = Files.writeString(folder.resolve("large.csv"), text);
    assertThat(Files.size(file)).isGreaterThan(16 << 20);
    String query = "select count(*), sum(i), sum(length(t)), min(t) from '%s'".formatted(file);
    assertThat(rows(query)).containsExactly("500000 124999750000 12989500 a\n,\"b");
    DataFrame numbered = session.read().withRowNumber("n").csv(file.toString());
    assertThat(rows(numbered.filter(col("n").minus(col("i")).abs().gt(0)))).isEmpty();
  }

  @Test
  void keysThatTheSampleDidNotShowAreCounted() throws IOException {
    StringBuilder text = new StringBuilder("{\"a\":1,\"s\":{\"x\":1}}\n".repeat(3));
    text.append("{\"new\":[1,{\"y\":2}],\"a\":2,\"s\":{\"y\":1,\"x\":2}}\n");
    Path file = Files.writeString(folder.resolve("late.jsonl"), text);
    DataFrame frame =
        session.read().json(JsonReadOptions.DEFAULT.withSampleRows(3), file.toString());
    assertThat(rows(frame)).endsWith("2 {x=2}");
    try (QueryResult result = frame.collect()) {
      assertThat(result.profile().scans().getFirst().unknownKeys()).isEqualTo(2);
    }
    assertThat(frame.explain(ExplainMode.ANALYZE))
        .contains("2 values left out whose keys are no columns");
    assertThat(session.read().json(file.toString()).schema().names()).contains("new");
  }
}
