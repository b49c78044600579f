package dev.heddle.io.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random files give the rows that DuckDB reads from them. */
class CsvDuckDbTest {
  private static final int SEEDS = 60;

  @TempDir Path folder;

  private List<List<Object>> read(Path file, CsvReadOptions options, ZoneId zone, int blockBytes) {
    return Scans.rows(
        DatasetTables.open(
            new CsvFormat(options, zone, blockBytes, CsvSplitting.OWN_WHERE_PLAIN),
            List.of(file.toString()),
            DatasetOptions.DEFAULT));
  }

  @Test
  void randomFilesGiveTheRowsThatDuckDbReads() throws IOException {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Random random = new Random(seed);
        char delimiter = ",;|\t".charAt(random.nextInt(4));
        String text = text(random, delimiter);
        Path file = Files.writeString(folder.resolve("r" + seed + ".csv"), text);
        String expected =
            duck.rows(
                    "FROM read_csv('"
                        + file
                        + "', header = true, delim = '"
                        + delimiter
                        + "', quote = '\"', escape = '\"', parallel = false)")
                .toString();
        assertThat(read(file, CsvReadOptions.DEFAULT, ZoneOffset.UTC, 200).toString())
            .as("seed %s\n%s", seed, text)
            .isEqualTo(expected);
      }
    }
  }

  private static String text(Random random, char delimiter) {
    int columns = 2 + random.nextInt(4);
    int[] kinds = new int[columns];
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < columns; i++) {
      kinds[i] = random.nextInt(6);
      text.append(i == 0 ? "" : delimiter).append("name").append(i);
    }
    String end = random.nextBoolean() ? "\n" : "\r\n";
    text.append(end);
    int rows = 2 + random.nextInt(60);
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < columns; i++) {
        text.append(i == 0 ? "" : delimiter);
        text.append(row > 0 && random.nextInt(6) == 0 ? "" : field(random, kinds[i], delimiter));
      }
      text.append(end);
    }
    return text.toString();
  }

  private static String field(Random random, int kind, char delimiter) {
    return switch (kind) {
      case 0 -> Integer.toString(random.nextInt());
      case 1 -> random.nextInt(1000) + "." + random.nextInt(1000);
      case 2 -> "2024-02-" + (10 + random.nextInt(19));
      case 3 -> "2024-02-11 1" + random.nextInt(10) + ":00:0" + random.nextInt(10);
      case 4 -> random.nextBoolean() ? "true" : "false";
      default ->
          switch (random.nextInt(4)) {
            case 0 -> "\"quoted" + delimiter + " \"\"text\"\"\"";
            case 1 -> "\"two\nlines\"";
            case 2 -> "plain é日";
            default -> "x" + random.nextInt(100);
          };
    };
  }

  @Test
  void escapedQuotesAndMissingFieldsAreReadAsDuckDbReadsThem() throws IOException {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder("a,b,c\n1,'first',x\n");
        for (int row = 1 + random.nextInt(80); row > 0; row--) {
          text.append(row).append(",'").append(escaped(random)).append('\'');
          text.append(random.nextInt(4) == 0 ? "\n" : ",t" + random.nextInt(9) + "\n");
        }
        Path file = Files.writeString(folder.resolve("e" + seed + ".csv"), text);
        String expected =
            duck.rows(
                    "FROM read_csv('"
                        + file
                        + "', delim = ',', header = true, quote = '''', escape = '\\', names ="
                        + " ['k', 'w'], null_padding = true, parallel = false)")
                .toString();
        CsvReadOptions options =
            CsvReadOptions.DEFAULT
                .withDelimiter(',')
                .withQuote('\'')
                .withEscape('\\')
                .withNames("k", "w")
                .withMissingAsNull();
        for (int block : List.of(50, 1 << 20)) {
          assertThat(read(file, options, ZoneOffset.UTC, block).toString())
              .as("seed %s, blocks of %s\n%s", seed, block, text)
              .isEqualTo(expected);
        }
      }
    }
  }

  private static String escaped(Random random) {
    StringBuilder field = new StringBuilder("w");
    for (int i = random.nextInt(6); i > 0; i--) {
      field.append(
          switch (random.nextInt(6)) {
            case 0 -> "\\'";
            case 1 -> "\\\\";
            case 2 -> ",";
            case 3 -> "\n";
            case 4 -> "é";
            default -> "y";
          });
    }
    return field.toString();
  }

  @Test
  void localTimesBecomePointsInTimeAsInDuckDbExceptInTheDoubledHour() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("z.csv"),
            """
            t
            2024-03-31 01:59:59
            2024-03-31 02:00:00
            2024-03-31 02:30:00
            2024-03-31 03:00:00
            2024-10-27 01:59:59
            2024-10-27 03:00:00
            2024-07-01 00:00:00
            1970-01-01 00:00:00
            """);
    Schema schema = Schema.of(Field.of("t", DataType.TIMESTAMP_TZ));
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      duck.execute("SET TimeZone = 'Europe/Berlin'");
      assertThat(
              read(
                      file,
                      CsvReadOptions.DEFAULT.withSchema(schema),
                      ZoneId.of("Europe/Berlin"),
                      1000)
                  .toString())
          .isEqualTo(
              duck.rows("SELECT t::TIMESTAMPTZ FROM read_csv('" + file + "', all_varchar = true)")
                  .toString());
    }
  }
}
