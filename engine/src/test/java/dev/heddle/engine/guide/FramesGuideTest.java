package dev.heddle.engine.guide;

import static dev.heddle.frame.expr.Functions.averageRank;
import static dev.heddle.frame.expr.Functions.avg;
import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.currentRow;
import static dev.heddle.frame.expr.Functions.cut;
import static dev.heddle.frame.expr.Functions.decimal;
import static dev.heddle.frame.expr.Functions.difference;
import static dev.heddle.frame.expr.Functions.ewmMean;
import static dev.heddle.frame.expr.Functions.ewmMeanBy;
import static dev.heddle.frame.expr.Functions.ewmStddev;
import static dev.heddle.frame.expr.Functions.exists;
import static dev.heddle.frame.expr.Functions.expr;
import static dev.heddle.frame.expr.Functions.forwardFill;
import static dev.heddle.frame.expr.Functions.lag;
import static dev.heddle.frame.expr.Functions.list;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.max;
import static dev.heddle.frame.expr.Functions.orderBy;
import static dev.heddle.frame.expr.Functions.outer;
import static dev.heddle.frame.expr.Functions.partitionBy;
import static dev.heddle.frame.expr.Functions.percentChange;
import static dev.heddle.frame.expr.Functions.preceding;
import static dev.heddle.frame.expr.Functions.quantileBucket;
import static dev.heddle.frame.expr.Functions.rank;
import static dev.heddle.frame.expr.Functions.rollingRank;
import static dev.heddle.frame.expr.Functions.scalar;
import static dev.heddle.frame.expr.Functions.struct;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.AsOf;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Explode;
import dev.heddle.frame.Fill;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Join;
import dev.heddle.frame.PreparedQuery;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.TimeGroups;
import dev.heddle.frame.Unique;
import dev.heddle.frame.Unpivot;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.Selector;
import dev.heddle.frame.expr.WindowSpec;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.expr.series.ExponentialWeights;
import dev.heddle.frame.function.PartitionUdf;
import dev.heddle.frame.function.TableUdf;
import dev.heddle.frame.function.Udaf;
import dev.heddle.frame.function.Udf1;
import dev.heddle.frame.function.Udf2;
import dev.heddle.frame.function.UserAggregate;
import dev.heddle.frame.option.MissingColumns;
import dev.heddle.frame.plan.JoinKind;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.Period;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of {@code docs/guide/frames.md}; {@link GuideTextTest} compares the texts. */
class FramesGuideTest {
  record Customer(long custkey, String name) {}

  record Order(
      long id, long custkey, String status, BigDecimal price, LocalDate shipped, LocalDate due) {}

  public static final class WithTax implements Udf2<BigDecimal, String, BigDecimal> {
    @Override
    public BigDecimal apply(BigDecimal price, String status) {
      return status.equals("F") ? price.setScale(2) : price.add(BigDecimal.ONE).setScale(2);
    }
  }

  public static final class Words implements Udf1<String, List<Map<String, String>>> {
    @Override
    public List<Map<String, String>> apply(String text) {
      return Arrays.stream(text.split(" ")).map(word -> Map.of("word", word)).toList();
    }
  }

  public static final class WeightedMean extends Udaf<List<Double>, Double> {
    @Override
    public List<Double> init() {
      return List.of(0.0, 0.0);
    }

    @Override
    public List<Double> update(List<Double> state, Object[] row) {
      double weight = (Double) row[1];
      return List.of(state.get(0) + (Double) row[0] * weight, state.get(1) + weight);
    }

    @Override
    public List<Double> merge(List<Double> first, List<Double> second) {
      return List.of(first.get(0) + second.get(0), first.get(1) + second.get(1));
    }

    @Override
    public Double finish(List<Double> state) {
      return state.get(0) / state.get(1);
    }
  }

