package dev.heddle.engine.frame;

import static dev.heddle.engine.frame.Frames.texts;
import static dev.heddle.frame.expr.Functions.anyTrue;
import static dev.heddle.frame.expr.Functions.approxCountDistinct;
import static dev.heddle.frame.expr.Functions.approxQuantile;
import static dev.heddle.frame.expr.Functions.avg;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.countDistinct;
import static dev.heddle.frame.expr.Functions.currentRow;
import static dev.heddle.frame.expr.Functions.denseRank;
import static dev.heddle.frame.expr.Functions.first;
import static dev.heddle.frame.expr.Functions.firstValue;
import static dev.heddle.frame.expr.Functions.lag;
import static dev.heddle.frame.expr.Functions.last;
import static dev.heddle.frame.expr.Functions.lead;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.max;
import static dev.heddle.frame.expr.Functions.median;
import static dev.heddle.frame.expr.Functions.min;
import static dev.heddle.frame.expr.Functions.orderBy;
import static dev.heddle.frame.expr.Functions.partitionBy;
import static dev.heddle.frame.expr.Functions.preceding;
import static dev.heddle.frame.expr.Functions.quantile;
import static dev.heddle.frame.expr.Functions.rank;
import static dev.heddle.frame.expr.Functions.rowNumber;
import static dev.heddle.frame.expr.Functions.stddev;
import static dev.heddle.frame.expr.Functions.sum;
import static dev.heddle.frame.expr.Functions.variance;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Join;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.plan.JoinKind;
import dev.heddle.frame.schema.DataType;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Every verb of frames, run by the engine at several numbers of partitions. */
@ParameterizedClass
@ValueSource(ints = {1, 3})
class FrameVerbsTest {
  @Parameter int partitions;

  private Session session;
  private DataFrame orders;
  private DataFrame customers;

  @BeforeEach
  void open() {
    session = Heddle.local(SessionOptions.defaults().withThreads(2).withPartitions(partitions));
    orders = Frames.orders(session);
    customers = Frames.customers(session);
  }

  @AfterEach
  void close() {
    session.close();
  }

  @Test
  void selectsRenamesDropsCasts() {
    assertThat(texts(orders.select("status", "id").sort("id").limit(2)))
        .containsExactly("[open, 1]", "[done, 2]");
    assertThat(
            texts(
                orders
                    .select("id", "price")
                    .rename("price", "cost")
                    .cast("cost", DataType.FLOAT64)
                    .sort("id")))
        .containsExactly("[1, 10.5]", "[2, 20.0]", "[3, -5.25]", "[4, 20.0]", "[5, null]");
    assertThat(texts(orders.drop("weight", "due", "seen", "status", "price").sort("id")))
        .startsWith("[1, 10]");
  }

  @Test
  void addsAndReplacesColumns() {
    DataFrame more =
        orders
            .select("id", "customer")
            .withColumns(col("customer").plus(1), col("id").times(10).named("id"))
            .sort("id");
    assertThat(texts(more))
        .containsExactly(
            "[10, 10, 11]", "[20, 20, 21]", "[30, 10, 11]", "[40, 30, 31]", "[50, null, null]");
  }

  @Test
  void filtersOutFalseAndNull() {
    assertThat(texts(orders.filter(col("price").gt(0)).select("id").sort("id")))
        .containsExactly("[1]", "[2]", "[4]");
    assertThat(texts(orders.filter(col("price").gt(0).not()).select("id"))).containsExactly("[3]");
    assertThat(texts(orders.filter(col("price").isNull()).select("id"))).containsExactly("[5]");
    assertThat(texts(orders.filter(lit(false)))).isEmpty();
  }

  @Test
  void sortsNullsLastAndNanLargest() {
    assertThat(texts(orders.sort("weight").select("id")))
        .containsExactly("[3]", "[1]", "[4]", "[2]", "[5]");
    assertThat(texts(orders.sort(col("weight").descending()).select("id")))
        .containsExactly("[2]", "[4]", "[1]", "[3]", "[5]");
    assertThat(
            texts(
                orders
                    .sort(col("status").descending().nullsFirst(), col("id").descending())
                    .select("id")))
        .containsExactly("[5]", "[3]", "[1]", "[4]", "[2]");
  }

  @Test
  void limitsOffsetsAndNumbersSortedRows() {
    assertThat(texts(orders.sort("id").offset(1).limit(2).select("id")))
        .containsExactly("[2]", "[3]");
    assertThat(texts(orders.sort("id").limit(2).offset(1).select("id"))).containsExactly("[2]");
    assertThat(texts(orders.limit(0))).isEmpty();
    assertThat(orders.limit(3).count()).isEqualTo(3);
    assertThat(texts(orders.select("id").sort(col("id").descending()).withRowIndex("n", 1)))
        .containsExactly("[1, 5]", "[2, 4]", "[3, 3]", "[4, 2]", "[5, 1]");
    assertThat(texts(orders.select("id").withRowIndex("n").select("n").sort("n")))
        .containsExactly("[0]", "[1]", "[2]", "[3]", "[4]");
  }

