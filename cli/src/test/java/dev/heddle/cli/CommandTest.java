package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command as a process of its own, as a user does. */
@Tag("process")
class CommandTest {
  @TempDir private Path folder;

  private record Run(int exit, String out, String err) {}

  private Run heddle(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.heddle.cli.Main"));
    command.addAll(List.of(arguments));
    Path out = folder.resolve("stdout");
    Path err = folder.resolve("stderr");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("The command did not end: " + command);
    }
    return new Run(
        process.exitValue(),
        new String(Files.readAllBytes(out), StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  @Test
  void runsAScriptAndPrintsEachResultAsCsv() throws Exception {
    Run run =
        heddle(
            "sql",
            "--format",
            "csv",
            "create table t (a int, b varchar);"
                + "insert into t values (1, 'x'), (2, null), (3, ''), (4, 'a \"b\", c');"
                + "select * from t order by a; select count(*) as n from t");
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("a,b\n1,x\n2,\n3,\"\"\n4,\"a \"\"b\"\", c\"\nn\n4\n");
    assertThat(run.exit()).isZero();
  }

  @Test
  void tellsOnceOfAFileInTheTextThatCannotBeRead() throws Exception {
    Files.writeString(folder.resolve("broken.parquet"), "this is no Parquet file");
    Run run = heddle("sql", "select * from 'broken.parquet'");
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).containsOnlyOnce("Cannot read").contains("does not end in PAR1");
    assertThat(run.exit()).isNotZero();
    Run wrong = heddle("sql", "select * frm x, 'broken.parquet' from 'broken.parquet'");
    assertThat(wrong.err()).isNotEmpty().doesNotContain("Cannot read");
    assertThat(wrong.exit()).isNotZero();
  }

  @Test
  void writesParquetAndReadsItBackByPathAsJson() throws Exception {
    Run written =
        heddle("sql", "--format", "parquet", "-o", "t.parquet", "values (1, 'x'), (2, null)");
    assertThat(written.err()).isEmpty();
    Run read = heddle("sql", "--format", "json", "-t", "t=t.parquet", "select * from t order by 1");
    assertThat(read.out())
        .isEqualTo("[{\"column1\":1,\"column2\":\"x\"},\n{\"column1\":2,\"column2\":null}]\n");
    Run schema = heddle("schema", "t.parquet");
    assertThat(schema.out()).contains("column1 INTEGER").contains("column2 VARCHAR");
  }

  @Test
  void readsAFolderByItsNameAndSaysHowManyBadRowsItSkipped() throws Exception {
    Files.createDirectory(folder.resolve("numbers"));
    Files.writeString(folder.resolve("numbers/a.csv"), "a\n1\nx\n3\n");
    Run run =
        heddle(
            "sql",
            "--format",
            "csv",
            "copy (select sum(a) as a from read_csv('numbers', columns = {'a': int},"
                + " ignore_errors = true)) to 'sums' (format parquet, per_thread_output);"
                + "select sum(a) as n from read_csv('numbers', columns = {'a': int},"
                + " ignore_errors = true);"
                + "select a from 'sums'");
    assertThat(run.err().strip()).startsWith("skipped 1 bad row of ").endsWith("numbers");
    assertThat(run.out()).isEqualTo("n\n4\na\n4\n");
  }

  @Test
  void anErrorIsOneLineOnStderrAndLeavesNoFile() throws Exception {
    Run run =
        heddle("sql", "--format", "csv", "-o", "out.csv", "select nme from (values (1)) t(name)");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            "error: no column \"nme\" in [name]; did you mean \"name\"? (line 1, column 8)\n");
    try (var files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("stdout", "stderr");
    }
  }

  @Test
  void debugAddsTheStackTrace() throws Exception {
    Run run = heddle("sql", "--debug", "select 1 / 0");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("Cannot divide 1 by zero").contains("at dev.heddle.");
  }

  @Test
  void explainsWithWhatWasMeasured() throws Exception {
    Run run = heddle("explain", "--analyze", "select count(*) from (values (1), (2)) t(a)");
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("== physical plan").contains("Aggregate").contains("1 rows");
    Run statement = heddle("sql", "explain select count(*) from (values (1), (2)) t(a)");
    assertThat(statement.out()).startsWith("== logical plan\n");
  }

  @Test
  void aQueryBeyondTheMemoryLimitIsATypedError() throws Exception {
    Run run =
        heddle(
            "sql",
            "--memory",
            "1m",
            "with n as (select * from (values (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)) t(x)) select"
                + " a.x, b.x, c.x, d.x, e.x from n a, n b, n c, n d, n e order by 1 desc, 2, 3, 4,"
                + " 5");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("memory limit of 1 MiB");
  }