  private static final List<Order> ORDERS =
      List.of(
          order(1, 1, "F", "1500.00", "2024-01-05", "2024-01-01"),
          order(2, 2, "O", "20.00", "2024-01-05", "2024-01-09"),
          order(3, 3, "F", "300.50", "2024-02-01", "2024-02-02"),
          order(4, 1, "P", "120.00", "2024-03-05", "2024-03-01"));

  private static Order order(
      long id, long custkey, String status, String price, String shipped, String due) {
    return new Order(
        id, custkey, status, new BigDecimal(price), LocalDate.parse(shipped), LocalDate.parse(due));
  }

  @Test
  void runsTheExamples(@TempDir Path temporary) {
    String folder = temporary.toString();
    try (Session session = Heddle.local()) {
      session.from(ORDERS).write().parquet(folder + "/orders.parquet");
      runAll(session, folder);
    }
  }

  private static void runAll(Session session, String folder) {
    DataFrame orders = session.read().parquet(folder + "/orders.parquet");
    DataFrame customers = session.from(List.of(new Customer(1, "Ada"), new Customer(2, "Grace")));
    System.out.println(orders.schema());

    DataFrame gross =
        orders.select(col("id"), col("price").times(decimal("1.19")).round(2).named("gross"));
    assertThat(texts(gross.sort("id"))).startsWith("[1, 1785.00]");
    mixes(orders);
    choices(orders, customers);
    nulls(orders);
    shapes(orders, customers);
    subqueries(orders, customers);

    DataFrame marked =
        orders
            .withColumns(
                col("shipped").gt(col("due")).named("late"),
                caseWhen(col("price").gtEq(1000), "large").otherwise("small").named("size"))
            .drop("due")
            .rename("custkey", "customer");
    assertThat(marked.schema().names())
        .containsExactly("id", "customer", "status", "price", "shipped", "late", "size");
    assertThat(texts(marked.sort("id"))).startsWith("[1, 1, F, 1500.00, 2024-01-05, true, large]");

    DataFrame late =
        orders.filter(
            col("shipped")
                .gt(col("due"))
                .and(col("status").isIn("F", "P"))
                .and(col("price").gt(100)));
    DataFrame dearest = orders.sort(col("price").descending(), col("id").ascending()).limit(10);
    assertThat(late.count()).isEqualTo(2);
    assertThat(texts(dearest.select("id"))).containsExactly("[1]", "[3]", "[4]", "[2]");

    DataFrame perStatus =
        orders
            .groupBy("status")
            .agg(
                count().named("orders"),
                sum("price").named("revenue"),
                sum("price").div(count()).named("mean"),
                count().filter(col("shipped").gt(col("due"))).named("late"))
            .sort("status");
    assertThat(texts(perStatus.drop("mean")))
        .containsExactly("[F, 2, 1800.50, 1]", "[O, 1, 20.00, 0]", "[P, 1, 120.00, 1]");
    lists(orders);
    joins(orders, customers);
    holds(orders);
    windows(orders);
    results(orders, perStatus, folder);
    sql(session, orders, late);
    functions(session, orders, customers);
  }

