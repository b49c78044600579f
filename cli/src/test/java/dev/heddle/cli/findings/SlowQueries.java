package dev.heddle.cli.findings;

import static dev.heddle.cli.findings.WatchedQuery.slow;
import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.countDistinct;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.max;
import static dev.heddle.frame.expr.Functions.median;
import static dev.heddle.frame.expr.Functions.min;
import static dev.heddle.frame.expr.Functions.sum;
import static dev.heddle.frame.expr.WindowCalls.currentRow;
import static dev.heddle.frame.expr.WindowCalls.lag;
import static dev.heddle.frame.expr.WindowCalls.orderBy;
import static dev.heddle.frame.expr.WindowCalls.partitionBy;
import static dev.heddle.frame.expr.WindowCalls.preceding;
import static dev.heddle.frame.expr.WindowCalls.rowNumber;

import dev.heddle.engine.findings.Evidence.Place;
import dev.heddle.engine.findings.FindingKind;
import dev.heddle.frame.Join;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.schema.DataType;
import java.util.List;
import java.util.stream.Stream;

/** Queries that are slow for one reason each, or for several of which one costs the most. */
final class SlowQueries {
  private SlowQueries() {}

  static List<WatchedQuery> all() {
    return Stream.of(skewed(), joined(), misestimated(), read(), single())
        .flatMap(List::stream)
        .toList();
  }

  private static List<WatchedQuery> skewed() {
    return List.of(
        slow(
            FindingKind.SKEW,
            "medians by a text",
            "select caller, median(v) as m, median(price) as p, quantile_disc(note, 0.5) as t from"
                + " calls group by caller",
            session ->
                session
                    .table("calls")
                    .groupBy("caller")
                    .agg(
                        median("v").named("m"),
                        median("price").named("p"),
                        call("quantile_disc", col("note"), lit(0.5)).named("t"))),
        slow(
            FindingKind.SKEW,
            "texts put together by a computed key",
            "select code % 10 as c, length(string_agg(note, ',' order by v)) as n from calls group"
                + " by 1",
            session ->
                session
                    .table("calls")
                    .groupBy(col("code").mod(10).named("c"))
                    .agg(
                        call(
                                "string_agg",
                                CallParts.of(col("note"), lit(",")).orderBy(col("v").ascending()))
                            .named("j"))
                    .select(col("c"), call("length", col("j")).named("n"))),
        slow(
            FindingKind.SKEW,
            "a window over nulls",
            "select count(*) as n, max(s) as m from (select sum(v) over (partition by region order"
                + " by note rows between 40 preceding and current row) as s from calls) t",
            session ->
                session
                    .table("calls")
                    .withColumn(
                        "s",
                        sum("v")
                            .over(
                                partitionBy("region")
                                    .orderBy("note")
                                    .rowsBetween(preceding(40), currentRow())))
                    .agg(count().named("n"), max("s").named("m"))),
        slow(
            FindingKind.SKEW,
            "texts put together by two keys, below a limit",
            "select region, caller, string_agg(note, ';' order by price) as t from"
                + " calls group by region, caller order by length(t), caller, region limit 3",
            session ->
                session
                    .table("calls")
                    .groupBy("region", "caller")
                    .agg(
                        call(
                                "string_agg",
                                CallParts.of(col("note"), lit(";"))
                                    .orderBy(col("price").ascending()))
                            .named("t"))
                    .sort(
                        call("length", col("t")).ascending(),
                        col("caller").ascending(),
                        col("region").ascending())
                    .limit(3)));
  }

  private static List<WatchedQuery> joined() {
    return List.of(
        slow(
            FindingKind.CROSS_JOIN,
            "ranges compared",
            "select count(*) as n from users a join users b on a.score < b.score and a.score * 2 >"
                + " b.score where a.id < 6000 and b.id > 50000",
            session ->
                session
                    .table("users")
                    .filter(col("id").lt(6000))
                    .select(col("score").named("low"))
                    .join(
                        session
                            .table("users")
                            .filter(col("id").gt(50000))
                            .select(col("score").named("high")),
                        Join.inner()
                            .where(
                                col("low")
                                    .lt(col("high"))
                                    .and(col("low").times(2).gt(col("high")))))
                    .agg(count().named("n"))),
        slow(
            FindingKind.CROSS_JOIN,
            "no condition at all",
            "select a.city, max(a.score + b.score) as m from users a, users b where b.id < 500"
                + " group by a.city",
            session ->
                session
                    .table("users")
                    .select("city", "score")
                    .join(
                        session
                            .table("users")
                            .filter(col("id").lt(500))
                            .select(col("score").named("other")),
                        Join.cross())
                    .groupBy("city")
                    .agg(max(col("score").plus(col("other"))).named("m"))),
        slow(
            FindingKind.EXPLODING_JOIN,
            "few values on both sides",
            "select a.name, sum(b.score) as s from users a join users b on a.city = b.city group by"
                + " a.name",
            session ->
                session
                    .table("users")
                    .select("city", "name")
                    .join(session.table("users").select("city", "score"), "city")
                    .groupBy("name")
                    .agg(sum("score").named("s"))),
        slow(
            FindingKind.EXPLODING_JOIN,
            "a text that is on both sides for want of another",
            "select max(b.score) as s, count(*) as n from users a join users b on a.tag = b.tag"
                + " left join products p on a.id = p.id",
            session ->
                session
                    .table("users")
                    .select("tag", "id")
                    .join(session.table("users").select("tag", "score"), "tag")
                    .join(session.table("products"), Join.left().on("id"))
                    .agg(max("score").named("s"), count().named("n"))));
  }

