package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Queries can be cancelled while they are analysed and planned. */
class PlanningCancelTest {
  private final Session session = Heddle.local(SessionOptions.defaults());

  @AfterEach
  void close() {
    session.close();
  }

  private static void isCancelled(ThrowingCallable work) {
    assertThatThrownBy(work)
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED))
        .hasMessageContaining("cancelled");
  }

  @Test
  void anInterruptEndsAnalysisAndPlanning() {
    String sql = "select a + 1 as b from (values (1), (2)) v(a) where a > 1 order by a";
    DataFrame query = session.sql(sql);
    Thread.currentThread().interrupt();
    isCancelled(() -> session.sql(sql + " limit 2"));
    Thread.currentThread().interrupt();
    isCancelled(() -> query.explain(ExplainMode.OPTIMIZED));
    assertThat(Thread.interrupted()).as("the interrupt is still there").isTrue();
    assertThat(query.count()).as("the session goes on").isEqualTo(1);
  }

  @Test
  void cancelAllEndsPlanningOfALargeQuery() throws Exception {
    String columns =
        IntStream.range(0, 5_000).mapToObj(i -> "a + " + i).collect(Collectors.joining(", "));
    DataFrame query = session.sql("select " + columns + " from (values (1), (2)) v(a)");
    try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
      Future<String> running = executor.submit(() -> query.explain(ExplainMode.OPTIMIZED));
      assertThatThrownBy(() -> cancelUntilDone(running))
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("cancelled")
          .cause()
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    }
  }

  /** Cancels again and again, since what has not begun yet is not cancelled. */
  private void cancelUntilDone(Future<String> running) throws Exception {
    while (true) {
      session.cancelAll();
      try {
        running.get(1, TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException e) {
        assertThat(e).hasNoCause(); // it still runs
      }
    }
  }
}
