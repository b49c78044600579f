package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.averageRank;
import static dev.heddle.frame.expr.Functions.avg;
import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.currentRow;
import static dev.heddle.frame.expr.Functions.cut;
import static dev.heddle.frame.expr.Functions.days;
import static dev.heddle.frame.expr.Functions.difference;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.maxRank;
import static dev.heddle.frame.expr.Functions.orderBy;
import static dev.heddle.frame.expr.Functions.partitionBy;
import static dev.heddle.frame.expr.Functions.percentChange;
import static dev.heddle.frame.expr.Functions.preceding;
import static dev.heddle.frame.expr.Functions.quantileBucket;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.session.FrameOracle.Tables;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Session;
import dev.heddle.frame.TimeGroups;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.Udaf;
import dev.heddle.frame.function.Udf1;
import dev.heddle.frame.function.Udf2;
import dev.heddle.frame.function.UserAggregate;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Ranks, buckets, stretches of time, and rows made by code of the user's own. */
class FrameSeriesTest {
  private static final List<DynamicTest> CASES = new ArrayList<>();
  @TempDir private static Path folder;
  private static FrameOracle oracle;

  @BeforeAll
  static void open() throws InterruptedException {
    oracle = new FrameOracle(folder);
  }

  @AfterAll
  static void close() {
    oracle.close();
  }

  private static void same(String sql, Function<Tables, DataFrame> frame) {
    CASES.add(DynamicTest.dynamicTest(sql, () -> oracle.same(sql, frame)));
  }

  private static void sameOfCode(String sql, Function<Tables, DataFrame> frame) {
    CASES.add(DynamicTest.dynamicTest(sql, () -> oracle.sameOfCode(sql, frame)));
  }

  @TestFactory
  List<DynamicTest> columns() {
    CASES.clear();
    String last = "(SELECT count(*) FROM t o WHERE o.customer <= t.customer)";
    String first = "(SELECT count(*) FROM t o WHERE o.customer < t.customer)";
    same(
        "SELECT id, " + last + ", (" + last + " + " + first + " + 1) / 2.0::DOUBLE FROM t",
        t ->
            t.t()
                .select(
                    col("id"),
                    maxRank(orderBy("customer")).named("m"),
                    averageRank(orderBy("customer")).named("a")));
    same(
        "SELECT id, price - lag(price, 3) OVER (PARTITION BY status ORDER BY id), weight /"
            + " lag(weight) OVER (PARTITION BY status ORDER BY id) - 1 FROM t WHERE weight > 0",
        t ->
            t.t()
                .filter(col("weight").gt(0))
                .select(
                    col("id"),
                    difference(col("price"), 3, partitionBy("status").orderBy("id")).named("d"),
                    percentChange(col("weight"), 1, partitionBy("status").orderBy("id"))
                        .named("p")));
    same(
        "SELECT id, CASE WHEN weight IS NULL THEN NULL ELSE ceil((SELECT count(*) FROM t o WHERE"
            + " o.weight <= t.weight) * 7::DECIMAL(9, 0) / (SELECT count(weight) FROM t))::INTEGER"
            + " END FROM t",
        t ->
            t.t()
                .select(
                    col("id"),
                    quantileBucket(col("weight"), 7, partitionBy(new String[0])).named("q")));
    same(
        "SELECT id, CASE WHEN price <= 10 THEN 0 WHEN price <= 20.5 THEN 1 WHEN price IS NOT NULL"
            + " THEN 2 END FROM t",
        t -> t.t().select(col("id"), cut(col("price"), 10, 20.5).named("c")));
    same(
        "SELECT id, sum(price) OVER (ORDER BY due RANGE BETWEEN INTERVAL 7 DAY PRECEDING AND"
            + " CURRENT ROW) FROM t WHERE due IS NOT NULL",
        t ->
            t.t()
                .filter(col("due").isNotNull())
                .select(
                    col("id"),
                    sum("price")
                        .over(orderBy("due").rangeBetween(preceding(days(7)), currentRow()))
                        .named("s")));
    return List.copyOf(CASES);
  }

