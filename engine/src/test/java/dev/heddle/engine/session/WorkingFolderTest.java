package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.storage.WorkingFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two sessions of one process whose relative paths start in different folders. */
class WorkingFolderTest {
  @TempDir private Path root;

  private Session session(String name) throws IOException {
    Path folder = Files.createDirectories(root.resolve(name));
    SessionOptions options = SessionOptions.defaults().withThreads(2);
    return new Session(
        new SessionEngineProvider().open(options, WorkingFolder.ofAnother(folder)), options);
  }

  @Test
  void sameNamesAreDifferentFiles() throws IOException {
    try (Session a = session("day=1");
        Session b = session("day=2")) {
      for (String format : List.of("parquet", "csv", "json")) {
        String file = "'t." + format + "'";
        a.execute("copy (select 'a' as x) to " + file);
        b.execute("copy (select 'b' as x) to " + file);
        assertThat(a.sql("select * from " + file).toText(5))
            .contains("| a |")
            .doesNotContain("day");
        assertThat(b.sql("select * from " + file).toText(5))
            .contains("| b |")
            .doesNotContain("day");
        assertThat(root.resolve("day=1/t." + format)).isRegularFile();
      }
      a.execute("copy (select 1 as k, 2 as v) to 'parts' (format parquet, partition_by (k))");
      assertThat(a.sql("select v, k from 'parts'").toText(5)).contains("| 2 | 1 |");
      assertThat(a.sql("select k from 'p*/k=1/*.parquet'").toText(5)).contains("| 1 |");
      assertThat(root.resolve("day=1/parts/k=1")).isDirectory();
    }
  }

  @Test
  void messagesNamePathsAsTheyWereWritten() throws IOException {
    try (Session a = session("a")) {
      assertThatThrownBy(() -> a.sql("select * from 'none.parquet'"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("Cannot read none.parquet: no such file or folder");
      a.execute("copy (select 1 as x) to 't.parquet'");
      assertThatThrownBy(() -> a.sql("select 1 as x").write().parquet("t.parquet"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("Cannot write t.parquet: it exists");
    }
  }

  @Test
  void absolutePathsAndUrisMeanTheSameForAll() throws IOException {
    try (Session a = session("a");
        Session b = session("b")) {
      Path file = root.resolve("shared.parquet");
      a.execute("copy (select 7 as x) to '" + file + "'");
      assertThat(b.sql("select * from '" + file + "'").toText(5)).contains("| 7 |");
      assertThat(b.sql("select * from '../shared.parquet'").toText(5)).contains("| 7 |");
      assertThat(b.sql("select * from '" + file.toUri() + "'").toText(5)).contains("| 7 |");
    }
  }

  @Test
  void whatIsTheProcesssOwnIsRefused() throws IOException {
    try (Session a = session("a")) {
      assertThatThrownBy(() -> a.sql("select * from 's3a://bucket/t.parquet'"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("which has not the caller's credentials");
      assertThatThrownBy(() -> a.sql("select * from read_csv('/dev/stdin')"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("a stream or a device of the caller's process");
      assertThatThrownBy(() -> a.execute("copy (select 1 as x) to '/dev/stdout' (format csv)"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("a stream or a device of the caller's process");
      Files.createSymbolicLink(root.resolve("a/link.csv"), Path.of("/dev/null"));
      assertThatThrownBy(() -> a.sql("select * from 'link.csv'"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("a stream or a device of the caller's process");
      Files.delete(root.resolve("a/link.csv"));
    }
    assertThatThrownBy(() -> WorkingFolder.ofAnother(Path.of("a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("it is not absolute");
  }
}
