package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.DuckDbOracle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many queries at a time share a memory in which one of them already spills: all give the rows that
 * they give alone, and none runs out of memory.
 *
 * <p>Properties: {@code heddle.concurrent.threads}, {@code heddle.concurrent.queries} of each of
 * them, {@code heddle.concurrent.rows}, {@code heddle.concurrent.megabytes}, {@code
 * heddle.concurrent.seed}.
 */
class ConcurrentMemoryTest {
  private static final long MIB = 1 << 20;
  private static final int THREADS = Integer.getInteger("heddle.concurrent.threads", 12);
  private static final int QUERIES = Integer.getInteger("heddle.concurrent.queries", 1);
  private static final int ROWS = Integer.getInteger("heddle.concurrent.rows", 100_000);
  private static final long LIMIT = Long.getLong("heddle.concurrent.megabytes", 96) * MIB;
  private static final long SEED = Long.getLong("heddle.concurrent.seed", 1);

  @TempDir private Path folder;

  @Test
  void queriesThatShareLittleMemoryDoNotRunOutOfIt() throws Exception {
    for (String name : List.of("big", "other")) {
      try (DuckDbOracle duck = DuckDbOracle.open()) {
        duck.execute(GridCase.writing(folder.resolve(name + ".parquet"), ROWS, 0, 20_000));
      }
    }
    MemoryLedger ledger = ProcessMemory.ledger();
    try (Session session =
            Heddle.local(SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(LIMIT));
        ExecutorService executor = Executors.newFixedThreadPool(THREADS)) {
      for (String name : List.of("big", "other")) {
        session.createView(
            name, session.read().parquet(folder.resolve(name + ".parquet").toString()));
      }
      Map<GridCase, String> alone = new EnumMap<>(GridCase.class);
      for (GridCase query : GridCase.values()) {
        alone.put(query, rows(session, query));
      }
      long usedBefore = ledger.usedBytes();
      Random random = new Random(SEED);
      List<GridCase> queries = new ArrayList<>();
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < THREADS * QUERIES; i++) {
        GridCase query = GridCase.values()[random.nextInt(GridCase.values().length)];
        queries.add(query);
        answers.add(executor.submit(() -> rows(session, query)));
      }
      for (int i = 0; i < answers.size(); i++) {
        assertThat(answers.get(i).get())
            .as("%s, seed %s", queries.get(i), SEED)
            .isEqualTo(alone.get(queries.get(i)));
      }
      assertThat(ledger.usedBytes()).isEqualTo(usedBefore);
      assertThat(ledger.committedBytes()).isEqualTo(usedBefore);
    }
  }

  private static String rows(Session session, GridCase query) {
    StringBuilder rows = new StringBuilder();
    try (QueryResult result = session.sql(query.query()).collect()) {
      for (Row row : result) {
        rows.append(row).append('\n');
      }
    }
    return rows.toString();
  }
}