  @Test
  void keepsDifferentRows() {
    assertThat(texts(orders.select("status").distinct().sort("status")))
        .containsExactly("[done]", "[open]", "[null]");
    assertThat(texts(orders.unique("status").select("status").sort("status")))
        .containsExactly("[done]", "[open]", "[null]");
    assertThat(orders.unique("customer", "status").schema()).isEqualTo(orders.schema());
    assertThat(orders.unique("customer", "status").count()).isEqualTo(4);
  }

  @Test
  void aggregatesGroups() {
    DataFrame grouped =
        orders
            .groupBy("status")
            .agg(
                count().named("rows"),
                count("price").named("prices"),
                sum("price").named("sum"),
                avg("price").named("avg"),
                min("id").named("min"),
                max("due").named("max"),
                countDistinct("price").named("different"))
            .sort("status");
    assertThat(texts(grouped))
        .containsExactly(
            "[done, 2, 2, 40.00, 20.0, 2, 2024-12-31, 1]",
            "[open, 2, 2, 5.25, 2.625, 1, 2024-01-31, 2]",
            "[null, 1, 0, null, null, 5, null, 0]");
  }

  @Test
  void aggregatesAllRowsAlsoOfNone() {
    DataFrame totals =
        orders.agg(
            sum("id").named("a"),
            sum("price").filter(col("status").eqTo("done")).named("b"),
            sum("customer").div(count("customer")).named("c"),
            first("id").orderBy(col("price").descending(), col("id").descending()).named("d"),
            last("id").orderBy(col("id").ascending()).named("e"),
            anyTrue(col("price").lt(0)).named("f"),
            median("id").named("g"),
            quantile("id", 0.25).named("h"),
            approxQuantile("id", 0.5).named("i"),
            approxCountDistinct("status").named("j"));
    assertThat(texts(totals)).containsExactly("[15, 40.00, 17.5, 4, 5, true, 3.0, 2.0, 3.0, 2]");
    DataFrame empty = orders.filter(lit(false));
    assertThat(texts(empty.agg(count(), sum("price"), max("status"), median("id"))))
        .containsExactly("[0, null, null, null]");
    assertThat(texts(empty.groupBy("status").count())).isEmpty();
    assertThat(texts(orders.agg(stddev("id"), variance("id").named("v"))))
        .containsExactly("[1.5811388300841898, 2.5]");
  }

  @Test
  void groupsByExpressionsAndRollsUp() {
    DataFrame byYear =
        orders
            .groupBy(col("due").year().named("year"))
            .agg(count().plus(col("due").year()).named("n"))
            .sort("year");
    assertThat(texts(byYear)).containsExactly("[1969, 1970]", "[2024, 2027]", "[null, null]");
    DataFrame rolled =
        orders
            .filter(col("id").lt(5))
            .rollup(col("status"), col("customer"))
            .agg(count().named("n"))
            .sort("status", "customer");
    assertThat(texts(rolled))
        .containsExactly(
            "[done, 20, 1]",
            "[done, 30, 1]",
            "[done, null, 2]",
            "[open, 10, 2]",
            "[open, null, 2]",
            "[null, null, 4]");
  }

  @Test
  void joinsOnSharedKeys() {
    DataFrame left = orders.select("id", "customer");
    DataFrame right = customers.select("customer", "name");
    assertThat(texts(left.join(right, "customer").sort("id")))
        .containsExactly("[1, 10, Ada]", "[2, 20, Grace]", "[3, 10, Ada]");
    assertThat(texts(left.join(right, JoinKind.LEFT, "customer").sort("id")))
        .containsExactly(
            "[1, 10, Ada]", "[2, 20, Grace]", "[3, 10, Ada]", "[4, 30, null]", "[5, null, null]");
    assertThat(texts(left.join(right, JoinKind.RIGHT, "customer").sort("customer", "id")))
        .containsExactly("[1, 10, Ada]", "[3, 10, Ada]", "[2, 20, Grace]", "[null, 40, Alan]");
    assertThat(texts(left.join(right, JoinKind.FULL, "customer").sort("customer", "id")))
        .containsExactly(
            "[1, 10, Ada]",
            "[3, 10, Ada]",
            "[2, 20, Grace]",
            "[4, 30, null]",
            "[null, 40, Alan]",
            "[5, null, null]");
    assertThat(texts(left.join(right, JoinKind.SEMI, "customer").sort("id")))
        .containsExactly("[1, 10]", "[2, 20]", "[3, 10]");
    assertThat(texts(left.join(right, JoinKind.ANTI, "customer").sort("id")))
        .containsExactly("[4, 30]", "[5, null]");
  }

