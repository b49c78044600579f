package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The prompt for Java, as a process of its own. */
@Tag("process")
class JShellTest {
  @TempDir private Path folder;

  private CommandRun pipe(String input, String... arguments) throws Exception {
    Path in = folder.resolve("in");
    Files.writeString(in, input);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + Path.of("..", "jvm.options").toRealPath());
    command.add("-XX:TieredStopAtLevel=1"); // a short life
    command.addAll(FastStarts.flags());
    command.addAll(List.of("-cp", FastStarts.classPath(), "dev.heddle.cli.Main", "jshell"));
    command.addAll(List.of(arguments));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return new CommandRun(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  @Test
  void whatIsPipedInRunsAndTablesAreShown() throws Exception {
    Path rows = Files.writeString(folder.resolve("rows.csv"), "a,b\n1,x\n2,y\n");
    CommandRun run =
        pipe(
            """
            int two = 2
            class Twice {
              static int of(int x) { return 2 * x; }
            }
            System.out.println("printed " + Twice.of(two));
            session.table("rows").filter(col("a").gt(lit(1))).collect()
            session.table("rows").select("b")
            // a comment
            "done"
            """,
            "-t",
            "rows=" + rows,
            "--memory",
            "256m");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            """
            two ==> 2
            printed 4
            $1 ==>\s
            +---+---+
            | a | b |
            +---+---+
            | 2 | y |
            +---+---+
            1 row
            $2 ==>\s
            +--------+---------+-------+
            | column | type    | nulls |
            +--------+---------+-------+
            | b      | VARCHAR | yes   |
            +--------+---------+-------+
            Project b
              Scan rows
            $3 ==> "done"
            """
                .replace("  Scan rows\n", run.out().lines().toList().get(16) + "\n"));
  }

  @Test
  void theFirstErrorEndsAPipe() throws Exception {
    CommandRun thrown = pipe("int f() {\n  return 1 / 0;\n}\nf()\nSystem.out.println(\"no\");\n");
    assertThat(thrown.exit()).isEqualTo(1);
    assertThat(thrown.out()).isEmpty();
    assertThat(thrown.err())
        .isEqualTo("error: ArithmeticException: / by zero\n  at f, line 2\n  at line 4\n");
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void soDoesCodeThatDoesNotCompileOrAQueryThatFails() throws Exception {
    CommandRun wrong = pipe("int y = 1;\nint x = ;\n");
    assertThat(wrong.exit()).isEqualTo(1);
    assertThat(wrong.err())
        .startsWith("error: CompileError: line 2: ")
        .contains("int x = ;\n", "^");
    CommandRun query = pipe("session.sql(\"select 1 as a\").select(col(\"b\"))\n");
    assertThat(query.exit()).isEqualTo(1);
    assertThat(query.err())
        .startsWith("error: ANALYSIS: ")
        .contains("\"b\"")
        .doesNotContain("dev.heddle");
  }

  @Test
  void exitGivesItsCode() throws Exception {
    assertThat(pipe("/exit 7\nSystem.out.println(\"no\");\n").exit()).isEqualTo(7);
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void soDoesThatOfJavaAndOtherCommandsAreErrors() throws Exception {
    assertThat(pipe("System.exit(9);\n").exit()).isEqualTo(9);
    CommandRun other = pipe("/vars\n");
    assertThat(other.exit()).isEqualTo(1);
    assertThat(other.err()).contains("/vars", "/exit");
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void aTerminalHasThePromptOfTheJdk() throws Exception {
    assumeTrue(TerminalProcess.isPossible(), "the program script makes no terminal here");
    try (TerminalProcess terminal = TerminalProcess.start(folder, 24, "jshell", "--threads", "1")) {
      terminal.await("the variable session is ready");
      terminal.await("heddle> ");
      terminal.type("session.sql(\"select range as n from range(60)\").collect()\r");
      assertThat(terminal.await("60 rows")).contains("| n  |", "| 59 |"); // above 1,000 characters
      terminal.await("heddle> ");
      terminal.type("System.out.println(\"begun\"); while (true) { }\r");
      terminal.await("begun\r"); // what it prints, not what was typed
      terminal.typeUntil(TerminalProcess.CTRL_C, "heddle> "); // the tool may not hear it at once
      terminal.type("/exit 4\r");
      assertThat(terminal.awaitEnd()).isEqualTo(4);
    }
  }

  @Test
  void aJavaWithoutACompilerIsATypedError() {
    ModuleLayer none = ModuleLayer.empty();
    assertThatThrownBy(() -> KernelParts.require("jshell", none, JShellTest.class.getClassLoader()))
        .hasMessageContaining("Cannot run heddle jshell")
        .hasMessageContaining("install")
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED));
    assertThatThrownBy(
            () ->
                KernelParts.require(
                    "kernel", ModuleLayer.boot(), ClassLoader.getPlatformClassLoader()))
        .hasMessageContaining("its libraries are not on the class path")
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
  }
}
