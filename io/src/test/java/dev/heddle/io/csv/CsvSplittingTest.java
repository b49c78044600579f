package dev.heddle.io.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.testing.Scans;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Splitting bytes gives what the library gives: rows, bad rows, and errors with their places. */
class CsvSplittingTest {
  private static final int SEEDS = 3 * Integer.getInteger("heddle.seeds", 150);

  private static final List<DataType> TYPES =
      List.of(
          DataType.STRING,
          DataType.STRING,
          DataType.INT64,
          DataType.INT32,
          DataType.INT8,
          DataType.FLOAT64,
          DataType.FLOAT32,
          DataType.BOOL,
          DataType.DATE,
          new DataType.Timestamp(TimestampUnit.MICROS, false),
          new DataType.Timestamp(TimestampUnit.NANOS, false),
          new DataType.Timestamp(TimestampUnit.MICROS, true),
          new DataType.Decimal(10, 2),
          new DataType.Decimal(18, 0),
          new DataType.Decimal(25, 4));

  private static final List<String> ODD =
      List.of(
          "",
          "\"\"",
          "NA",
          "\"NA\"",
          " 7",
          "7 ",
          "+7",
          "-",
          "-0",
          "00012",
          "1e3",
          "12.",
          ".5",
          ".",
          "1.005",
          "1.2.3",
          "128",
          "-128",
          "-129",
          "99999999999",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "123456789012345678",
          "1234567890123456",
          "0.1",
          "-12.50",
          "99999999.99",
          "100000000.00",
          "0.000000000000000000001",
          "nan",
          "-inf",
          "TRUE",
          "false",
          "2020-02-29",
          "2021-02-29",
          "2020-2-3",
          "2020/02/03",
          "1900-02-29",
          "0000-01-01",
          "-0001-01-01",
          "9999-12-31",
          "2020-13-01",
          "1969-12-31 23:59:59.999999",
          "2020-02-03 10:11:12",
          "2020-02-03T10:11:12.5",
          "2020-02-03 10:11",
          "2020-02-03 24:00:00",
          "2020-02-03 10:11:12.123456789",
          "2020-02-03 10:11:12.",
          "2020-02-03 10:11:12+01:00",
          "abcdefgh",
          "abcdefghijkl",
          "abcdefghijklm",
          "é日\uD83D\uDE00",
          "\"with, comma\"",
          "\"a\nb\"",
          "\"a\rb\r\nc\"",
          "\"\"\"q\"\",\r\n\"\"\"",
          "x\"y",
          "\"12\"",
          "\"2020-02-29\"",
          "\"\"\"\"",
          "\"a\"\"b\"\"\"\"c\"");

  private static final List<String> BROKEN = List.of("\"a\"b", "\"x\" ", "\"open", "\"12\"3\"");

  @TempDir Path folder;

