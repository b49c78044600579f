package dev.heddle.engine.session;

import java.nio.file.Path;

/**
 * One query of the memory grid, with an answer of one row by which all rows are compared.
 *
 * <p>Tables {@code big} and {@code other} have the same number of rows: {@code k} is a key in no
 * order, {@code g} has 1000 values, {@code m} 20 rows a value, {@code v} is a number, {@code s} a
 * text of its own for each row.
 */
enum GridCase {
  SORT("select s, k, v from big order by s, k", "select count(*), sum(k), sum(v) from big"),
  SORT_BY_NUMBER("select v, k from big order by v, k", "select count(*), sum(v), sum(k) from big"),
  AGGREGATE(
      "select count(*), sum(n), sum(x), max(t) from"
          + " (select k, count(*) as n, sum(v) as x, max(s) as t from big group by k) as q"),
  AGGREGATE_BY_TEXT(
      "select count(*), sum(n), sum(x) from"
          + " (select s, count(*) as n, max(v) as x from big group by s) as q"),
  DISTINCT("select count(*), sum(k) from (select distinct k, s from big) as q"),
  COUNT_DISTINCT("select count(distinct k), count(distinct s), count(distinct g) from big"),
  MEDIAN("select sum(x), count(*) from (select g, median(v) as x from big group by g) as q"),
  LIST_AGGREGATE(
      "select count(*), sum(x), min(x) from (select m, array_agg(v) as l from big group by m) as q,"
          + " unnest(q.l) as u(x)"),
  TEXT_LIST(
      "select count(*), sum(length(t)) from"
          + " (select m, string_agg(s, ',') as t from big group by m) as q"),
  LISTS_IN_ORDER(
      "select count(*), sum(len(l)), sum(l[1]), sum(l[5000]), min(l[20000]), sum(length(t)) from"
          + " (select v % 4 as h, array_agg(k order by s, k) as l,"
          + " string_agg(cast(v % 10 as varchar), '' order by s) as t from big group by v % 4)"
          + " as q"),
  INNER_JOIN(
      "select count(*), sum(b.v + o.v), max(b.s) from big as b join other as o on b.k = o.k"),
  LEFT_JOIN(
      "select count(*), sum(b.v), sum(o.v), count(o.k), max(o.s) from big as b"
          + " left join other as o on b.k = o.k + 1000"),
  FULL_JOIN(
      "select count(*), sum(b.v), sum(o.v), count(b.k), count(o.k) from big as b"
          + " full join other as o on b.k = o.k + 1000"),
  SEMI_JOIN(
      "select count(*), sum(v) from big where k in (select k * 2 from other where v % 3 <> 0)"),
  ANTI_JOIN(
      "select count(*), sum(v) from big as b"
          + " where not exists (select 1 from other as o where o.k = b.k + 5 and o.v % 3 <> 0)"),
  MANY_TO_MANY(
      "select count(*), sum(b.v), sum(o.v) from big as b join other as o on b.m = o.m"
          + " where b.v % 4 = 0"),
  WINDOW(
      "select count(*), sum(x % 1009), sum(y % 1009) from (select"
          + " row_number() over (partition by g order by s, k) * v as x,"
          + " sum(v) over (partition by g order by s, k) as y from big) as q"),
  WINDOW_OVER_ALL(
      "select sum(x % 1009) from (select row_number() over (order by k) * v as x from big) as q"),
  WINDOW_OF_WIDE_FRAMES(
      "select count(*), sum(x % 1009), sum(y % 1009), sum(z) from (select"
          + " rank() over (order by k % 3) as x,"
          + " sum(v) over (order by k rows between 300000 preceding and current row) as y,"
          + " count(distinct m) over (order by k rows between 20000 preceding and current row)"
          + " as z from big) as q");

  private final String query;
  private final String check;

  GridCase(String query) {
    this(query, query);
  }

  GridCase(String query, String check) {
    this.query = query;
    this.check = check;
  }

  /**
   * Returns DuckDB's statement that writes one of the tables.
   *
   * @param seed tells tables apart that are to have other values of {@code v} and {@code s}
   */
  static String writing(Path file, long rows, int seed, int rowGroupSize) {
    return "copy (select k, k % 1000 as g, k % ("
        + rows
        + " / 20) as m, (hash(k + "
        + seed
        + ") % 1000000)::bigint as v, md5((k + "
        + seed
        + ")::varchar) as s from (select (i * 7919) % "
        + rows
        + " as k from range("
        + rows
        + ") as t(i))) to '"
        + file
        + "' (format parquet, row_group_size "
        + rowGroupSize
        + ")";
  }

  /** Returns what Heddle runs. */
  String query() {
    return query;
  }

  /** Returns a query of the one row that the answer is compared with, for another engine. */
  String check() {
    return check;
  }

  /**
   * Returns whether the rows are read one by one: then they must ascend, and the answer is their
   * number and the sums of the last two columns.
   */
  boolean isOrdered() {
    return !query.equals(check);
  }
}
