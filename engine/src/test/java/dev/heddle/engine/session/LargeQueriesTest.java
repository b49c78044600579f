package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.expr;
import static dev.heddle.frame.expr.Functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.UdfN;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.testing.Effort;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries such as programs write them: long, and nested deeper than a usual stack allows. */
class LargeQueriesTest {
  private static final int MANY = 1_000;

  /** Each column of a chain is planned beside all before it. */
  private static final int CHAINED = Effort.of(MANY, 250);

  private static final String ROWS = " from range(3) as t(x)";

  @Test
  void deepExpressionsAndPlansRun() {
    try (Session session = Heddle.local(SessionOptions.defaults())) {
      checkQueries(session);
    }
  }

  @Test
  void deepExpressionsAndPlansRunOnACluster(@TempDir Path folder) throws Exception {
    try (ThreadCluster cluster = new ThreadCluster(folder, 1, 2);
        Session session = cluster.open(SessionOptions.defaults().withThreads(2))) {
      checkQueries(session);
    }
  }

  private static void checkQueries(Session session) {
    long sum = LongStream.range(0, MANY).sum();
    check(session, "select " + joined("+", "x * %d") + ROWS, 0, sum, 2 * sum);
    check(
        session, "select " + "(".repeat(MANY) + "x" + "+1)".repeat(MANY) + ROWS, 1000, 1001, 1002);
    check(session, "select x" + ROWS + " where " + joined(" or ", "x + 1 = %d"), 0, 1, 2);
    check(
        session,
        "select x + 1 from (values (0), (5000), (null)) as v(x) where "
            + joined(" and ", "x <> %d and x is distinct from -%1$d"),
        5001);
    check(
        session,
        "select count(*) from (values ('0'), ('5000'), (null)) as v(x) where x < '7' and "
            + joined(" and ", "x <> '%d'"),
        1);
    check(
        session,
        "select x" + ROWS + " where " + joined(" or ", "(x = %1$d and x > %1$d - 2)"),
        0,
        1,
        2);
    check(session, "select x" + ROWS + " where " + "not ".repeat(MANY + 1) + "x = 1", 0, 2);
    check(
        session,
        "select "
            + LongStream.range(0, MANY)
                .mapToObj(i -> "case when x = " + i + " then " + i * 7 + " else ")
                .collect(Collectors.joining())
            + "-1"
            + " end".repeat(MANY)
            + ROWS,
        0,
        7,
        14);
    check(
        session,
        "select length(" + joined("||", "cast(x as varchar)") + ")" + ROWS,
        MANY,
        MANY,
        MANY);
    check(session, "select sum(a) from (" + joined(" union all ", "select %d as a") + ")", sum);
    check(session, "select * from (".repeat(MANY) + "select x" + ROWS + ")".repeat(MANY), 0, 1, 2);
  }

  private static String joined(String separator, String item) {
    return LongStream.range(0, MANY)
        .mapToObj(i -> String.format(item, i))
        .collect(Collectors.joining(separator));
  }

  private static void check(Session session, String sql, long... expected) {
    assertThat(numbers(session.sql(sql)))
        .as(sql.substring(0, Math.min(60, sql.length())))
        .containsExactlyInAnyOrder(expected);
  }

  private static long[] numbers(DataFrame frame) {
    List<Long> found = new ArrayList<>();
    try (QueryResult result = frame.collect()) {
      for (Row row : result) {
        found.add(((Number) row.value(0)).longValue());
      }
    }
    return found.stream().mapToLong(Long::longValue).toArray();
  }

  @Test
  void framesMadeInLoopsRun() {
    try (Session session = Heddle.local(SessionOptions.defaults())) {
      DataFrame range = session.sql("select x" + ROWS);
      DataFrame added = range;
      DataFrame filtered = range;
      DataFrame united = range;
      for (int i = 0; i < MANY; i++) {
        added = added.withColumn("x", col("x").plus(lit(1)));
        filtered = filtered.filter(col("x").notEqTo(lit(i + 3)));
        united = united.union(range);
      }
      assertThat(numbers(added)).containsExactlyInAnyOrder(MANY, MANY + 1, MANY + 2);
      assertThat(numbers(filtered)).containsExactlyInAnyOrder(0, 1, 2);
      assertThat(united.count()).isEqualTo(3 * (MANY + 1));
      added.cache();
      assertThat(numbers(added)).containsExactlyInAnyOrder(MANY, MANY + 1, MANY + 2);
      assertThat(added.explain()).contains("Scan cached Project x + 1 AS x");
      added.uncache();
      session.createView("added", added);
      check(session, "select sum(x) from added", 3 * MANY + 3);
    }
  }