  @Test
  void joinsWithConditionsNullSafeAndCross() {
    DataFrame left = orders.select("id", "status");
    assertThat(
            texts(
                left.join(left, Join.inner().on("status").where(col("id").lt(col("id_right"))))
                    .sort("id")))
        .containsExactly("[1, open, 3]", "[2, done, 4]");
    assertThat(left.join(left, Join.inner().on("status").nullSafe()).count()).isEqualTo(9);
    assertThat(left.join(left, Join.inner().on("status")).count()).isEqualTo(8);
    assertThat(left.join(customers.select("name"), Join.cross()).count()).isEqualTo(15);
    assertThat(
            texts(
                left.join(left, Join.left().where(col("id").gt(col("id_right").plus(3))))
                    .select("id", "id_right")
                    .sort("id")))
        .containsExactly("[1, null]", "[2, null]", "[3, null]", "[4, null]", "[5, 1]");
    assertThat(
            texts(
                left.join(left, Join.semi().where(col("id").gt(col("id_right").plus(3))))
                    .select("id")))
        .containsExactly("[5]");
  }

  @Test
  void combinesFramesAsSets() {
    DataFrame left = orders.select("customer");
    DataFrame right = customers.select("customer");
    assertThat(texts(left.union(right).sort("customer")))
        .containsExactly("[10]", "[10]", "[10]", "[20]", "[20]", "[30]", "[40]", "[null]");
    assertThat(texts(left.intersect(right).sort("customer"))).containsExactly("[10]", "[20]");
    assertThat(texts(left.except(right).sort("customer"))).containsExactly("[30]", "[null]");
    assertThat(
            texts(
                orders
                    .select("id", "status")
                    .unionByName(customers.select(col("status"), col("customer").named("id")))
                    .filter(col("id").gt(4))
                    .sort("id")))
        .containsExactly("[5, null]", "[10, gold]", "[20, null]", "[40, gold]");
  }

  @Test
  void looksThroughWindows() {
    DataFrame windows =
        orders
            .filter(col("id").lt(5))
            .select(
                col("id"),
                rowNumber().over(orderBy(col("id").descending())).named("a"),
                rank().over(orderBy("price")).named("b"),
                denseRank().over(orderBy(col("price").descending())).named("c"),
                lag(col("id")).over(partitionBy("status").orderBy("id")).named("d"),
                lead(col("id"), 1, lit(-1)).over(partitionBy("status").orderBy("id")).named("e"),
                sum("price").over(partitionBy("status")).named("f"),
                sum("id").over(orderBy("id").rowsBetween(preceding(1), currentRow())).named("g"),
                firstValue(col("id")).over(partitionBy("status").orderBy("id")).named("h"))
            .sort("id");
    assertThat(texts(windows))
        .containsExactly(
            "[1, 4, 2, 2, null, 3, 5.25, 1, 1]",
            "[2, 3, 3, 1, null, 4, 40.00, 3, 2]",
            "[3, 2, 1, 3, 1, -1, 5.25, 5, 1]",
            "[4, 1, 3, 1, 2, -1, 40.00, 7, 2]");
  }

  @Test
  void describesColumns() {
    assertThat(texts(orders.select("id", "status").describe()))
        .containsExactly(
            "[count, 5.0, 4]",
            "[null_count, 0.0, 1]",
            "[mean, 3.0, null]",
            "[std, 1.5811388300841898, null]",
            "[min, 1.0, done]",
            "[25%, 2.0, null]",
            "[50%, 3.0, null]",
            "[75%, 4.0, null]",
            "[max, 5.0, open]");
  }

  @Test
  void mixesFramesAndSql() {
    DataFrame open = orders.filter(col("status").eqTo("open"));
    DataFrame counted =
        session.sql(
            "select c.name, count(*) as n from o join c on o.customer = c.customer group by c.name",
            Map.of("o", open, "c", customers));
    assertThat(texts(counted.filter(col("n").gt(1)))).containsExactly("[Ada, 2]");
    session.createView("o", open);
    assertThat(texts(session.sql("select max(id) from O"))).containsExactly("[3]");
    assertThat(session.table("o").count()).isEqualTo(2);
  }

  @Test
  void readsManyRowsAndStreamsThem() {
    record Number(int n, String text) {}

    List<Number> rows =
        IntStream.range(0, 10_000).mapToObj(i -> new Number(i, "text number " + i)).toList();
    DataFrame frame = session.from(rows);
    assertThat(frame.rows(Number.class)).containsExactlyInAnyOrderElementsOf(rows);
    long streamed = 0;
    try (ArrowStream stream = frame.filter(col("n").mod(2).eqTo(0)).toArrow()) {
      while (stream.next()) {
        streamed += stream.root().getRowCount();
      }
    }
    assertThat(streamed).isEqualTo(5_000);
    try (ArrowStream stream = frame.toArrow()) {
      assertThat(stream.next()).isTrue();
    }
    try (QueryResult result = frame.agg(sum("n").named("s")).collect()) {
      assertThat(result.iterator().next().longValue("s")).isEqualTo(49_995_000L);
    }
  }

  @Test
  void explainsEveryForm() {
    String text = orders.filter(col("id").gt(1)).select("id").explain();
    assertThat(text).containsIgnoringCase("filter").containsIgnoringCase("stage");
  }
}
