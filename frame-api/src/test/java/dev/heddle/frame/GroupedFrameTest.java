package dev.heddle.frame;

import static dev.heddle.frame.expr.Functions.avg;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.countDistinct;
import static dev.heddle.frame.expr.Functions.first;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.max;
import static dev.heddle.frame.expr.Functions.partitionBy;
import static dev.heddle.frame.expr.Functions.quantile;
import static dev.heddle.frame.expr.Functions.rowNumber;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.PlanPrinter;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupedFrameTest {
  private final DataFrame orders = new FrameFixture().orders;

  @Test
  void givesKeysThenAggregates() {
    DataFrame grouped =
        orders.groupBy("status").agg(sum("price"), avg("price").named("mean"), count());
    assertThat(grouped.schema().toString())
        .isEqualTo(
            """
            status VARCHAR
            sum(price) DECIMAL(38, 2)
            mean DOUBLE
            count(*) BIGINT not null\
            """);
    assertThat(grouped.plan()).isInstanceOf(LogicalPlan.Aggregate.class);
  }

  @Test
  void widensSums() {
    assertThat(orders.agg(sum("id").named("a"), sum("custkey").named("b")).schema().toString())
        .isEqualTo("a DECIMAL(38, 0)\nb BIGINT");
  }

  @Test
  void computesOnAggregatesInAProjection() {
    DataFrame grouped =
        orders
            .groupBy(col("due").year().named("year"))
            .agg(
                sum("price").div(count()).named("mean"),
                col("due").year().plus(1).named("next"),
                count().named("n"));
    assertThat(PlanPrinter.print(grouped.plan()))
        .isEqualTo(
            """
            Project year, $agg0 / $agg1 AS mean, year + 1 AS next, $agg1 AS n
              Aggregate by year(due) AS year: sum(price) AS $agg0, count(*) AS $agg1
                Scan parquet orders [id, custkey, status, price, shipped, due]
            """);
  }

  @Test
  void filtersOrdersAndCountsDistinct() {
    DataFrame totals =
        orders.agg(
            sum("price").filter(col("status").eqTo("F")).named("f"),
            first("id").orderBy(col("due").ascending()).named("g"),
            countDistinct("status").named("h"));
    assertThat(PlanPrinter.print(totals.plan()))
        .startsWith(
            "Aggregate: sum(price) FILTER (WHERE status = 'F') AS f, first(id ORDER BY due) AS g,"
                + " count(DISTINCT status) AS h\n");
  }

  @Test
  void refusesColumnsThatAreNeitherKeyNorAggregated() {
    assertThatThrownBy(() -> orders.groupBy("status").agg(col("price").plus(count())))
        .hasMessage(
            "Cannot aggregate: column \"price\" is not a group key and not inside an aggregate;"
                + " group by it or wrap it in first(...)");
  }

  @Test
  void refusesNestedAggregatesAndWindows() {
    assertThatThrownBy(() -> orders.agg(sum(max("id"))))
        .hasMessageStartingWith("Cannot aggregate: aggregate max(id) is allowed only in agg(...)");
    assertThatThrownBy(() -> orders.agg(rowNumber().over(partitionBy("status"))))
        .hasMessageContaining("is not allowed in agg(...); add it by withColumns");
    assertThatThrownBy(() -> orders.agg(rowNumber())).hasMessageContaining("needs a window");
  }

  @Test
  void refusesWrongNamesTypesAndOrders() {
    assertThatThrownBy(() -> orders.agg(sum("prices")))
        .hasMessageEndingWith("did you mean \"price\"?");
    assertThatThrownBy(() -> orders.agg(sum("status")))
        .hasMessage("Cannot aggregate: sum does not take (VARCHAR); cast the arguments");
    assertThatThrownBy(() -> orders.agg(sum("id").orderBy(col("id").ascending())))
        .hasMessage("Cannot aggregate: sum takes no order");
    assertThatThrownBy(() -> orders.agg(quantile("id", 1.5)))
        .hasMessage(
            "Cannot aggregate: the fraction of quantile must be a literal from 0 to 1, not 1.5");
    assertThatThrownBy(() -> orders.agg(count().filter(col("id"))))
        .hasMessage("Cannot aggregate: condition id is BIGINT, not BOOLEAN");
    assertThatThrownBy(() -> orders.groupBy("statu"))
        .hasMessageStartingWith("Cannot group: no column \"statu\"");
  }

  @Test
  void refusesOutputsOfOneName() {
    assertThatThrownBy(() -> orders.groupBy("status").agg(count().named("status")))
        .hasMessageStartingWith("Cannot aggregate: there would be two columns \"status\"");
    assertThatThrownBy(() -> orders.groupBy("status", "status"))
        .hasMessageStartingWith("Cannot group: there would be two columns \"status\"");
    assertThatThrownBy(() -> orders.groupBy("status").agg())
        .hasMessage("Cannot aggregate: no aggregate is given");
  }

  @Test
  void rollsUpKeysThatBecomeNull() {
    DataFrame rolled = orders.rollup(col("id"), col("status")).agg(count().named("n"));
    LogicalPlan.Aggregate plan = (LogicalPlan.Aggregate) rolled.plan();
    assertThat(plan.groupingSets()).containsExactly(List.of(0, 1), List.of(0), List.of());
    assertThat(rolled.schema().field(0).nullable()).isTrue();
    assertThat(orders.groupBy("id").count().schema().field(0).nullable()).isFalse();
  }

  @Test
  void groupsByConstantsAndCountsGroups() {
    assertThat(orders.groupBy(lit(1).named("one")).count().schema().names())
        .containsExactly("one", "count");
  }
}
