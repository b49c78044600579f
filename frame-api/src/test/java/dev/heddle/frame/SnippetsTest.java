package dev.heddle.frame;

import static dev.heddle.frame.expr.Functions.avg;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.days;
import static dev.heddle.frame.expr.Functions.exists;
import static dev.heddle.frame.expr.Functions.expr;
import static dev.heddle.frame.expr.Functions.outer;
import static dev.heddle.frame.expr.Functions.partitionBy;
import static dev.heddle.frame.expr.Functions.scalar;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.Udf1;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.watch.QueryHandle;
import java.time.Duration;
import java.time.Period;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The examples of the Javadoc, so that they compile and mean what the text says. */
class SnippetsTest {
  private final FrameFixture fixture = new FrameFixture();
  private final Session session = fixture.session;
  private final DataFrame orders = fixture.orders;
  private final DataFrame customers = fixture.customers;

  @Test
  void selectsComputedColumns() {
    // @start region="select"
    DataFrame gross = orders.select(col("id"), col("price").times(1.19).named("gross"));
    // @end
    assertThat(gross.schema().names()).containsExactly("id", "gross");
  }

  @Test
  void keepsOneOfEqualRows() {
    // @start region="unique"
    DataFrame latest = orders.unique(Unique.on("custkey").keepingLast("shipped"));
    // @end
    assertThat(latest.schema()).isEqualTo(orders.schema());
  }

  @Test
  void makesRowsOfColumns() {
    // @start region="unpivot"
    DataFrame dates =
        orders
            .select("id", "shipped", "due")
            .unpivot(Unpivot.of("shipped", "due").names("event").values("day"));
    // @end
    assertThat(dates.schema().names()).containsExactly("id", "event", "day");
  }

  @Test
  void fillsNullsFromTheRowsAround() {
    // @start region="fill"
    DataFrame filled =
        orders.fillNulls(Fill.forward(partitionBy("custkey").orderBy("id")).columns("price"));
    // @end
    assertThat(filled.schema()).isEqualTo(orders.schema());
  }

  @Test
  void groupsByTime() {
    // @start region="time"
    DataFrame perQuarter =
        orders
            .groupByTime(TimeGroups.every(Period.ofMonths(3), "shipped").by("status"))
            .agg(sum("price").named("revenue"));
    // @end
    assertThat(perQuarter.schema().names()).containsExactly("status", "start", "revenue");
  }

  @Test
  void filtersRows() {
    // @start region="filter"
    DataFrame late = orders.filter(col("shipped").gt(col("due")));
    // @end
    assertThat(late.schema()).isEqualTo(orders.schema());
  }

  @Test
  void filtersRowsByOtherFrames() {
    // @start region="isInFrame"
    DataFrame known = orders.filter(col("custkey").isIn(customers, "custkey"));
    DataFrame unknown = orders.filter(col("custkey").isIn(customers, "custkey").not());
    // @end
    assertThat(known.schema()).isEqualTo(unknown.schema());
    // @start region="exists"
    DataFrame buyers =
        customers.filter(exists(orders.filter(col("custkey").eqTo(outer("custkey")))));
    // @end
    assertThat(buyers.schema()).isEqualTo(customers.schema());
    // @start region="scalar"
    DataFrame dear = orders.filter(col("price").gt(scalar(orders.agg(avg("price")))));
    // @end
    assertThat(dear.schema()).isEqualTo(orders.schema());
  }

  @Test
  void readsExpressionsOfSql() {
    // @start region="expr"
    DataFrame some = orders.select(col("id"), expr("price"), expr("status").named("s"));
    // @end
    assertThat(some.schema().names()).containsExactly("id", "price", "s");
  }

  @Test
  void showsPlans() {
    // @start region="plan"
    QueryPlan plan = orders.filter(col("price").gt(5)).queryPlan();
    String page = plan.toHtml();
    // @end
    assertThat(page).startsWith("<table class=\"heddle-plan\">").contains("not run");
  }

  @Test
  void submitsQueries() {
    // @start region="submit"
    QueryHandle query = session.submit(orders.sort("price")).cancelAfter(Duration.ofMinutes(10));
    double done = query.progress().share(); // of 1
    try (QueryResult rows = query.result().join()) {
      rows.forEach(row -> {});
    }
    // @end
    assertThat(done).isBetween(0.0, 1.0);
  }

