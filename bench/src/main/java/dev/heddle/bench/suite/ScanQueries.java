package dev.heddle.bench.suite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is asked of a line-item file: whole scans, selective ones, and filters of every width. */
final class ScanQueries {
  private static final List<String> NUMBERS =
      List.of(
          "l_orderkey",
          "l_partkey",
          "l_suppkey",
          "l_linenumber",
          "l_quantity",
          "l_extendedprice",
          "l_discount",
          "l_tax");
  private static final List<String> OTHERS =
      List.of(
          "l_returnflag",
          "l_linestatus",
          "l_shipdate",
          "l_commitdate",
          "l_receiptdate",
          "l_shipinstruct",
          "l_shipmode",
          "l_comment");

  private ScanQueries() {}

  /** Returns one query for each way to scan, by name. */
  static Map<String, String> scans() {
    Map<String, String> queries = new LinkedHashMap<>();
    queries.put("full", everything(""));
    queries.put(
        "q6",
        "select sum(l_extendedprice * l_discount) from lineitem"
            + " where l_shipdate >= date '1994-01-01' and l_shipdate < date '1995-01-01'"
            + " and l_discount between 0.05 and 0.07 and l_quantity < 24");
    queries.put(
        "day",
        "select count(*), sum(l_extendedprice), sum(l_tax), max(l_comment) from lineitem"
            + " where l_shipdate = date '1995-06-17' and l_shipmode in ('AIR', 'RAIL')");
    queries.put(
        "part",
        "select sum(l_quantity), min(l_comment), max(l_receiptdate) from lineitem"
            + " where l_partkey between 1000 and 1100");
    return queries;
  }

  /** Returns the same aggregates of all columns with filters that keep different shares of rows. */
  static Map<String, String> filters() {
    Map<String, String> conditions = new LinkedHashMap<>();
    List<String> shares = List.of("0.001", "0.1", "0.5", "0.9", "1.0");
    // distributed evenly over their ranges, near enough
    List<String> keys = List.of("200", "20000", "100000", "180000", "200000");
    List<String> tenths = List.of("0.00", "0.00", "0.03", "0.07", "0.08");
    List<String> prices = List.of("1100.00", "7000.00", "36700.00", "69000.00", "1000000.00");
    List<String> texts = List.of("'  '", "'b'", "'fi'", "'sz'", "'zzz'");
    for (int i = 0; i < shares.size(); i++) {
      conditions.put("int-" + shares.get(i), "l_partkey <= " + keys.get(i));
      conditions.put("price-" + shares.get(i), "l_extendedprice <= " + prices.get(i));
      conditions.put("tax-" + shares.get(i), "l_tax <= " + tenths.get(i));
      conditions.put("text-" + shares.get(i), "l_comment <= " + texts.get(i));
    }
    Map<String, String> queries = new LinkedHashMap<>();
    conditions.forEach((name, condition) -> queries.put(name, everything(" where " + condition)));
    return queries;
  }

  /** Returns the aggregates of all columns under a condition. */
  static String everything(String condition) {
    List<String> aggregates = new ArrayList<>();
    NUMBERS.forEach(column -> aggregates.add("sum(" + column + ")"));
    OTHERS.forEach(column -> aggregates.add("min(" + column + "), max(" + column + ")"));
    return "select count(*), " + String.join(", ", aggregates) + " from lineitem" + condition;
  }
}
