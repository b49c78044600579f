package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of CSV whose types are stated, by COPY's table or the call, have DuckDB's values. */
class CopiedTypesTest {
  private static final List<String> INTEGERS =
      List.of("1.6", "2.5", "-2.5", "1e3", " 5 ", "+5", "1_000", "0x1F", "0b11", "007", "300", "x");
  private static final List<String> TIMES =
      List.of(
          "2024-01-31",
          "2024/1/3",
          "2024-01-31 10:00",
          "2024-01-31 10:00:00.123456789",
          "2024-01-31T10:00:00Z",
          "2024-01-31 10:00:00+02",
          "2024-01-31 10:00:00 Europe/Berlin",
          "epoch",
          "20240131",
          "2024-02-30",
          "12:30",
          "12:30:00.5");

  @TempDir private Path folder;

  private Session session;
  private DuckDbOracle duck;
  private int files;

  @BeforeEach
  void open() {
    session = Heddle.local(SessionOptions.defaults().withThreads(1));
    duck = DuckDbOracle.openAlike();
  }

  @AfterEach
  void close() {
    duck.close();
    session.close();
  }

  private String file(String text) throws IOException {
    Path path = folder.resolve(files++ + ".csv");
    return "'" + Files.writeString(path, text).toString().replace('\\', '/') + "'";
  }

  private void check(List<String> statements, String query) {
    String expected;
    try {
      statements.forEach(duck::execute);
      expected = duck.rows(query).toString();
    } catch (RuntimeException e) {
      expected = "refused";
    }
    String found;
    try {
      statements.forEach(session::execute);
      try (QueryResult result = session.sql(query).collect()) {
        found = QueryRows.of(result).toString();
      }
    } catch (HeddleException e) {
      found = "refused";
    }
    assertThat(found).as("%s %s", statements, query).isEqualTo(expected);
  }

  private void checkValues(String type, List<String> values) throws IOException {
    for (String value : values) {
      String file = file(value + "~x\n");
      check(
          List.of(
              "create or replace table t (a " + type + ", b varchar)",
              "copy t from " + file + " (header false, delim '~')"),
          "select cast(a as varchar), b from t");
    }
  }

  @Test
  void numbers() throws IOException {
    for (String type : List.of("tinyint", "integer", "bigint", "utinyint", "ubigint", "hugeint")) {
      checkValues(type, INTEGERS);
      checkValues(type, List.of("-1", "99999999999", "18446744073709551615", "1e30", "", "1 2"));
    }
    for (String type : List.of("decimal(5, 2)", "decimal(30, 2)", "float", "double")) {
      checkValues(type, List.of("1.005", "1e2", "-0.125", " 1.5 ", "1_0.5", "1,5", "x", "12345.6"));
    }
    checkValues("boolean", List.of("true", "T", "yes", "1", "0", "no", "2", "x"));
  }

  @Test
  void times() throws IOException {
    for (String type : List.of("date", "time", "timestamp", "timestamp_ns", "timestamptz")) {
      checkValues(type, TIMES);
    }
    checkValues("interval", List.of("1 day", "1 month 2 days 03:04:05", "x"));
  }

