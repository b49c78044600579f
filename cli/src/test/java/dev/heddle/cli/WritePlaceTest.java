package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heddle.bench.suite.TpchData;
import dev.heddle.engine.cluster.client.LocalClusterSettings;
import dev.heddle.engine.cluster.client.ProcessCommand;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.testing.DuckDbOracle;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers that do not see the folder that a write was begun in. */
@Tag("process")
class WritePlaceTest {
  @TempDir private Path folder;

  /** Starts workers that have another disk at a path. */
  private static ProcessCommand withOwnDisk(Path mount) {
    ProcessCommand java = TestCluster.java();
    return (name, arguments) -> {
      List<String> words = java.words(name, arguments);
      if (!name.startsWith("worker")) {
        return words;
      }
      List<String> inside =
          new ArrayList<>(
              List.of(
                  "unshare",
                  "--mount",
                  "sh",
                  "-c",
                  "mount -t tmpfs none " + mount + " && exec \"$@\"",
                  "sh"));
      inside.addAll(words);
      return inside;
    };
  }

  @Test
  void areNamedWithTheHostAndTheWayOut() throws Exception {
    assumeTrue(Commands.works("unshare", "--mount", "true"), "no mount namespaces here");
    Path data = TpchData.ensure(folder, 0.01, _ -> {});
    Path mount = Files.createDirectories(folder.resolve("shared"));
    Path target = mount.resolve("rows");
    LocalClusterSettings settings =
        new LocalClusterSettings(
            TestCluster.freeAddress(),
            2,
            1,
            1,
            1,
            256L << 20,
            256L << 20,
            folder.resolve("cluster"),
            null,
            List.of(),
            List.of(),
            List.of());
    try (TestCluster cluster = new TestCluster(settings, withOwnDisk(mount));
        Session session = Heddle.local(cluster.options().withPartitions(4));
        DuckDbOracle duck = DuckDbOracle.open()) {
      DataFrame rows = session.read().parquet(data.resolve("lineitem.parquet").toString());
      for (String path : List.of(target.toString(), target + ".parquet")) {
        assertThatThrownBy(() -> rows.write().parquet(path))
            .isInstanceOfSatisfying(
                HeddleException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
            .hasMessageContaining(target.toString())
            .hasMessageContaining("on host " + InetAddress.getLocalHost().getHostName())
            .hasMessageContaining("s3a://")
            .hasMessageContaining("a folder that all workers share")
            .hasMessageContaining("onClient()");
        try (Stream<Path> left = Files.list(mount)) {
          assertThat(left).isEmpty();
        }
      }
      long count = rows.count();
      for (String path : List.of(target.toString(), target + ".parquet")) {
        assertThat(rows.write().onClient().parquet(path).rows()).isEqualTo(count);
      }
      assertThat(duck.rows("select count(*) from '" + target + "/*.parquet'"))
          .isEqualTo(duck.rows("select count(*) from '" + target + ".parquet'"))
          .isEqualTo(List.of(List.of(count)));
    }
  }
}