  @TestFactory
  List<DynamicTest> histograms() {
    CASES.clear();
    for (String column : List.of("id", "price", "weight")) {
      same(
          "SELECT lo + w * b, CASE WHEN b = 6 THEN hi ELSE lo + w * (b + 1) END, count(x) FROM"
              + " (SELECT min("
              + column
              + ")::DOUBLE AS lo, max("
              + column
              + ")::DOUBLE AS hi, (hi - lo) / 7 AS w, unnest(range(7)) AS b FROM t) LEFT JOIN"
              + " (SELECT "
              + column
              + "::DOUBLE AS x FROM t) ON x >= lo + w * b AND (b = 6 OR x < lo + w * (b + 1)) GROUP"
              + " BY ALL",
          t -> t.t().histogram(column, 7));
    }
    same(
        "SELECT 5.0, 5.0, CASE WHEN i = 0 THEN 3 ELSE 0 END FROM range(2) r(i)",
        t -> t.t().limit(3).select(lit(5).named("five")).histogram("five", 2));
    return List.copyOf(CASES);
  }

  @Test
  void aHistogramOfNothingHasNoRow() {
    DataFrame t = oracle.tables(oracle.sessions().get("optimised")).t();
    assertThat(t.filter(col("id").lt(0)).histogram("price", 3).count()).isZero();
    assertThat(FrameOracle.rows(t.limit(1).select(lit(Double.NaN).named("x")).histogram("x", 3)))
        .isEmpty();
    refused(
        () -> t.histogram("note", 3),
        "Cannot make a histogram: column \"note\" is VARCHAR, no number");
    refused(
        () -> t.histogram("price", 0),
        "Cannot make a histogram of 0 intervals: give a number from 1 to 10000");
  }

  @TestFactory
  List<DynamicTest> stretchesOfTime() {
    CASES.clear();
    same(
        "SELECT status, time_bucket(INTERVAL 1 WEEK, due), count(*), sum(price) FROM t WHERE due IS"
            + " NOT NULL GROUP BY ALL",
        t ->
            t.t()
                .groupByTime(TimeGroups.every(Period.ofWeeks(1), "due").by("status"))
                .agg(count().named("n"), sum("price").named("s")));
    same(
        "SELECT time_bucket(INTERVAL 10 DAY, due, DATE '2024-01-04'), count(*) FROM t WHERE due IS"
            + " NOT NULL GROUP BY ALL",
        t ->
            t.t()
                .groupByTime(
                    TimeGroups.every(Period.ofDays(10), "due").startingAt(LocalDate.of(2024, 1, 4)))
                .count());
    same(
        "SELECT s, status, count(*), avg(weight) FROM t JOIN (SELECT (DATE '2023-11-01' + INTERVAL"
            + " (i) MONTH)::DATE AS s FROM range(40) r(i)) ON due >= s AND due < s + INTERVAL 3"
            + " MONTH GROUP BY ALL",
        t ->
            t.t()
                .groupByTime(
                    TimeGroups.every(Period.ofMonths(1), "due")
                        .spanning(Period.ofMonths(3))
                        .named("s")
                        .by("status"))
                .agg(count().named("n"), avg("weight").named("w"))
                .select("s", "status", "n", "w"));
    same(
        "SELECT s, count(*) FROM (SELECT due::TIMESTAMP + to_minutes(id * 7) AS tm FROM t WHERE due"
            + " IS NOT NULL) JOIN (SELECT TIMESTAMP '2023-12-31' + to_minutes(i * 90) AS s FROM"
            + " range(7000) r(i)) ON tm >= s AND tm < s + INTERVAL 20 MINUTE GROUP BY ALL",
        t ->
            t.t()
                .dropNulls("due")
                .select(
                    col("due")
                        .cast(DataType.TIMESTAMP)
                        .plus(call("to_minutes", col("id").times(7)))
                        .named("at"))
                .groupByTime(
                    TimeGroups.every(Duration.ofMinutes(90), "at").spanning(Duration.ofMinutes(20)))
                .count());
    same(
        "SELECT status, due, n FROM (SELECT status, unnest(generate_series(min(due), max(due),"
            + " INTERVAL 3 DAY))::DATE AS due FROM t WHERE id < 90 GROUP BY status) s FULL JOIN"
            + " (SELECT status, due, count(*) AS n FROM t WHERE id < 90 GROUP BY ALL) g USING"
            + " (status, due)",
        t ->
            t.t()
                .filter(col("id").lt(90))
                .groupBy("status", "due")
                .agg(count().named("n"))
                .upsample("due", Period.ofDays(3), "status"));
    return List.copyOf(CASES);
  }

