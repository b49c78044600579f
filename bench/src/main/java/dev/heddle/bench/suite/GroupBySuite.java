package dev.heddle.bench.suite;

import static dev.heddle.frame.expr.Functions.avg;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.max;
import static dev.heddle.frame.expr.Functions.median;
import static dev.heddle.frame.expr.Functions.min;
import static dev.heddle.frame.expr.Functions.partitionBy;
import static dev.heddle.frame.expr.Functions.rowNumber;
import static dev.heddle.frame.expr.Functions.stddev;
import static dev.heddle.frame.expr.Functions.sum;

import dev.heddle.bench.data.TableFiles;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.ColumnBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * The ten group-by questions of H2O's db-benchmark, by its recipe {@code G1_N_1e2_0_0}: groups of
 * 100 and of N / 100 values, as text and as integers, in random order, without nulls.
 *
 * @param rows number of rows (N)
 */
public record GroupBySuite(long rows) implements OneTableSuite {
  static final String NAME = "h2o-groupby";

  private static final int LARGE_GROUPS = 100;
  private static final long SEED = 108;
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              new Field("id1", DataType.STRING, false),
              new Field("id2", DataType.STRING, false),
              new Field("id3", DataType.STRING, false),
              new Field("id4", DataType.INT32, false),
              new Field("id5", DataType.INT32, false),
              new Field("id6", DataType.INT32, false),
              new Field("v1", DataType.INT32, false),
              new Field("v2", DataType.INT32, false),
              new Field("v3", DataType.FLOAT64, false)));

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String about() {
    return "Group-by questions of H2O's db-benchmark (G1_" + rows + "_1e2_0_0); results in memory.";
  }

  @Override
  public String table() {
    return "x";
  }

  @Override
  public Schema schema() {
    return SCHEMA;
  }

  @Override
  public TableFiles.RowSource generator() {
    int smallGroups = (int) Math.max(1, rows / LARGE_GROUPS);
    List<String> large = texts("id%03d", LARGE_GROUPS);
    List<String> small = texts("id%010d", smallGroups);
    SplittableRandom random = new SplittableRandom(SEED);
    long[] left = {rows};
    return columns -> {
      if (left[0]-- == 0) {
        return false;
      }
      columns.get(0).appendString(large.get(random.nextInt(LARGE_GROUPS)));
      columns.get(1).appendString(large.get(random.nextInt(LARGE_GROUPS)));
      columns.get(2).appendString(small.get(random.nextInt(smallGroups)));
      columns.get(3).appendLong(1 + random.nextInt(LARGE_GROUPS));
      columns.get(4).appendLong(1 + random.nextInt(LARGE_GROUPS));
      columns.get(5).appendLong(1 + random.nextInt(smallGroups));
      columns.get(6).appendLong(1 + random.nextInt(5));
      columns.get(7).appendLong(1 + random.nextInt(15));
      appendAmount(columns.get(8), random);
      return true;
    };
  }

  private static List<String> texts(String format, int count) {
    List<String> texts = new ArrayList<>(count);
    for (int i = 1; i <= count; i++) {
      texts.add(String.format(Locale.ROOT, format, i));
    }
    return texts;
  }

  /** Appends a number below 100 with six digits after the point. */
  static void appendAmount(ColumnBuilder column, SplittableRandom random) {
    column.appendDouble(random.nextInt(100_000_000) / 1e6);
  }

  @Override
  public List<Question> questions() {
    return List.of(
        question(
            "q1",
            "select id1, sum(v1) as v1 from x group by id1",
            x -> x.groupBy("id1").agg(sum("v1").named("v1"))),
        question(
            "q2",
            "select id1, id2, sum(v1) as v1 from x group by id1, id2",
            x -> x.groupBy("id1", "id2").agg(sum("v1").named("v1"))),
        question(
            "q3",
            "select id3, sum(v1) as v1, avg(v3) as v3 from x group by id3",
            x -> x.groupBy("id3").agg(sum("v1").named("v1"), avg("v3").named("v3"))),
        question(
            "q4",
            "select id4, avg(v1) as v1, avg(v2) as v2, avg(v3) as v3 from x group by id4",
            x ->
                x.groupBy("id4")
                    .agg(avg("v1").named("v1"), avg("v2").named("v2"), avg("v3").named("v3"))),
        question(
            "q5",
            "select id6, sum(v1) as v1, sum(v2) as v2, sum(v3) as v3 from x group by id6",
            x ->
                x.groupBy("id6")
                    .agg(sum("v1").named("v1"), sum("v2").named("v2"), sum("v3").named("v3"))),
        question(
            "q6",
            "select id4, id5, median(v3) as median_v3, stddev(v3) as sd_v3 from x"
                + " group by id4, id5",
            x ->
                x.groupBy("id4", "id5")
                    .agg(median("v3").named("median_v3"), stddev("v3").named("sd_v3"))),
        question(
            "q7",
            "select id3, max(v1) - min(v2) as range_v1_v2 from x group by id3",
            x -> x.groupBy("id3").agg(max("v1").minus(min("v2")).named("range_v1_v2"))),
        question(
            "q8",
            "select id6, largest2_v3 from (select id6, v3 as largest2_v3,"
                + " row_number() over (partition by id6 order by v3 desc) as order_v3"
                + " from x where v3 is not null) sub_query where order_v3 <= 2",
            GroupBySuite::largestTwo),
        new Question(
            "q9",
            "select id2, id4, power(n * sxy - sx * sy, 2)"
                + " / ((n * sxx - sx * sx) * (n * syy - sy * sy)) as r2 from (select id2, id4,"
                + " cast(count(*) as double) as n, cast(sum(v1) as double) as sx,"
                + " cast(sum(v2) as double) as sy, cast(sum(v1 * v1) as double) as sxx,"
                + " cast(sum(v2 * v2) as double) as syy, cast(sum(v1 * v2) as double) as sxy"
                + " from x group by id2, id4) sums",
            "select id2, id4, pow(corr(v1, v2), 2) as r2 from x group by id2, id4",
            on(GroupBySuite::regression),
            Question.Use.HOLD),
        question(
            "q10",
            "select id1, id2, id3, id4, id5, id6, sum(v3) as v3, count(*) as \"count\" from x"
                + " group by id1, id2, id3, id4, id5, id6",
            x ->
                x.groupBy("id1", "id2", "id3", "id4", "id5", "id6")
                    .agg(sum("v3").named("v3"), count().named("count"))));
  }

  private static Question question(String name, String sql, Function<DataFrame, DataFrame> frame) {
    return new Question(name, sql, sql, on(frame), Question.Use.HOLD);
  }

  private static Optional<Function<Map<String, DataFrame>, DataFrame>> on(
      Function<DataFrame, DataFrame> frame) {
    return Optional.of(tables -> frame.apply(tables.get("x")));
  }

  private static DataFrame largestTwo(DataFrame x) {
    return x.filter(col("v3").isNotNull())
        .withColumn(
            "order_v3", rowNumber().over(partitionBy("id6").orderBy(col("v3").descending())))
        .filter(col("order_v3").ltEq(2))
        .select(col("id6"), col("v3").named("largest2_v3"));
  }

  private static DataFrame regression(DataFrame x) {
    Expr covariance = col("n").times(col("sxy")).minus(col("sx").times(col("sy")));
    Expr first = col("n").times(col("sxx")).minus(col("sx").times(col("sx")));
    Expr second = col("n").times(col("syy")).minus(col("sy").times(col("sy")));
    return x.groupBy("id2", "id4")
        .agg(
            count().cast(DataType.FLOAT64).named("n"),
            sum("v1").cast(DataType.FLOAT64).named("sx"),
            sum("v2").cast(DataType.FLOAT64).named("sy"),
            sum(col("v1").times(col("v1"))).cast(DataType.FLOAT64).named("sxx"),
            sum(col("v2").times(col("v2"))).cast(DataType.FLOAT64).named("syy"),
            sum(col("v1").times(col("v2"))).cast(DataType.FLOAT64).named("sxy"))
        .select(
            col("id2"),
            col("id4"),
            covariance.power(lit(2.0)).div(first.times(second)).named("r2"));
  }
}
