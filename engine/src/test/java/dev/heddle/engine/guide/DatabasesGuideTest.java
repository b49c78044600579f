package dev.heddle.engine.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.DatabaseAccess;
import dev.heddle.frame.option.SessionOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the block of the chapter on lasting databases, in a folder of its own. */
class DatabasesGuideTest {
  private static final Pattern SQL_BLOCK = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

  @TempDir private Path folder;

  @Test
  void runsTheBlock() throws IOException {
    Matcher block = SQL_BLOCK.matcher(read());
    assertThat(block.find()).isTrue();
    Path lake = folder.resolve("lake");
    List<String> rows = new ArrayList<>();
    try (Session session = Heddle.local()) {
      session.execute(
          block.group(1).replace("'lake'", "'" + lake + "'"),
          result -> {
            if (result.rows() != null) {
              result.rows().forEach(row -> rows.add(row.toString()));
            }
          });
    }
    assertThat(rows)
        .containsExactly(
            "[1, start, 2.500]",
            "[2, start, 10.000]",
            "[2, 10.000]",
            "[archive, visits]",
            "[main, long_visits]",
            "[main, visits]");
    SessionOptions options = SessionOptions.defaults();
    try (Session session = Heddle.open(lake);
        Session reader = Heddle.open(lake, DatabaseAccess.READ, options)) {
      session.execute("insert into visits values (3, 'end', 0)");
      assertThat(reader.table("visits").count()).isEqualTo(3);
      assertThat(reader.sql("from archive.visits").count()).isEqualTo(2);
      assertThat(session.tables().getFirst().qualifiedName()).isEqualTo("lake.archive.visits");
    }
  }

  private static String read() throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/guide"))) {
      root = root.getParent();
    }
    return Files.readString(root.resolve("docs/guide/databases.md"));
  }
}
