package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The data files of tables of other programs are not taken for the tables. */
class TableFoldersTest {
  @TempDir private Path folder;

  private final Session session = Heddle.local();

  @AfterEach
  void close() {
    session.close();
  }

  private void file(String path) {
    session.sql("select 1 as a").write().parquet(folder.resolve(path).toString());
  }

  private void marker(String path) throws IOException {
    Path marker = folder.resolve(path);
    Files.createDirectories(marker.getParent());
    Files.writeString(marker, "{}");
  }

  @ParameterizedTest
  @CsvSource({
    "t/_delta_log/00000000000000000000.json, Delta Lake, t/part-0.parquet, t",
    "t/_delta_log/00000000000000000000.json, Delta Lake, t/part-0.parquet, t/*.parquet",
    "t/_delta_log/00000000000000000000.json, Delta Lake, t/y=1/part-0.parquet, t",
    "t/_delta_log/00000000000000000000.json, Delta Lake, t/y=1/part-0.parquet, t/y=1",
    "t/_delta_log/00000000000000000000.json, Delta Lake, t/y=1/part-0.parquet, t/**/*.parquet",
    "t/_delta_log/00000000000000000000.json, Delta Lake, t/part-0.parquet, ''",
    "t/_delta_log/00000000000000000000.json, Delta Lake, t/part-0.parquet, */*.parquet",
    "t/metadata/v1.metadata.json, Iceberg, t/data/part-0.parquet, t",
    "t/metadata/v1.metadata.json, Iceberg, t/data/part-0.parquet, t/data",
    "t/metadata/v1.metadata.json, Iceberg, t/data/part-0.parquet, t/data/*.parquet",
    "t/metadata/v1.metadata.json, Iceberg, t/data/y=1/part-0.parquet, t/data/y=1",
    "t/.hoodie/hoodie.properties, Hudi, t/part-0.parquet, t"
  })
  void areRefusedUnlessAskedFor(String marker, String format, String data, String read)
      throws IOException {
    file(data);
    marker(marker);
    String path = folder + (read.isEmpty() ? "" : "/" + read);
    assertThatThrownBy(() -> session.read().parquet(path))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining(folder + "/t is the folder of")
        .hasMessageContaining(format + " table")
        .hasMessageContaining("raw_table_folders");
    assertThatThrownBy(() -> session.sql("select * from '" + path + "'"))
        .hasMessageContaining(format + " table");
    assertThat(session.read().withRawTableFolders().parquet(path).count()).isEqualTo(1);
    assertThat(
            session
                .sql("select a from read_parquet('" + path + "', raw_table_folders = true)")
                .count())
        .isEqualTo(1);
    assertThat(session.read().parquet(folder + "/" + data).count()).isEqualTo(1);
  }

  @Test
  void foldersThatOnlyLookAlikeAreRead() throws IOException {
    file("t/metadata/part-0.parquet");
    file("t/data/part-1.parquet");
    marker("t/metadata/readme.json");
    assertThat(session.read().parquet(folder + "/t").count()).isEqualTo(2);
  }
}
