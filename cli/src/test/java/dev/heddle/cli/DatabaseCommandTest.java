package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that work in a lasting database. */
@Tag("process")
class DatabaseCommandTest {
  @TempDir private Path folder;

  @Test
  void whatAnOtherCommandHasMadeIsThere() throws Exception {
    CommandRun made =
        CommandRun.inProcess(
            folder,
            "sql",
            "--database",
            "lake",
            "create schema s; create table s.t as select range as a from range(4); use s;"
                + " insert into t values (10)");
    assertThat(made.exit()).as(made.err()).isZero();
    CommandRun read =
        CommandRun.inProcess(
            folder,
            "sql",
            "--format",
            "csv",
            "--database",
            "lake/",
            "--database-read-only",
            "select current_database() as d, sum(a) as s from s.t");
    assertThat(read.out()).as(read.err()).isEqualTo("d,s\nlake,16\n");
    CommandRun refused =
        CommandRun.inProcess(
            folder, "shell", "--database", "lake", folder.resolve("other").toString());
    assertThat(refused.exit()).isNotZero();
    assertThat(refused.err()).contains("Cannot open both databases");
  }
}
