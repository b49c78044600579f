package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heddle.io.testing.Effort;
import dev.heddle.s3lab.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a warm server answers is what a process of the caller's own prints, to the byte. */
@Tag("process")
class WarmCallTest {
  @TempDir private static Path root;

  private static WarmServer server;
  private static Path a;
  private static Path b;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    assumeTrue(Commands.works("perl", "-v"), "there is no perl, which the client needs");
    server = new WarmServer(root);
    CommandRun run = server.daemon("start");
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    a = Files.createDirectories(root.resolve("a"));
    b = Files.createDirectories(root.resolve("b"));
    Files.writeString(a.resolve("t.csv"), "x,y\n1,one\n2,\n");
    Files.writeString(b.resolve("t.csv"), "x,y\n3,three\n");
    Files.writeString(a.resolve("s.sql"), "select * from 't.csv' order by x; select 'ä' as u;");
  }

  @AfterAll
  static void stop() throws IOException, InterruptedException {
    if (server != null) {
      server.close();
    }
  }

  private static CommandRun call(Path folder, String... arguments) throws Exception {
    return server.run(folder, Map.of(), "", server.call(arguments));
  }

  private static CommandRun piped(String input, String... arguments) throws Exception {
    return server.run(a, Map.of(), input, server.call(arguments));
  }

  /** Runs a command by the server, and as a process of its own, and compares. */
  private static int compared;

  /** Compares a command's two ways; by day each fifth of them. */
  private static void compare(String input, String... arguments) throws Exception {
    if (!Effort.isWhole() && compared++ % 5 != 0) {
      return;
    }
    CommandRun warm = piped(input, arguments);
    assertThat(warm.out()).as("%s", List.of(arguments)).doesNotContain(WarmServer.PAST);
    CommandRun own =
        server.run(a, Map.of(), input, WarmServer.java(WarmServer.BUILD, List.of(arguments)));
    assertThat(warm).as("%s", List.of(arguments)).isEqualTo(own);
  }

  @Test
  void answersAsAProcessOfTheCallersOwnDoes() throws Exception {
    compare("", "sql", "select 1");
    compare("", "sql", "select * from 't.csv' order by x");
    compare("", "sql", "-t", "t=t.csv", "--format", "csv", "select y, count(*) from t group by y");
    compare("", "sql", "--format", "json", "-f", "s.sql", "--threads", "1");
    compare("", "sql", "--format", "csv", "-f", "s.sql");
    compare("select 1 as a; select 'é' as b", "sql", "--format", "csv");
    compare("select 3", "sql", "-f", "-");
    compare("", "sql", "-p", "n=5", "select $n + 1 as x");
    compare("", "sql", "--format", "arrow", "select * from 't.csv'");
    compare("", "sql", "--format", "parquet", "select * from 't.csv'");
    compare("", "sql", "--time-zone", "Europe/Berlin", "select timestamptz '2024-07-01 00:00:00Z'");
    compare("", "schema", "t.csv");
    compare("", "schema", "t.csv", "s.sql");
    compare("", "sql", "show all");
    compare("", "sql", "create view v as select 1 as a; show tables; drop view v; select * from v");
    compare("", "sql", "copy (select 1 as x) to 'c.csv'; select * from 'c.csv'");
    compare("", "sql", "--format", "csv", "select range from range(300000)");
  }

  @Test
  void explainsAsAProcessOfTheCallersOwnDoesButForTheTimes() throws Exception {
    String[] arguments = {"explain", "-t", "t=t.csv", "select count(*) from t where x > 1"};
    CommandRun own =
        server.run(a, Map.of(), "", WarmServer.java(WarmServer.BUILD, List.of(arguments)));
    assertThat(withoutTimes(call(a, arguments))).isEqualTo(withoutTimes(own)).contains("Aggregate");
  }

  private static String withoutTimes(CommandRun run) {
    return run.out().replaceAll(" +\\d+\\.\\d+ ms", "") + run.err() + run.exit();
  }

  @Test
  void reportsErrorsAsAProcessOfTheCallersOwnDoes() throws Exception {
    compare("", "sql", "select nothing");
    compare("", "sql", "select * frm x");
    compare("", "sql", "select 1; select * from 'none.parquet'; select 2");
    compare("", "sql", "select * from 'no*.csv'");
    compare("", "sql", "-t", "t", "select 1");
    compare("", "sql", "-t", "t=t.csv", "-t", "T=t.csv", "select 1");
    compare("", "sql", "-f", "none.sql");
    compare("", "sql", "-f", "s.sql", "select 1");
    compare("", "sql", "-f", ".");
    compare("", "sql", "--format", "xyz", "select 1");
    compare("", "sql", "--threads", "0", "select 1");
    compare("", "sql", "--threads", "many", "select 1");
    compare("", "sql", "select 1", "select 2");
    compare("", "sql", "-o", "none/x.csv", "select 1");
    compare("", "sql", "-o", "x.json", "select 1; select 2");
    compare("", "sql", "--partition-by", "x", "select 1 as x");
    compare("", "sql", "copy (select 1) to 'none/'; copy (select 1 as x) to 't.csv' (mode append)");
    compare("", "schema", "none.csv");
    compare("", "schema");
    compare("", "explain", "select");
    compare("\u0000select", "sql");
  }

  @Test
  void relativePathsAreTheCallers() throws Exception {
    assertThat(call(a, "sql", "--format", "csv", "select x from 't.csv' order by x").out())
        .isEqualTo("x\n1\n2\n");
    assertThat(call(b, "sql", "--format", "csv", "select x from 't.csv'").out())
        .isEqualTo("x\n3\n");
    assertThat(call(b, "sql", "-o", "out.csv", "select x from '../a/t.csv' order by x").exit())
        .isZero();
    assertThat(b.resolve("out.csv")).hasContent("x\n1\n2\n");
    assertThat(call(b, "sql", "-o", "out.parquet", "select 1 as x").exit()).isZero();
    assertThat(call(b, "sql", "copy (select 2 as x) to 'copied.csv'").exit()).isZero();
    assertThat(b.resolve("out.parquet")).isRegularFile();
    assertThat(b.resolve("copied.csv")).hasContent("x\n2\n");
    String partitioned = "select 1 as k, 2 as v";
    assertThat(call(b, "sql", "-o", "p", "--format", "parquet", "--partition-by", "k", partitioned))
        .extracting(CommandRun::exit)
        .isEqualTo(0);
    assertThat(b.resolve("p/k=1")).isDirectory();
    assertThat(call(b, "sql", "--format", "csv", "-t", "p=p", "select * from p").out())
        .isEqualTo("v,k\n2,1\n");
  }

  @Test
  void whatIsTheCallersProcesssRunsThere() throws Exception {
    List<List<String>> others =
        List.of(
            List.of("sql", "select * from 's3a://bucket/t.parquet'"),
            List.of("sql", "-t", "t=-", "--stdin-format", "csv", "select * from t"),
            List.of("sql", "select * from read_csv('/dev/stdin')"),
            List.of("sql", "copy (select 1) to '/dev/stdout' (format csv)"),
            List.of("sql", "--memory", "1g", "select 1"),
            List.of("sql", "--cluster", "127.0.0.1:1", "select 1"),
            List.of("sql", "--s3-region", "eu", "select 1"),
            List.of("sql", "--debug", "select nothing"),
            List.of("sql", "@words"),
            List.of("sql", "--help"),
            List.of("version"));
    for (List<String> each : others) {
      CommandRun run = call(a, each.toArray(String[]::new));
      assertThat(run.out()).startsWith(WarmServer.PAST + " " + String.join(" ", each));
      assertThat(run.err()).isEmpty();
    }
  }

  @Test
  void otherVariablesThatCountRunThere() throws Exception {
    for (Map<String, String> each :
        List.of(
            Map.of("TZ", "Asia/Tokyo"),
            Map.of("LC_ALL", "C"),
            Map.of("HEDDLE_CLUSTER", "127.0.0.1:1"),
            Map.of("HEDDLE_S3_REGION", "eu"),
            Map.of("JDK_JAVA_OPTIONS", "-Xmx2g"))) {
      CommandRun run = server.run(a, each, "", server.call("sql", "select 1"));
      assertThat(run.out()).as("%s", each).startsWith(WarmServer.PAST);
    }
    CommandRun run =
        server.run(a, Map.of("AWS_PROFILE", "x"), "", server.call("sql", "select 41 + 1"));
    assertThat(run.out()).as("credentials that nothing needs").contains("42");
  }

  @Test
  void aScriptOfStdinThatRunsThereIsReadAgain() throws Exception {
    String script = "select * from 's3a://bucket/t.parquet' -- " + "x".repeat(200_000);
    CommandRun run = piped(script, "sql");
    assertThat(run.out()).isEqualTo(WarmServer.PAST + " sql\n" + script);
    Files.createDirectories(a.resolve("pipes"));
    assertThat(Commands.works("mkfifo", a.resolve("pipes/p.csv").toString())).isTrue();
    run = piped("select * from 'pipes/p.csv'", "sql");
    assertThat(run.out()).startsWith(WarmServer.PAST);
    Files.createSymbolicLink(a.resolve("link.csv"), Path.of("/dev/stdin"));
    assertThat(call(a, "sql", "select * from 'link.csv'").out()).startsWith(WarmServer.PAST);
    Files.delete(a.resolve("link.csv"));
  }

  @Test
  void credentialsAreThoseOfEachCallersOwn() throws Exception {
    Path lab = Files.createDirectories(root.resolve("lab"));
    try (S3Server s3 = S3Server.start(lab)) {
      Files.createDirectories(lab.resolve("objects/lake"));
      Map<String, String> right =
          Map.of(
              "AWS_ACCESS_KEY_ID", S3Server.ACCESS_KEY,
              "AWS_SECRET_ACCESS_KEY", S3Server.SECRET_KEY);
      Map<String, String> wrong =
          Map.of("AWS_ACCESS_KEY_ID", "somebody", "AWS_SECRET_ACCESS_KEY", "else");
      String[] copy = remote(s3, "copy (select x from 't.csv') to 's3a://lake/t.parquet'");
      String[] read = remote(s3, "select x from 's3a://lake/t.parquet' order by x");
      assertThat(server.run(b, right, "", server.heddle(copy)).err()).isEmpty();
      assertThat(server.run(a, right, "", server.heddle(read)).out()).isEqualTo("x\n3\n");
      CommandRun refused = server.run(b, wrong, "", server.heddle(read));
      assertThat(refused.err()).startsWith("error: ");
      assertThat(refused.exit()).isEqualTo(1);
      assertThat(server.run(b, right, "", server.heddle(read)).out()).isEqualTo("x\n3\n");
      assertThat(server.run(a, wrong, "", server.call("sql", "--format", "csv", "select 1 as x")))
          .isEqualTo(new CommandRun(0, "x\n1\n", ""));
    }
  }

  private static String[] remote(S3Server s3, String sql) {
    return new String[] {
      "sql", "--s3-endpoint", s3.url(), "--s3-path-style", "--format", "csv", sql
    };
  }

  @Test
  void showsOnATerminalWhatAProcessOfTheCallersOwnDoes() throws Exception {
    assumeTrue(TerminalProcess.isPossible(), "the program script makes no terminal here");
    String sql =
        "select range as a_column, range * 123456789012 as another_column, range + 1 as b,"
            + " range + 100000000000000 as still_another_column from range(1000)";
    for (String[] arguments :
        List.of(
            new String[] {"sql", sql},
            new String[] {"sql", "select range from range(100)"},
            new String[] {"sql", "--format", "csv", "select range from range(100)"},
            new String[] {"sql", "--format", "parquet", "select 1"},
            new String[] {"sql"})) {
      CommandRun warm = onTerminal(server.call(arguments));
      assertThat(warm.out()).doesNotContain(WarmServer.PAST);
      assertThat(warm).isEqualTo(onTerminal(WarmServer.java(WarmServer.BUILD, List.of(arguments))));
    }
  }

  private static CommandRun onTerminal(List<String> words) throws Exception {
    String line = String.join(" ", words.stream().map(word -> "'" + word + "'").toList());
    return server.run(
        a,
        Map.of("SHELL", "/bin/sh", "TERM", "xterm"),
        "",
        List.of("script", "-qec", "stty rows 12 cols 60; exec " + line, "/dev/null"));
  }

  @Test
  void stdinThatNobodyReadsIsLeftToTheNextCommand() throws Exception {
    List<String> words = new ArrayList<>(List.of("sh", "-c", "\"$@\" && cat", "sh"));
    words.addAll(server.call("sql", "--format", "csv", "select 1 as a"));
    assertThat(server.run(a, Map.of(), "rest\n", words).out()).isEqualTo("a\n1\nrest\n");
  }

  @Test
  void aReaderThatLeavesEndsTheCallQuietly() throws Exception {
    String pipe = "{ \"$@\"; echo $? >&2; } | head -n 2";
    List<String> words = new ArrayList<>(List.of("sh", "-c", pipe, "sh"));
    words.addAll(server.call("sql", "--format", "csv", "select range as r from range(10000000)"));
    CommandRun run = server.run(a, Map.of(), "", words);
    assertThat(run.out()).isEqualTo("r\n0\n");
    assertThat(run.err()).isEqualTo("141\n");
  }

  @Test
  void aFullDiskIsReportedAsTheCallersProcessDoes() throws Exception {
    String command = "\"$@\" > /dev/full";
    for (List<String> each :
        List.of(
            server.call("sql", "--format", "csv", "select range as r from range(100000)"),
            WarmServer.java(
                WarmServer.BUILD,
                List.of("sql", "--format", "csv", "select range as r from range(100000)")))) {
      List<String> words = new ArrayList<>(List.of("sh", "-c", command, "sh"));
      words.addAll(each);
      CommandRun run = server.run(a, Map.of(), "", words);
      assertThat(run.err()).startsWith("error: ").contains("No space left on device");
      assertThat(run.exit()).isEqualTo(1);
    }
  }

  @Test
  void modesOfFilesFollowTheCallersMask() throws Exception {
    String command = "umask 077; \"$@\"";
    List<String> words = new ArrayList<>(List.of("sh", "-c", command, "sh"));
    words.addAll(server.call("sql", "-o", "private.csv", "select 1 as x"));
    assertThat(server.run(a, Map.of(), "", words).out()).startsWith(WarmServer.PAST);
  }
}