  @Test
  void bytesGiveWhatTheLibraryGives() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      List<Field> fields = new ArrayList<>();
      int columns = 1 + random.nextInt(5);
      for (int i = 0; i < columns; i++) {
        fields.add(Field.of("c" + i, TYPES.get(random.nextInt(TYPES.size()))));
      }
      boolean isStated = random.nextInt(4) > 0;
      CsvReadOptions options = options(random, isStated ? new Schema(fields) : null);
      byte[] content = content(random, fields);
      int blockBytes = random.nextBoolean() ? Integer.MAX_VALUE : 1 + random.nextInt(60);
      assertThat(read(content, options, blockBytes, CsvSplitting.OWN_WHERE_PLAIN))
          .as("seed %s, blocks of %s bytes, %s\n%s", seed, blockBytes, options, text(content))
          .isEqualTo(read(content, options, blockBytes, CsvSplitting.LIBRARY));
    }
  }

  @Test
  void recordsLongerThanABufferAreTakenWhole() throws IOException {
    String longText = "long ".repeat(200_000);
    String text =
        "a,b\n1,x\n2,"
            + longText
            + "\n3,\""
            + longText
            + "\"\""
            + longText
            + "\"\r\n4,"
            + "y\r\n".repeat(3).replace("\r\n", ",z\r\n5,").strip();
    CsvReadOptions options = CsvReadOptions.DEFAULT.withBadRows(BadRows.SKIP);
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    String expected = read(content, options, Integer.MAX_VALUE, CsvSplitting.LIBRARY);
    assertThat(read(content, options, Integer.MAX_VALUE, CsvSplitting.OWN_WHERE_PLAIN))
        .isEqualTo(expected)
        .hasSizeGreaterThan(3 * longText.length());
  }

  private static CsvReadOptions options(Random random, Schema schema) {
    CsvReadOptions options =
        CsvReadOptions.DEFAULT.withDelimiter(',').withQuote('"').withSampleRows(3);
    options = random.nextBoolean() ? options.withHeader() : options.withoutHeader();
    options = random.nextInt(3) == 0 ? options.withSkipLines(random.nextInt(3)) : options;
    options = random.nextInt(3) == 0 ? options.withNullTexts("", "NA") : options;
    options = random.nextInt(3) > 0 ? options.withBadRows(BadRows.SKIP) : options;
    return schema == null ? options : options.withSchema(schema);
  }

  private static byte[] content(Random random, List<Field> fields) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "\uFEFF" : "");
    String[] ends = {"\n", "\r\n", "\r"};
    String end = ends[random.nextInt(3)];
    int rows = random.nextInt(30);
    int oddity = 1 + random.nextInt(40); // one field in this many
    for (int row = 0; row < rows; row++) {
      text.append(random.nextInt(20) == 0 ? end : "");
      int count = random.nextInt(2 * oddity) == 0 ? random.nextInt(6) : fields.size();
      for (int i = 0; i < count; i++) {
        text.append(i == 0 ? "" : ",");
        DataType type = fields.get(Math.min(i, fields.size() - 1)).type();
        if (random.nextInt(oddity) > 0) {
          text.append(usual(random, type));
        } else if (random.nextInt(6) == 0) {
          text.append(BROKEN.get(random.nextInt(BROKEN.size())));
        } else if (random.nextInt(8) == 0) {
          content.writeBytes(text.toString().getBytes(StandardCharsets.UTF_8));
          text.setLength(0);
          content.write(0x80 + random.nextInt(0x80)); // seldom UTF-8
        } else {
          text.append(ODD.get(random.nextInt(ODD.size())));
        }
      }
      boolean isLast = row == rows - 1;
      text.append(isLast && random.nextBoolean() ? "" : random.nextInt(9) == 0 ? "\n" : end);
    }
    content.writeBytes(text.toString().getBytes(StandardCharsets.UTF_8));
    return content.toByteArray();
  }

  private static String usual(Random random, DataType type) {
    return switch (type) {
      case DataType.Str _ -> random.nextBoolean() ? "some text" : "\"quoted, text\"";
      case DataType.Float64 _, DataType.Float32 _ -> Double.toString(random.nextInt(1000) / 8.0);
      case DataType.Decimal decimal ->
          decimal.scale() == 0 ? "" + random.nextInt() : random.nextInt(1000) + ".25";
      case DataType.Bool _ -> random.nextBoolean() ? "true" : "false";
      case DataType.Date _ ->
          "20" + (10 + random.nextInt(90)) + "-0" + (1 + random.nextInt(9)) + "-28";
      case DataType.Timestamp _ -> "2001-02-03 04:05:0" + random.nextInt(10);
      default -> Integer.toString(random.nextInt(128));
    };
  }

  private static String text(byte[] content) {
    return new String(content, StandardCharsets.ISO_8859_1);
  }

  /** Returns the rows, or the message of the error. */
  private String read(
      byte[] content, CsvReadOptions options, int blockBytes, CsvSplitting splitting)
      throws IOException {
    Path file = folder.resolve("a.csv");
    Files.write(file, content);
    try {
      Table table =
          DatasetTables.open(
              new CsvFormat(options, ZoneOffset.UTC, blockBytes, splitting),
              List.of(file.toString()),
              DatasetOptions.DEFAULT);
      return table.schema() + "\n" + Scans.rows(table);
    } catch (HeddleException e) {
      return e.getMessage();
    }
  }
}
