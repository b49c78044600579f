package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.database.FileSteps;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.testing.Effort;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases of several processes, and of some that end in the middle of a statement. */
@Tag("process")
class DatabaseProcessTest {
  private static final String ROWS = "select count(*), sum(a) from t";

  @TempDir private Path folder;

  private Process start(Path database, int endBefore, String statement) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--sun-misc-unsafe-memory-access=allow",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-Xmx128m",
            "-Djava.io.tmpdir=" + folder,
            "-cp",
            System.getProperty("java.class.path"),
            DatabaseProcess.class.getName(),
            database.toString(),
            String.valueOf(endBefore),
            statement)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  @Test
  void aKilledProcessLeavesTheStateBeforeOrAfterItsStatement() throws Exception {
    Path database = folder.resolve("lake");
    try (Session session = LastingDatabaseTest.open(database)) {
      session.execute("create table t as select range as a from range(10)");
    }
    int step = 0;
    int killed = 0;
    List<String> states = new ArrayList<>();
    while (true) {
      Process process = start(database, step, "update t set a = a + 1");
      try (BufferedReader output = process.inputReader()) {
        String said = output.readLine();
        if (said != null) {
          assertThat(said).isEqualTo("done");
          process.destroyForcibly(); // after the commit, with the lock
        }
        int code = process.waitFor();
        killed += code == DatabaseProcess.KILLED ? 1 : 0;
        try (Session session = LastingDatabaseTest.open(database)) {
          states.addAll(LastingDatabaseTest.rows(session, ROWS));
          assertThat(LastingDatabaseTest.dataFiles(database)).as("after step " + step).hasSize(1);
        }
        if (said != null) {
          break;
        }
      } finally {
        process.destroyForcibly().waitFor();
      }
      step += Effort.isWhole() || step == 0 ? 1 : 3;
    }
    assertThat(killed).as("killed in a statement").isGreaterThan(2);
    assertThat(states.getFirst()).as("before the first file").isEqualTo("[10, 45]");
    for (int i = 1; i < states.size(); i++) {
      long before = sum(states.get(i - 1));
      assertThat(sum(states.get(i))).as("%s", states).isIn(before, before + 10);
    }
    assertThat(sum(states.getLast())).as("%s", states).isGreaterThan(45);
  }

  private static long sum(String row) {
    return Long.parseLong(row.substring(row.indexOf(' ') + 1, row.length() - 1));
  }

  @Test
  void anotherProcessReadsBesideTheWriterAndWritesAfterIt() throws Exception {
    Path database = folder.resolve("lake");
    Process process =
        start(
            database,
            Integer.MAX_VALUE,
            "create table t as select range as a from range(10); insert into t values (100)");
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo("done");
      assertThatThrownBy(() -> LastingDatabaseTest.open(database))
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED))
          .hasMessageContaining("process " + process.pid() + " writes it");
      try (Session reader = LastingDatabaseTest.session(FileSteps.NONE)) {
        reader.execute("attach '" + database + "' (read_only); use lake");
        assertThat(LastingDatabaseTest.rows(reader, ROWS)).containsExactly("[11, 145]");
        process.destroyForcibly().waitFor();
        try (Session writer = LastingDatabaseTest.open(database)) {
          writer.execute("update t set a = 0 where a = 100");
          assertThat(LastingDatabaseTest.rows(reader, ROWS)).containsExactly("[11, 45]");
        }
        try (Session writer = LastingDatabaseTest.open(database)) {
          assertThat(LastingDatabaseTest.dataFiles(database))
              .as("while it is read nothing is removed")
              .hasSizeGreaterThan(1);
          assertThat(LastingDatabaseTest.rows(writer, ROWS)).containsExactly("[11, 45]");
        }
      }
      LastingDatabaseTest.open(database).close();
      assertThat(LastingDatabaseTest.dataFiles(database)).as("orphans are gone").hasSize(1);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
