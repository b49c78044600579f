package dev.heddle.io.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.option.DateOrder;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.testing.Scans;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvSniffingTest {
  @TempDir Path folder;

  private Table open(String text) throws IOException {
    return open(text, CsvReadOptions.DEFAULT);
  }

  private Table open(String text, CsvReadOptions options) throws IOException {
    return open("a.csv", text.getBytes(StandardCharsets.UTF_8), options);
  }

  private Table open(String name, byte[] content, CsvReadOptions options) throws IOException {
    Path file = Files.write(folder.resolve(name), content);
    return DatasetTables.open(
        new CsvFormat(options, ZoneOffset.UTC), List.of(file.toString()), DatasetOptions.DEFAULT);
  }

  @Test
  void findsTheDelimiterOut() throws IOException {
    for (String delimiter : List.of(",", ";", "\t", "|")) {
      String text = "a,b,c\n1,x y,2.5\n2,\"p,q;r|s\t\",3\n".replace(",", delimiter);
      Table table = open(text.replace("p" + delimiter, "p,"));
      assertThat(table.schema().names()).as(delimiter).containsExactly("a", "b", "c");
      assertThat(Scans.rows(table)).hasSize(2);
    }
    assertThat(open("text\nhello, world\nyes, you, there\nno\n").schema().names())
        .containsExactly("text");
    assertThat(
            open("t.tsv", "a,b\tc\n".getBytes(StandardCharsets.UTF_8), CsvReadOptions.DEFAULT)
                .schema()
                .names())
        .containsExactly("a,b", "c");
  }

  @Test
  void findsTheQuoteOut() throws IOException {
    assertThat(Scans.rows(open("a,b\n1,'x,y'\n2,'z'\n")))
        .isEqualTo(List.of(List.of(1L, "x,y"), List.of(2L, "z")));
    assertThat(Scans.rows(open("a,b\n1,it's\n2,'\n")))
        .isEqualTo(List.of(List.of(1L, "it's"), List.of(2L, "'")));
  }

  @Test
  void aDialectIsNotBetterForThatItsRowsDoNotFit() throws IOException {
    String names = "1,\"Mr. O'Neill, John\",x\n".repeat(20) + "2,'a',7\n3,'b',8\n";
    CsvReadOptions options = CsvReadOptions.DEFAULT.withBadRows(BadRows.SKIP);
    assertThat(Scans.rows(open("id,name,n\n" + names, options))).hasSize(22);
  }

  @Test
  void findsOutWhetherThereIsAHeader() throws IOException {
    assertThat(open("1,x\n2,y\n").schema().names()).containsExactly("column0", "column1");
    assertThat(open("id,name\n2,y\n").schema().names()).containsExactly("id", "name");
    assertThat(open("id,name\nx,y\n").schema().names()).containsExactly("id", "name");
    assertThat(open("2024-01-01,x\n2024-01-02,y\n").schema().names())
        .containsExactly("column0", "column1");
    assertThat(open("2024,2025\n1,2\n").schema().names()).containsExactly("column0", "column1");
    assertThat(open("a,,a\n1,2,3\n").schema().names()).containsExactly("a", "column1", "a_1");
  }

  @Test
  void aFirstRowThatReadsAsTheStatedTypesIsNoHeader() throws IOException {
    String id = "6ecd8c99-4036-403d-bf84-cf8400f67836";
    Map<DataType, List<String>> values =
        Map.of(
            DataType.UUID,
            List.of(id, "id"),
            DataType.JSON,
            List.of("{}", "data"),
            DataType.INTERVAL,
            List.of("3 days", "age"),
            new DataType.Enumeration(List.of("sad", "ok")),
            List.of("ok", "mood"),
            DataType.DATE,
            List.of("2024-01-31", "day"),
            DataType.FLOAT64,
            List.of("-inf", "size"));
    for (Map.Entry<DataType, List<String>> each : values.entrySet()) {
      CsvReadOptions options =
          CsvReadOptions.DEFAULT.withSchema(
              Schema.of(Field.of("x", each.getKey()), Field.of("y", DataType.STRING)));
      String row = each.getValue().getFirst() + ",1\n";
      assertThat(Scans.rows(open(row + row, options))).as("%s", each.getKey()).hasSize(2);
      String header = each.getValue().getLast() + ",n\n";
      assertThat(Scans.rows(open(header + row, options))).as("%s", each.getKey()).hasSize(1);
    }
  }

  @Test
  void numbersOfTelephonesStayAsTheyAre() throws IOException {
    Table table = open("a,b,c\n+318855443322,+1.5,1\n+12233445567,-2,+\n");
    assertThat(table.schema().fields().stream().map(Field::type))
        .containsExactly(DataType.STRING, DataType.STRING, DataType.STRING);
    assertThat(Scans.rows(table).toString())
        .isEqualTo("[[+318855443322, +1.5, 1], [+12233445567, -2, +]]");
  }

  @Test
  void quotedNumbersAreNumbersAndLongOnesKeepTheirDigits() throws IOException {
    Table table = open("a,b\n\"1\",123456789012345678901234567890\n\"\",2\n");
    assertThat(table.schema().fields().stream().map(Field::type))
        .containsExactly(DataType.INT64, DataType.INT128);
    assertThat(Scans.rows(table).toString())
        .isEqualTo("[[1, 123456789012345678901234567890], [null, 2]]");
  }

  @Test
  void skipsLinesCommentsAndTheByteOrderMark() throws IOException {
    CsvReadOptions options = CsvReadOptions.DEFAULT.withSkipLines(2).withComment('#');
    assertThat(Scans.rows(open("made by \"x\r\n\r\n#c\r\na,b\r\n#d\r\n1,2\r\n", options)))
        .isEqualTo(List.of(List.of(1L, 2L)));
    assertThat(open("\uFEFF\"a\",b\n1,2\n").schema().names()).containsExactly("a", "b");
  }

  @Test
  void readsCompressedFiles() throws IOException {
    byte[] plain = "a,b\n1,2\n".getBytes(StandardCharsets.UTF_8);
    byte[] more = "3,4\n".getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream gzip = new ByteArrayOutputStream();
    for (byte[] member : List.of(plain, more)) {
      try (OutputStream out = new GZIPOutputStream(gzip)) {
        out.write(member);
      }
    }
    ByteArrayOutputStream zstd = new ByteArrayOutputStream();
    ByteArrayOutputStream lz4 = new ByteArrayOutputStream();
    for (byte[] frame : List.of(plain, more)) {
      try (OutputStream out = new ZstdOutputStream(zstd);
          OutputStream other = new LZ4FrameOutputStream(lz4)) {
        out.write(frame);
        other.write(frame);
      }
    }
    List<List<Object>> rows = List.of(List.of(1L, 2L), List.of(3L, 4L));
    assertThat(Scans.rows(open("a.csv.gz", gzip.toByteArray(), CsvReadOptions.DEFAULT)))
        .isEqualTo(rows);
    assertThat(Scans.rows(open("a.csv.zst", zstd.toByteArray(), CsvReadOptions.DEFAULT)))
        .isEqualTo(rows);
    assertThat(Scans.rows(open("a.csv.lz4", lz4.toByteArray(), CsvReadOptions.DEFAULT)))
        .isEqualTo(rows);
    byte[] cut = Arrays.copyOf(gzip.toByteArray(), 20);
    assertThatThrownBy(() -> Scans.rows(open("b.csv.gz", cut, CsvReadOptions.DEFAULT)))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("b.csv.gz");
  }

  @Test
  void badRowsAreSkippedCollectedOrErrors() throws IOException {
    String text = "a,b\n1,x\n2\nz,y\n3,\"p\"q\n4,u,v\n5,w\n6,\"open\n";
    CsvReadOptions options =
        CsvReadOptions.DEFAULT
            .withQuote('"')
            .withSchema(Schema.of(Field.of("a", DataType.INT64), Field.of("b", DataType.STRING)));
    assertThatThrownBy(() -> Scans.rows(open(text, options)))
        .hasMessageContaining("a.csv, line 3: it has 1 fields where 2 are expected");
    assertThat(Scans.rows(open(text, options.withBadRows(BadRows.SKIP))))
        .isEqualTo(List.of(List.of(1L, "x"), List.of(5L, "w")));
    assertThat(Scans.rows(open(text, options.withBadRows(BadRows.collectInto("bad")))))
        .isEqualTo(
            List.of(
                Arrays.asList(1L, "x", null),
                Arrays.asList(2L, null, "2"),
                Arrays.asList(null, "y", "z,y"),
                Arrays.asList(3L, null, "3,\"p\"q"),
                Arrays.asList(4L, "u", "4,u,v"),
                Arrays.asList(5L, "w", null),
                Arrays.asList(6L, null, "6,\"open\n")));
  }

  @Test
  void bytesThatAreNoTextAreErrorsWithTheirPlace() throws IOException {
    byte[] latin = "a,b\n1,x\n2,caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> Scans.rows(open("l.csv", latin, CsvReadOptions.DEFAULT)))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_FILE))
        .hasMessageContaining("l.csv, line 3, column b: \"caf\uFFFD\" is no UTF-8");
    assertThat(Scans.rows(open("l.csv", latin, CsvReadOptions.DEFAULT.withBadRows(BadRows.SKIP))))
        .isEqualTo(List.of(List.of(1L, "x")));
    byte[] wide = "a,b\n1,2\n".getBytes(StandardCharsets.UTF_16LE);
    assertThatThrownBy(() -> open("w.csv", wide, CsvReadOptions.DEFAULT))
        .hasMessageContaining("it looks like UTF-16");
  }

  @Test
  void aStatedSchemaGoesByNameOrByPosition() throws IOException {
    Schema schema = Schema.of(Field.of("b", DataType.INT32), Field.of("a", DataType.STRING));
    CsvReadOptions options = CsvReadOptions.DEFAULT.withSchema(schema);
    assertThat(Scans.rows(open("a,x,b\n1,2,3\n", options))).isEqualTo(List.of(List.of(3L, "1")));
    assertThat(Scans.rows(open("p,q\n1,2\n", options))).isEqualTo(List.of(List.of(1L, "2")));
    assertThatThrownBy(() -> open("a,q\n1,2\n", options))
        .hasMessageContaining("its header has [a, q] where the stated schema has [b, a]");
  }

  @Test
  void localTimesOfColumnsWithZoneAreMeantInTheSessionsZone() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("z.csv"),
            """
            a
            2024-03-31 02:30:00
            2024-10-27 02:30:00
            2024-10-27 02:30:00+01
            2024-07-01T00:00:00Z
            """);
    Schema schema = Schema.of(Field.of("a", DataType.TIMESTAMP_TZ));
    Table table =
        DatasetTables.open(
            new CsvFormat(CsvReadOptions.DEFAULT.withSchema(schema), ZoneId.of("Europe/Berlin")),
            List.of(file.toString()),
            DatasetOptions.DEFAULT);
    assertThat(Scans.rows(table).toString())
        .isEqualTo(
            List.of(
                    List.of(Instant.parse("2024-03-31T01:30:00Z")), // in the gap: an hour on
                    List.of(Instant.parse("2024-10-27T00:30:00Z")), // twice: the earlier
                    List.of(Instant.parse("2024-10-27T01:30:00Z")),
                    List.of(Instant.parse("2024-07-01T00:00:00Z")))
                .toString());
  }

  private List<DataType> types(Table table) {
    return table.schema().fields().stream().map(Field::type).toList();
  }

  @Test
  void findsTheFormatOfDatesOut() throws IOException {
    Table days = open("d,t\n31/12/2023,1.2.2024 10:30:00\n1/2/2024,01.02.2024 10:30:01\n");
    assertThat(types(days)).containsExactly(DataType.DATE, DataType.TIMESTAMP);
    assertThat(Scans.rows(days).toString())
        .isEqualTo("[[2023-12-31, 2024-02-01T10:30], [2024-02-01, 2024-02-01T10:30:01]]");
    Table months = open("t\n01-02-2024 12:05:00 AM\n12-31-2023 1:00:00 pm\n");
    assertThat(Scans.rows(months).toString()).isEqualTo("[[2024-01-02T00:05], [2023-12-31T13:00]]");
    assertThat(Scans.rows(open("d\n01/02/2024\n03/04/2024\n")).toString())
        .as("days go before months")
        .isEqualTo("[[2024-02-01], [2024-04-03]]");
    assertThat(types(open("a,b\n31/12/2023,12/31/2023\n")))
        .as("one format counts for all dates")
        .containsExactly(DataType.DATE, DataType.STRING);
    assertThat(types(open("d\n31/12/23\n32/12/2023\n"))).containsExactly(DataType.STRING);
    CsvReadOptions months2 = CsvReadOptions.DEFAULT.withDateOrder(DateOrder.MONTH_FIRST);
    assertThat(Scans.rows(open("d\n01/02/2024\n", months2)).toString()).isEqualTo("[[2024-01-02]]");
    CsvReadOptions years = CsvReadOptions.DEFAULT.withDateOrder(DateOrder.YEAR_FIRST);
    assertThat(types(open("d\n31/12/2023\n", years))).containsExactly(DataType.STRING);
  }

  @Test
  void takesStatedFormatsOfDatesAndTimestamps() throws IOException {
    CsvReadOptions options =
        CsvReadOptions.DEFAULT
            .withDateFormat("%d. %B %Y")
            .withTimestampFormat("%a %m/%d/%y, %-I:%M %p");
    Table table = open("d;t\n3. may 2024;Fri 05/03/24, 1:07 PM\n", options);
    assertThat(Scans.rows(table).toString()).isEqualTo("[[2024-05-03, 2024-05-03T13:07]]");
    assertThat(types(open("d\n2024-05-03\n", options))).containsExactly(DataType.TIMESTAMP_TZ);
    assertThatThrownBy(() -> open("d\n1\n", options.withDateFormat("%Q")))
        .hasMessageContaining("Cannot read times by \"%Q\"");
  }

  @Test
  void readsDatesOfFurtherFilesInTheFormatOfTheFirstIfTheyFitIt() throws IOException {
    Path first = Files.writeString(folder.resolve("1.csv"), "d\n01/31/2024\n");
    Path second = Files.writeString(folder.resolve("2.csv"), "d\n05/02/2024\n");
    for (DatasetOptions options :
        List.of(DatasetOptions.DEFAULT, DatasetOptions.DEFAULT.withUnionByName())) {
      Table table =
          DatasetTables.open(
              new CsvFormat(CsvReadOptions.DEFAULT, ZoneOffset.UTC),
              List.of(first.toString(), second.toString()),
              options);
      assertThat(Scans.rows(table).toString()).isEqualTo("[[2024-01-31], [2024-05-02]]");
    }
    Files.writeString(second, "d\n29.02.2024\n");
    assertThat(
            Scans.rows(
                    DatasetTables.open(
                        new CsvFormat(CsvReadOptions.DEFAULT, ZoneOffset.UTC),
                        List.of(first.toString(), second.toString()),
                        DatasetOptions.DEFAULT))
                .toString())
        .isEqualTo("[[2024-01-31], [2024-02-29]]");
  }

  @Test
  void readsRandomDatesInEachOrder() throws IOException {
    Random random = new Random(4711);
    StringBuilder text = new StringBuilder("y,d,m\n");
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      LocalDate date = LocalDate.of(1000, 1, 1).plusDays(random.nextInt(3_000_000));
      char between = "/-".charAt(random.nextInt(2));
      String pattern = random.nextBoolean() ? "d#M#uuuu" : "dd#MM#uuuu";
      String days = pattern.replace('#', between);
      String months = days.replace('d', 'x').replace('M', 'd').replace('x', 'M');
      text.append(date).append(',');
      text.append(DateTimeFormatter.ofPattern(days).format(date)).append(',');
      text.append(DateTimeFormatter.ofPattern(months).format(date)).append('\n');
      expected.append(date).append(',');
    }
    for (DateOrder order : List.of(DateOrder.DAY_FIRST, DateOrder.MONTH_FIRST)) {
      Table table = open(text.toString(), CsvReadOptions.DEFAULT.withDateOrder(order));
      int column = order == DateOrder.DAY_FIRST ? 1 : 2;
      StringBuilder found = new StringBuilder();
      Scans.rows(table).forEach(row -> found.append(row.get(column)).append(','));
      assertThat(found.toString()).isEqualTo(expected.toString());
      assertThat(table.schema().field(3 - column).type()).isEqualTo(DataType.STRING);
    }
  }

  @Test
  void keepsTheZerosOfCodes() throws IOException {
    assertThat(Scans.rows(open("zip,n,x\n01234,0,00.5\n99999,10,-0\n")).toString())
        .isEqualTo("[[01234, 0, 0.5], [99999, 10, -0.0]]");
  }

  @Test
  void takesStatedTypesForSomeColumnsAndNoneAtAll() throws IOException {
    CsvReadOptions options = CsvReadOptions.DEFAULT.withType("b", DataType.STRING);
    assertThat(types(open("a,b\n1,2\n", options))).containsExactly(DataType.INT64, DataType.STRING);
    assertThatThrownBy(() -> open("a,c\n1,2\n", options)).hasMessageContaining("no column \"b\"");
    assertThat(types(open("a,b\n1,2024-01-01\n", CsvReadOptions.DEFAULT.withSampleRows(0))))
        .containsExactly(DataType.STRING, DataType.STRING);
  }
}
