package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exchanges of thousands of maps and partitions, in processes with small heaps. */
@Tag("process")
class LargeExchangeTest {
  private static final int MANY = 2_000;
  private static final int ROWS = 40; // of a file

  @TempDir private Path folder;

  @Test
  void twoThousandTasksExchangeRowsAmongTwoThousandPartitions() throws Exception {
    Path files = Files.createDirectories(folder.resolve("files"));
    long total = 0;
    Set<Long> keys = new HashSet<>();
    for (int i = 0; i < MANY; i++) {
      StringBuilder text = new StringBuilder("k,v\n");
      for (int row = 0; row < ROWS; row++) {
        long key = (i * 40L + row) * 7919 % 30_011;
        keys.add(key);
        total += i + row;
        text.append(key).append(',').append(i + row).append('\n');
      }
      Files.writeString(files.resolve("part-" + i + ".csv"), text);
    }
    try (TestCluster cluster =
            new TestCluster(folder.resolve("cluster"), 2, 1, null, List.of(), List.of());
        Session session = Heddle.local(cluster.options().withPartitions(MANY))) {
      session.createView("files", session.read().csv(files.toString()));
      DataFrame sums =
          session.sql(
              "select count(*) as k, sum(n) as n, sum(v) as v from"
                  + " (select k, count(*) as n, sum(v) as v from files group by k)");
      try (QueryResult result = sums.collect()) {
        assertThat(result.toText(10))
            .containsSubsequence(
                String.valueOf(keys.size()), String.valueOf(MANY * ROWS), String.valueOf(total));
      }
    }
  }
}
