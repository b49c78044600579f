package dev.heddle.planner;

import static dev.heddle.frame.schema.DataType.INT32;
import static dev.heddle.frame.schema.DataType.INT64;

import dev.heddle.io.catalog.Table;
import java.util.LinkedHashMap;
import java.util.Map;

/** The tables of TPC-H with the statistics of scale 1. */
public final class TpchTables {
  private TpchTables() {}

  /** Returns the tables by name. */
  public static Map<String, Table> scaleOne() {
    Map<String, Table> tables = new LinkedHashMap<>();
    put(
        tables,
        new StatisticsTable("region", 5)
            .whole("r_regionkey", INT32, 0, 4, 5)
            .text("r_name", 5, 16)
            .text("r_comment", 5, 80));
    put(
        tables,
        new StatisticsTable("nation", 25)
            .whole("n_nationkey", INT32, 0, 24, 25)
            .text("n_name", 25, 16)
            .whole("n_regionkey", INT32, 0, 4, 5)
            .text("n_comment", 25, 90));
    put(
        tables,
        new StatisticsTable("supplier", 10_000)
            .whole("s_suppkey", INT64, 1, 10_000, 10_000)
            .text("s_name", 10_000, 34)
            .text("s_address", 10_000, 41)
            .whole("s_nationkey", INT32, 0, 24, 25)
            .text("s_phone", 10_000, 31)
            .money("s_acctbal", "-998.22", "9999.72", 9_955)
            .text("s_comment", 10_000, 78));
    put(
        tables,
        new StatisticsTable("customer", 150_000)
            .whole("c_custkey", INT64, 1, 150_000, 150_000)
            .text("c_name", 150_000, 34)
            .text("c_address", 150_000, 41)
            .whole("c_nationkey", INT32, 0, 24, 25)
            .text("c_phone", 150_000, 31)
            .money("c_acctbal", "-999.99", "9999.99", 140_187)
            .text("c_mktsegment", 5, 16)
            .text("c_comment", 149_968, 89));
    put(
        tables,
        new StatisticsTable("part", 200_000)
            .whole("p_partkey", INT64, 1, 200_000, 200_000)
            .text("p_name", 199_997, 49)
            .text("p_mfgr", 5, 30)
            .text("p_brand", 25, 16)
            .text("p_type", 150, 37)
            .whole("p_size", INT32, 1, 50, 50)
            .text("p_container", 40, 16)
            .money("p_retailprice", "901.00", "2098.99", 20_899)
            .text("p_comment", 131_753, 30));
    put(
        tables,
        new StatisticsTable("partsupp", 800_000)
            .whole("ps_partkey", INT64, 1, 200_000, 200_000)
            .whole("ps_suppkey", INT64, 1, 10_000, 10_000)
            .whole("ps_availqty", INT32, 1, 9_999, 9_999)
            .money("ps_supplycost", "1.00", "1000.00", 99_865)
            .text("ps_comment", 799_124, 140));
    put(
        tables,
        new StatisticsTable("orders", 1_500_000)
            .whole("o_orderkey", INT64, 1, 6_000_000, 1_500_000)
            .whole("o_custkey", INT64, 1, 149_999, 99_996)
            .text("o_orderstatus", 3, 16)
            .money("o_totalprice", "857.71", "555285.16", 1_464_556)
            .date("o_orderdate", "1992-01-01", "1998-08-02")
            .text("o_orderpriority", 5, 16)
            .text("o_clerk", 1_000, 31)
            .whole("o_shippriority", INT32, 0, 0, 1)
            .text("o_comment", 1_482_071, 65));
    put(
        tables,
        new StatisticsTable("lineitem", 6_001_215)
            .whole("l_orderkey", INT64, 1, 6_000_000, 1_500_000)
            .whole("l_partkey", INT64, 1, 200_000, 200_000)
            .whole("l_suppkey", INT64, 1, 10_000, 10_000)
            .whole("l_linenumber", INT32, 1, 7, 7)
            .money("l_quantity", "1.00", "50.00", 50)
            .money("l_extendedprice", "901.00", "104949.50", 933_900)
            .money("l_discount", "0.00", "0.10", 11)
            .money("l_tax", "0.00", "0.08", 9)
            .text("l_returnflag", 3, 16)
            .text("l_linestatus", 2, 16)
            .date("l_shipdate", "1992-01-02", "1998-12-01")
            .date("l_commitdate", "1992-01-31", "1998-10-31")
            .date("l_receiptdate", "1992-01-04", "1998-12-31")
            .text("l_shipinstruct", 4, 33)
            .text("l_shipmode", 7, 16)
            .text("l_comment", 4_580_667, 43));
    return tables;
  }

  private static void put(Map<String, Table> tables, StatisticsTable table) {
    tables.put(table.name(), table);
  }
}
