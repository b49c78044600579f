package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.avg;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.currentRow;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.orderBy;
import static dev.heddle.frame.expr.Functions.partitionBy;
import static dev.heddle.frame.expr.Functions.preceding;
import static dev.heddle.frame.expr.Functions.sum;
import static dev.heddle.frame.expr.Functions.unboundedFollowing;
import static dev.heddle.frame.expr.Functions.unboundedPreceding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.session.FrameOracle.Tables;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.Udaf;
import dev.heddle.frame.function.Udf1;
import dev.heddle.frame.function.UserAggregate;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Aggregates of the user's own where others can be: groups, sets, pivots, windows and SQL. */
class UserAggregateTest {
  private static final List<DynamicTest> CASES = new ArrayList<>();
  private static final DataType REAL = DataType.FLOAT64;
  @TempDir private static Path folder;
  private static FrameOracle oracle;

  /** The range of numbers, which keeps both ends; null without a number. Rows may have nulls. */
  public static final class Range extends Udaf<List<@Nullable Double>, @Nullable Double> {
    @Override
    public List<@Nullable Double> init() {
      List<@Nullable Double> ends = new ArrayList<>();
      ends.add(null);
      ends.add(null);
      return ends;
    }

    @Override
    public List<@Nullable Double> update(List<@Nullable Double> state, @Nullable Object[] values) {
      if (values[0] instanceof Double value) {
        Double low = state.get(0);
        Double high = state.get(1);
        state.set(0, low == null ? value : Double.valueOf(Math.min(low, value)));
        state.set(1, high == null ? value : Double.valueOf(Math.max(high, value)));
      }
      return state;
    }

    @Override
    public List<@Nullable Double> merge(
        List<@Nullable Double> first, List<@Nullable Double> second) {
      return update(update(first, new Object[] {second.get(0)}), new Object[] {second.get(1)});
    }

    @Override
    public @Nullable Double finish(List<@Nullable Double> state) {
      Double low = state.get(0);
      Double high = state.get(1);
      return low == null || high == null ? null : high - low;
    }
  }

  /** How often each text comes, as {@code a=2,b=1}; nulls count as {@code ?}. */
  public static final class Counts extends Udaf<Map<String, Long>, String> {
    @Override
    public Map<String, Long> init() {
      return new HashMap<>();
    }

    @Override
    public Map<String, Long> update(Map<String, Long> state, @Nullable Object[] values) {
      state.merge(values[0] instanceof String text ? text : "?", 1L, Long::sum);
      return state;
    }

    @Override
    public Map<String, Long> merge(Map<String, Long> first, Map<String, Long> second) {
      second.forEach((text, n) -> first.merge(text, n, Long::sum));
      return first;
    }

    @Override
    public String finish(Map<String, Long> state) {
      List<String> parts = new ArrayList<>();
      new TreeMap<>(state).forEach((text, n) -> parts.add(text + "=" + n));
      return String.join(",", parts);
    }
  }

  /** Does what is wrong. */
  public static final class Wrong extends Udaf<Object, Object> {
    @Override
    public Object init() {
      return 0L;
    }

    @Override
    public @Nullable Object update(Object state, @Nullable Object[] values) {
      return switch ((Integer) values[0]) {
        case 1 -> null;
        case 2 -> throw new IllegalStateException("it is 2");
        case 3 -> "three";
        default -> 7L;
      };
    }

    @Override
    public Object merge(Object first, Object second) {
      return second;
    }

    @Override
    public Object finish(Object state) {
      return state;
    }
  }

  /** The same number. */
  public static final class Same implements Udf1<Long, Long> {
    @Override
    public Long apply(Long value) {
      return value;
    }
  }

