package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.io.testing.Effort;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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

  private static String repeated(int times, String separator, IntFunction<String> part) {
    return IntStream.range(0, times).mapToObj(part).collect(Collectors.joining(separator));
  }

  private static Arguments sql(String name, String sql) {
    return argumentSet(name, (Function<Session, DataFrame>) session -> session.sql(sql));
  }

  /** Queries each of which takes far longer to plan than a cancel takes to reach it. */
  private static Stream<Arguments> largeQueries() {
    String rows = " from (values (1, 'a'), (2, 'b')) v(a, b)";
    return Stream.of(
        sql("columns", "select " + repeated(5_000, ", ", i -> "a + " + i) + rows),
        sql(
            "numbers in a list",
            "select a" + rows + " where a in (" + repeated(100_000, ", ", i -> "" + i) + ")"),
        sql(
            "sums in a list",
            "select a" + rows + " where a in (" + repeated(100_000, ", ", i -> i + " + 1") + ")"),
        sql(
            "likes",
            "select a" + rows + " where " + repeated(2_000, " or ", i -> "b like '%" + i + "%'")),
        sql(
            "branches of a union",
            repeated(1_000, " union all ", i -> "select a + " + i + " as k" + rows)),
        sql(
            "nested expressions",
            "select " + "abs(".repeat(1_000) + "a" + ")".repeat(1_000) + " as k" + rows),
        sql("lambdas", "select " + reductions(0) + " as k" + rows),
        argumentSet(
            "verbs",
            (Function<Session, DataFrame>)
                session -> {
                  DataFrame frame = session.sql("select a" + rows);
                  for (int i = 0; i < Effort.of(1_000, 400); i++) {
                    frame = frame.withColumn("c" + i, col("a").plus(lit(i)));
                  }
                  return frame;
                }));
  }

  private static String reductions(int depth) {
    return depth == 30
        ? "a"
        : "list_reduce([1, 2], (a%1$d, b%1$d) -> a%1$d + b%1$d + ".formatted(depth)
            + reductions(depth + 1)
            + ")";
  }

  @ParameterizedTest
  @MethodSource("largeQueries")
  void cancelAllEndsPlanningOfALargeQuery(Function<Session, DataFrame> query) throws Exception {
    try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
      Future<String> running =
          executor.submit(() -> query.apply(session).explain(ExplainMode.OPTIMIZED));
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
