package dev.heddle.engine.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Runs the blocks of the SQL chapter in order. */
class SqlGuideTest {
  private static final Pattern SQL_BLOCK = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

  @Test
  void runsEveryBlock() throws IOException {
    Matcher blocks = SQL_BLOCK.matcher(read());
    List<Long> rows = new ArrayList<>();
    try (Session session = Heddle.local()) {
      while (blocks.find()) {
        session.execute(
            blocks.group(1),
            result -> {
              if (result.rows() != null && !result.statement().startsWith("explain")) {
                rows.add(result.rows().rowCount());
              }
            });
      }
      assertThat(session.tables()).isEmpty();
    }
    // show, describe, schemas, names, information, settings, transactions, join, windows, grouping
    // sets, union,
    // nested (three), recursion, short forms (three), columns (three), labels, sample, arithmetic
    assertThat(rows)
        .containsExactly(
            2L, 4L, 2L, 1L, 2L, 1L, 3L, 1L, 1L, 4L, 1L, 2L, 3L, 2L, 4L, 7L, 4L, 2L, 2L, 3L, 2L, 3L,
            4L, 2L, 3L, 5L, 2L, 1L, 1L, 4L, 2L, 3L, 4L, 2L, 2L, 1L, 1L);
  }

  private static String read() throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/guide"))) {
      root = root.getParent();
    }
    return Files.readString(root.resolve("docs/guide/sql.md"));
  }
}
