package dev.heddle.bench.suite;

import static dev.heddle.bench.suite.TpchFrames.ascending;
import static dev.heddle.bench.suite.TpchFrames.descending;
import static dev.heddle.bench.suite.TpchFrames.discountedPrice;
import static dev.heddle.bench.suite.TpchFrames.on;
import static dev.heddle.frame.expr.Functions.avg;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.date;
import static dev.heddle.frame.expr.Functions.days;
import static dev.heddle.frame.expr.Functions.decimal;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.min;
import static dev.heddle.frame.expr.Functions.sum;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Join;
import dev.heddle.frame.plan.JoinKind;
import java.util.Map;

/** TPC-H queries 1 to 11 as frames. */
final class TpchFramesFirst {
  private final Map<String, DataFrame> tables;

  TpchFramesFirst(Map<String, DataFrame> tables) {
    this.tables = tables;
  }

  private DataFrame table(String name) {
    return tables.get(name);
  }

  DataFrame q1() {
    return table("lineitem")
        .filter(col("l_shipdate").ltEq(date("1998-12-01").minus(days(90))))
        .groupBy("l_returnflag", "l_linestatus")
        .agg(
            sum("l_quantity").named("sum_qty"),
            sum("l_extendedprice").named("sum_base_price"),
            sum(discountedPrice()).named("sum_disc_price"),
            sum(discountedPrice().times(lit(1).plus(col("l_tax")))).named("sum_charge"),
            avg("l_quantity").named("avg_qty"),
            avg("l_extendedprice").named("avg_price"),
            avg("l_discount").named("avg_disc"),
            count().named("count_order"))
        .sort("l_returnflag", "l_linestatus");
  }

  DataFrame q2() {
    DataFrame europe =
        table("region")
            .filter(col("r_name").eqTo("EUROPE"))
            .join(table("nation"), on("r_regionkey", "n_regionkey"))
            .join(table("supplier"), on("n_nationkey", "s_nationkey"))
            .join(table("partsupp"), on("s_suppkey", "ps_suppkey"));
    DataFrame offers =
        table("part")
            .filter(col("p_size").eqTo(15).and(col("p_type").endsWith("BRASS")))
            .join(europe, on("p_partkey", "ps_partkey"));
    DataFrame cheapest = offers.groupBy("p_partkey").agg(min("ps_supplycost").named("lowest_cost"));
    return offers
        .join(cheapest, Join.inner().on("p_partkey").on(col("ps_supplycost"), col("lowest_cost")))
        .select(
            "s_acctbal",
            "s_name",
            "n_name",
            "p_partkey",
            "p_mfgr",
            "s_address",
            "s_phone",
            "s_comment")
        .sort(
            descending("s_acctbal"),
            ascending("n_name"),
            ascending("s_name"),
            ascending("p_partkey"))
        .limit(100);
  }

  DataFrame q3() {
    return table("customer")
        .filter(col("c_mktsegment").eqTo("BUILDING"))
        .join(
            table("orders").filter(col("o_orderdate").lt("1995-03-15")),
            on("c_custkey", "o_custkey"))
        .join(
            table("lineitem").filter(col("l_shipdate").gt("1995-03-15")),
            on("o_orderkey", "l_orderkey"))
        .groupBy("l_orderkey", "o_orderdate", "o_shippriority")
        .agg(sum(discountedPrice()).named("revenue"))
        .select("l_orderkey", "revenue", "o_orderdate", "o_shippriority")
        .sort(descending("revenue"), ascending("o_orderdate"))
        .limit(10);
  }

  DataFrame q4() {
    DataFrame late = table("lineitem").filter(col("l_commitdate").lt(col("l_receiptdate")));
    return table("orders")
        .filter(col("o_orderdate").gtEq("1993-07-01").and(col("o_orderdate").lt("1993-10-01")))
        .join(late, Join.semi().on(col("o_orderkey"), col("l_orderkey")))
        .groupBy("o_orderpriority")
        .agg(count().named("order_count"))
        .sort("o_orderpriority");
  }

  DataFrame q5() {
    DataFrame suppliers =
        table("region")
            .filter(col("r_name").eqTo("ASIA"))
            .join(table("nation"), on("r_regionkey", "n_regionkey"))
            .join(table("supplier"), on("n_nationkey", "s_nationkey"));
    return table("customer")
        .join(
            table("orders")
                .filter(
                    col("o_orderdate").gtEq("1994-01-01").and(col("o_orderdate").lt("1995-01-01"))),
            on("c_custkey", "o_custkey"))
        .join(table("lineitem"), on("o_orderkey", "l_orderkey"))
        .join(suppliers, on("l_suppkey", "s_suppkey").on(col("c_nationkey"), col("s_nationkey")))
        .groupBy("n_name")
        .agg(sum(discountedPrice()).named("revenue"))
        .sort(descending("revenue"));
  }

  DataFrame q6() {
    return table("lineitem")
        .filter(
            col("l_shipdate")
                .gtEq("1994-01-01")
                .and(col("l_shipdate").lt("1995-01-01"))
                .and(col("l_discount").between(decimal("0.05"), decimal("0.07")))
                .and(col("l_quantity").lt(24)))
        .agg(sum(col("l_extendedprice").times(col("l_discount"))).named("revenue"));
  }

