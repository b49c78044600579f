package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.currentRow;
import static dev.heddle.frame.expr.Functions.ewmMean;
import static dev.heddle.frame.expr.Functions.ewmMeanBy;
import static dev.heddle.frame.expr.Functions.ewmStddev;
import static dev.heddle.frame.expr.Functions.ewmVariance;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.orderBy;
import static dev.heddle.frame.expr.Functions.partitionBy;
import static dev.heddle.frame.expr.Functions.preceding;
import static dev.heddle.frame.expr.Functions.rank;
import static dev.heddle.frame.expr.Functions.rollingRank;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.WindowSpec;
import dev.heddle.frame.expr.series.ExponentialWeights;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Means and variances by exponential weights against loops of their definitions. */
class ExponentialWeightsTest {
  private static final WindowSpec BY_ID = orderBy("id");
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

  /** Sums over all rows before, for each row anew, of what the definition weighs them by. */
  private static List<@Nullable Double> twin(
      List<@Nullable Double> values, ExponentialWeights of, boolean isVariance) {
    List<@Nullable Double> results = new ArrayList<>();
    List<Double> known = new ArrayList<>();
    List<Double> weights = new ArrayList<>();
    for (Double value : values) {
      if (value != null || !of.ignoresNulls()) {
        weights.replaceAll(w -> w * (1 - of.alpha()));
      }
      if (value == null) {
        results.add(null);
        continue;
      }
      known.add(value);
      weights.add(of.isAdjusted() || known.size() == 1 ? 1.0 : of.alpha());
      if (!of.isAdjusted()) { // the result before counts as a whole
        double all = weights.stream().mapToDouble(w -> w).sum();
        weights.replaceAll(w -> w / all);
      }
      results.add(known.size() < of.minSamples() ? null : moment(known, weights, of, isVariance));
    }
    return results;
  }

  private static double moment(
      List<Double> values, List<Double> weights, ExponentialWeights of, boolean isVariance) {
    double sum = 0;
    double all = 0;
    double squared = 0;
    for (int i = 0; i < values.size(); i++) {
      if (weights.get(i) != 0) {
        sum += weights.get(i) * values.get(i);
      }
      all += weights.get(i);
      squared += weights.get(i) * weights.get(i);
    }
    double mean = sum / all;
    if (!isVariance) {
      return mean;
    }
    double distances = 0;
    for (int i = 0; i < values.size(); i++) {
      if (weights.get(i) != 0) {
        distances += weights.get(i) * (values.get(i) - mean) * (values.get(i) - mean);
      }
    }
    if (of.alpha() == 1) {
      return 0; // of one value
    }
    double rest = all * all - squared;
    return of.isBiased()
        ? distances / all
        : values.size() == 1 || rest <= 0 ? 0 : distances / all * (all * all / rest);
  }

  private static List<@Nullable Double> column(DataFrame frame, String name) {
    List<@Nullable Double> values = new ArrayList<>();
    try (QueryResult result = frame.collect()) {
      for (Row row : result) {
        values.add((Double) row.value(name));
      }
    }
    return values;
  }