  private static List<WatchedQuery> misestimated() {
    return List.of(
        slow(
            FindingKind.ESTIMATE,
            "two conditions of which one follows from the other",
            "select g, median(id) as m, count(distinct id) as d from (select id % 250007 as g, id"
                + " from flags where a = 3 and b = 'on') t group by g",
            session ->
                session
                    .table("flags")
                    .filter(col("a").eqTo(3).and(col("b").eqTo("on")))
                    .groupBy(col("id").mod(250007).named("g"))
                    .agg(median("id").named("m"), countDistinct("id").named("d"))));
  }

  private static List<WatchedQuery> read() {
    return List.of(
        slow(
            FindingKind.TINY_FILES,
            "tiny Parquet files",
            "select w, count(*) as n, sum(id) as s from tiny group by w",
            session ->
                session.table("tiny").groupBy("w").agg(count().named("n"), sum("id").named("s"))),
        slow(
            FindingKind.TINY_FILES,
            "tiny texts",
            "select max(id) as m from texts where w = 'a'",
            session -> session.table("texts").filter(col("w").eqTo("a")).agg(max("id").named("m"))),
        slow(
            FindingKind.CAST_BLOCKS_PRUNING,
            "a number compared as a text",
            "select count(*) as n, min(note) as m from calls where cast(id as varchar) like '77%1'"
                + " and cast(v as varchar) = '5'",
            session ->
                session
                    .table("calls")
                    .filter(
                        col("id")
                            .cast(DataType.STRING)
                            .like("77%1")
                            .and(col("v").cast(DataType.STRING).eqTo("5")))
                    .agg(count().named("n"), min("note").named("m"))),
        slow(
            FindingKind.CAST_BLOCKS_PRUNING,
            "moments compared as texts of days",
            "select sum(v) as s from calls where cast(cast(moment as date) as varchar) like"
                + " '2000-02-0%' and price >= 0",
            session ->
                session
                    .table("calls")
                    .filter(
                        col("moment")
                            .cast(DataType.DATE)
                            .cast(DataType.STRING)
                            .like("2000-02-0%")
                            .and(col("price").gtEq(0)))
                    .agg(sum("v").named("s"))),
        slow(
            FindingKind.FILTER_NOT_PUSHED,
            "a text made of another",
            "select sum(v) as s from calls where lower(substr(note, 1, 9)) = 'note 1234'",
            session ->
                session
                    .table("calls")
                    .filter(col("note").substring(1, 9).lower().eqTo("note 1234"))
                    .agg(sum("v").named("s"))),
        slow(
            FindingKind.FILTER_NOT_PUSHED,
            "a filter above a window",
            "select * from (select id, note, v, row_number() over (partition by code order by v) as"
                + " r from calls) t where note = 'note 17'",
            session ->
                session
                    .table("calls")
                    .select(
                        col("id"),
                        col("note"),
                        col("v"),
                        rowNumber().over(partitionBy("code").orderBy("v")).named("r"))
                    .filter(col("note").eqTo("note 17"))),
        slow(
            FindingKind.FILTER_NOT_PUSHED,
            "one of two conditions above a window",
            "select count(*) as n, max(s) as m from (select note, code, sum(v) over (partition by"
                + " code order by id) as s from calls) t where note like 'note 12345%' and s > 10"
                + " and code >= 0",
            session ->
                session
                    .table("calls")
                    .select(
                        col("note"),
                        col("code"),
                        sum("v").over(partitionBy("code").orderBy("id")).named("s"))
                    .filter(
                        col("note")
                            .like("note 12345%")
                            .and(col("s").gt(10))
                            .and(col("code").gtEq(0)))
                    .agg(count().named("n"), max("s").named("m"))),
        slow(
            FindingKind.FILTER_NOT_PUSHED,
            "a filter above a limit",
            "select count(*) as n from (select * from calls order by note limit 1500000) t where"
                + " v % 1000 = 3",
            session ->
                session
                    .table("calls")
                    .sort("note")
                    .limit(1_500_000)
                    .filter(col("v").mod(1000).eqTo(3))
                    .agg(count().named("n"))));
  }

  private static List<WatchedQuery> single() {
    return List.of(
        slow(
                FindingKind.SINGLE_TASK,
                "one median of all",
                "select median(price) as m, count(distinct note) as d from calls",
                session ->
                    session
                        .table("calls")
                        .agg(median("price").named("m"), countDistinct("note").named("d")))
            .only(Place.ELSEWHERE),
        slow(
                FindingKind.SINGLE_TASK,
                "a window that is not divided",
                "select max(d) as m from (select v - lag(v) over (order by note, id) as d from"
                    + " calls) t",
                session ->
                    session
                        .table("calls")
                        .select(
                            col("v").minus(lag(col("v")).over(orderBy("note", "id"))).named("d"))
                        .agg(max("d").named("m")))
            .only(Place.HERE),
        slow(
            FindingKind.USER_FUNCTION,
            "a slow function",
            "select id % 10 as k, max(slow_hash(v)) as m from facts_of_a_day group by 1",
            session ->
                session
                    .table("facts_of_a_day")
                    .groupBy(col("id").mod(10).named("k"))
                    .agg(max(SlowHash.FUNCTION.call(col("v"))).named("m"))));
  }
}
