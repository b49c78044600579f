package dev.heddle.bench.suite;

import static dev.heddle.bench.suite.TpchFrames.ascending;
import static dev.heddle.bench.suite.TpchFrames.descending;
import static dev.heddle.bench.suite.TpchFrames.discountedPrice;
import static dev.heddle.bench.suite.TpchFrames.on;
import static dev.heddle.frame.expr.Functions.avg;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.countDistinct;
import static dev.heddle.frame.expr.Functions.decimal;
import static dev.heddle.frame.expr.Functions.max;
import static dev.heddle.frame.expr.Functions.sum;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Join;
import dev.heddle.frame.expr.Expr;
import java.util.Map;

/** TPC-H queries 12 to 22 as frames. */
final class TpchFramesSecond {
  private final Map<String, DataFrame> tables;

  TpchFramesSecond(Map<String, DataFrame> tables) {
    this.tables = tables;
  }

  private DataFrame table(String name) {
    return tables.get(name);
  }

  DataFrame q12() {
    Expr isHigh = col("o_orderpriority").isIn("1-URGENT", "2-HIGH");
    return table("orders")
        .join(
            table("lineitem")
                .filter(
                    col("l_shipmode")
                        .isIn("MAIL", "SHIP")
                        .and(col("l_commitdate").lt(col("l_receiptdate")))
                        .and(col("l_shipdate").lt(col("l_commitdate")))
                        .and(col("l_receiptdate").gtEq("1994-01-01"))
                        .and(col("l_receiptdate").lt("1995-01-01"))),
            on("o_orderkey", "l_orderkey"))
        .groupBy("l_shipmode")
        .agg(
            sum(caseWhen(isHigh, 1).otherwise(0)).named("high_line_count"),
            sum(caseWhen(isHigh.not(), 1).otherwise(0)).named("low_line_count"))
        .sort("l_shipmode");
  }

  DataFrame q13() {
    DataFrame ordinary = table("orders").filter(col("o_comment").like("%special%requests%").not());
    return table("customer")
        .join(ordinary, Join.left().on(col("c_custkey"), col("o_custkey")))
        .groupBy("c_custkey")
        .agg(count("o_orderkey").named("c_count"))
        .groupBy("c_count")
        .agg(count().named("custdist"))
        .sort(descending("custdist"), descending("c_count"));
  }

  DataFrame q14() {
    return table("lineitem")
        .filter(col("l_shipdate").gtEq("1995-09-01").and(col("l_shipdate").lt("1995-10-01")))
        .join(table("part"), on("l_partkey", "p_partkey"))
        .agg(
            decimal("100.00")
                .times(
                    sum(
                        caseWhen(col("p_type").startsWith("PROMO"), discountedPrice())
                            .otherwise(0)))
                .div(sum(discountedPrice()))
                .named("promo_revenue"));
  }

  DataFrame q15() {
    DataFrame revenue =
        table("lineitem")
            .filter(col("l_shipdate").gtEq("1996-01-01").and(col("l_shipdate").lt("1996-04-01")))
            .groupBy(col("l_suppkey").named("supplier_no"))
            .agg(sum(discountedPrice()).named("total_revenue"));
    DataFrame best = revenue.agg(max("total_revenue").named("best"));
    return table("supplier")
        .join(revenue, on("s_suppkey", "supplier_no"))
        .join(best, on("total_revenue", "best"))
        .select("s_suppkey", "s_name", "s_address", "s_phone", "total_revenue")
        .sort("s_suppkey");
  }

  DataFrame q16() {
    DataFrame complained = table("supplier").filter(col("s_comment").like("%Customer%Complaints%"));
    return table("partsupp")
        .join(
            table("part")
                .filter(
                    col("p_brand")
                        .notEqTo("Brand#45")
                        .and(col("p_type").startsWith("MEDIUM POLISHED").not())
                        .and(col("p_size").isIn(49, 14, 23, 45, 19, 3, 36, 9))),
            on("ps_partkey", "p_partkey"))
        .join(complained, Join.anti().on(col("ps_suppkey"), col("s_suppkey")))
        .groupBy("p_brand", "p_type", "p_size")
        .agg(countDistinct("ps_suppkey").named("supplier_cnt"))
        .sort(
            descending("supplier_cnt"),
            ascending("p_brand"),
            ascending("p_type"),
            ascending("p_size"));
  }

  DataFrame q17() {
    DataFrame lines =
        table("part")
            .filter(col("p_brand").eqTo("Brand#23").and(col("p_container").eqTo("MED BOX")))
            .join(table("lineitem"), on("p_partkey", "l_partkey"));
    DataFrame usual =
        lines.groupBy("p_partkey").agg(avg("l_quantity").times(0.2).named("small_quantity"));
    return lines
        .join(
            usual, Join.inner().on("p_partkey").where(col("l_quantity").lt(col("small_quantity"))))
        .agg(sum("l_extendedprice").div(decimal("7.0")).named("avg_yearly"));
  }

