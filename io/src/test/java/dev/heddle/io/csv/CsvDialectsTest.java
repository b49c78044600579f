package dev.heddle.io.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Text without quotes, with long delimiters, of columns of one name, of very long rows. */
class CsvDialectsTest {
  @TempDir Path folder;

  private Table open(String text, CsvReadOptions options) throws IOException {
    return open(text, new CsvFormat(options, ZoneOffset.UTC));
  }

  private Table open(String text, CsvFormat format) throws IOException {
    Path file = Files.writeString(folder.resolve("a.csv"), text);
    return DatasetTables.open(format, List.of(file.toString()), DatasetOptions.DEFAULT);
  }

  @Test
  void withoutQuotesAllCharactersAreThoseOfFields() throws IOException {
    String text = "id\ttitle\n1\t\"Swing\n2\tit's\n3\t\"a\"\"b\"\n4\t\"\n";
    for (BadRows bad : List.of(BadRows.FAIL, BadRows.SKIP, BadRows.collectInto("bad"))) {
      CsvReadOptions options =
          CsvReadOptions.DEFAULT.withDelimiter('\t').withoutQuotes().withBadRows(bad);
      List<List<Object>> rows = Scans.rows(open(text, options));
      assertThat(rows.stream().map(row -> row.get(0) + "=" + row.get(1)))
          .as("%s", bad)
          .containsExactly("1=\"Swing", "2=it's", "3=\"a\"\"b\"", "4=\"");
    }
  }

  @Test
  void withoutQuotesBlocksAndTheLibraryReadTheSame() throws IOException {
    StringBuilder text = new StringBuilder("id,t\n");
    List<List<Object>> expected = new ArrayList<>();
    for (long i = 0; i < 5_000; i++) {
      String value = i % 3 == 0 ? "\"open" + i : i % 3 == 1 ? "\"" : "x\"y";
      text.append(i).append(',').append(value).append('\n');
      expected.add(List.of(i, value));
    }
    CsvReadOptions options = CsvReadOptions.DEFAULT.withoutQuotes();
    for (CsvSplitting splitting : CsvSplitting.values()) {
      Table table = open(text.toString(), new CsvFormat(options, ZoneOffset.UTC, 999, splitting));
      assertThat(table.scan(Scans.all(table)).splits().size()).isGreaterThan(10);
      assertThat(Scans.rows(table)).as("%s", splitting).isEqualTo(expected);
    }
  }

  @Test
  void anEscapeWithoutQuotesIsRefused() {
    assertThatThrownBy(() -> CsvReadOptions.DEFAULT.withoutQuotes().withEscape('\\'))
        .isInstanceOf(HeddleException.class)
        .hasMessage("Cannot read csv: escape is '\\' where the file has no quotes; leave it out");
  }

  @Test
  void delimitersMayHaveSeveralCharacters() throws IOException {
    String text = "a||b||c\n1||x|y||\n2||\"p||q\n||\"|||\n# a||b\n3||||\"\"\"||\"\n";
    CsvReadOptions options =
        CsvReadOptions.DEFAULT.withDelimiter("||").withQuote('"').withComment('#');
    for (BadRows bad : List.of(BadRows.FAIL, BadRows.SKIP)) {
      assertThat(Scans.rows(open(text, options.withBadRows(bad))).toString())
          .as("%s", bad)
          .isEqualTo("[[1, x|y, null], [2, p||q\n||, |], [3, null, \"||]]");
    }
  }

  @Test
  void longDelimitersAreFoundAcrossBuffers() throws IOException {
    StringBuilder text = new StringBuilder("a<=>b\n");
    for (int i = 0; i < 20_000; i++) {
      text.append(i).append("<=>").append("<=".repeat(i % 3)).append('x').append("\n");
    }
    List<List<Object>> rows =
        Scans.rows(open(text.toString(), CsvReadOptions.DEFAULT.withDelimiter("<=>")));
    assertThat(rows).hasSize(20_000);
    assertThat(IntStream.range(0, rows.size()))
        .allSatisfy(
            i -> assertThat(rows.get(i)).isEqualTo(List.of((long) i, "<=".repeat(i % 3) + "x")));
  }

  @Test
  void rowsOfLongDelimitersThatDoNotFitAreKeptAsTheyAre() throws IOException {
    CsvReadOptions options =
        CsvReadOptions.DEFAULT.withDelimiter("||").withBadRows(BadRows.collectInto("bad"));
    assertThat(Scans.rows(open("a||b\n1||2\n3||4||5\n", options)).get(1).get(2))
        .isEqualTo("3||4||5");
  }

  @Test
  void delimitersThatAreNoneAreRefused() {
    assertThatThrownBy(() -> CsvReadOptions.DEFAULT.withDelimiter(""))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("delimiter is '', it must have one to 4 characters");
    assertThatThrownBy(() -> CsvReadOptions.DEFAULT.withDelimiter("12345"))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("delimiter is '12345', it must have one to 4 characters");
    assertThatThrownBy(() -> CsvReadOptions.DEFAULT.withQuote('|').withDelimiter("||"))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("must differ");
  }

  @Test
  void typesFollowFromRowsThatAreLongerThanTheSample() throws IOException {
    String wide = "x".repeat(3 << 20);
    Table table = open("id,t\n1,\"" + wide + "\"\n2,y\n", CsvReadOptions.DEFAULT);
    assertThat(table.schema().field(0).type()).isEqualTo(DataType.INT64);
    assertThat(Scans.rows(table)).hasSize(2);
  }

  @Test
  void aFirstRowOfManyQuotedLinesIsOneRow() throws IOException {
    String lines = "a line with \"\" quotes\n".repeat(9_000);
    for (String delimiter : List.of(",", ";")) {
      String first = String.join(delimiter, "1", "\"" + lines + "\"", "x");
      String second = String.join(delimiter, "2", "y", "z");
      Table table = open(first + "\n" + second + "\n", CsvReadOptions.DEFAULT);
      assertThat(table.schema().names()).as(delimiter).hasSize(3);
      assertThat(table.schema().field(0).type()).isEqualTo(DataType.INT64);
      assertThat(Scans.rows(table)).hasSize(2);
    }
  }

  @Test
  void columnsOfOneNameOrNoneAreNamedApart() throws IOException {
    Table table = open("a,a,,a_1,a\n1,2,3,4,5\n", CsvReadOptions.DEFAULT.withHeader());
    assertThat(table.schema().names()).containsExactly("a", "a_1", "column2", "a_1_1", "a_2");
    assertThat(Scans.rows(table)).isEqualTo(List.of(List.of(1L, 2L, 3L, 4L, 5L)));
  }
}