  private static final DataType PAIR =
      new DataType.Struct(
          List.of(Field.of("id", DataType.INT64), Field.of("status", DataType.STRING)));

  /** Gives a struct: the number twice as large, and the text twice. */
  public static final class Doubled implements Udf2<Long, String, Map<String, Object>> {
    @Override
    public Map<String, Object> apply(Long id, String status) {
      return Map.of("id", id * 2, "status", status + status);
    }
  }

  /** Gives a list: a number for each below a number. */
  public static final class Below implements Udf1<Long, List<Long>> {
    @Override
    public List<Long> apply(Long id) {
      List<Long> below = new ArrayList<>();
      for (long i = 0; i < id % 3; i++) {
        below.add(i);
      }
      return below;
    }
  }

  /** Gives the rows of a group with the largest and the smallest number. */
  public static final class Ends
      implements Udf1<List<Map<String, Object>>, List<Map<String, Object>>> {
    @Override
    public List<Map<String, Object>> apply(List<Map<String, Object>> rows) {
      List<Map<String, Object>> sorted = new ArrayList<>(rows);
      sorted.sort((a, b) -> ((Long) a.get("id")).compareTo((Long) b.get("id")));
      return List.of(sorted.getFirst(), sorted.getLast());
    }
  }

  /** The mean of values by their weights; null without weight. */
  public static final class WeightedMean extends Udaf<List<Double>, @Nullable Double> {
    @Override
    public List<Double> init() {
      return List.of(0.0, 0.0);
    }

    @Override
    public List<Double> update(List<Double> state, @Nullable Object[] values) {
      return values[0] instanceof Double value && values[1] instanceof Double weight
          ? List.of(state.get(0) + value * weight, state.get(1) + weight)
          : state;
    }

    @Override
    public List<Double> merge(List<Double> first, List<Double> second) {
      return List.of(first.get(0) + second.get(0), first.get(1) + second.get(1));
    }

    @Override
    public @Nullable Double finish(List<Double> state) {
      return state.get(1) == 0 ? null : state.get(0) / state.get(1);
    }
  }

  /** Fails at a number. */
  public static final class Failing extends Udaf<Long, Long> {
    @Override
    public Long init() {
      return 0L;
    }

    @Override
    public Long update(Long state, @Nullable Object[] values) {
      if (values[0] instanceof Long id && id == 77) {
        throw new IllegalStateException("it is 77");
      }
      return state + 1;
    }

    @Override
    public Long merge(Long first, Long second) {
      return first + second;
    }

    @Override
    public Long finish(Long state) {
      return state;
    }
  }

  private static final UserAggregate WEIGHTED =
      UserAggregate.of(
          "weighted",
          WeightedMean.class,
          new DataType.ListOf(DataType.FLOAT64),
          DataType.FLOAT64,
          DataType.FLOAT64,
          DataType.FLOAT64);

  @TestFactory
  List<DynamicTest> aggregatesOfTheUsersOwn() {
    CASES.clear();
    String mean =
        "sum(price * weight) / nullif(sum(CASE WHEN price IS NOT NULL THEN weight END), 0)";
    sameOfCode(
        "SELECT status, customer % 3, " + mean + " FROM t GROUP BY ALL",
        t ->
            t.t()
                .groupBy("status", col("customer").mod(3).named("k"))
                .aggregate(WEIGHTED, col("price").cast(DataType.FLOAT64), "weight"));
    sameOfCode(
        "SELECT " + mean + " FROM t",
        t -> t.t().groupBy().aggregate(WEIGHTED, col("price").cast(DataType.FLOAT64), "weight"));
    sameOfCode(
        "SELECT " + mean + " FROM t WHERE id < 0",
        t ->
            t.t()
                .filter(col("id").lt(0))
                .groupBy()
                .aggregate(WEIGHTED, col("price").cast(DataType.FLOAT64), "weight"));
    return List.copyOf(CASES);
  }