  @Test
  void takesParameters() {
    // @start region="parameters"
    DataFrame some = session.sql("select id from orders where status in (?, ?)", "F", "P");
    // @end
    // @start region="prepare"
    PreparedQuery query = session.prepare("select id from orders where status = $status");
    DataFrame finished = query.bind(Map.of("status", "F"));
    DataFrame open = query.bind(Map.of("status", "O"));
    // @end
    assertThat(finished.schema()).isEqualTo(open.schema()).isEqualTo(some.schema());
  }

  @Test
  void sortsRows() {
    // @start region="sort"
    DataFrame dearest = orders.sort(col("price").descending().nullsFirst(), col("id").ascending());
    // @end
    assertThat(dearest.schema()).isEqualTo(orders.schema());
  }

  @Test
  void groupsRows() {
    // @start region="group"
    DataFrame perStatus =
        orders
            .groupBy("status")
            .agg(count().named("orders"), sum("price").div(count()).named("mean price"));
    // @end
    assertThat(perStatus.schema().names()).containsExactly("status", "orders", "mean price");
  }

  @Test
  void holdsRows() {
    // @start region="cache"
    DataFrame late = orders.filter(col("shipped").gt(col("due"))).cache();
    late.groupBy("status").count().show(); // computes the late orders and holds them
    late.agg(sum("price")).show(); // reads them in memory
    late.uncache();
    // @end
    assertThat(late.schema()).isEqualTo(orders.schema());
  }

  @Test
  void keepsRowsInTheCluster() {
    // @start region="persist"
    DataFrame late = orders.filter(col("shipped").gt(col("due"))).persist();
    late.groupBy("status").count().show(); // computes the late orders, which stay on the cluster
    late.agg(sum("price")).show(); // reads them there
    late.unpersist();
    // @end
    assertThat(late.schema()).isEqualTo(orders.schema());
  }

  @Test
  void joinsFrames() {
    // @start region="join"
    DataFrame named =
        orders.join(
            customers, Join.left().on("custkey").where(col("price").gt(0)).suffix("_customer"));
    // @end
    assertThat(named.schema().names()).contains("name", "status_customer");
  }

  @Test
  void joinsAsOf() {
    DataFrame trades = orders;
    DataFrame quotes = orders;
    // @start region="asof"
    DataFrame quoted =
        trades.asOfJoin(
            quotes,
            AsOf.backward().on("shipped").by("custkey").tolerance(days(5)).suffix("_quote"));
    // @end
    assertThat(quoted.schema().names())
        .contains("price", "price_quote")
        .doesNotContain("custkey_quote");
  }

  @Test
  void mixesSqlAndFrames() {
    // @start region="sql"
    DataFrame counted =
        session.sql("select status, count(*) as n from o group by status", Map.of("o", orders));
    // @end
    assertThat(counted.schema().names()).containsExactly("n");
  }

  /** Text without blanks at its ends, in one case. */
  public static final class Normalised implements Udf1<String, String> {
    @Override
    public String apply(String text) {
      return text.strip().toLowerCase(Locale.ROOT);
    }
  }

  @Test
  void registersAFunction() {
    // @start region="function"
    session.register(
        UserFunction.of("normalised", Normalised.class, DataType.STRING, DataType.STRING));
    DataFrame named = customers.select(session.call("normalised", col("name")).named("name"));
    // @end
    assertThat(named.schema().names()).containsExactly("name");
  }

  @Test
  void opensASession() {
    assertThatThrownBy(SnippetsTest::showDearOrders)
        .hasMessage(
            "Cannot open a session: no engine is on the class path; depend on dev.heddle:heddle");
  }

  private static void showDearOrders() {
    // @start region="open"
    try (Session session = Heddle.local()) {
      session.read().parquet("orders.parquet").filter(col("price").gt(100)).show();
    }
    // @end
  }

  @Test
  void streamsArrowBatches() {
    long rows = 0;
    // @start region="arrow"
    try (ArrowStream batches = orders.toArrow()) {
      while (batches.next()) {
        rows += batches.root().getRowCount();
      }
    }
    // @end
    assertThat(rows).isZero();
  }
}
