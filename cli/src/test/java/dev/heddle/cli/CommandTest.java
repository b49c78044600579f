package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command as a process of its own, as a user does. */
@Tag("process")
class CommandTest {
  @TempDir private Path folder;

  private CommandRun heddle(String... arguments) throws IOException, InterruptedException {
    return CommandRun.inProcess(folder, arguments);
  }

  @Test
  void runsAScriptAndPrintsEachResultAsCsv() throws Exception {
    CommandRun run =
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
  void printsTheDashboardsLinkBeforeAnyResult() throws Exception {
    CommandRun run =
        heddle(
            "sql",
            "--ui",
            "--ui-listen",
            "127.0.0.1:0",
            "--ui-history",
            folder.resolve("history").toString(),
            "--format",
            "csv",
            "select 1 as a");
    assertThat(run.err())
        .matches("heddle shows queries at http://127\\.0\\.0\\.1:\\d+/\\?token=[\\w-]{43}\n");
    assertThat(run.out()).isEqualTo("a\n1\n");
    assertThat(run.exit()).isZero();
    assertThat(folder.resolve("history")).isNotEmptyDirectory();
  }

  @Test
  void writesAReportOfWhatRanEvenIfTheLastFails() throws Exception {
    Path report = folder.resolve("report.html");
    CommandRun run =
        heddle(
            "sql",
            "--report",
            report.toString(),
            "select 41 + 1 as answer; select sum(sin(range)) > 2 from range(20000000);"
                + " select nothing");
    assertThat(run.out()).contains("42");
    assertThat(run.err()).contains("nothing");
    assertThat(run.exit()).isNotZero();
    assertThat(Files.readString(report))
        .contains("select 41 + 1 as answer", "<svg class=flame", "</html>");
    CommandRun nowhere =
        CommandRun.here("sql", "--report", folder + "/none/report.html", "select 1");
    assertThat(nowhere.err()).contains("name a file in a folder that is there");
    assertThat(nowhere.exit()).isNotZero();
  }

  @Test
  void givesParametersValues() throws Exception {
    CommandRun run =
        heddle(
            "sql",
            "--format",
            "csv",
            "-p",
            "day=2024-01-05",
            "--parameter",
            "name=it's",
            "-p",
            "n=1",
            "create table t (d date, s varchar); insert into t values ($day, $name), (null, 'x');"
                + "select * from t where d = $day limit $n");
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("d,s\n2024-01-05,it's\n");
    CommandRun wrong = CommandRun.here("sql", "-p", "x=1", "select 1");
    assertThat(wrong.err()).contains("no parameter \"x\"");
    assertThat(wrong.exit()).isEqualTo(1);
  }

  @Test
  void tellsOnceOfAFileInTheTextThatCannotBeRead() throws Exception {
    Files.writeString(folder.resolve("broken.parquet"), "this is no Parquet file");
    CommandRun run = heddle("sql", "select * from 'broken.parquet'");
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).containsOnlyOnce("Cannot read").contains("does not end in PAR1");
    assertThat(run.exit()).isNotZero();
    CommandRun wrong = heddle("sql", "select * frm x, 'broken.parquet' from 'broken.parquet'");
    assertThat(wrong.err()).isNotEmpty().doesNotContain("Cannot read");
    assertThat(wrong.exit()).isNotZero();
  }

  @Test
  void writesParquetAndReadsItBackByPathAsJson() throws Exception {
    CommandRun written =
        CommandRun.here(
            "sql", "--format", "parquet", "-o", file("t.parquet"), "values (1, 'x'), (2, null)");
    assertThat(written.err()).isEmpty();
    CommandRun read =
        heddle("sql", "--format", "json", "-t", "t=t.parquet", "select * from t order by 1");
    assertThat(read.out())
        .isEqualTo("[{\"column1\":1,\"column2\":\"x\"},\n{\"column1\":2,\"column2\":null}]\n");
    CommandRun schema = heddle("schema", "t.parquet");
    assertThat(schema.out()).contains("column1 INTEGER").contains("column2 VARCHAR");
  }