  @Test
  void whatAnAggregateThrowsEndsTheQuery() {
    UserAggregate failing =
        UserAggregate.of("failing", Failing.class, DataType.INT64, DataType.INT64, DataType.INT64);
    DataFrame t = oracle.tables(oracle.sessions().get("on a cluster")).t();
    DataFrame counted = t.groupBy().aggregate(failing, "id");
    assertThatThrownBy(() -> FrameOracle.rows(counted))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("failing")
        .hasMessageContaining("it is 77")
        .extracting(e -> ((HeddleException) e).code())
        .isEqualTo(ErrorCode.USER_CODE);
    refused(
        () -> t.groupBy("status").aggregate(failing, "id", "price"),
        "Cannot aggregate: failing takes 1 arguments, not 2");
    assertThatThrownBy(() -> t.groupBy("status").aggregate(failing, "note"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("failing takes (BIGINT): argument 1 is VARCHAR; cast it");
  }

  @TestFactory
  List<DynamicTest> codeOfTheUsersOwn() {
    CASES.clear();
    UserFunction doubled =
        UserFunction.of("doubled", Doubled.class, PAIR, DataType.INT64, DataType.STRING);
    UserFunction below =
        UserFunction.of("below", Below.class, new DataType.ListOf(DataType.INT64), DataType.INT64);
    UserFunction ends =
        UserFunction.of("ends", Ends.class, new DataType.ListOf(PAIR), new DataType.ListOf(PAIR));
    sameOfCode("SELECT id * 2, status || status FROM t", t -> t.t().map(doubled, "id", "status"));
    sameOfCode("SELECT unnest(range(id % 3)) FROM t", t -> t.t().flatMap(below, "id"));
    sameOfCode(
        "SELECT customer, unnest([min(id), max(id)]) AS id, unnest([arg_min(status, id),"
            + " arg_max(status, id)]) FROM t GROUP BY customer",
        t -> t.t().groupBy("customer").mapGroups(ends, "id", "status"));
    return List.copyOf(CASES);
  }

  private static void refused(ThrowingCallable verb, String message) {
    assertThatThrownBy(verb).isInstanceOf(AnalysisException.class).hasMessage(message);
  }

  @Test
  void whatDoesNotFitIsRefusedAtTheVerb() {
    Session session = oracle.sessions().get("optimised");
    DataFrame t = oracle.tables(session).t();
    refused(
        () -> t.groupByTime(TimeGroups.every(Period.ZERO, "due")),
        "Cannot group by time: the step P0D is not positive");
    refused(
        () -> TimeGroups.every(Duration.ofSeconds(1), "due").spanning(Duration.ofHours(1)),
        "Cannot group by time: a row would be in 3600 stretches of PT1H, one for each PT1S; at most"
            + " 1000 are possible");
    refused(
        () ->
            t.withColumn("start", col("id")).groupByTime(TimeGroups.every(Period.ofDays(1), "due")),
        "Cannot group by time: the frame has a column \"start\" already; name the starts by"
            + " named(...)");
    refused(
        () -> t.upsample("id", Period.ofDays(1)),
        "Cannot upsample: column \"id\" is BIGINT, no date or timestamp");
    refused(
        () -> t.upsample("due", Period.ofDays(-1)),
        "Cannot upsample: the step P-1D is not positive");
    refused(
        () -> t.upsample("due", Period.ofDays(1), "state"),
        "Cannot upsample: no column \"state\" in [id, status, customer, price, weight, due, note];"
            + " did you mean \"status\"?");
    UserFunction below =
        UserFunction.of("below", Below.class, new DataType.ListOf(DataType.INT64), DataType.INT64);
    refused(
        () -> t.map(below, "id"),
        "Cannot map: function \"below\" gives BIGINT[], not a struct, whose fields become columns;"
            + " a value for each row is withColumn(name, function.call(...))");
    refused(() -> cut(col("id")), "Cannot cut id: no break is given");
    refused(
        () -> cut(col("id"), 2, 1),
        "Cannot cut id: the break 1.0 does not follow in ascending order");
    refused(
        () -> quantileBucket(col("id"), 0, partitionBy("status")),
        "Cannot make 0 buckets; there is at least one");
    assertThat(t.flatMap(below, "id").schema().names()).containsExactly("below");
  }
}
