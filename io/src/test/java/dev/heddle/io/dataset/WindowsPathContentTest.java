package dev.heddle.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import dev.heddle.frame.option.HivePartitions;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.WindowsDisk;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hive partitions below paths of Windows. */
class WindowsPathContentTest {
  private final FileSystem system = Jimfs.newFileSystem(Configuration.windows());
  private final Storage storage = WindowsDisk.of(system);

  @BeforeEach
  void create() throws IOException {
    for (int year = 2024; year < 2026; year++) {
      for (int month = 1; month < 3; month++) {
        Path folder = system.getPath("C:\\t\\year=" + year, "month=" + month);
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("a.csv"), "x\n1\n");
      }
    }
  }

  @AfterEach
  void close() throws IOException {
    system.close();
  }

  private PathContent content(String path) {
    return PathContent.of(
        storage, path, List.of(".csv"), HivePartitions.DETECT, Storage.EmptyFiles.LEFT_OUT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "C:\\t",
        "C:\\t\\",
        "C:/t",
        "C:\\t\\**\\*.csv",
        "C:\\t\\*\\*\\*.csv",
        "C:\\t\\year=*\\month=*\\*.csv",
        "file:///C:/t"
      })
  void foldersArePartitionsForEverySpelling(String path) {
    PathContent content = content(path);

    assertThat(content.keys()).isEqualTo(Optional.of(List.of("year", "month")));
    assertThat(content.all()).as(path).hasSize(4);
    assertThat(content.first().path()).isEqualTo("C:/t/year=2024/month=1/a.csv");
  }

  @Test
  void foldersOfThePathCountToo() {
    assertThat(content("C:\\t\\year=2024").keys()).isEqualTo(Optional.of(List.of("year", "month")));
    assertThat(content("C:\\t\\year=2024\\month=2\\a.csv").keys())
        .isEqualTo(Optional.of(List.of("year", "month")));
  }

  @ParameterizedTest
  @CsvSource({"a<b>|c, k=a%3Cb%3E%7Cc", "a., k=a%2E", "'a ', k=a%20", "a:b, k=a%3Ab", "a, k=a"})
  void partitionsHaveNamesThatFoldersCanHave(String value, String name) {
    assertThat(HiveSegment.name("k", value, "\\")).isEqualTo(name);
    assertThat(HiveSegment.of(name)).isEqualTo(Optional.of(new HiveSegment("k", value)));
  }

  @Test
  void elsewhereNamesAreAsHiveWritesThem() {
    assertThat(HiveSegment.name("k", "a<b>|c. ", "/")).isEqualTo("k=a<b>|c. ");
  }
}
