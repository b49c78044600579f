package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heddle.io.testing.Effort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The prompt at a real terminal: completion, statements of several lines, history, pages; and what
 * the command shows there.
 */
@Tag("process")
class ShellTerminalTest {
  private static final boolean NIGHT = Effort.isWhole();
  private static final String PROMPT = "heddle> ";
  private static final String MORE = "   ...> ";

  @TempDir private Path folder;

  @BeforeEach
  void terminalsCanBeMade() {
    assumeTrue(TerminalProcess.isPossible());
  }

  @Test
  void tabCompletesWhatTheCursorIsAt() throws Exception {
    Files.writeString(folder.resolve("numbers.csv"), "a\n1\n");
    try (TerminalProcess terminal = TerminalProcess.start(folder, 24, "shell")) {
      terminal.await(PROMPT);
      terminal.type("create table people (person_id int, \"full name\" varchar);\r");
      terminal.await(PROMPT);
      terminal.type("sel\t");
      terminal.await("select ");
      terminal.type("time_buc\t");
      terminal.await("time_bucket(");
      terminal.type(TerminalProcess.CTRL_C);
      terminal.await(PROMPT);
      terminal.type("SEL\t");
      terminal.await("SELECT ");
      terminal.type("people.pers\t");
      terminal.await("people.person_id ");
      terminal.type(", \"fu\t");
      terminal.await("\"full name\" ");
      terminal.type("from peo\t");
      terminal.await("people ");
      terminal.type("; select * from 'num\t");
      terminal.await("'numbers.csv' ");
      terminal.type(";\r");
      assertThat(terminal.await(PROMPT)).contains("0 rows").contains("| a |").contains("1 row\r");
      terminal.type("quit\r");
      assertThat(terminal.awaitEnd()).isZero();
    }
  }

  @Test
  void statementsOfSeveralLinesComeBackWholeInALaterShell() throws Exception {
    try (TerminalProcess terminal = TerminalProcess.start(folder, 24, "shell")) {
      terminal.await(PROMPT);
      terminal.type("select 'a;\r");
      terminal.await(MORE);
      terminal.type("b' as x, -- no end ; here\r");
      terminal.await(MORE);
      terminal.type("40 + 2 as y; -- the end\r");
      assertThat(terminal.await(PROMPT)).contains("| a;\\nb | 42 |").contains("1 row\r");
      terminal.type("select 7;\r");
      terminal.await("1 row\r");
      terminal.await(PROMPT);
      terminal.type("exit\r");
      assertThat(terminal.awaitEnd()).isZero();
    }
    Path history = folder.resolve("cache/heddle/shell-history");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(history)))
        .isEqualTo("rw-------");
    try (TerminalProcess terminal = TerminalProcess.start(folder, 24, "shell")) {
      terminal.await(PROMPT);
      terminal.type(TerminalProcess.UP + TerminalProcess.UP + TerminalProcess.UP);
      terminal.await("40 + 2 as y");
      terminal.type("\r");
      assertThat(terminal.await("1 row\r")).contains("| a;\\nb | 42 |");
      terminal.await(PROMPT);
      terminal.type("\\q\r");
      assertThat(terminal.awaitEnd()).isZero();
    }
  }

  @Test
  void longTablesAreShownByPages() throws Exception {
    try (TerminalProcess terminal = TerminalProcess.start(folder, 12, "shell")) {
      terminal.await(PROMPT);
      terminal.type("select * from range(30);\r");
      String first = terminal.await("space: next page, q: end");
      assertThat(first).contains("|     0 |").doesNotContain("|    11 |");
      terminal.type(" ");
      assertThat(terminal.await("space: next page, q: end")).contains("|    11 |");
      terminal.type("q");
      assertThat(terminal.await(PROMPT)).doesNotContain("|    29 |");
      terminal.type("quit\r");
      assertThat(terminal.awaitEnd()).isZero();
    }
  }

  @Test
  void aTableOfTheCommandStopsAtTheHeightOfTheTerminal() throws Exception {
    try (TerminalProcess terminal =
        TerminalProcess.start(folder, 12, "sql", "select * from range(300)")) {
      assertThat(terminal.await("more rows")).contains("|     0 |").doesNotContain("|    12 |");
      assertThat(terminal.awaitEnd()).isZero();
    }
  }

  @Test
  void aQueryThatTakesLongShowsHowFarItIs() throws Exception {
    String endless =
        "select count(*) from range(100000000) a, range(1000) b where a.range % 9 < b.range";
    for (String command : NIGHT ? List.of("sql", "shell") : List.of("shell")) {
      List<String> words = new ArrayList<>(List.of(command, "--threads", "1"));
      words.addAll(command.equals("sql") ? List.of(endless) : List.of());
      try (TerminalProcess terminal = TerminalProcess.start(folder, 24, words, "exec %s")) {
        if (command.equals("shell")) {
          terminal.await(PROMPT);
          terminal.type(endless + ";\r");
        }
        assertThat(terminal.await("% [....................], ")).as(command).doesNotContain("rror");
        terminal.type(TerminalProcess.CTRL_C);
        if (command.equals("shell")) {
          terminal.await("cancelled");
          terminal.await(PROMPT);
          terminal.type("quit\r");
          assertThat(terminal.awaitEnd()).isZero();
        } else {
          assertThat(terminal.awaitEnd()).isNotZero();
        }
      }
    }
  }

  @Test
  void nothingOfThatGoesIntoAPipeOrBesideIt() throws Exception {
    String slow = "select count(*) as n from range(30000000) where range % 7 >= 0";
    try (TerminalProcess terminal =
        TerminalProcess.start(
            folder, 24, List.of("sql", "--format", "csv", slow), "%s | cat; echo over")) {
      assertThat(terminal.await("over")).contains("30000000").doesNotContain("% [");
    }
  }

  @Test
  void aPipeWhoseReaderLeavesEndsTheCommandQuietly() throws Exception {
    String query = "select range as i, 'r' || range as t from range(300000)";
    for (String format : NIGHT ? List.of("csv", "json", "table") : List.of("csv")) {
      try (TerminalProcess terminal =
          TerminalProcess.start(
              folder,
              24,
              List.of("sql", "--format", format, query),
              "{ %s; echo \"exit $?\" >&2; } | head -n 4")) {
        assertThat(terminal.await("exit 141")).as(format).contains("0").doesNotContain("rror");
        assertThat(terminal.awaitEnd()).isZero();
      }
    }
  }
}
