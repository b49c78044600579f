package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.cluster.client.LocalClusterSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a shuffle server says at its start of the disk that it has not. */
@Tag("process")
class ShuffleDiskTest {
  @TempDir private Path folder;

  @Test
  void aServerWithoutADiskSaysSoAtItsStart() throws IOException {
    LocalClusterSettings settings =
        new LocalClusterSettings(
            "127.0.0.1:0",
            1,
            1,
            1,
            1,
            64L << 20,
            64L << 20,
            folder,
            null,
            List.of(),
            List.of(),
            List.of("--disk", "0"));
    try (TestCluster cluster = new TestCluster(settings, TestCluster.java())) {
      assertThat(cluster.log("shuffle-0"))
          .contains("heddle shuffle shuffle-0: it has no disk (--disk 0)", "67108864 bytes");
    }
  }

  @Test
  void aFolderInMemoryOrAFullOneIsNamed() throws IOException {
    assertThat(ShuffleDisk.warning(folder, 1L << 40, "tmpfs", 1L << 40))
        .hasValueSatisfying(
            text -> assertThat(text).contains("no disk", folder.toString(), "tmpfs", "--folder"));
    assertThat(ShuffleDisk.warning(folder, 1L << 40, "ext4", 1L << 20))
        .hasValueSatisfying(text -> assertThat(text).contains("1048576 bytes", "--disk"));
    assertThat(ShuffleDisk.warning(folder, 1L << 40, "ext4", 1L << 31)).isEmpty();
    assertThat(ShuffleDisk.warning(1 << 20, folder, 1)).isEmpty();
  }
}