  @Test
  void aFileHasEveryRowInEveryFormat() throws Exception {
    String query = "select i as id, 'v' || i as s from (select unnest(range(150000)) as i)";
    List<String> counts = new ArrayList<>();
    for (String ending : List.of("csv", "tsv.gz", "json", "jsonl.zst", "parquet", "arrow")) {
      Run written = heddle("sql", "-o", "rows." + ending, query);
      assertThat(written.err()).as(ending).isEmpty();
      counts.add("select count(*) as n, sum(id) as s from 'rows." + ending + "'");
    }
    Run read = heddle("sql", "--format", "csv", String.join(" union ", counts));
    assertThat(read.out()).isEqualTo("n,s\n150000,11249925000\n");
    for (String ending : List.of("md", "html")) {
      heddle("sql", "-o", "rows." + ending, query);
      try (var lines = Files.lines(folder.resolve("rows." + ending))) {
        assertThat(lines.filter(line -> line.contains("v149999") || line.contains("v75000")))
            .hasSize(2);
      }
    }
    Run table = heddle("sql", query);
    assertThat(table.out().lines()).hasSize(150_000 + 5);
    Run parquet = heddle("sql", "--format", "parquet", query);
    assertThat(parquet.err()).isEmpty();
    Files.copy(folder.resolve("stdout"), folder.resolve("piped.parquet"));
    String count = "select count(*) as n, sum(id) as s from 'piped.parquet'";
    Run piped = heddle("sql", "--format", "csv", count);
    assertThat(piped.out()).isEqualTo("n,s\n150000,11249925000\n");
  }

  @Test
  void severalResultsForOneFileAreRefusedBeforeAnyRuns() throws Exception {
    String script = "copy (select 1 as a) to 'made.csv'; select 1 as a; select 2 as b";
    for (String ending : List.of("parquet", "arrow", "json", "jsonl", "md", "html")) {
      Run run = heddle("sql", "-o", "x." + ending, script);
      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.err()).contains("Cannot write 2 results to x." + ending);
      assertThat(folder.resolve("made.csv")).doesNotExist();
    }
    Run csv = heddle("sql", "-o", "x.csv", script);
    assertThat(csv.err()).isEmpty();
    assertThat(folder.resolve("x.csv")).hasContent("a\n1\nb\n2\n");
  }

  @Test
  void aScriptMayBeginWithAByteOrderMark() throws Exception {
    Files.writeString(folder.resolve("bom.sql"), "\uFEFFselect 1 as a;\nselect 2 as b;\n");
    Run run = heddle("sql", "--format", "csv", "-f", "bom.sql");
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("a\n1\nb\n2\n");
  }

  @Test
  void errorsNameWhatWasTypedAndWhatToType() throws Exception {
    Files.writeString(folder.resolve("b.xlsx"), "x");
    assertThat(heddle("sqll", "select 1").err())
        .contains("no command \"sqll\"", "did you mean \"sql\"?");
    assertThat(heddle("sql", "select 1 & 2").err())
        .contains("no operator &", "(line 1, column 10)");
    assertThat(heddle("sql", "--memory", "10m", "select 1").err())
        .contains("needs at least", "MiB, above the memory limit of 10 MiB");
    assertThat(heddle("sql", "--threads", "0", "select 1").err())
        .contains("Cannot use --threads 0: write a number from 1");
    assertThat(heddle("scheduler", "--client-seconds", "-5").err())
        .contains("Cannot use --client-seconds -5: write a number from 0");
    assertThat(heddle("sql", "-t", "x=", "-t", "x=", "select 1").err())
        .contains("-t x=: the path behind = is missing");
    assertThat(heddle("sql", "-t", "x=a.csv", "-t", "x=b.csv", "select 1").err())
        .contains("Cannot name two tables x (-t x=b.csv");
    assertThat(heddle("sql", "select * from 'b.xlsx'").err()).contains("Excel files (.xlsx)");
    assertThat(heddle("sql", "--fromat", "csv", "select 1").err())
        .contains("no option \"--fromat\"", "did you mean \"--format\"?");
    assertThat(heddle("worker", "--listen", "no.such.host:1").err())
        .contains("Cannot use --listen no.such.host:1: no host of this name is known");
    assertThat(heddle("shuffle", "--folder", "/proc/nowhere").err())
        .contains("Cannot use --folder /proc/nowhere: it cannot be made");
    assertThat(heddle("sql", "--s3-endpoint", "::", "select 1").err())
        .contains("Cannot use --s3-endpoint ::: write a URL");
    assertThat(heddle("worker", "--slots", "0").err())
        .contains("Cannot use --slots 0: write a number from 1");
  }
}
