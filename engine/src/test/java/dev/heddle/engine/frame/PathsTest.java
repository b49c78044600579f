package dev.heddle.engine.frame;

import static dev.heddle.frame.expr.Functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.JsonReadOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files are named by paths as well as by texts. */
class PathsTest {
  @TempDir private Path folder;

  private record Item(long id, String name) {}

  @Test
  void filesOfEachFormatAreWrittenAndRead() {
    try (Session session = Heddle.local()) {
      DataFrame items = session.from(List.of(new Item(1, "a"), new Item(2, "b")));
      Path parquet = folder.resolve("items.parquet");
      Path csv = folder.resolve("items.csv");
      Path json = folder.resolve("items.jsonl");
      Path arrow = folder.resolve("items.arrow");
      items.write().parquet(parquet);
      items.write().csv(csv);
      items.write().json(json);
      items.write().arrow(arrow);
      for (DataFrame read :
          List.of(
              session.read().parquet(parquet),
              session.read().csv(csv),
              session.read().csv(CsvReadOptions.DEFAULT, csv),
              session.read().json(json),
              session.read().json(JsonReadOptions.DEFAULT, json),
              session.read().arrow(arrow),
              session.read().path(parquet))) {
        assertThat(read.rows(Item.class)).containsExactly(new Item(1, "a"), new Item(2, "b"));
      }
      Path more = folder.resolve("more.parquet");
      items.filter(col("id").eqTo(2)).write().parquet(more);
      assertThat(session.read().parquet(parquet, more).count()).isEqualTo(3);
    }
  }

  @Test
  void pathsOfOtherFileSystemsAreRefused() throws IOException {
    URI archive = URI.create("jar:" + folder.resolve("a.zip").toUri());
    try (Session session = Heddle.local();
        FileSystem zip = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
      Path inside = zip.getPath("items.csv");
      assertThatThrownBy(() -> session.read().csv(inside))
          .isInstanceOf(HeddleException.class)
          .hasMessageContainingAll("a.zip!/items.csv", "default file system");
    }
  }
}
