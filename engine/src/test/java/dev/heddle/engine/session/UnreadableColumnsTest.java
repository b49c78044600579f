package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.testing.ParquetFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnreadableColumnsTest {
  @TempDir private Path folder;

  @Test
  void askingForANestedColumnIsAnErrorThatNamesFileAndColumn() {
    Path file =
        ParquetFiles.write("select 1 as id, [1, 2] as tags", folder.resolve("nested.parquet"));
    try (Session session = Heddle.local()) {
      assertThat(session.read().parquet(file.toString()).schema().names()).containsExactly("id");
      assertThat(session.read().parquet(file.toString()).count()).isEqualTo(1);
      assertThatThrownBy(() -> session.read().parquet(file.toString()).select("tags"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("column \"tags\" cannot be read")
          .hasMessageContaining("nested.parquet: it is nested");
      assertThatThrownBy(() -> session.sql("select tags from '" + file + "'"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("Cannot read column \"tags\"")
          .hasMessageContaining("nested.parquet: it is nested");
    }
  }
}