  private static void choices(DataFrame orders, DataFrame customers) {
    DataFrame dates = orders.select(Selector.of("id").or(Selector.temporal()));
    DataFrame slim = orders.drop(Selector.matching("(ship|du).*"));
    DataFrame rounded = orders.withColumns(Selector.numeric().each(c -> c.times(2)));
    DataFrame largest =
        orders.groupBy("status").agg(count(), Selector.numeric().each(Functions::max));
    DataFrame nulls = orders.agg(Selector.all().each(c -> count().filter(c.isNull())));
    DataFrame before =
        orders.select(
            col("id"),
            Selector.of("price", "due")
                .each(c -> lag(c).over(orderBy("id")).named("last " + c.name())));
    assertThat(dates.schema().names()).containsExactly("id", "shipped", "due");
    assertThat(slim.schema().names()).containsExactly("id", "custkey", "status", "price");
    assertThat(texts(rounded.sort("id").select("id", "price"))).startsWith("[2, 3000.00]");
    assertThat(texts(largest.sort("status"))).startsWith("[F, 2, 3, 3, 1500.00]");
    assertThat(texts(nulls)).containsExactly("[0, 0, 0, 0, 0, 0]");
    assertThat(texts(before.sort("id")).get(1)).isEqualTo("[2, 1500.00, 2024-01-01]");

    DataFrame upper = customers.rename(String::toUpperCase);
    DataFrame named = customers.withNames("customer", "full name");
    DataFrame typed =
        customers.select(
            Schema.of(Field.of("name", DataType.STRING), Field.of("custkey", DataType.INT32)));
    String first = customers.transform(frame -> frame.schema().field(0).name());
    assertThat(upper.schema().names()).containsExactly("CUSTKEY", "NAME");
    assertThat(named.schema().names()).containsExactly("customer", "full name");
    assertThat(texts(typed.sort("name"))).containsExactly("[Ada, 1]", "[Grace, 2]");
    assertThat(first).isEqualTo("custkey");

    DataFrame last = orders.sort("shipped").tail(2);
    DataFrame latestFirst = orders.sort("shipped").reverse();
    DataFrame half = orders.sort("id").everyNth(2);
    DataFrame latest = orders.unique(Unique.on("custkey").keepingLast("shipped"));
    DataFrame alone = orders.unique(Unique.on("custkey").keepingNone());
    assertThat(texts(last.select("id"))).containsExactly("[3]", "[4]");
    assertThat(texts(latestFirst.select("id"))).startsWith("[4]", "[3]");
    assertThat(texts(half.select("id").sort("id"))).containsExactly("[1]", "[3]");
    assertThat(texts(latest.select("id").sort("id"))).containsExactly("[2]", "[3]", "[4]");
    assertThat(texts(alone.select("id").sort("id"))).containsExactly("[2]", "[3]");
  }

  private static void nulls(DataFrame orders) {
    DataFrame complete = orders.dropNulls();
    DataFrame priced = orders.dropNulls("price", "shipped");
    DataFrame zeros = orders.fillNulls(0);
    DataFrame defaults = orders.fillNulls(Map.of("status", "?", "due", "2024-12-31"));
    WindowSpec byCustomer = partitionBy("custkey").orderBy("id");
    DataFrame forward = orders.fillNulls(Fill.forward(byCustomer));
    DataFrame backward = orders.fillNulls(Fill.backward(byCustomer).columns("due"));
    DataFrame line = orders.fillNulls(Fill.linearByKey(orderBy("shipped")).columns("price"));
    for (DataFrame each : List.of(complete, priced, zeros, defaults, forward, backward)) {
      assertThat(texts(each.sort("id"))).isEqualTo(texts(orders.sort("id")));
    }
    assertThat(texts(line.select("price").sort("price"))).startsWith("[20.0]");
  }

  private static void shapes(DataFrame orders, DataFrame customers) {
    List<DataFrame> parts = orders.randomSplit(42, 0.8, 0.2);
    DataFrame training = parts.getFirst();
    DataFrame test = parts.getLast();
    assertThat(training.count() + test.count()).isEqualTo(4);

    DataFrame subtotals = orders.cube("status", "custkey").agg(sum("price").named("revenue"));
    DataFrame some =
        orders.groupingSets(List.of(List.of("status", "custkey"), List.of("status"))).count();
    DataFrame revenues =
        orders.groupBy("custkey").pivot("status", "F", "O").agg(sum("price")).sort("custkey");
    DataFrame perQuarter =
        orders.groupBy("status").pivot(col("shipped").quarter()).agg(sum("price").named("revenue"));
    DataFrame events =
        orders
            .select("id", "shipped", "due")
            .unpivot(Unpivot.of("shipped", "due").names("event").values("day"));
    assertThat(subtotals.count()).isEqualTo(11);
    assertThat(some.count()).isEqualTo(7);
    assertThat(texts(revenues))
        .containsExactly("[1, 1500.00, null]", "[2, null, 20.00]", "[3, 300.50, null]");
    assertThat(perQuarter.schema().names()).containsExactly("status", "1_revenue");
    assertThat(texts(events.sort("id", "day"))).startsWith("[1, due, 2024-01-01]");

    DataFrame prices = orders.histogram("price", 10);
    assertThat(texts(prices.filter(col("count").gt(0)).select("count"))).hasSize(3).contains("[2]");

    DataFrame both = orders.unionByName(customers, MissingColumns.AS_NULLS);
    DataFrame keys = orders.select("custkey").exceptAll(customers.select("custkey"));
    DataFrame beside = orders.sort("id").positionalJoin(customers.select("name").sort("name"));
    assertThat(both.count()).isEqualTo(6);
    assertThat(texts(keys.sort("custkey"))).containsExactly("[1]", "[3]");
    assertThat(texts(beside.select("id", "name").sort("id")))
        .containsExactly("[1, Ada]", "[2, Grace]", "[3, null]", "[4, null]");
  }