  DataFrame q7() {
    DataFrame suppliers =
        table("supplier")
            .join(table("nation"), on("s_nationkey", "n_nationkey"))
            .select(col("s_suppkey"), col("n_name").named("supp_nation"));
    DataFrame customers =
        table("customer")
            .join(table("nation"), on("c_nationkey", "n_nationkey"))
            .select(col("c_custkey"), col("n_name").named("cust_nation"));
    return suppliers
        .join(
            table("lineitem").filter(col("l_shipdate").between("1995-01-01", "1996-12-31")),
            on("s_suppkey", "l_suppkey"))
        .join(table("orders"), on("l_orderkey", "o_orderkey"))
        .join(customers, on("o_custkey", "c_custkey"))
        .filter(
            col("supp_nation")
                .eqTo("FRANCE")
                .and(col("cust_nation").eqTo("GERMANY"))
                .or(col("supp_nation").eqTo("GERMANY").and(col("cust_nation").eqTo("FRANCE"))))
        .groupBy(col("supp_nation"), col("cust_nation"), col("l_shipdate").year().named("l_year"))
        .agg(sum(discountedPrice()).named("revenue"))
        .sort("supp_nation", "cust_nation", "l_year");
  }

  DataFrame q8() {
    DataFrame americans =
        table("region")
            .filter(col("r_name").eqTo("AMERICA"))
            .join(table("nation"), on("r_regionkey", "n_regionkey"))
            .join(table("customer"), on("n_nationkey", "c_nationkey"))
            .select("c_custkey");
    DataFrame suppliers =
        table("supplier")
            .join(table("nation"), on("s_nationkey", "n_nationkey"))
            .select(col("s_suppkey"), col("n_name").named("nation"));
    return table("part")
        .filter(col("p_type").eqTo("ECONOMY ANODIZED STEEL"))
        .join(table("lineitem"), on("p_partkey", "l_partkey"))
        .join(suppliers, on("l_suppkey", "s_suppkey"))
        .join(
            table("orders").filter(col("o_orderdate").between("1995-01-01", "1996-12-31")),
            on("l_orderkey", "o_orderkey"))
        .join(americans, on("o_custkey", "c_custkey"))
        .withColumn("volume", discountedPrice())
        .groupBy(col("o_orderdate").year().named("o_year"))
        .agg(
            sum(caseWhen(col("nation").eqTo("BRAZIL"), col("volume")).otherwise(0))
                .div(sum("volume"))
                .named("mkt_share"))
        .sort("o_year");
  }

  DataFrame q9() {
    DataFrame suppliers =
        table("supplier")
            .join(table("nation"), on("s_nationkey", "n_nationkey"))
            .select(col("s_suppkey"), col("n_name").named("nation"));
    return table("part")
        .filter(col("p_name").contains("green"))
        .join(table("lineitem"), on("p_partkey", "l_partkey"))
        .join(
            table("partsupp"),
            on("l_suppkey", "ps_suppkey").on(col("l_partkey"), col("ps_partkey")))
        .join(suppliers, on("l_suppkey", "s_suppkey"))
        .join(table("orders"), on("l_orderkey", "o_orderkey"))
        .withColumn(
            "amount", discountedPrice().minus(col("ps_supplycost").times(col("l_quantity"))))
        .groupBy(col("nation"), col("o_orderdate").year().named("o_year"))
        .agg(sum("amount").named("sum_profit"))
        .sort(ascending("nation"), descending("o_year"));
  }

  DataFrame q10() {
    return table("customer")
        .join(
            table("orders")
                .filter(
                    col("o_orderdate").gtEq("1993-10-01").and(col("o_orderdate").lt("1994-01-01"))),
            on("c_custkey", "o_custkey"))
        .join(
            table("lineitem").filter(col("l_returnflag").eqTo("R")), on("o_orderkey", "l_orderkey"))
        .join(table("nation"), on("c_nationkey", "n_nationkey"))
        .groupBy("c_custkey", "c_name", "c_acctbal", "c_phone", "n_name", "c_address", "c_comment")
        .agg(sum(discountedPrice()).named("revenue"))
        .select(
            "c_custkey",
            "c_name",
            "revenue",
            "c_acctbal",
            "n_name",
            "c_address",
            "c_phone",
            "c_comment")
        .sort(descending("revenue"))
        .limit(20);
  }

  DataFrame q11() {
    DataFrame german =
        table("nation")
            .filter(col("n_name").eqTo("GERMANY"))
            .join(table("supplier"), on("n_nationkey", "s_nationkey"))
            .join(table("partsupp"), on("s_suppkey", "ps_suppkey"))
            .withColumn("stock", col("ps_supplycost").times(col("ps_availqty")));
    DataFrame threshold = german.agg(sum("stock").times(decimal("0.0001")).named("least"));
    return german
        .groupBy("ps_partkey")
        .agg(sum("stock").named("value"))
        .join(threshold, Join.of(JoinKind.INNER).where(col("value").gt(col("least"))))
        .select("ps_partkey", "value")
        .sort(descending("value"));
  }
}
