package dev.heddle.server.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.server.api.QueryJson;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryLogTest {
  private static final int QUERIES = 40;

  @TempDir private Path folder;

  @Test
  void profilesThatComeAtOnceAreAllKept() {
    HistoryFolder kept = new HistoryFolder(folder.resolve("h"), 100, 1 << 30);
    try (QueryLog queries = new QueryLog(kept, new QueryJson())) {
      for (int i = 1; i <= QUERIES; i++) {
        SampledQueries.begin(queries, i);
        SampledQueries.end(queries, i);
        SampledQueries.sampled(queries, i, SampledQueries.profile());
      }
    }
    QueryLog later = new QueryLog(kept, new QueryJson());
    for (int i = 1; i <= QUERIES; i++) {
      assertThat(later.keptProfile(i, FlameGraph.By.NODE)).as("profile of %d", i).isPresent();
    }
    later.close();
  }
}