  private static final UserAggregate RANGE =
      UserAggregate.of("value_range", Range.class, new DataType.ListOf(REAL), REAL, REAL);
  private static final UserAggregate COUNTS =
      UserAggregate.of(
          "value_counts",
          Counts.class,
          new DataType.MapOf(DataType.STRING, DataType.INT64),
          DataType.STRING,
          DataType.STRING);
  private static final UserAggregate WRONG =
      UserAggregate.of("wrong", Wrong.class, DataType.INT64, DataType.INT64, DataType.INT32);

  private static final String COUNTED =
      "(SELECT string_agg(k || '=' || n, ',' ORDER BY k) FROM (SELECT coalesce(note, '?') AS k,"
          + " count(*) AS n FROM t i WHERE %s GROUP BY ALL))";

  @BeforeAll
  static void open() throws InterruptedException {
    oracle = new FrameOracle(folder);
    oracle.sessions().values().stream()
        .filter(session -> session != oracle.sessions().get("sent as bytes, in 3 partitions"))
        .forEach(
            session -> {
              session.register(RANGE);
              session.register(COUNTS);
            });
  }

  @AfterAll
  static void close() {
    oracle.close();
  }

  private static void same(String sql, Function<Tables, DataFrame> frame) {
    CASES.add(DynamicTest.dynamicTest(sql, () -> oracle.sameOfCode(sql, frame)));
  }

  /** The same text runs in both. */
  private static void sameText(String expected, String sql) {
    same(expected, t -> t.session().sql(sql, Map.of("t", t.t())));
  }

  @TestFactory
  List<DynamicTest> groups() {
    CASES.clear();
    same(
        "SELECT status, count(*), max(weight) - min(weight), avg(price), "
            + COUNTED.formatted("i.status = t.status")
            + " FROM t GROUP BY status",
        t ->
            t.t()
                .groupBy("status")
                .agg(
                    count(),
                    RANGE.call(col("weight")),
                    avg("price"),
                    COUNTS.call(col("note")).named("c")));
    same(
        "SELECT max(weight) - min(weight) + 1, max(price) - min(price) FROM t",
        t ->
            t.t()
                .agg(
                    RANGE.call(col("weight")).plus(1),
                    RANGE.call(col("price").cast(REAL)).named("p")));
    same(
        "SELECT max(weight) - min(weight), '' FROM t WHERE id < 0",
        t ->
            t.t().filter(col("id").lt(0)).agg(RANGE.call(col("weight")), COUNTS.call(col("note"))));
    same(
        "SELECT status, customer, max(weight) - min(weight) FROM t GROUP BY CUBE (status,"
            + " customer)",
        t -> t.t().cube("status", "customer").agg(RANGE.call(col("weight"))));
    same(
        "SELECT customer, max(weight) FILTER (WHERE status = 'F') - min(weight) FILTER (WHERE"
            + " status = 'F'), max(weight) FILTER (WHERE status = 'O') - min(weight) FILTER (WHERE"
            + " status = 'O') FROM t GROUP BY customer",
        t -> t.t().groupBy("customer").pivot("status", "F", "O").agg(RANGE.call(col("weight"))));
    same(
        "SELECT customer, max(weight) FILTER (WHERE id > 100) - min(weight) FILTER (WHERE id >"
            + " 100), (SELECT string_agg(k || '=1', ',' ORDER BY k) FROM (SELECT DISTINCT"
            + " coalesce(note, '?') AS k FROM t i WHERE i.customer = t.customer)) FROM t GROUP BY"
            + " customer",
        t ->
            t.t()
                .groupBy("customer")
                .agg(
                    RANGE.call(col("weight")).filter(col("id").gt(100)).named("r"),
                    COUNTS.call(col("note")).distinct().named("c")));
    same(
        "SELECT id, CASE WHEN weight IS NOT NULL THEN 0.0::DOUBLE END FROM t",
        t -> t.t().groupBy("id").agg(RANGE.call(col("weight"))));
    return List.copyOf(CASES);
  }