  private static void subqueries(DataFrame orders, DataFrame customers) {
    DataFrame known = orders.filter(col("custkey").isIn(customers, "custkey"));
    DataFrame dearer =
        orders.select(
            col("id"), col("price").minus(scalar(orders.agg(avg("price")))).named("above mean"));
    DataFrame idle =
        customers.filter(exists(orders.filter(col("custkey").eqTo(outer("custkey")))).not());
    DataFrame latest =
        orders.filter(
            col("shipped")
                .eqTo(
                    scalar(
                        orders
                            .filter(col("custkey").eqTo(outer("custkey")))
                            .agg(max("shipped").named("latest")))));
    assertThat(known.count()).isEqualTo(3);
    assertThat(dearer.filter(col("above mean").gt(0)).count()).isEqualTo(1);
    assertThat(idle.count()).isZero();
    assertThat(texts(latest.select("id").sort("id"))).containsExactly("[2]", "[3]", "[4]");
  }

  private static void mixes(DataFrame orders) {
    DataFrame mixed =
        orders
            .select("id", "status", col("price").plus(1).named("p"))
            .sort("status", col("p").descending());
    DataFrame perYear = orders.groupBy("status", col("shipped").year().named("year")).count();
    assertThat(texts(mixed.select("id"))).containsExactly("[1]", "[3]", "[2]", "[4]");
    assertThat(texts(perYear.sort("status"))).startsWith("[F, 2024, 2]");

    DataFrame due = orders.filter(col("due").gtEq(LocalDate.of(2024, 1, 9)));
    DataFrame some = orders.filter(col("id").isIn(List.of(1, 3)));
    DataFrame none = orders.filter(col("id").isIn());
    assertThat(due.count()).isEqualTo(3);
    assertThat(some.count()).isEqualTo(2);
    assertThat(none.count()).isZero();

    DataFrame tenth = orders.sample(0.1);
    DataFrame same = orders.sample(0.1, 42);
    DataFrame two = orders.sampleRows(2, 42);
    assertThat(tenth.count()).isEqualTo(tenth.count());
    assertThat(texts(same.sort("id"))).isEqualTo(texts(orders.sample(0.1, 42).sort("id")));
    assertThat(two.count()).isEqualTo(2);
  }

  private static void lists(DataFrame orders) {
    DataFrame tagged =
        orders.select(col("id"), col("status"), list(col("status"), lit("any")).named("tags"));
    DataFrame perTag = tagged.explode("tags").groupBy("tags").agg(count().named("orders"));
    DataFrame parts =
        tagged.select(
            col("tags").element(1).named("first"),
            col("tags").length().named("n"),
            struct(col("id"), col("status")).field("status").named("again"));
    DataFrame numbered = tagged.explode(Explode.of("tags").keepingEmpty().withPosition("n"));
    assertThat(texts(perTag.sort("tags")))
        .containsExactly("[F, 2]", "[O, 1]", "[P, 1]", "[any, 4]");
    assertThat(texts(parts)).contains("[F, 2, F]", "[O, 2, O]");
    assertThat(texts(numbered.sort("id", "n"))).startsWith("[1, F, F, 1]", "[1, F, any, 2]");
  }

