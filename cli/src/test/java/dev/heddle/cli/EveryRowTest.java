package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts what the command writes into files and pipes, in every format. */
@Tag("process")
class EveryRowTest {
  private static final int ROWS_BY_DAY = 40_000;
  private static final int ROWS = Integer.getInteger("heddle.output.rows", ROWS_BY_DAY);
  private static final String QUERY =
      "select i as id, 'v' || i as s from (select unnest(range(" + ROWS + ")) as i)";

  /** All of them where there are many rows: each is a process of its own. */
  private static final List<String> FORMATS =
      ROWS > ROWS_BY_DAY
          ? List.of("csv", "tsv", "json", "jsonl", "parquet", "arrow")
          : List.of("jsonl");

  private static final List<String> ENDINGS =
      ROWS > ROWS_BY_DAY
          ? List.of("csv", "csv.zst", "tsv.gz", "json", "json.gz", "jsonl.zst", "parquet", "arrow")
          : List.of("csv.zst", "tsv.gz", "json", "parquet", "arrow");

  private static final Pattern ROW = Pattern.compile("\\bv\\d+\\b");

  @TempDir private Path folder;

  private CommandRun heddle(String... arguments) throws IOException, InterruptedException {
    return CommandRun.inProcess(folder, arguments);
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void aFileHasEveryRow() throws Exception {
    List<String> files = new ArrayList<>();
    for (String ending : ENDINGS) {
      CommandRun written = CommandRun.here("sql", "-o", file("rows." + ending), QUERY);
      assertThat(written.err()).as(ending).isEmpty();
      files.add("rows." + ending);
    }
    assertWhole(files);
    for (String ending : ROWS > ROWS_BY_DAY ? List.of("md", "html") : List.of("html")) {
      CommandRun.here("sql", "-o", file("rows." + ending), QUERY);
      assertThat(rowsOf(folder.resolve("rows." + ending))).as(ending).isEqualTo(ROWS);
    }
  }

  @Test
  void aPipeHasEveryRow() throws Exception {
    List<String> files = new ArrayList<>();
    for (String format : FORMATS) {
      assertThat(piped(format).err()).as(format).isEmpty();
      files.add(format + "." + format);
    }
    assertWhole(files);
    for (String format : ROWS > ROWS_BY_DAY ? List.of("md", "html", "table") : List.of("table")) {
      piped(format);
      assertThat(rowsOf(folder.resolve(format + "." + format))).as(format).isEqualTo(ROWS);
    }
  }

  private CommandRun piped(String format) throws IOException, InterruptedException {
    CommandRun run = heddle("sql", "--memory", "64m", "--format", format, QUERY);
    Files.move(folder.resolve("stdout"), folder.resolve(format + "." + format));
    return run;
  }

  private void assertWhole(List<String> files) throws Exception {
    List<String> counts =
        files.stream().map(file -> "select count(*), sum(id) from '" + file + "'").toList();
    CommandRun read = heddle("sql", "--format", "csv", String.join(" union all ", counts));
    assertThat(read.err()).isEmpty();
    assertThat(read.out().lines().skip(1))
        .hasSameSizeAs(files)
        .containsOnly(ROWS + "," + (long) ROWS * (ROWS - 1) / 2);
  }

  private static long rowsOf(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.filter(line -> ROW.matcher(line).find()).distinct().count();
    }
  }
}