  private static void close(
      List<@Nullable Double> actual, List<@Nullable Double> expected, String what) {
    assertThat(actual).as(what).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      Double wanted = expected.get(i);
      String where = what + ", row " + i;
      if (wanted == null || wanted.isNaN()) {
        assertThat(actual.get(i)).as(where).isEqualTo(wanted);
      } else {
        assertThat(actual.get(i))
            .as(where)
            .isCloseTo(wanted, within(1e-9 * Math.max(1, Math.abs(wanted))));
      }
    }
  }

  private static List<ExponentialWeights> weights() {
    List<ExponentialWeights> all = new ArrayList<>();
    for (ExponentialWeights base :
        List.of(
            ExponentialWeights.alpha(0.3),
            ExponentialWeights.com(4),
            ExponentialWeights.span(3).withMinSamples(3),
            ExponentialWeights.halfLife(2.5).biased(),
            ExponentialWeights.alpha(1))) {
      all.add(base);
      all.add(base.ignoringNulls());
      all.add(base.withoutAdjustment());
      all.add(base.withoutAdjustment().ignoringNulls());
    }
    return all;
  }

  private static List<Expr> columns(Expr value, WindowSpec window) {
    List<Expr> columns = new ArrayList<>(List.of(col("id"), value.named("x")));
    List<ExponentialWeights> weights = weights();
    for (int i = 0; i < weights.size(); i++) {
      columns.add(ewmMean(value, weights.get(i), window).named("mean" + i));
      columns.add(ewmVariance(value, weights.get(i), window).named("var" + i));
    }
    return columns;
  }

  private static void checkAll(DataFrame made, String how) {
    List<@Nullable Double> values = column(made, "x");
    assertThat(values).as(how).isNotEmpty();
    List<ExponentialWeights> weights = weights();
    for (int i = 0; i < weights.size(); i++) {
      String what = how + ", " + weights.get(i);
      close(column(made, "mean" + i), twin(values, weights.get(i), false), what + ", mean");
      close(column(made, "var" + i), twin(values, weights.get(i), true), what + ", variance");
    }
  }

  @Test
  void areThoseOfTheDefinition() {
    oracle
        .sessions()
        .forEach(
            (how, session) -> {
              DataFrame t = oracle.tables(session).t();
              DataFrame all = t.select(columns(col("weight"), BY_ID).toArray(Expr[]::new));
              checkAll(all.sort("id").cache(), how);
              DataFrame groups =
                  t.select(
                      columns(col("weight"), partitionBy("status").orderBy("id"))
                          .toArray(Expr[]::new));
              for (int i = 0; i < 3; i++) {
                int kept = i;
                DataFrame one = groups.filter(col("id").mod(3).eqTo(kept)).sort("id");
                checkAll(one.cache(), how + ", group " + kept);
              }
            });
  }

  @Test
  void nanStaysAndOneRowIsItself() {
    Session session = oracle.sessions().get("optimised");
    DataFrame t = oracle.tables(session).t();
    Expr value = caseWhen(col("id").eqTo(400), lit(Double.NaN)).otherwise(col("weight"));
    checkAll(t.select(columns(value, BY_ID).toArray(Expr[]::new)).sort("id").cache(), "with a NaN");
    checkAll(
        t.filter(col("id").eqTo(4)).select(columns(col("weight"), BY_ID).toArray(Expr[]::new)),
        "one row");
    assertThat(
            t.filter(col("id").lt(0))
                .select(ewmMean(col("weight"), ExponentialWeights.alpha(0.5), BY_ID).named("m"))
                .count())
        .isZero();
    // the example in the documentation of Polars
    DataFrame three = session.sql("select i as id, i::double as x from range(1, 4) r(i)");
    close(
        column(
            three
                .select(ewmStddev(col("x"), ExponentialWeights.com(1), BY_ID).named("s"))
                .sort("s"),
            "s"),
        List.of(0.0, 0.7071067811865476, 0.9636241116594316),
        "of 1, 2, 3");
  }

  @Test
  void meansByTimeAreThoseOfTheDefinition() {
    oracle
        .sessions()
        .forEach(
            (how, session) -> {
              DataFrame t = oracle.tables(session).t().filter(col("due").isNotNull());
              DataFrame made =
                  t.select(
                          col("due"),
                          col("id"),
                          col("weight"),
                          ewmMeanBy(
                                  col("weight"),
                                  col("due"),
                                  Duration.ofDays(3),
                                  orderBy("due", "id"))
                              .named("m"),
                          ewmMeanBy(
                                  col("weight"),
                                  col("id").cast(DataType.FLOAT64),
                                  2.0,
                                  orderBy("id"))
                              .named("n"))
                      .cache();
              close(column(made.sort("due", "id"), "m"), byTime(made, "due", 3), how + ", by days");
              close(column(made.sort("id"), "n"), byTime(made, "id", 2), how + ", by numbers");
            });
  }

  private static List<@Nullable Double> byTime(DataFrame made, String time, double halfLife) {
    List<@Nullable Double> results = new ArrayList<>();
    Double mean = null;
    double last = 0;
    try (QueryResult result = made.sort(time, "id").collect()) {
      for (Row row : result) {
        Object at = row.value(time);
        double now = at instanceof LocalDate day ? day.toEpochDay() : ((Long) at).doubleValue();
        Double value = (Double) row.value("weight");
        if (value != null) {
          double alpha = mean == null ? 1 : 1 - Math.pow(2, -(now - last) / halfLife);
          mean = mean == null ? value : alpha * value + (1 - alpha) * mean;
          last = now;
        }
        results.add(value == null ? null : mean);
      }
    }
    return results;
  }

  @Test
  void largePartitionsAreComputedPieceByPiece() {
    try (Session session =
        Heddle.local(SessionOptions.defaults().withMemoryBudgetBytes(48L << 20).withThreads(2))) {
      DataFrame numbers =
          session.sql(
              "select n as id, case when n % 3 <> 1 then (n * 7919 % 1000)::double end as x,"
                  + " repeat('x', 200) || n as pad from range(300000) r(n)");
      ExponentialWeights weights = ExponentialWeights.alpha(0.01);
      DataFrame made =
          numbers.select(
              col("id"), col("x"), col("pad"), ewmMean(col("x"), weights, BY_ID).named("m"));
      List<@Nullable Double> means = column(made.select("id", "m").sort("id"), "m");
      double expected = 0;
      double all = 0;
      for (long n = 0; n < 300_000; n++) {
        expected *= 0.99;
        all *= 0.99;
        Double actual = means.get((int) n);
        if (n % 3 == 1) {
          assertThat(actual).isNull();
        } else {
          expected += n * 7919 % 1000;
          all += 1;
          assertThat(actual).as("row " + n).isCloseTo(expected / all, within(1e-6));
        }
      }
    }
  }

  @Test
  void ranksInFramesAreThoseOfDuckDb() {
    oracle.same(
        "SELECT id, CASE WHEN weight IS NOT NULL THEN (SELECT count(*) FILTER (WHERE i.weight <"
            + " t.weight) + (count(*) FILTER (WHERE i.weight = t.weight) + 1) / 2.0::DOUBLE FROM t"
            + " i WHERE i.id BETWEEN t.id - 6 AND t.id) END FROM t",
        t ->
            t.t()
                .select(
                    col("id"),
                    rollingRank(col("weight"), BY_ID.rowsBetween(preceding(6), currentRow()))
                        .named("r")));
  }

  @Test
  void windowsGoIntoWindows() {
    oracle.same(
        "SELECT id, rank() OVER (ORDER BY s DESC, status), sum(s) OVER (ORDER BY id) FROM (SELECT"
            + " id, status, sum(price) OVER (PARTITION BY status ORDER BY id) AS s FROM t)",
        t -> {
          Expr running = sum("price").over(partitionBy("status").orderBy("id"));
          return t.t()
              .select(
                  col("id"),
                  rank().over(orderBy(running.descending(), col("status"))).named("r"),
                  sum(running).over(orderBy("id")).named("s"));
        });
  }

  @Test
  void theAggregatesAreInSqlAndMerge() {
    for (Map.Entry<String, Session> each : oracle.sessions().entrySet()) {
      DataFrame t = oracle.tables(each.getValue()).t();
      DataFrame made =
          each.getValue()
              .sql(
                  "select status, decayed_avg(weight, id, 1, 0.1) as m, decayed_var_pop(weight, id,"
                      + " 1, 0.1) as v, sum(weight * exp(-0.1 * (499 - id))) / sum(case when weight"
                      + " is not null then exp(-0.1 * (499 - id)) end) as e, sum(weight * weight *"
                      + " exp(-0.1 * (499 - id))) / sum(case when weight is not null then exp(-0.1"
                      + " * (499 - id)) end) - e * e as w from t group by status",
                  Map.of("t", t))
              .sort("status")
              .cache();
      close(column(made, "m"), column(made, "e"), each.getKey());
      close(column(made, "v"), column(made, "w"), each.getKey());
    }
  }

  @Test
  void whatDoesNotFitIsRefused() {
    refused(() -> ExponentialWeights.alpha(0), "with alpha 0.0: it is above 0 and at most 1");
    refused(() -> ExponentialWeights.alpha(Double.NaN), "with alpha NaN");
    refused(() -> ExponentialWeights.com(-1), "with com -1.0: it is 0 or more");
    refused(() -> ExponentialWeights.span(0.5), "with span 0.5: it is 1 or more");
    refused(() -> ExponentialWeights.halfLife(0), "with halfLife 0.0: it is above 0");
    refused(() -> ExponentialWeights.alpha(0.5).withMinSamples(0), "it is at least 1");
    refused(
        () -> ewmMean(col("x"), ExponentialWeights.alpha(0.5), partitionBy("k")),
        "over a window without an order; add orderBy");
    refused(() -> ewmMeanBy(col("x"), col("t"), Duration.ZERO, BY_ID), "with halfLife 0.0");
  }

  private static void refused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(AnalysisException.class).hasMessageContaining(message);
  }
}