  private static void joins(DataFrame orders, DataFrame customers) {
    DataFrame named = orders.join(customers, "custkey");
    DataFrame all =
        orders.join(
            customers.rename("custkey", "customer"),
            Join.left().on(col("custkey"), col("customer")).where(col("price").gt(50)));
    DataFrame unknown = orders.join(customers, JoinKind.ANTI, "custkey");
    DataFrame before =
        orders.asOfJoin(
            orders.select("id", "status", "price"),
            AsOf.backward().on("id").by("status").strict().suffix("_before"));
    assertThat(texts(before.select("id", "price_before").sort("id")))
        .containsExactly("[1, null]", "[2, null]", "[3, 1500.00]", "[4, null]");
    assertThat(named.count()).isEqualTo(3);
    assertThat(texts(all.select("id", "name").sort("id")))
        .containsExactly("[1, Ada]", "[2, null]", "[3, null]", "[4, Ada]");
    assertThat(texts(unknown.select("id"))).containsExactly("[3]");
  }

  private static void holds(DataFrame orders) {
    DataFrame late = orders.filter(col("shipped").gt(col("due"))).cache();
    late.groupBy("status").count().show(); // computes the late orders and holds them
    late.agg(sum("price")).show(); // reads them in memory
    late.uncache();
    assertThat(late.count()).isPositive();
  }

  private static void windows(DataFrame orders) {
    DataFrame ranked =
        orders.withColumns(
            rank().over(partitionBy("status").orderBy(col("price").descending())).named("place"),
            sum("price")
                .over(orderBy("id").rowsBetween(preceding(2), currentRow()))
                .named("last three"));
    assertThat(texts(ranked.sort("id").select("id", "place", "last three")))
        .containsExactly("[1, 1, 1500.00]", "[2, 1, 1520.00]", "[3, 2, 1820.50]", "[4, 1, 440.50]");

    WindowSpec inOrder = orderBy("shipped");
    DataFrame series =
        orders.select(
            col("id"),
            averageRank(inOrder).named("rank"),
            difference(col("price"), 1, inOrder).named("difference"),
            percentChange(col("price"), 1, inOrder).named("change"),
            forwardFill(col("price"), inOrder).named("last price"),
            quantileBucket(col("price"), 4, WindowSpec.whole()).named("quartile"),
            cut(col("price"), 100, 1000).named("class"));
    DataFrame smoothed =
        orders.select(
            col("id"),
            ewmMean(col("price"), ExponentialWeights.span(3), orderBy("id")).named("mean"),
            ewmStddev(col("price"), ExponentialWeights.halfLife(2), orderBy("id"))
                .named("deviation"),
            ewmMeanBy(col("price"), col("shipped"), Duration.ofDays(7), orderBy("shipped"))
                .named("by time"),
            rollingRank(col("price"), orderBy("id").rowsBetween(preceding(2), currentRow()))
                .named("place"));
    assertThat(smoothed.count()).isEqualTo(orders.count());
    assertThat(texts(series.select("id", "rank", "quartile", "class").sort("id")))
        .containsExactly("[1, 1.5, 4, 2]", "[2, 1.5, 1, 0]", "[3, 3.0, 3, 1]", "[4, 4.0, 2, 1]");
    assertThat(texts(series.filter(col("id").eqTo(4)).select("difference", "last price")))
        .containsExactly("[-180.50, 120.00]");
    time(orders);
  }

