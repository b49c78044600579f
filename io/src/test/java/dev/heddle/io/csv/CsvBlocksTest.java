package dev.heddle.io.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks of a file, however small, give what one reader of the whole gives. */
class CsvBlocksTest {
  private static final int SEEDS = 300;

  @TempDir Path folder;

  @Test
  void smallBlocksGiveTheRowsOfTheWholeFile() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      int columns = 1 + random.nextInt(4);
      String text = text(random, columns, false);
      CsvReadOptions options = options(random);
      String whole = read(text, options, Integer.MAX_VALUE);
      int blockBytes = 1 + random.nextInt(40);
      assertThat(read(text, options, blockBytes))
          .as("seed %s, blocks of %s bytes, %s\n%s", seed, blockBytes, options, text)
          .isEqualTo(whole);
    }
  }

  @Test
  void smallBlocksFindTheSameBadRows() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      int columns = 1 + random.nextInt(4);
      String text = text(random, columns, true);
      CsvReadOptions options =
          options(random)
              .withBadRows(
                  random.nextBoolean() ? BadRows.SKIP : BadRows.collectInto("what was there"));
      String whole = read(text, options, Integer.MAX_VALUE);
      int blockBytes = 1 + random.nextInt(40);
      assertThat(read(text, options, blockBytes))
          .as("seed %s, blocks of %s bytes, %s\n%s", seed, blockBytes, options, text)
          .isEqualTo(whole);
    }
  }

  @Test
  void errorsNameTheLineInTheFile() throws IOException {
    String text = "a,b\r\n" + "\"x\ny\",1\r\n".repeat(100) + "z,none\n";
    CsvReadOptions options = CsvReadOptions.DEFAULT.withSampleRows(50);
    for (int blockBytes : new int[] {7, 64, Integer.MAX_VALUE}) {
      assertThat(read(text, options, blockBytes))
          .as("blocks of %s bytes", blockBytes)
          .contains("line 202, column b: \"none\" is no BIGINT");
    }
  }

  private static CsvReadOptions options(Random random) {
    CsvReadOptions options =
        CsvReadOptions.DEFAULT.withDelimiter(',').withQuote('"').withSampleRows(3);
    options = random.nextBoolean() ? options.withHeader() : options.withoutHeader();
    options = random.nextInt(3) == 0 ? options.withSkipLines(random.nextInt(3)) : options;
    return random.nextInt(3) == 0 ? options.withComment('#') : options;
  }

  private static String text(Random random, int columns, boolean broken) {
    StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "\uFEFF" : "");
    String[] ends = {"\n", "\r\n", "\r"};
    String end = ends[random.nextInt(3)];
    int rows = random.nextInt(30);
    for (int row = 0; row < rows; row++) {
      if (random.nextInt(8) == 0) {
        text.append(random.nextBoolean() ? "" : "#com,\"ment").append(end);
      }
      int fields = broken && random.nextInt(6) == 0 ? random.nextInt(5) : columns;
      for (int i = 0; i < fields; i++) {
        text.append(i == 0 ? "" : ",").append(field(random, broken));
      }
      boolean isLast = row == rows - 1;
      text.append(isLast && random.nextBoolean() ? "" : random.nextInt(9) == 0 ? "\n" : end);
    }
    return text.toString();
  }

  private static String field(Random random, boolean broken) {
    return switch (random.nextInt(broken ? 12 : 9)) {
      case 0 -> "";
      case 1 -> "\"\"";
      case 2 -> "\"a\nb\"";
      case 3 -> "\"\"\"q\"\",\r\n\"\"\"";
      case 4 -> "x\"y";
      case 5 -> "\"#\"";
      case 6 -> "é日\uD83D\uDE00";
      case 7, 8 -> Integer.toString(random.nextInt(1000));
      case 9 -> "\"a\"b\"c";
      case 10 -> "\"open";
      default -> "\"x\" ";
    };
  }

  /** Returns the rows, or the message of the error. */
  private String read(String text, CsvReadOptions options, int blockBytes) throws IOException {
    Path file = folder.resolve("a.csv");
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    try {
      Table table =
          DatasetTables.open(
              new CsvFormat(options, ZoneOffset.UTC, blockBytes, CsvSplitting.OWN_WHERE_PLAIN),
              List.of(file.toString()),
              DatasetOptions.DEFAULT);
      return table.schema() + "\n" + Scans.rows(table);
    } catch (HeddleException e) {
      return e.getMessage();
    }
  }
}
