package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.suite.Answer;
import dev.heddle.bench.suite.HeddleEngine;
import dev.heddle.bench.suite.TpchData;
import dev.heddle.engine.cluster.client.LocalClusterSettings;
import dev.heddle.engine.cluster.client.ProcessCommand;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.Effort;
import dev.heddle.s3lab.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Exchanges for which shuffle servers have no space on their disks lie in a bucket of S3. */
@Tag("process")
@EnabledIfSystemProperty(named = "heddle.long", matches = "true")
class ClusterTierTest {
  /** By day one, as each loads the libraries of S3 in each of its lives. */
  private static final int SERVERS = Effort.of(2, 1);

  private static final String QUERY =
      "select count(*), sum(a.l_quantity), max(a.l_comment), min(b.l_comment)"
          + " from lineitem a join lineitem b"
          + " on a.l_orderkey = b.l_orderkey and a.l_linenumber = b.l_linenumber";

  @TempDir private Path folder;

  private List<Path> objects(String ending) throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("objects"))) {
      return all.filter(file -> file.toString().endsWith(ending)).toList();
    }
  }

  @Test
  void whatDoesNotFitOnDiskIsReadFromABucketAndIsSweptAfterACrash() throws Exception {
    Path data = TpchData.ensure(folder, 0.02, _ -> {});
    Answer expected;
    try (HeddleEngine local = new HeddleEngine(SessionOptions.defaults().withThreads(2))) {
      local.openTables(data, List.of("lineitem"));
      expected = local.run(QUERY);
    }
    try (S3Server s3 = S3Server.start(folder)) {
      Files.createDirectories(folder.resolve("objects/shared"));
      ProcessCommand java =
          FastStarts.of(
              ProcessCommand.likeThis(
                  "dev.heddle.cli.Main",
                  List.of(
                      "-Xmx" + TestCluster.HEAP,
                      "-XX:TieredStopAtLevel=1",
                      "-Daws.accessKeyId=" + S3Server.ACCESS_KEY,
                      "-Daws.secretAccessKey=" + S3Server.SECRET_KEY)));
      LocalClusterSettings settings =
          new LocalClusterSettings(
              "127.0.0.1:0",
              2,
              SERVERS,
              1,
              1,
              256L << 20,
              2L << 20,
              folder.resolve("cluster"),
              null,
              List.of(),
              List.of("--inline-memory", "0"),
              List.of(
                  "--disk",
                  "2m",
                  "--tier",
                  "s3a://shared/exchanges",
                  "--s3-endpoint",
                  s3.url(),
                  "--s3-path-style"));
      try (TestCluster cluster = new TestCluster(settings, java);
          HeddleEngine engine = new HeddleEngine(cluster.options().withPartitions(8))) {
        engine.openTables(data, List.of("lineitem"));
        Path killed = null;
        for (int tries = 0; killed == null && tries < 5; tries++) {
          CompletableFuture<Answer> answer = TestCluster.ask(engine, QUERY);
          while (!answer.isDone() && objects(".blocks").isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(1);
          }
          List<Path> there = objects(".blocks");
          if (!there.isEmpty()) { // or all of it came and went too fast
            killed = there.getFirst().getParent();
            for (int i = 0; i < SERVERS; i++) {
              TestCluster.kill(cluster.processes().shuffleServers().get(i));
              cluster.processes().restartShuffleServer(i);
              cluster.await("shuffle servers", status -> status.servers().size() == SERVERS);
            }
          }
          assertThat(answer.get(10, TimeUnit.MINUTES).differenceFrom(expected)).isEmpty();
        }
        assertThat(killed).as("the folder of a server that was killed").isNotNull();
        Path swept = killed;
        TestCluster.await(
            () -> isGone(swept) && objects("lease").size() == SERVERS,
            () -> "the end of " + swept + " among leases of servers " + objects("lease"));

        assertThat(engine.run(QUERY).differenceFrom(expected)).isEmpty();
        cluster.awaitEndOfJobs();
        cluster.close();
        assertThat(cluster.filesLeft()).isEmpty();
        assertThat(objects(".blocks")).isEmpty();
        assertThat(objects("lease")).isEmpty();
      }
    }
  }

  private static boolean isGone(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return true;
    }
    try (Stream<Path> left = Files.list(folder)) {
      return left.findAny().isEmpty();
    }
  }
}
