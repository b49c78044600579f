package dev.heddle.io.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvTablesTest {
  @TempDir Path folder;

  private Table open(String text) throws IOException {
    return open(text, CsvReadOptions.DEFAULT);
  }

  private Table open(String text, CsvReadOptions options) throws IOException {
    Path file = Files.writeString(folder.resolve("a.csv"), text);
    return DatasetTables.open(
        new CsvFormat(options, ZoneOffset.UTC), List.of(file.toString()), DatasetOptions.DEFAULT);
  }

  private static void fails(ErrorCode code, String text, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).as(e.toString()).isEqualTo(code))
        .hasMessageContaining(text);
  }

  @Test
  void infersTypesFromTheFields() throws IOException {
    Table table =
        open(
            """
            a,b,c,d,e,f,g,h
            1,1.5,true,2024-02-29,2024-01-01 10:00:00,x,,2024-01-01T10:00:00Z
            -2,3,FALSE,1969-12-31,1969-12-31T23:59:59.5,"1",,2024-01-01 10:00:00+02
            """);
    assertThat(table.schema().fields().stream().map(Field::type))
        .containsExactly(
            DataType.INT64,
            DataType.FLOAT64,
            DataType.BOOL,
            DataType.DATE,
            DataType.TIMESTAMP,
            DataType.STRING,
            DataType.STRING,
            DataType.TIMESTAMP_TZ);
    assertThat(Scans.rows(table).get(1))
        .isEqualTo(
            Arrays.asList(
                -2L,
                3.0,
                false,
                LocalDate.of(1969, 12, 31),
                LocalDateTime.of(1969, 12, 31, 23, 59, 59, 500_000_000),
                "1",
                null,
                java.time.Instant.parse("2024-01-01T08:00:00Z")));
  }

  @Test
  void emptyFieldsAreNullAndQuotedOnesIfThatIsStated() throws IOException {
    String text = "a,b\n,\"\"\n\"x,\"\"y\"\"\nz\",ä日\n";
    List<Object> second = List.of("x,\"y\"\nz", "ä日");
    assertThat(Scans.rows(open(text))).isEqualTo(List.of(Arrays.asList(null, ""), second));
    assertThat(Scans.rows(open(text, CsvReadOptions.DEFAULT.withQuotedNulls())))
        .isEqualTo(List.of(Arrays.asList(null, null), second));
  }

  @Test
  void aFurtherNullBehindTheLastColumnIsNoField() throws IOException {
    for (CsvSplitting splitting : CsvSplitting.values()) {
      Path file = Files.writeString(folder.resolve("n.csv"), "a,b\n1,2,\n3,4\n5,6,\"\"\n");
      CsvReadOptions options =
          CsvReadOptions.DEFAULT.withDelimiter(',').withHeader().withQuotedNulls();
      assertThat(
              Scans.rows(
                  DatasetTables.open(
                      new CsvFormat(options, ZoneOffset.UTC, 1 << 20, splitting),
                      List.of(file.toString()),
                      DatasetOptions.DEFAULT)))
          .isEqualTo(List.of(List.of(1L, 2L), List.of(3L, 4L), List.of(5L, 6L)));
    }
  }

  @Test
  void aSingleColumnKeepsItsEmptyLines() throws IOException {
    assertThat(Scans.rows(open("a\n1\n\n3\n")))
        .isEqualTo(List.of(List.of(1L), Arrays.asList((Object) null), List.of(3L)));
  }

  @Test
  void readsWithoutHeaderAndOtherCharacters() throws IOException {
    CsvReadOptions options =
        CsvReadOptions.DEFAULT
            .withoutHeader()
            .withDelimiter('|')
            .withQuote('\'')
            .withNullTexts("NA");
    Table table = open("1|'a|b'|NA\n2|NA|\n", options);
    assertThat(table.schema().names()).containsExactly("column0", "column1", "column2");
    assertThat(Scans.rows(table))
        .isEqualTo(List.of(Arrays.asList(1L, "a|b", null), Arrays.asList(2L, null, "")));
  }

  @Test
  void readsStatedTypes() throws IOException {
    Schema schema =
        Schema.of(
            Field.of("a", DataType.INT8),
            Field.of("b", new DataType.Decimal(5, 2)),
            Field.of("c", DataType.TIME),
            Field.of("d", DataType.BINARY),
            Field.of("e", new DataType.Decimal(38, 0)),
            Field.of("f", DataType.FLOAT32));
    CsvReadOptions options = CsvReadOptions.DEFAULT.withSchema(schema);
    Table table =
        open(
            "u,v,w,x,y,z\n-128,1.005,12:30,\\x00\\xff,99999999999999999999999999999999999999,NaN\n",
            options);
    assertThat(Scans.rows(table))
        .isEqualTo(
            List.of(
                List.of(
                    -128L,
                    new BigDecimal("1.01"),
                    LocalTime.of(12, 30),
                    "0x00ff",
                    new BigDecimal("9".repeat(38)),
                    Float.NaN)));
    fails(
        ErrorCode.INVALID_CAST,
        "a.csv, line 2, column a: \"128\" is no TINYINT",
        () -> Scans.rows(open("a,b,c,d,e,f\n128,1,12:30,00,1,1\n", options)));
    fails(
        ErrorCode.INVALID_CAST,
        "\"1000\" is no DECIMAL(5, 2)",
        () -> Scans.rows(open("a,b,c,d,e,f\n1,1000,12:30,00,1,1\n", options)));
  }

  @Test
  void whatTheSampleDidNotShowIsAnErrorWithItsLine() throws IOException {
    Table table = open("a,b\n" + "1,2\n".repeat(30_000) + "1,none\n");
    fails(
        ErrorCode.INVALID_CAST,
        "line 30002, column b: \"none\" is no BIGINT; state a schema",
        () -> Scans.rows(table));
  }

  @Test
  void raggedLinesAreErrors() throws IOException {
    Table table = open("a,b\n1,2\n3\n");
    fails(
        ErrorCode.CORRUPT_FILE,
        "line 3: it has 1 fields where 2 are expected",
        () -> Scans.rows(table));
    CsvReadOptions quoted = CsvReadOptions.DEFAULT.withQuote('"');
    fails(ErrorCode.CORRUPT_FILE, "a.csv", () -> Scans.rows(open("a,b\n1,\"2\n3,4\n", quoted)));
  }

  @Test
  void readsManyFilesByTheirHeaders() throws IOException {
    Files.writeString(folder.resolve("x.csv"), "a,b\n1,x\n");
    Files.writeString(folder.resolve("y.csv"), "b,a\ny,2\n");
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("z.csv.gz")))) {
      out.write("a,b\n3,z\n".getBytes(StandardCharsets.UTF_8));
    }
    Table table =
        DatasetTables.open(
            new CsvFormat(CsvReadOptions.DEFAULT, ZoneOffset.UTC),
            List.of(folder.toString()),
            DatasetOptions.DEFAULT);
    assertThat(Scans.rows(table))
        .isEqualTo(List.of(List.of(1L, "x"), List.of(2L, "y"), List.of(3L, "z")));
    Files.writeString(folder.resolve("zz.csv"), "a,c\n3,z\n");
    fails(
        ErrorCode.SCHEMA_MISMATCH,
        "zz.csv as one table",
        () ->
            Scans.rows(
                DatasetTables.open(
                    new CsvFormat(CsvReadOptions.DEFAULT, ZoneOffset.UTC),
                    List.of(folder.toString()),
                    DatasetOptions.DEFAULT)));
  }

  @Test
  void readsAFileForEachPathThatFindsIt() throws IOException {
    Path file = Files.writeString(folder.resolve("x.csv"), "a\n1\n2\n");
    Table table =
        DatasetTables.open(
            new CsvFormat(CsvReadOptions.DEFAULT, ZoneOffset.UTC),
            List.of(file.toString(), folder + "/x*.csv", file.toString()),
            DatasetOptions.DEFAULT);
    assertThat(Scans.rows(table)).hasSize(6);
  }

  @Test
  void readsAllFilesInTheTypesOfTheTable() throws IOException {
    Files.writeString(folder.resolve("1.csv"), "a,b,c\n1.5,x,7\n");
    Files.writeString(folder.resolve("2.csv"), "c,a,b\n007,2,05\n");
    Files.writeString(folder.resolve("3.csv"), "a,b,c\n,,\n");
    Files.writeString(folder.resolve("4.csv"), "a,b,c\n");
    Table table =
        DatasetTables.open(
            new CsvFormat(CsvReadOptions.DEFAULT, ZoneOffset.UTC),
            List.of(folder.toString()),
            DatasetOptions.DEFAULT);
    assertThat(Scans.rows(table))
        .isEqualTo(
            List.of(
                List.of(1.5, "x", "7"),
                List.of(2.0, "05", "007"),
                Arrays.asList(null, null, null)));
  }

  @Test
  void readsWhatDuckDbWrites() throws IOException {
    Path file = folder.resolve("duck.csv");
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      duck.execute(
          "COPY (SELECT i AS a, i * 1.25::DOUBLE AS b, CASE WHEN i % 3 > 0 THEN 'text, \"' || i END"
              + " AS c, DATE '1960-01-01' + i::INTEGER AS d, i % 2 = 0 AS e, TIMESTAMP '1999-12-31"
              + " 23:00:00' + to_seconds(i) AS f FROM range(9000) t(i)) TO '"
              + file
              + "' (FORMAT csv)");
      assertThat(
              Scans.rows(
                      DatasetTables.open(
                          new CsvFormat(CsvReadOptions.DEFAULT, ZoneOffset.UTC),
                          List.of(file.toString()),
                          DatasetOptions.DEFAULT))
                  .toString())
          .isEqualTo(duck.rows("FROM '" + file + "'").toString());
    }
  }

  @Test
  void estimatesTheNumberOfRows() throws IOException {
    Table table = open("a,b\n" + "100000,2\n".repeat(100_000));
    assertThat(table.statistics().rowCount().orElseThrow()).isBetween(30_000L, 120_000L);
  }
}