  DataFrame q18() {
    DataFrame large =
        table("lineitem")
            .groupBy(col("l_orderkey").named("large_orderkey"))
            .agg(sum("l_quantity").named("quantity"))
            .filter(col("quantity").gt(300));
    return table("customer")
        .join(table("orders"), on("c_custkey", "o_custkey"))
        .join(large, Join.semi().on(col("o_orderkey"), col("large_orderkey")))
        .join(table("lineitem"), on("o_orderkey", "l_orderkey"))
        .groupBy("c_name", "c_custkey", "o_orderkey", "o_orderdate", "o_totalprice")
        .agg(sum("l_quantity").named("sum_quantity"))
        .sort(descending("o_totalprice"), ascending("o_orderdate"))
        .limit(100);
  }

  DataFrame q19() {
    Expr small =
        offer("Brand#12", 1, 11, 5)
            .and(col("p_container").isIn("SM CASE", "SM BOX", "SM PACK", "SM PKG"));
    Expr medium =
        offer("Brand#23", 10, 20, 10)
            .and(col("p_container").isIn("MED BAG", "MED BOX", "MED PKG", "MED PACK"));
    Expr large =
        offer("Brand#34", 20, 30, 15)
            .and(col("p_container").isIn("LG CASE", "LG BOX", "LG PACK", "LG PKG"));
    return table("lineitem")
        .filter(
            col("l_shipmode")
                .isIn("AIR", "AIR REG")
                .and(col("l_shipinstruct").eqTo("DELIVER IN PERSON")))
        .join(table("part"), on("l_partkey", "p_partkey").where(small.or(medium).or(large)))
        .agg(sum(discountedPrice()).named("revenue"));
  }

  private static Expr offer(String brand, long minQuantity, long maxQuantity, long maxSize) {
    return col("p_brand")
        .eqTo(brand)
        .and(col("l_quantity").between(minQuantity, maxQuantity))
        .and(col("p_size").between(1, maxSize));
  }

  DataFrame q20() {
    DataFrame shipped =
        table("lineitem")
            .filter(col("l_shipdate").gtEq("1994-01-01").and(col("l_shipdate").lt("1995-01-01")))
            .groupBy("l_partkey", "l_suppkey")
            .agg(sum("l_quantity").times(decimal("0.5")).named("half_shipped"));
    DataFrame forest = table("part").filter(col("p_name").startsWith("forest"));
    DataFrame overstocked =
        table("partsupp")
            .join(forest, Join.semi().on(col("ps_partkey"), col("p_partkey")))
            .join(
                shipped,
                on("ps_partkey", "l_partkey")
                    .on(col("ps_suppkey"), col("l_suppkey"))
                    .where(col("ps_availqty").gt(col("half_shipped"))));
    return table("supplier")
        .join(
            table("nation").filter(col("n_name").eqTo("CANADA")), on("s_nationkey", "n_nationkey"))
        .join(overstocked, Join.semi().on(col("s_suppkey"), col("ps_suppkey")))
        .select("s_name", "s_address")
        .sort("s_name");
  }

  DataFrame q21() {
    DataFrame lines = table("lineitem").select("l_orderkey", "l_suppkey");
    DataFrame late = table("lineitem").filter(col("l_receiptdate").gt(col("l_commitdate")));
    Expr isAnotherSupplier = col("l_suppkey").notEqTo(col("l_suppkey_right"));
    return table("supplier")
        .join(
            table("nation").filter(col("n_name").eqTo("SAUDI ARABIA")),
            on("s_nationkey", "n_nationkey"))
        .join(late, on("s_suppkey", "l_suppkey"))
        .join(
            table("orders").filter(col("o_orderstatus").eqTo("F")), on("l_orderkey", "o_orderkey"))
        .join(lines, Join.semi().on("l_orderkey").where(isAnotherSupplier))
        .join(
            late.select("l_orderkey", "l_suppkey"),
            Join.anti().on("l_orderkey").where(isAnotherSupplier))
        .groupBy("s_name")
        .agg(count().named("numwait"))
        .sort(descending("numwait"), ascending("s_name"))
        .limit(100);
  }

  DataFrame q22() {
    DataFrame candidates =
        table("customer")
            .withColumn("cntrycode", col("c_phone").left(2))
            .filter(col("cntrycode").isIn("13", "31", "23", "29", "30", "18", "17"));
    DataFrame mean =
        candidates
            .filter(col("c_acctbal").gt(decimal("0.00")))
            .agg(avg("c_acctbal").named("mean_balance"));
    return candidates
        .join(mean, Join.inner().where(col("c_acctbal").gt(col("mean_balance"))))
        .join(table("orders"), Join.anti().on(col("c_custkey"), col("o_custkey")))
        .groupBy("cntrycode")
        .agg(count().named("numcust"), sum("c_acctbal").named("totacctbal"))
        .sort("cntrycode");
  }
}