  private static void time(DataFrame orders) {
    DataFrame perWeek =
        orders
            .groupByTime(TimeGroups.every(Period.ofWeeks(1), "shipped").by("status"))
            .agg(sum("price").named("revenue"));
    DataFrame lastThirtyDays =
        orders
            .groupByTime(
                TimeGroups.every(Period.ofDays(10), "shipped")
                    .spanning(Period.ofDays(30))
                    .named("from"))
            .count();
    DataFrame everyWeek =
        perWeek.upsample("start", Period.ofWeeks(1), "status").fillNulls(Map.of("revenue", 0));
    assertThat(texts(perWeek.sort("status", "start")))
        .containsExactly(
            "[F, 2024-01-01, 1500.00]",
            "[F, 2024-01-29, 300.50]",
            "[O, 2024-01-01, 20.00]",
            "[P, 2024-03-04, 120.00]");
    assertThat(texts(lastThirtyDays.agg(sum("count")))).containsExactly("[12]");
    assertThat(texts(everyWeek.filter(col("status").eqTo("F")).sort("start")))
        .hasSize(5)
        .contains("[F, 2024-01-15, 0.00]");
  }

  private static void results(DataFrame orders, DataFrame perStatus, String folder) {
    try (QueryResult result = perStatus.collect()) {
      for (Row row : result) {
        System.out.println(row.text("status") + " " + row.decimalValue("revenue"));
      }
    }

    record StatusTotal(String status, long orders, BigDecimal revenue) {}

    List<StatusTotal> totals = perStatus.rows(StatusTotal.class);
    assertThat(totals).contains(new StatusTotal("O", 1, new BigDecimal("20.00")));

    BigDecimal largest = BigDecimal.ZERO;
    try (Stream<StatusTotal> each = perStatus.stream(StatusTotal.class)) {
      for (StatusTotal total : (Iterable<StatusTotal>) each::iterator) {
        largest = largest.max(total.revenue());
      }
    }
    assertThat(largest)
        .isEqualTo(
            totals.stream().map(StatusTotal::revenue).max(BigDecimal::compareTo).orElseThrow());

    long rows = 0;
    try (ArrowStream batches = orders.toArrow()) {
      while (batches.next()) {
        rows += batches.root().getRowCount();
      }
    }
    assertThat(rows).isEqualTo(4);

    perStatus.write().parquet(folder + "/totals.parquet");
    perStatus.write().overwrite().csv(folder + "/totals.csv");
    assertThat(Path.of(folder, "totals.parquet")).exists();
    assertThat(Path.of(folder, "totals.csv")).content().startsWith("status,orders,revenue");
  }

  private static void sql(Session session, DataFrame orders, DataFrame late) {
    session.createView("orders", orders);
    DataFrame large = session.sql("select * from orders where price > 1000").select("id", "price");
    DataFrame counted =
        session.sql("select status, count(*) as n from o group by status", Map.of("o", late));
    assertThat(texts(large)).containsExactly("[1, 1500.00]");
    assertThat(texts(counted.sort("status"))).containsExactly("[F, 1]", "[P, 1]");
    expressions(orders);
    parameters(session);
  }

  private static void expressions(DataFrame orders) {
    DataFrame net =
        orders.select(col("id"), expr("price * 0.9").named("net"), call("upper", col("status")));
    DataFrame paid =
        orders
            .groupBy("status")
            .agg(expr("sum(price) filter (where shipped <= due)").named("paid"));
    assertThat(texts(net.sort("id")).getFirst()).isEqualTo("[1, 1350.000, F]");
    assertThat(texts(paid.sort("status")))
        .containsExactly("[F, 300.50]", "[O, 20.00]", "[P, null]");
  }

  private static void parameters(Session session) {
    DataFrame some =
        session.sql("select id from orders where price > ? and status in (?, ?)", 100, "F", "P");
    DataFrame early =
        session.sql("from orders where due < $day", Map.of("day", LocalDate.of(2024, 1, 9)));
    PreparedQuery byStatus = session.prepare("from orders where status = $status limit $most");
    DataFrame finished = byStatus.bind(Map.of("status", "F", "most", 1));
    DataFrame open = byStatus.bind(Map.of("status", "O", "most", 1));
    assertThat(texts(some.sort("id"))).containsExactly("[1]", "[3]", "[4]");
    assertThat(early.count()).isEqualTo(1);
    assertThat(finished.count()).isEqualTo(1);
    assertThat(texts(open.select("id"))).containsExactly("[2]");
  }

