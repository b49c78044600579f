package dev.heddle.engine.session;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Small tables, written by DuckDB: the shape of TPC-H with a few hundred rows, and one of every
 * type with nulls.
 */
final class SmallShop {
  static final Map<String, String> QUERIES = new LinkedHashMap<>();

  static {
    QUERIES.put(
        "region",
        "SELECT i::INTEGER AS r_regionkey, ['AFRICA', 'AMERICA', 'ASIA', 'EUROPE', 'MIDDLE EAST'][i"
            + " + 1] AS r_name FROM range(5) t(i)");
    QUERIES.put(
        "nation",
        "SELECT i::INTEGER AS n_nationkey, 'NATION ' || i AS n_name, (i * 3 % 5)::INTEGER AS"
            + " n_regionkey FROM range(25) t(i)");
    QUERIES.put(
        "customer",
        "SELECT i::BIGINT AS c_custkey, 'Customer#' || lpad(i::VARCHAR, 5, '0') AS c_name,"
            + " (i * 7 % 23)::INTEGER AS c_nationkey, (10 + i % 25) || '-' || i AS c_phone,"
            + " (((i * 7919) % 20000 - 5000) / 100.0)::DECIMAL(15, 2) AS c_acctbal,"
            + " ['BUILDING', 'MACHINERY', 'HOUSEHOLD'][i % 3 + 1] AS c_mktsegment"
            + " FROM range(1, 151) t(i)");
    QUERIES.put(
        "orders",
        "SELECT (i * 4)::BIGINT AS o_orderkey, ((i * 37) % 120 + 1)::BIGINT AS o_custkey,"
            + " ['F', 'O', 'P'][i % 3 + 1] AS o_orderstatus,"
            + " (((i * 104729) % 500000) / 100.0)::DECIMAL(15, 2) AS o_totalprice,"
            + " (DATE '1992-01-01' + ((i * 53) % 2400)::INTEGER) AS o_orderdate,"
            + " ['1-URGENT', '2-HIGH', '3-MEDIUM', '4-LOW'][i % 4 + 1] AS o_orderpriority"
            + " FROM range(1, 601) t(i)");
    QUERIES.put(
        "lineitem",
        "SELECT (((i // 4) % 550 + 1) * 4)::BIGINT AS l_orderkey, (i * 11 % 80 + 1)::BIGINT AS"
            + " l_partkey, (i * 13 % 20 + 1)::BIGINT AS l_suppkey, (i % 4 + 1)::INTEGER AS"
            + " l_linenumber, (i * 17 % 50 + 1)::DECIMAL(15, 2) AS l_quantity, (((i * 6151) %"
            + " 100000) / 100.0)::DECIMAL(15, 2) AS l_extendedprice, ((i % 11) /"
            + " 100.0)::DECIMAL(15, 2) AS l_discount, ((i % 9) / 100.0)::DECIMAL(15, 2) AS l_tax,"
            + " ['R', 'A', 'N'][i % 3 + 1] AS l_returnflag, (DATE '1992-01-01' + ((i * 53) %"
            + " 2500)::INTEGER) AS l_shipdate, ['AIR', 'MAIL', 'SHIP', 'TRUCK'][i % 4 + 1] AS"
            + " l_shipmode FROM range(2200) t(i)");
    QUERIES.put(
        "basket",
        "SELECT i::INTEGER AS id, CASE WHEN i % 7 = 0 THEN NULL ELSE [CASE WHEN (x + i) % 4 = 0"
            + " THEN NULL ELSE 'tag number ' || ((x * i) % 6) END for x in range(i % 5)] END AS"
            + " tags, CASE WHEN i % 5 = 0 THEN NULL ELSE {'name': 'n' || (i % 9), 'size':"
            + " (i % 13)::INTEGER, 'deep': {'x': (i * 7 % 11)::BIGINT, 'y': 'long enough text '"
            + " || (i % 3)}} END AS box, [{'sku': 's' || (x % 3), 'n': (x * i % 17)::INTEGER}"
            + " for x in range(i % 4)] AS items, CASE WHEN i % 6 = 0 THEN NULL ELSE"
            + " MAP(['k' || (i % 4), 'other'], [i::BIGINT, NULL]) END AS marks,"
            + " [((x * 37 + i * 11) % 23)::INTEGER for x in range(i % 6)] AS numbers"
            + " FROM range(3000) t(i)");
    QUERIES.put(
        "supplier",
        "SELECT i::BIGINT AS s_suppkey, 'Supplier#' || i AS s_name, (i * 5 % 25)::INTEGER AS"
            + " s_nationkey, (((i * 7907) % 20000 - 5000) / 100.0)::DECIMAL(15, 2) AS s_acctbal"
            + " FROM range(1, 21) t(i)");
    QUERIES.put(
        "part",
        "SELECT i::BIGINT AS p_partkey, 'part ' || i AS p_name, 'Brand#' || (i % 5) AS p_brand,"
            + " (i % 10)::INTEGER AS p_size FROM range(1, 81) t(i)");
    QUERIES.put(
        "partsupp",
        "SELECT (i // 2 + 1)::BIGINT AS ps_partkey, (i * 7 % 20 + 1)::BIGINT AS ps_suppkey, (i * 31"
            + " % 1000)::INTEGER AS ps_availqty, ((i * 977 % 100000) / 100.0)::DECIMAL(15, 2) AS"
            + " ps_supplycost FROM range(160) t(i)");
    QUERIES.put(
        "extremes",
        "SELECT i::INTEGER AS id, CASE i % 5 WHEN 0 THEN 'inf'::DOUBLE WHEN 1 THEN '-inf'::DOUBLE"
            + " WHEN 2 THEN NULL ELSE i / 7.0 END AS x, CASE i % 3 WHEN 0 THEN 1.7e308 WHEN 1 THEN"
            + " -1.7e308 ELSE i END::DOUBLE AS y, CASE i % 4 WHEN 0 THEN 'inf'::FLOAT WHEN 1 THEN"
            + " 'nan'::FLOAT ELSE i::FLOAT END AS z FROM range(100) t(i)");
    QUERIES.put(
        "t",
        "SELECT i::INTEGER AS id, CASE WHEN i % 5 <> 0 THEN (i % 7)::INTEGER END AS k, CASE WHEN i"
            + " % 4 <> 0 THEN (i % 3)::BIGINT END AS b, CASE WHEN i % 6 <> 0 THEN ['apple',"
            + " 'Banana', 'cherry', '', 'données', 'a_b%c'][i % 6 + 1] END AS s, CASE WHEN i % 8 <>"
            + " 0 THEN (i - 50) / 7.0 END::DOUBLE AS x, CASE WHEN i % 9 <> 0 THEN (i * 37 % 1000 -"
            + " 300) / 100.0 END::DECIMAL(10, 2) AS m, CASE WHEN i % 7 <> 0 THEN DATE '2020-02-25'"
            + " + (i * 3)::INTEGER END AS d, CASE WHEN i % 11 <> 0 THEN TIMESTAMP '1969-12-30"
            + " 23:59:58.5' + to_seconds(i * 12345) END AS ts, CASE WHEN i % 3 <> 0 THEN i % 2 = 0"
            + " END AS f, (i % 100)::SMALLINT AS n FROM range(100) t(i)");
    QUERIES.put("e", "SELECT 1 AS id, 'x' AS s, 1.5::DOUBLE AS x WHERE false");
    QUERIES.put(
        "nums",
        "SELECT * FROM (VALUES (1, 1.0::DOUBLE), (2, 'NaN'::DOUBLE), (3, NULL), (4,"
            + " '-0.0'::DOUBLE), (5, 0.0::DOUBLE), (6, 'Infinity'::DOUBLE), (7, -1.5::DOUBLE), (8,"
            + " 'NaN'::DOUBLE)) v(id, v)");
  }

  private SmallShop() {}
}