  @Test
  void otherTypes() throws IOException {
    checkValues("blob", List.of("\\x41\\x00b", "a b ", "\\xZZ", "\\x4", "é", "a\\b", "\\xff"));
    checkValues("uuid", List.of("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "x"));
    checkValues("enum('p', 'q')", List.of("p", "z", " p"));
    checkValues("varchar", List.of(" x ", "\"q \"\"r\"\" s\"", "007"));
    checkValues("json", List.of("{\"a\":1}", "{"));
    checkValues("integer[]", List.of("[1, 2, null]", "[x]"));
    checkValues("struct(x int, y varchar)", List.of("{'x': 1, 'y': abc}"));
  }

  @Test
  void blobsAreWrittenAsTheyAreRead() throws IOException {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 256; i++) {
      all.append("\\x%02X".formatted(i));
    }
    String rows = "select '" + all + "'::blob as b, 'a,b'::blob as c";
    Path mine = folder.resolve("mine.csv");
    Path theirs = folder.resolve("theirs.csv");
    session.execute("copy (" + rows + ") to '" + mine + "'");
    duck.execute("copy (" + rows + ") to '" + theirs + "'");
    assertThat(Files.readString(mine)).isEqualTo(Files.readString(theirs));
    String quoted = " delimiter 'A' quote 'B' escape 'C'";
    session.execute("copy (" + rows + ") to '" + mine + "'" + quoted);
    duck.execute("copy (" + rows + ") to '" + theirs + "'" + quoted);
    assertThat(Files.readString(mine)).isEqualTo(Files.readString(theirs));
    check(
        List.of(
            "create or replace table t (b blob, c blob)", "copy t from '" + theirs + "'" + quoted),
        "select octet_length(b), md5(b), c::varchar from t");
  }

  @Test
  void formatsOfTimesAreThoseOfTheTablesColumns() throws IOException {
    String dates = file("x,31.01.2024,1\ny,01.02.2024,2\n");
    String times = file("x,31.01.2024 10:30,1\n");
    for (String header : List.of("", ", header false")) {
      check(
          List.of(
              "create or replace table t (a varchar, b date, c int)",
              "copy t from " + dates + " (dateformat '%d.%m.%Y'" + header + ")"),
          "select a, b::varchar, c from t order by all");
      check(
          List.of(
              "create or replace table t (a varchar, b timestamp, c int)",
              "copy t from " + times + " (timestampformat '%d.%m.%Y %H:%M'" + header + ")"),
          "select a, b::varchar, c from t");
    }
    String bad = file("x,2024-01-31,1\n");
    check(
        List.of(
            "create or replace table t (a varchar, b date, c int)",
            "copy t from " + bad + " (dateformat '%d.%m.%Y', header false)"),
        "from t");
  }

  @Test
  void badRowsCanBeLeftOut() throws IOException {
    String csv = file("1,abc\n2,3\n4\n5,6,7\n8,9\n");
    check(
        List.of(
            "create or replace table t (a int, b int)",
            "copy t from " + csv + " (header false, delim ',', ignore_errors true)"),
        "select a, b from t order by all");
  }

  @Test
  void columnsGoByPositionAndTheHeaderIsFoundOut() throws IOException {
    List<String> texts =
        List.of(
            "b,a\n1,2\n",
            "1,2\n",
            "1.6,2\n",
            "007,2\n",
            "a,1\nb,2\n",
            "x,\ny,z\n",
            ",\ny,z\n",
            "a,\ny,z\n",
            "a,b\n",
            "A,B\n5,6\n",
            "x,y,\nu,v,\n",
            "p,2024-01-31\nq,2024-02-01\n",
            "\\x41,b\nc,d\n",
            "a|b\n1|2\n");
    for (String columns :
        List.of(
            "a int, b int",
            "a varchar, b varchar",
            "a varchar, b int",
            "q varchar, b varchar",
            "a varchar, b date",
            "a blob, b varchar")) {
      for (String text : texts) {
        String file = file(text);
        check(
            List.of("create or replace table t (" + columns + ")", "copy t from " + file),
            "select cast(a as varchar), cast(b as varchar) from t"
                .replace("(a as", columns.startsWith("q") ? "(q as" : "(a as"));
        String types = columns.replaceAll("(\\w) (\\w+)", "'$1': '$2'");
        check(
            List.of(
                "create or replace table r as from read_csv("
                    + file
                    + ", columns = {"
                    + types
                    + "})"),
            "select columns(*)::varchar from r");
      }
    }
  }

  @Test
  void foldersGiveNoColumns() throws IOException {
    Files.createDirectories(folder.resolve("parts/k=1"));
    Files.writeString(folder.resolve("parts/k=1/x.csv"), "a,b\n1,2\n");
    check(
        List.of(
            "create or replace table t (a int, b int)", "copy t from '" + folder + "/parts/*/*'"),
        "select a, b from t");
  }
}
