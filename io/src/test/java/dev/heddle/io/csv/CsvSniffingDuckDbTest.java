package dev.heddle.io.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of which nothing is stated give the rows that DuckDB reads from them. */
class CsvSniffingDuckDbTest {
  private static final int SEEDS = 300;

  @TempDir Path folder;

  /** Compares all files that both read; at least this share must be such. */
  private void compare(Function<Random, String> file, double share, String options)
      throws IOException {
    compare(
        file,
        share,
        options,
        options.isEmpty()
            ? CsvReadOptions.DEFAULT.withQuotedNulls()
            : CsvReadOptions.DEFAULT.withQuotedNulls().withBadRows(BadRows.SKIP));
  }

  private void compare(
      Function<Random, String> file, double share, String options, CsvReadOptions own)
      throws IOException {
    List<String> differences = new ArrayList<>();
    int compared = 0;
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (int seed = 0; seed < SEEDS; seed++) {
        String text = file.apply(new Random(seed));
        Path path = Files.writeString(folder.resolve(seed + ".csv"), text);
        String expected;
        try {
          expected = duck.rows("FROM read_csv('" + path + "'" + options + ")").toString();
        } catch (RuntimeException e) {
          continue; // it finds no dialect
        }
        String found = read(path, own);
        if (found.isEmpty()) {
          continue; // DuckDB leaves out most of the file
        }
        compared++;
        if (!found.equals(expected)) {
          differences.add("seed " + seed + "\n" + text + expected + "\n" + found + "\n");
        }
      }
    }
    assertThat(compared).isGreaterThan((int) (share * SEEDS));
    assertThat(differences).isEmpty();
  }

  private static String read(Path path, CsvReadOptions options) {
    try {
      return Scans.rows(
              DatasetTables.open(
                  new CsvFormat(options, ZoneOffset.UTC),
                  List.of(path.toString()),
                  DatasetOptions.DEFAULT))
          .toString();
    } catch (HeddleException e) {
      return "";
    }
  }

  @SafeVarargs
  private static <T> T oneOf(Random random, T... values) {
    return values[random.nextInt(values.length)];
  }

  @Test
  void datesAndTimestampsInAllForms() throws IOException {
    compare(CsvSniffingDuckDbTest::times, 0.9, "");
  }

  private static String times(Random random) {
    int columns = 1 + random.nextInt(3);
    List<DateTimeFormatter> formats = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    boolean hasHeader = random.nextBoolean();
    for (int i = 0; i < columns; i++) {
      String date =
          oneOf(random, "uuuu-MM-dd", "uu-MM-dd", "dd-MM-uuuu", "dd-M-uu", "MM-dd-uuuu", "M-d-uu");
      String time = oneOf(random, "", "", " HH:mm:ss", " hh:mm:ss a", " HH:mm");
      String format = date.replace("-", oneOf(random, "-", "/", ".", " ")) + time;
      formats.add(DateTimeFormatter.ofPattern(format, Locale.ENGLISH));
      text.append(hasHeader ? (i > 0 ? "," : "") + "name" + i : "");
    }
    text.append(hasHeader ? "\n" : "");
    for (int row = 1 + random.nextInt(6); row > 0; row--) {
      for (int i = 0; i < columns; i++) {
        LocalDateTime time =
            LocalDateTime.of(2001, 1, 1, 0, 0).plusSeconds(random.nextInt(1_000_000_000));
        text.append(i > 0 ? "," : "").append(formats.get(i).format(time));
      }
      text.append('\n');
    }
    return text.toString();
  }

  @Test
  void valuesOfMixedTypes() throws IOException {
    compare(CsvSniffingDuckDbTest::mixed, 0.9, "");
  }

  private static String mixed(Random random) {
    int columns = 2 + random.nextInt(2);
    StringBuilder text = new StringBuilder();
    int rows = 1 + random.nextInt(5);
    boolean hasHeader = random.nextBoolean();
    String[] first = new String[columns];
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < columns; i++) {
        String value =
            random.nextInt(3) > 0 && first[i] != null
                ? first[i]
                : oneOf(
                    random,
                    "1",
                    "2.5",
                    "true",
                    "x",
                    "",
                    "2024-01-31",
                    "12:30:00",
                    "12:30",
                    "007",
                    "+1",
                    "2024-01-31 10:00:00",
                    "2024-01-31 10:00:00+02",
                    "\"\"",
                    "\"7\"",
                    "1e3",
                    "10.11.12",
                    "2024-1-3",
                    "-5",
                    "99999999999999999999",
                    "t",
                    "yes");
        first[i] = value;
        text.append(i > 0 ? "," : "");
        text.append(row == 0 && hasHeader ? oneOf(random, "a", "b", "a b", "", "c") : value);
      }
      text.append('\n');
    }
    return text.toString();
  }

  @Test
  void dialects() throws IOException {
    compare(CsvSniffingDuckDbTest::dialect, 0.5, "");
  }

  @Test
  void dialectsWithErrorsLeftOut() throws IOException {
    compare(CsvSniffingDuckDbTest::dialect, 0.5, ", ignore_errors = true");
  }

  @Test
  void dialectsOfAnEscapeThatIsStated() throws IOException {
    compare(
        CsvSniffingDuckDbTest::dialect,
        0.3,
        ", escape = '\\'",
        CsvReadOptions.DEFAULT.withQuotedNulls().withEscape('\\'));
  }

  private static String dialect(Random random) {
    String delimiter = oneOf(random, ",", ";", "|", "\t");
    String quote = oneOf(random, "\"", "'");
    String escape = oneOf(random, quote, "\\");
    String end = oneOf(random, "\n", "\r\n");
    boolean isCommented = random.nextInt(3) == 0;
    int columns = 2 + random.nextInt(3);
    StringBuilder text = new StringBuilder();
    if (!isCommented && random.nextInt(3) == 0) {
      text.append("written by a machine").append(end);
    }
    if (isCommented) {
      text.append("# its comment").append(end);
    }
    for (int row = 0; row < 4 + random.nextInt(4); row++) {
      for (int i = 0; i < columns; i++) {
        text.append(i > 0 ? delimiter : "");
        text.append(
            row == 0 ? "n" + i : field(random, i, quote, escape, isCommented ? " " : delimiter));
      }
      if (isCommented && random.nextInt(4) == 0) {
        text.append("#c");
      }
      text.append(random.nextInt(90) == 0 ? delimiter : "").append(end);
      if (isCommented && random.nextInt(4) == 0) {
        text.append("# and one more of them").append(end);
      }
    }
    return text.toString();
  }

  @Test
  void linesToSkipAreNoComments() throws IOException {
    List<String> differences = new ArrayList<>();
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Random random = new Random(seed);
        String text = commented(random);
        Path path = Files.writeString(folder.resolve(seed + ".csv"), text);
        int skip = random.nextInt(4);
        boolean isStated = random.nextBoolean();
        CsvReadOptions own = CsvReadOptions.DEFAULT.withQuotedNulls().withSkipLines(skip);
        String options = ", skip = " + skip + (isStated ? ", comment = '#'" : "");
        String expected = duck.rows("FROM read_csv('" + path + "'" + options + ")").toString();
        String found = read(path, isStated ? own.withComment('#') : own);
        if (!found.equals(expected)) {
          differences.add(seed + options + "\n" + text + expected + "\n" + found + "\n");
        }
      }
    }
    assertThat(differences).isEmpty();
  }

  private static String commented(Random random) {
    StringBuilder text = new StringBuilder();
    boolean isText = random.nextBoolean();
    for (int row = 0; row < 10; row++) {
      for (int i = random.nextInt(3); i > 1; i--) {
        text.append("# c").append(row).append('\n');
      }
      String value = isText ? "t" : "";
      text.append(row == 0 ? "a;b" : value + row + ";" + random.nextInt(99)).append('\n');
    }
    return text.toString();
  }

  private static String field(
      Random random, int column, String quote, String escape, String delimiter) {
    String plain = column % 2 == 0 ? "" + random.nextInt(99) : "t" + random.nextInt(99);
    return switch (random.nextInt(8)) {
      case 0 -> quote + plain + quote;
      case 1 -> column % 2 == 0 ? plain : quote + "a" + delimiter + "b" + quote;
      case 2 -> column % 2 == 0 ? plain : quote + "a" + escape + quote + "b" + quote;
      case 3 -> column % 2 == 0 ? plain : " " + quote + plain + quote + " ";
      case 4 -> "";
      default -> plain;
    };
  }
}