  @TestFactory
  List<DynamicTest> windows() {
    CASES.clear();
    String over = "(SELECT max(weight) - min(weight) FROM t i WHERE %s)";
    same(
        "SELECT id, max(weight) OVER w - min(weight) OVER w FROM t WINDOW w AS (PARTITION BY"
            + " status)",
        t -> t.t().select(col("id"), RANGE.call(col("weight")).over(partitionBy("status"))));
    same(
        "SELECT id, max(weight) OVER w - min(weight) OVER w FROM t WINDOW w AS (PARTITION BY"
            + " status ORDER BY id ROWS BETWEEN 5 PRECEDING AND CURRENT ROW)",
        t ->
            t.t()
                .select(
                    col("id"),
                    RANGE
                        .call(col("weight"))
                        .over(
                            partitionBy("status")
                                .orderBy("id")
                                .rowsBetween(preceding(5), currentRow()))));
    same(
        "SELECT id, "
            + COUNTED.formatted("i.customer <= t.customer")
            + ", "
            + over.formatted("i.id >= t.id")
            + " FROM t",
        t ->
            t.t()
                .select(
                    col("id"),
                    COUNTS.call(col("note")).over(orderBy("customer")).named("c"),
                    RANGE
                        .call(col("weight"))
                        .over(orderBy("id").rowsBetween(currentRow(), unboundedFollowing()))
                        .named("r")));
    same(
        "SELECT id, max(weight) OVER () - min(weight) OVER (), sum(price) OVER () FROM t",
        t ->
            t.t()
                .select(
                    col("id"),
                    RANGE
                        .call(col("weight"))
                        .over(
                            partitionBy(new String[0])
                                .rowsBetween(unboundedPreceding(), unboundedFollowing())),
                    sum("price").over(partitionBy(new String[0]))));
    return List.copyOf(CASES);
  }

  @TestFactory
  List<DynamicTest> texts() {
    CASES.clear();
    sameText(
        "SELECT status, max(weight) - min(weight) FROM t GROUP BY status HAVING max(weight) -"
            + " min(weight) > 1 ORDER BY 2",
        "SELECT status, VALUE_RANGE(weight) FROM t GROUP BY status HAVING value_range(weight) > 1"
            + " ORDER BY value_range(weight)");
    sameText(
        "SELECT customer, max(DISTINCT weight) FILTER (WHERE id % 2 = 0) - min(weight) FILTER"
            + " (WHERE id % 2 = 0) FROM t GROUP BY ALL",
        "SELECT customer, value_range(DISTINCT weight) FILTER (WHERE id % 2 = 0) FROM t GROUP BY"
            + " ALL");
    sameText(
        "SELECT id, max(weight) OVER w - min(weight) OVER w FROM t WINDOW w AS (ORDER BY id ROWS 2"
            + " PRECEDING)",
        "SELECT id, value_range(weight) OVER (ORDER BY id ROWS 2 PRECEDING) FROM t");
    sameText(
        "SELECT id FROM t WHERE weight = (SELECT max(weight) - min(weight) FROM t i WHERE i.status"
            + " = t.status) OR id = 3",
        "SELECT id FROM t WHERE weight = (SELECT value_range(i.weight) FROM t i WHERE i.status ="
            + " t.status) OR id = 3");
    same(
        "SELECT status, max(weight) - min(weight) FROM t GROUP BY status",
        t -> t.t().groupBy("status").agg(t.session().call("Value_Range", col("weight"))));
    return List.copyOf(CASES);
  }

  @Test
  void statesAreSpilledAndMerged() {
    try (Session session =
        Heddle.local(SessionOptions.defaults().withMemoryBudgetBytes(32L << 20).withThreads(2))) {
      DataFrame numbers =
          session.sql(
              "SELECT n % 40000 AS k, 'value ' || (n % 7) AS note, n::DOUBLE AS x FROM"
                  + " range(400000) r(n)");
      DataFrame grouped =
          numbers
              .groupBy("k")
              .agg(COUNTS.call(col("note")).named("c"), RANGE.call(col("x")).named("r"));
      DataFrame summed = grouped.agg(count().named("n"), sum("r"), sum(col("c").length()));
      assertThat(FrameOracle.rows(summed)).containsExactly("[40000, 14400000000, 2760000]");
      try (QueryResult result = summed.collect()) {
        assertThat(result.profile().spilledBytes()).isPositive();
      }
    }
  }

