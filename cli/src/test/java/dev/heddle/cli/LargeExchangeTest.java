package dev.heddle.cli;

import static dev.heddle.frame.expr.Functions.count;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.bench.suite.TpchData;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exchanges of more parts than shuffle servers could list in their heaps. */
@Tag("process")
class LargeExchangeTest {
  private static final int MANY = 2_000;

  @TempDir private Path folder;

  @Test
  void areRefusedBeforeTheyBeginWithTheLimit() throws Exception {
    Path data = TpchData.ensure(folder, 0.01, _ -> {});
    Path files = Files.createDirectories(folder.resolve("files"));
    for (int i = 0; i < MANY; i++) {
      Files.writeString(files.resolve("part-" + i + ".csv"), "k,v\n" + i % 7 + "," + i + "\n");
    }
    try (TestCluster cluster =
        new TestCluster(folder.resolve("cluster"), 2, 1, null, List.of(), List.of())) {
      try (Session session = Heddle.local(cluster.options().withPartitions(MANY))) {
        DataFrame items = session.read().parquet(data.resolve("lineitem.parquet").toString());
        session.createView("items", items);
        assertRefused(
            () ->
                session
                    .sql(
                        "select a.l_suppkey, count(*) from items a join items b"
                            + " on a.l_orderkey = b.l_orderkey group by a.l_suppkey")
                    .count());
        assertRefused(() -> session.read().csv(files.toString()).groupBy("k").agg(count()).count());
      }
      try (Session session = Heddle.local(cluster.options().withPartitions(50))) {
        assertThat(session.read().csv(files.toString()).groupBy("k").agg(count()).count())
            .isEqualTo(7);
      }
      assertThat(cluster.status().jobs()).isEmpty();
    }
  }

  private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable query) {
    assertThatThrownBy(query)
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY))
        .hasMessageContainingAll(MANY + " partitions", "at most ", "1 shuffle server with ", "-Xmx")
        .hasMessageMatching("(?s).* with \\d+ MiB of heap for it.*"); // by the JVM's generations
  }
}