  /** Each column is computed from the one before, in SQL and in frames alike. */
  @Test
  void longChainsOfColumnsGiveTheirValues() {
    try (Session session = Heddle.local(SessionOptions.defaults());
        Session plain = Heddle.local(SessionOptions.defaults().withoutOptimizer())) {
      String aliases =
          LongStream.range(0, CHAINED)
              .mapToObj(i -> ", " + chained(i) + " as a" + (i + 1))
              .collect(Collectors.joining());
      String sql = "select x as a0" + aliases + ROWS;
      DataFrame frame = session.sql("select x as a0" + ROWS);
      for (int i = 0; i < CHAINED; i++) {
        frame = frame.withColumn("a" + (i + 1), expr(chained(i)));
      }
      List<List<@Nullable Object>> expected = rows(plain.sql(sql));
      assertThat(expected.getLast()).hasSize(CHAINED + 1);
      assertThat(rows(session.sql(sql))).isEqualTo(expected);
      assertThat(rows(frame)).isEqualTo(expected);
    }
  }

  private static String chained(long i) {
    return i % 3 == 0
        ? "case when a%1$d > 50 then a%1$d %% 50 else a%1$d end".formatted(i)
        : i % 3 == 1 ? "a%1$d + a%1$d + 1".formatted(i) : "a%d + a%d".formatted(i, i - i / 2);
  }

  private static List<List<@Nullable Object>> rows(DataFrame frame) {
    try (QueryResult result = frame.collect()) {
      return QueryRows.of(result);
    }
  }

  /** A value that varies is one value wherever it is named. */
  @Test
  void whatVariesIsEvaluatedOnceInALongChain() {
    AtomicLong calls = new AtomicLong();
    try (Session session = Heddle.local(SessionOptions.defaults())) {
      session.register(
          UserFunction.local(
                  "next_number", (UdfN<Long>) _ -> calls.incrementAndGet(), DataType.INT64)
              .notDeterministic());
      String aliases =
          LongStream.range(0, 40)
              .mapToObj(i -> ", a" + i + " + a0 as a" + (i + 1))
              .collect(Collectors.joining());
      List<List<@Nullable Object>> rows =
          rows(session.sql("select next_number() as a0" + aliases + ROWS));
      for (List<@Nullable Object> row : rows) {
        assertThat(row.getLast()).isEqualTo(41 * (Long) row.getFirst());
      }
      assertThat(calls).hasValue(3);
    }
  }

  @Test
  void anErrorOfALargeQueryShowsWhoAskedForIt() {
    try (Session session = Heddle.local(SessionOptions.defaults())) {
      String sql = "select nowhere, " + joined("+", "x * %d") + ROWS;
      assertThatThrownBy(() -> session.sql(sql))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("nowhere")
          .satisfies(
              e ->
                  assertThat(e.getStackTrace())
                      .anyMatch(f -> f.getClassName().equals(LargeQueriesTest.class.getName())));
    }
  }

  @Test
  void whatNoStackSufficesForIsATypedError() {
    assertThatThrownBy(() -> QueryStack.forText("x", () -> endless(1)))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
        .hasMessageContaining("nests too deep for the stack of");
  }

  private static int endless(int depth) {
    return depth < 0 ? 0 : endless(depth + 1) + 1;
  }

  @Test
  void interruptsReachALargeQueryAndStayWithTheCaller() throws Exception {
    AtomicReference<String> seen = new AtomicReference<>("");
    Thread caller =
        new Thread(
            () -> {
              String name =
                  QueryStack.forText(
                      "x".repeat(2_000),
                      () -> {
                        while (!Thread.currentThread().isInterrupted()) {
                          Thread.onSpinWait();
                        }
                        return Thread.currentThread().getName();
                      });
              seen.set(name + " " + Thread.currentThread().isInterrupted());
            });
    caller.start();
    caller.interrupt();
    caller.join();
    assertThat(seen.get()).isEqualTo("heddle-large-query true");
  }
}
