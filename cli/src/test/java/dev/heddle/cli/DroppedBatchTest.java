package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.bench.suite.Answer;
import dev.heddle.bench.suite.HeddleEngine;
import dev.heddle.bench.suite.TpchData;
import dev.heddle.engine.cluster.client.LocalClusterSettings;
import dev.heddle.engine.cluster.client.ProcessCommand;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.FaultProxy;
import dev.heddle.io.testing.FreePorts;
import dev.heddle.shuffle.protocol.ShuffleFrames;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A batch that vanishes between processes is missed: on the way to a shuffle server the query fails
 * naming the exchange, on the way from it the batch is made again.
 */
@Tag("process")
class DroppedBatchTest {
  private static final long MEMORY = 256L << 20;
  private static final String QUERY =
      "select count(*), sum(a.l_quantity), max(b.l_comment) from lineitem a join lineitem b"
          + " on a.l_orderkey = b.l_orderkey and a.l_linenumber = b.l_linenumber";

  @TempDir private Path folder;

  @Test
  void aDroppedBatchIsMissed() throws Exception {
    Path data = TpchData.ensure(folder, 0.003, _ -> {});
    Answer expected;
    try (HeddleEngine local = new HeddleEngine(SessionOptions.defaults().withThreads(2))) {
      local.openTables(data, List.of("lineitem"));
      expected = local.run(QUERY);
    }
    int port = FreePorts.withProxy();
    ProcessCommand java = TestCluster.java();
    ProcessCommand behindProxy =
        (name, given) -> {
          List<String> arguments = new ArrayList<>(given);
          if (name.equals("shuffle-0")) {
            arguments.addAll(List.of("--listen", "127.0.0.1:" + port, "--host", FaultProxy.HOST));
          }
          return java.words(name, arguments);
        };
    LocalClusterSettings settings =
        new LocalClusterSettings(
            "127.0.0.1:0",
            2,
            1,
            1,
            1,
            MEMORY,
            MEMORY,
            folder.resolve("cluster"),
            null,
            List.of(),
            List.of("--inline-memory", "0"),
            List.of());
    DroppedFrames frames = new DroppedFrames();
    try (FaultProxy _ =
            new FaultProxy(
                new InetSocketAddress(FaultProxy.HOST, port),
                new InetSocketAddress("127.0.0.1", port),
                frames);
        TestCluster cluster = new TestCluster(settings, behindProxy);
        HeddleEngine engine = new HeddleEngine(cluster.options().withPartitions(3))) {
      engine.openTables(data, List.of("lineitem"));

      frames.drop(ShuffleFrames.BLOCK, 1);
      assertThatThrownBy(() -> engine.run(QUERY))
          .isInstanceOf(HeddleException.class)
          .hasMessageMatching("(?s).*exchange \\d+ of job.*do not have the rows that it states.*");
      assertThat(frames.dropped()).isEqualTo(1);

      frames.drop(ShuffleFrames.CHUNK, 1);
      assertThat(engine.run(QUERY).differenceFrom(expected)).isEmpty();
      assertThat(frames.dropped()).isEqualTo(2);

      cluster.awaitEndOfJobs();
      cluster.close();
      assertThat(cluster.filesLeft()).isEmpty();
    }
  }
}