  @Test
  void readsAFolderByItsNameAndSaysHowManyBadRowsItSkipped() throws Exception {
    Files.createDirectory(folder.resolve("numbers"));
    Files.writeString(folder.resolve("numbers/a.csv"), "a\n1\nx\n3\n");
    CommandRun run =
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
    CommandRun run =
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
    CommandRun run = heddle("sql", "--debug", "select 1 / 0");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("Cannot divide 1 by zero").contains("at dev.heddle.");
  }

  @Test
  void explainsWithWhatWasMeasured() throws Exception {
    CommandRun run = heddle("explain", "--analyze", "select count(*) from (values (1), (2)) t(a)");
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("== physical plan").contains("Aggregate").contains("1 rows");
    CommandRun statement = heddle("sql", "explain select count(*) from (values (1), (2)) t(a)");
    assertThat(statement.out()).startsWith("== logical plan\n");
  }

  @Test
  void aQueryBeyondTheMemoryLimitIsATypedError() throws Exception {
    CommandRun run =
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

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void severalResultsForOneFileAreRefusedBeforeAnyRuns() throws Exception {
    String script =
        "copy (select 1 as a) to '" + file("made.csv") + "'; select 1 as a; select 2 as b";
    for (String ending : List.of("parquet", "arrow", "json", "jsonl", "md", "html")) {
      CommandRun run = CommandRun.here("sql", "-o", file("x." + ending), script);
      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.err()).contains("Cannot write 2 results to " + file("x." + ending));
      assertThat(folder.resolve("made.csv")).doesNotExist();
    }
    CommandRun csv = CommandRun.here("sql", "-o", file("x.csv"), script);
    assertThat(csv.err()).isEmpty();
    assertThat(folder.resolve("x.csv")).hasContent("a\n1\nb\n2\n");
  }

  @Test
  void aScriptMayBeginWithAByteOrderMark() throws Exception {
    Files.writeString(folder.resolve("bom.sql"), "\uFEFFselect 1 as a;\nselect 2 as b;\n");
    CommandRun run = heddle("sql", "--format", "csv", "-f", "bom.sql");
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("a\n1\nb\n2\n");
  }

  @Test
  void errorsNameWhatWasTypedAndWhatToType() throws Exception {
    Files.writeString(folder.resolve("b.xlsx"), "x");
    assertThat(error("sqll", "select 1")).contains("no command \"sqll\"", "did you mean \"sql\"?");
    assertThat(error("sql", "select 1 # 2")).contains("no operator #", "(line 1, column 10)");
    // a process of its own, as the limit is that of the process
    assertThat(heddle("sql", "--memory", "10m", "select 1").err())
        .contains("needs at least", "MiB, above the memory limit of 10 MiB");
    assertThat(error("sql", "--threads", "0", "select 1"))
        .contains("Cannot use --threads 0: write a number from 1");
    assertThat(error("scheduler", "--client-seconds", "-5"))
        .contains("Cannot use --client-seconds -5: write a number from 0");
    assertThat(error("sql", "-t", "x=", "-t", "x=", "select 1"))
        .contains("-t x=: the path behind = is missing");
    assertThat(error("sql", "-t", "x=a.csv", "-t", "x=b.csv", "select 1"))
        .contains("Cannot name two tables x (-t x=b.csv");
    assertThat(error("sql", "select * from '" + file("b.xlsx") + "'"))
        .contains("Excel files (.xlsx)");
    assertThat(error("sql", "--fromat", "csv", "select 1"))
        .contains("no option \"--fromat\"", "did you mean \"--format\"?");
    assertThat(error("worker", "--listen", "no.such.host:1"))
        .contains("Cannot use --listen no.such.host:1: no host of this name is known");
    assertThat(error("shuffle", "--folder", "/proc/nowhere"))
        .contains("Cannot use --folder /proc/nowhere: it is not there and cannot be made");
    assertThat(error("sql", "--s3-endpoint", "::", "select 1"))
        .contains("Cannot use --s3-endpoint ::: write a URL");
    assertThat(error("worker", "--slots", "0"))
        .contains("Cannot use --slots 0: write a number from 1");
  }

  private static String error(String... arguments) {
    CommandRun run = CommandRun.here(arguments);
    assertThat(run.exit()).isNotZero();
    return run.err();
  }
}