  private static void functions(Session session, DataFrame orders, DataFrame customers) {
    DataType money = new DataType.Decimal(38, 2);
    session.register(UserFunction.of("with_tax", WithTax.class, money, money, DataType.STRING));
    DataFrame taxed =
        orders.select(session.call("with_tax", col("price"), col("status")).named("t"));
    DataFrame sums = session.sql("select sum(with_tax(price, status)) as s from orders");
    assertThat(texts(taxed.sort("t")).getFirst()).isEqualTo("[21.00]");
    assertThat(texts(sums)).containsExactly("[1942.50]");

    DataType word = new DataType.Struct(List.of(Field.of("word", DataType.STRING)));
    UserFunction words =
        UserFunction.of("words", Words.class, new DataType.ListOf(word), DataType.STRING);
    DataFrame allWords = customers.flatMap(words, "name");
    assertThat(texts(allWords.sort("word"))).containsExactly("[Ada]", "[Grace]");

    session.register(
        UserFunction.of(
            "countdown", Countdown.class, new DataType.ListOf(DataType.INT32), DataType.INT32));
    DataFrame counted = session.sql("select * from countdown(10) limit 3");
    assertThat(texts(counted)).containsExactly("[10]", "[9]", "[8]");

    UserFunction largest =
        UserFunction.of("largest", Largest.class, new DataType.ListOf(money), money);
    DataFrame largestPrice = orders.mapPartitions(largest, "price").agg(max("largest"));
    long parts = orders.forEachPartition(largest, "price");
    assertThat(texts(largestPrice)).isEqualTo(texts(orders.agg(max("price"))));
    assertThat(parts).isPositive();

    DataType real = DataType.FLOAT64;
    UserAggregate weighted =
        UserAggregate.of(
            "weighted", WeightedMean.class, new DataType.ListOf(real), real, real, real);
    DataFrame means =
        orders.groupBy("status").aggregate(weighted, col("price").cast(real), col("id").cast(real));
    assertThat(texts(means.sort("status")))
        .containsExactly("[F, 600.375]", "[O, 20.0]", "[P, 120.0]");

    session.register(weighted);
    DataFrame both =
        orders
            .groupBy("status")
            .agg(
                count(),
                weighted.call(col("price").cast(real), col("id").cast(real)).named("mean"));
    DataFrame running =
        session.sql(
            "select id, weighted(price::double, id::double) over (order by id) as mean from"
                + " orders");
    assertThat(texts(both.select("mean").sort("mean")))
        .containsExactly("[20.0]", "[120.0]", "[600.375]");
    assertThat(running.count()).isEqualTo(orders.count());
  }

  /** Numbers downwards without end. */
  public static final class Countdown implements TableUdf<Integer> {
    @Override
    public Iterator<Integer> apply(Object[] arguments) {
      return Stream.iterate((Integer) arguments[0], n -> n - 1).iterator();
    }
  }

  /** The largest price of a part. */
  public static final class Largest implements PartitionUdf<BigDecimal> {
    @Override
    public Iterator<BigDecimal> apply(Iterator<Object[]> rows) {
      BigDecimal largest = null;
      while (rows.hasNext()) {
        BigDecimal price = (BigDecimal) rows.next()[0];
        largest = largest == null || price.compareTo(largest) > 0 ? price : largest;
      }
      return List.of(largest).iterator();
    }
  }

  private static List<String> texts(DataFrame frame) {
    try (QueryResult result = frame.collect()) {
      List<String> texts = new ArrayList<>();
      result.forEach(row -> texts.add(row.toString()));
      return texts;
    }
  }
}
