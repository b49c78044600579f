package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.parquet.OddFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnreadableColumnsTest {
  @TempDir private Path folder;

  @Test
  void askingForAnUnreadableColumnIsAnErrorThatNamesFileAndColumn() {
    Path file = OddFiles.withUnreadableColumn(folder.resolve("odd.parquet"));
    try (Session session = Heddle.local()) {
      assertThat(session.read().parquet(file.toString()).schema().names()).containsExactly("id");
      assertThat(session.read().parquet(file.toString()).count()).isEqualTo(1);
      assertThatThrownBy(() -> session.read().parquet(file.toString()).select("wide"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("column \"wide\" cannot be read")
          .hasMessageContaining("odd.parquet: it is DECIMAL(40, 2)");
      assertThatThrownBy(() -> session.sql("select wide from '" + file + "'"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("Cannot read column \"wide\"")
          .hasMessageContaining("odd.parquet: it is DECIMAL(40, 2)");
    }
  }
}