  @Test
  void whatIsWrongIsATypedError() {
    Session session = oracle.sessions().get("optimised");
    DataFrame t = oracle.tables(session).t();
    userCode(
        () -> t.agg(WRONG.call(lit(1))).collect(),
        "Function \"wrong\" gave null for (1); a state is never null");
    userCode(
        () -> t.agg(WRONG.call(lit(2))).collect(),
        "Function \"wrong\" failed for (2): java.lang.IllegalStateException: it is 2"
            + " (UserAggregateTest.java:");
    userCode(
        () -> t.agg(WRONG.call(lit(3))).collect(),
        "Function \"wrong\" gave three (String) for a result, which is no BIGINT");
    refused(
        () -> t.agg(RANGE.call(col("note"))),
        "Cannot aggregate: value_range takes (DOUBLE): argument 1 is VARCHAR; cast it");
    refused(
        () -> t.agg(RANGE.call(col("weight"), col("id"))),
        "Cannot aggregate: value_range takes 1 arguments, not 2");
    refused(() -> t.select(RANGE.call(col("weight"))), "value_range");
    refused(
        () -> t.agg(RANGE.call(col("weight")).orderBy("id")),
        "Cannot aggregate: value_range takes no order");
    Map<String, DataFrame> tables = Map.of("t", t);
    refused(
        () -> session.sql("select value_range(weight order by id) from t", tables),
        "value_range takes no order: states of rows are merged in any");
    refused(
        () -> session.sql("select id from t where value_range(weight) > 1", tables),
        "aggregate value_range cannot be in WHERE; use HAVING");
    refused(
        () -> session.sql("select value_rage(weight) from t", tables),
        "did you mean \"value_range\"?");
    refused(
        () -> UserAggregate.of("no name", Range.class, REAL, REAL, REAL),
        "a name is a letter or _, and then letters, digits and _");
  }

  @Test
  void aNameIsOfOneFunctionAtATime() {
    try (Session session = Heddle.local()) {
      session.register(UserAggregate.of("f", Range.class, new DataType.ListOf(REAL), REAL, REAL));
      assertThat(FrameOracle.rows(session.sql("select f(x) from (values (1e0), (3e0)) v(x)")))
          .containsExactly("[2]");
      session.register(UserFunction.of("F", Same.class, DataType.INT64, DataType.INT64));
      assertThat(FrameOracle.rows(session.sql("select f(x) from (values (1), (3)) v(x)")))
          .containsExactly("[1]", "[3]");
      session.register(UserAggregate.of("f", Range.class, new DataType.ListOf(REAL), REAL, REAL));
      session.unregister("F");
      assertThatThrownBy(() -> session.call("f", lit(1)))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("no function \"f\"");
      assertThatThrownBy(
              () -> session.register(UserAggregate.of("sum", Range.class, REAL, REAL, REAL)))
          .isInstanceOf(HeddleException.class)
          .hasMessage(
              "Cannot register function \"sum\": a built-in function has that name; choose another"
                  + " one");
    }
  }

  private static void userCode(ThrowingCallable run, String message) {
    assertThatThrownBy(run)
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining(message)
        .extracting(e -> ((HeddleException) e).code())
        .isEqualTo(ErrorCode.USER_CODE);
  }

  private static void refused(ThrowingCallable verb, String message) {
    assertThatThrownBy(verb).isInstanceOf(AnalysisException.class).hasMessageContaining(message);
  }
}
