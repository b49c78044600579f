package dev.heddle.cli.findings;

import static dev.heddle.cli.findings.WatchedQuery.healthy;
import static dev.heddle.frame.expr.Functions.avg;
import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.countDistinct;
import static dev.heddle.frame.expr.Functions.date;
import static dev.heddle.frame.expr.Functions.max;
import static dev.heddle.frame.expr.Functions.median;
import static dev.heddle.frame.expr.Functions.min;
import static dev.heddle.frame.expr.Functions.sum;
import static dev.heddle.frame.expr.WindowCalls.partitionBy;
import static dev.heddle.frame.expr.WindowCalls.rank;
import static dev.heddle.frame.expr.WindowCalls.rowNumber;

import dev.heddle.engine.findings.Evidence.Place;
import dev.heddle.frame.Join;
import dev.heddle.frame.schema.DataType;
import java.util.List;

/** Queries that do what has to be done, quickly or not. */
final class HealthyQueries {
  private HealthyQueries() {}

  static List<WatchedQuery> all() {
    return List.of(
        healthy(
            "a group",
            "select product, sum(amount) as s from facts group by product",
            session -> session.table("facts").groupBy("product").agg(sum("amount").named("s"))),
        healthy(
            "skewed groups whose states are merged",
            "select caller, sum(v) as s, avg(price) as a from calls group by caller",
            session ->
                session
                    .table("calls")
                    .groupBy("caller")
                    .agg(sum("v").named("s"), avg("price").named("a"))),
        healthy(
            "a star",
            "select p.kind, b.land, sum(f.amount) as s from facts f join products p on f.product ="
                + " p.id join buyers b on f.buyer = b.id group by p.kind, b.land",
            session ->
                session
                    .table("facts")
                    .select("product", "buyer", "amount")
                    .join(session.table("products"), Join.inner().on(col("product"), col("id")))
                    .join(
                        session.table("buyers").rename("id", "bid"),
                        Join.inner().on(col("buyer"), col("bid")))
                    .groupBy("kind", "land")
                    .agg(sum("amount").named("s"))),
        healthy(
            "a star with a selective side",
            "select count(*) as n, max(f.amount) as m from facts f join products p on f.product ="
                + " p.id where p.kind = 'kind 3'",
            session ->
                session
                    .table("facts")
                    .join(
                        session.table("products").filter(col("kind").eqTo("kind 3")),
                        Join.inner().on(col("product"), col("id")))
                    .agg(count().named("n"), max("amount").named("m"))),
        healthy(
            "a window",
            "select count(*) as n from (select rank() over (partition by buyer order by amount) as"
                + " r from facts) t where r < 3",
            session ->
                session
                    .table("facts")
                    .withColumn("r", rank().over(partitionBy("buyer").orderBy("amount")))
                    .filter(col("r").lt(3))
                    .agg(count().named("n"))),
        healthy(
            "first rows of groups",
            "select * from (select id, product, row_number() over (partition by product order by"
                + " amount desc, id) as r from facts) t where r = 1",
            session ->
                session
                    .table("facts")
                    .select(
                        col("id"),
                        col("product"),
                        rowNumber()
                            .over(
                                partitionBy("product")
                                    .orderBy(col("amount").descending(), col("id").ascending()))
                            .named("r"))
                    .filter(col("r").eqTo(1))),
        healthy(
            "a window of one partition, by a filter on it",
            "select max(s) as m from (select product, sum(amount) over (partition by product order"
                + " by day, id) as s from facts) t where product = 17",
            session ->
                session
                    .table("facts")
                    .select(
                        col("product"),
                        sum("amount").over(partitionBy("product").orderBy("day", "id")).named("s"))
                    .filter(col("product").eqTo(17))
                    .agg(max("s").named("m"))),
        healthy(
            "a sort",
            "select sum(r) as s from (select row_number() over (partition by product order by"
                + " amount, id) as r from facts) t",
            session ->
                session
                    .table("facts")
                    .withColumn(
                        "r", rowNumber().over(partitionBy("product").orderBy("amount", "id")))
                    .agg(sum("r").named("s"))),
        healthy(
            "all in order",
            "select id, note from calls where v < 100000 order by note, id",
            session ->
                session
                    .table("calls")
                    .filter(col("v").lt(100_000))
                    .select("id", "note")
                    .sort("note", "id")),
        healthy(
            "the first of an order",
            "select note, v from calls order by v desc, note limit 20",
            session ->
                session
                    .table("calls")
                    .select("note", "v")
                    .sort(col("v").descending(), col("note").ascending())
                    .limit(20)),
        healthy(
            "a few small files",
            "select w, count(*) as n from few group by w",
            session -> session.table("few").groupBy("w").agg(count().named("n"))),
        healthy(
            "a filter that leaves out most",
            "select sum(amount) as s from facts where day between date '2016-02-01' and date"
                + " '2016-02-10'",
            session ->
                session
                    .table("facts")
                    .filter(col("day").between(date("2016-02-01"), date("2016-02-10")))
                    .agg(sum("amount").named("s"))),
        healthy(
            "one row",
            "select note from calls where id = 1234567",
            session -> session.table("calls").filter(col("id").eqTo(1_234_567)).select("note")),
        healthy(
            "a pattern",
            "select count(*) as n from calls where note like '%777%'",
            session ->
                session.table("calls").filter(col("note").like("%777%")).agg(count().named("n"))),
        healthy(
            "days compared as texts, decided by dictionaries",
            "select sum(v) as s from calls where cast(day as varchar) between '2003-02-01' and"
                + " '2003-02-28'",
            session ->
                session
                    .table("calls")
                    .filter(col("day").cast(DataType.STRING).between("2003-02-01", "2003-02-28"))
                    .agg(sum("v").named("s"))),
        healthy(
                "one row group, whose pages threads share out",
                "select length(words) as k, max(md5(words)) as m from lump group by 1",
                session ->
                    session
                        .table("lump")
                        .groupBy(call("length", col("words")).named("k"))
                        .agg(max(call("md5", col("words"))).named("m")))
            .only(Place.HERE),
        healthy(
            "distinct rows",
            "select distinct product, day from facts where buyer < 4000",
            session ->
                session
                    .table("facts")
                    .filter(col("buyer").lt(4000))
                    .select("product", "day")
                    .distinct()),
        healthy(
            "distinct counts of groups",
            "select day, count(distinct buyer) as n from facts group by day",
            session ->
                session.table("facts").groupBy("day").agg(countDistinct("buyer").named("n"))),
        healthy(
            "medians of even groups",
            "select product, median(amount) as m from facts group by product",
            session -> session.table("facts").groupBy("product").agg(median("amount").named("m"))),
        healthy(
            "rows that have a partner",
            "select count(*) as n from facts where product in (select id from products where kind"
                + " like 'kind 1%')",
            session ->
                session
                    .table("facts")
                    .join(
                        session
                            .table("products")
                            .filter(col("kind").like("kind 1%"))
                            .select(col("id").named("product")),
                        Join.semi().on("product"))
                    .agg(count().named("n"))),
        healthy(
            "rows without a partner",
            "select max(f.amount) as m from facts f where not exists (select 1 from buyers b where"
                + " b.id = f.buyer and b.land = 'land 7')",
            session ->
                session
                    .table("facts")
                    .join(
                        session
                            .table("buyers")
                            .filter(col("land").eqTo("land 7"))
                            .select(col("id").named("buyer")),
                        Join.anti().on("buyer"))
                    .agg(max("amount").named("m"))),
        healthy(
            "two large sides",
            "select count(*) as n, sum(c.v) as s from calls c join facts f on c.id = f.id where"
                + " f.amount < 200",
            session ->
                session
                    .table("calls")
                    .select("id", "v")
                    .join(session.table("facts").filter(col("amount").lt(200)).select("id"), "id")
                    .agg(count().named("n"), sum("v").named("s"))),
        healthy(
            "a union",
            "select k, count(*) as n from (select product as k from facts union all select buyer as"
                + " k from facts) t group by k",
            session ->
                session
                    .table("facts")
                    .select(col("product").named("k"))
                    .union(session.table("facts").select(col("buyer").named("k")))
                    .groupBy("k")
                    .agg(count().named("n"))),
        healthy(
            "a small cross join",
            "select count(*) as n from (select distinct kind from products) a, (select distinct"
                + " land from buyers) b",
            session ->
                session
                    .table("products")
                    .select("kind")
                    .distinct()
                    .join(session.table("buyers").select("land").distinct(), Join.cross())
                    .agg(count().named("n"))),
        healthy(
            "a few rows of many",
            "select * from facts limit 10",
            session -> session.table("facts").limit(10)),
        healthy(
            "groups of a year",
            "select year(day) as y, min(amount) as low, max(amount) as high from facts group by 1"
                + " order by 1",
            session ->
                session
                    .table("facts")
                    .groupBy(col("day").year().named("y"))
                    .agg(min("amount").named("low"), max("amount").named("high"))
                    .sort("y")));
  }
}
