package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.WriteSummary;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All threads of a query write one Parquet file. */
class ParallelWriteTest {
  private static final long BUDGET_BYTES = 256L << 20;
  private static final int ROWS = Effort.of(300_000, 100_000);
  private static final String ROWS_OF_SOURCE =
      "select i, 'text ' || i as t, i % 9 as k, [i, i + 1] as l, {'a': i, 'b': 'x' || i} as s from"
          + " source";

  @TempDir private Path folder;

  private final DuckDbOracle duck = DuckDbOracle.open();

  @BeforeEach
  void makeSource() {
    duck.execute(
        "copy (select range as i from range("
            + ROWS
            + ")) to '"
            + path("source.parquet")
            + "' (row_group_size 10000)");
  }

  @AfterEach
  void close() {
    duck.close();
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private Session session(int threads, long budgetBytes) {
    Session session =
        Heddle.local(
            SessionOptions.defaults().withThreads(threads).withMemoryBudgetBytes(budgetBytes));
    session.createView("source", session.read().parquet(path("source.parquet")));
    return session;
  }

  private void isInOrder(String number, String name) {
    assertThat(
            duck.rows(
                "select count(*), count(*) filter (i = n and t = 'text ' || n and k = n % 9 and l ="
                    + " [n, n + 1] and s = {'a': n, 'b': 'x' || n}) from (select *, "
                    + number
                    + " as n from (select *, row_number() over () - 1 as r from '"
                    + path(name)
                    + "'))"))
        .isEqualTo(List.of(List.of((long) ROWS, (long) ROWS)));
  }

  @Test
  void rowsStandInTheOrderOfTheSource() {
    for (int threads : new int[] {1, 2, 5}) {
      try (Session session = session(threads, BUDGET_BYTES)) {
        String name = "t" + threads + ".parquet";
        session.sql(ROWS_OF_SOURCE).write().parquet(path(name));
        isInOrder("r", name);
      }
    }
  }

  @Test
  void rowsStandInTheOrderOfTheQuery() {
    try (Session session = session(3, BUDGET_BYTES)) {
      session.sql(ROWS_OF_SOURCE + " order by i desc").write().parquet(path("t.parquet"));
      isInOrder(ROWS - 1 + " - r", "t.parquet");
    }
  }

  @Test
  void littleMemoryMakesItSlowerOnly() {
    try (Session session = session(3, 28L << 20)) {
      WriteSummary written =
          session
              .sql("select i, repeat('x' || i, 60) as text from source")
              .write()
              .parquet(path("wide.parquet"));
      assertThat(written.rows()).isEqualTo(ROWS);
    }
    assertThat(
            duck.rows(
                "select count(*) filter (text = repeat('x' || i, 60)) from '"
                    + path("wide.parquet")
                    + "'"))
        .isEqualTo(List.of(List.of((long) ROWS)));
  }

  @Test
  void aWriteThatIsCancelledLeavesNothing() throws Exception {
    MemoryLedger ledger = ProcessMemory.ledger();
    Random random = new Random(4);
    int cancelled = 0;
    try (Session session = session(3, BUDGET_BYTES);
        ExecutorService executor = Executors.newSingleThreadExecutor()) {
      session.sql(ROWS_OF_SOURCE).write().parquet(path("t.parquet")); // what is done once
      Files.delete(folder.resolve("t.parquet"));
      long usedBefore = ledger.usedBytes();
      for (int round = 0; round < Effort.of(12, 5); round++) {
        Future<?> running =
            executor.submit(() -> session.sql(ROWS_OF_SOURCE).write().parquet(path("t.parquet")));
        boolean isCancelled =
            isCancelled(session, running, round == 0 ? 0 : random.nextInt(Effort.of(250, 120)));
        cancelled += isCancelled ? 1 : 0;
        assertThat(ledger.usedBytes()).as("round %d", round).isEqualTo(usedBefore);
        assertThat(folder.toFile().list())
            .as("round %d", round)
            .containsExactlyInAnyOrderElementsOf(
                isCancelled ? List.of("source.parquet") : List.of("source.parquet", "t.parquet"));
        Files.deleteIfExists(folder.resolve("t.parquet"));
      }
    }
    assertThat(cancelled).isPositive();
  }

  private static boolean isCancelled(Session session, Future<?> running, int waitMillis)
      throws InterruptedException, TimeoutException {
    long wait = waitMillis;
    for (int tries = 0; tries < 5000; tries++) {
      try {
        running.get(wait, TimeUnit.MILLISECONDS);
        return false;
      } catch (TimeoutException e) {
        session.cancelAll();
        wait = 5;
      } catch (ExecutionException e) {
        assertThat(e.getCause())
            .isInstanceOfSatisfying(
                HeddleException.class,
                cause -> assertThat(cause.code()).isEqualTo(ErrorCode.CANCELLED));
        return true;
      }
    }
    throw new TimeoutException("The write does not end");
  }
}
