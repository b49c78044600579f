package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Queries that are cancelled at random moments, in much memory and in little, leave no thread, no
 * memory and no file behind, soon.
 *
 * <p>Properties: {@code heddle.cancel.cases} (all if empty), {@code heddle.cancel.rounds}, {@code
 * heddle.cancel.rows}, {@code heddle.cancel.wait}, the most milliseconds before a query is
 * cancelled, and {@code heddle.cancel.millis}, the most it may then take to end.
 */
class CancelTest {
  private static final long MIB = 1 << 20;

  @TempDir private Path folder;

  @Test
  void nothingIsLeftOfAQueryThatIsCancelledAtARandomMoment() throws Exception {
    long rows = Long.getLong("heddle.cancel.rows", 100_000);
    for (String name : List.of("big", "other")) {
      try (DuckDbOracle duck = DuckDbOracle.open()) {
        duck.execute(GridCase.writing(folder.resolve(name + ".parquet"), rows, 0, 50_000));
      }
    }
    cancel(1024 * MIB, 1);
    cancel(96 * MIB, 2);
  }

  private void cancel(long limit, long seed) throws Exception {
    Random random = new Random(seed);
    Path spill = Files.createDirectories(folder.resolve("spill"));
    SessionOptions options =
        SessionOptions.defaults()
            .withThreads(2)
            .withMemoryBudgetBytes(limit)
            .withSpillFolder(spill);
    MemoryLedger ledger = ProcessMemory.ledger();
    long longestNanos = 0;
    int cancelled = 0;
    try (Session session = Heddle.local(options);
        ExecutorService executor = Executors.newSingleThreadExecutor()) {
      for (String name : List.of("big", "other")) {
        session.createView(
            name, session.read().parquet(folder.resolve(name + ".parquet").toString()));
      }
      List<GridCase> queries =
          Arrays.stream(System.getProperty("heddle.cancel.cases", "").split(","))
              .filter(name -> !name.isEmpty())
              .map(GridCase::valueOf)
              .toList();
      queries = queries.isEmpty() ? List.of(GridCase.values()) : queries;
      for (GridCase query : queries) {
        run(session, query); // what a process does once does not count
      }
      long usedBefore = ledger.usedBytes();
      for (int round = 0; round < Integer.getInteger("heddle.cancel.rounds", 6); round++) {
        GridCase query = queries.get(random.nextInt(queries.size()));
        long wait = random.nextInt(Integer.getInteger("heddle.cancel.wait", 200));
        Future<?> running = executor.submit(() -> run(session, query));
        try {
          running.get(wait, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          cancelled++;
        }
        long begun = System.nanoTime();
        try {
          await(running, session);
        } catch (ExecutionException e) {
          throw new AssertionError(
              "seed " + seed + ", round " + round + ", " + query + " after " + wait + " ms", e);
        }
        long nanos = System.nanoTime() - begun;
        if (nanos > longestNanos) {
          longestNanos = nanos;
          System.out.println(
              query
                  + " ended "
                  + nanos / 1_000_000
                  + " ms after being cancelled at "
                  + wait
                  + " ms");
        }
        assertThat(ledger.usedBytes())
            .as("memory left by %s, seed %d, round %d", query, seed, round)
            .isEqualTo(usedBefore);
        assertThat(ledger.committedBytes()).isEqualTo(usedBefore);
        assertThat(files(spill))
            .as("files left by %s, seed %d", query, seed)
            .isLessThanOrEqualTo(1);
      }
    }
    System.out.println(cancelled + " queries were cancelled while they ran");
    assertThat(longestNanos)
        .isLessThan(TimeUnit.MILLISECONDS.toNanos(Long.getLong("heddle.cancel.millis", 300_000)));
    assertThat(files(spill)).isZero();
  }

  /** Cancels again and again, since a query that has not begun yet is not cancelled. */
  private static void await(Future<?> running, Session session)
      throws InterruptedException, ExecutionException {
    while (true) {
      session.cancelAll();
      try {
        running.get(5, TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException e) {
        assertThat(e).hasNoCause(); // it still runs
      }
    }
  }

  private static void run(Session session, GridCase query) {
    try (QueryResult result = session.sql(query.query()).collect()) {
      assertThat(result.rowCount()).isPositive();
    } catch (HeddleException e) {
      if (e.code() != ErrorCode.CANCELLED || e.getSuppressed().length > 0) {
        throw e;
      }
    }
  }

  /** Counts the files in a folder and below it; one of a session that spills is its lock. */
  private static long files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).count();
    }
  }
}
