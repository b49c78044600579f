pivot orders on o_orderstatus using sum(o_totalprice) group by o_orderpriority order by o_orderpriority
;
pivot orders on o_orderstatus using sum(o_totalprice) as total, count(*) as n, max(o_orderkey) group by o_orderpriority order by o_orderpriority
;
select "F_total", "O_n" from (pivot orders on o_orderstatus using sum(o_totalprice) as total, count(*) as n group by o_orderpriority) order by all
;
pivot (select o_orderstatus, o_orderpriority, o_totalprice from orders) on o_orderstatus using avg(o_totalprice) order by all
;
pivot (select o_orderstatus, o_orderpriority from orders) on o_orderstatus order by all
;
pivot (select r_regionkey, n_nationkey % 3 as k from nation join region on n_regionkey = r_regionkey) on k in (0, 2, 7) using count(*) group by r_regionkey order by r_regionkey
;
pivot nation on n_regionkey, n_nationkey % 2 using count(*)
;
pivot nation on n_regionkey || '_' || n_nationkey % 2 using count(*)
;
pivot (select *, n_nationkey % 3 as r from nation) on n_regionkey > 2 using count(*) group by r order by 1
;
select "0_1", "4_0" from (pivot nation on n_regionkey, n_nationkey % 2 using count(*))
;
pivot (from orders where o_orderkey < 60) on o_orderdate using count(*) group by o_orderstatus order by 1
;
pivot (select l_discount, l_linenumber, l_quantity from lineitem) on l_discount using sum(l_quantity) group by l_linenumber order by 1
;
pivot (select l_linenumber, l_tax, l_shipmode from lineitem) on l_tax using count(distinct l_shipmode) + 1 group by l_linenumber order by l_linenumber desc limit 2
;
with o as (select o_orderstatus as s, o_custkey % 5 as k from orders), p as (pivot o on s using count(*) group by k) select * from p order by all
-- duckdb
with p as (pivot (select o_orderstatus as s, o_custkey % 5 as k from orders) on s using count(*) group by k) select * from p order by all
;
from nation pivot (count(*) for n_regionkey in (1, 2) group by n_nationkey) order by n_nationkey
;
select * from (select n_regionkey, n_nationkey % 2 as k, n_nationkey from nation) pivot (sum(n_nationkey) for n_regionkey in (0, 1) k in (0, 1))
;
pivot (from nation where false) on n_regionkey using count(*) group by n_name
;
pivot (select 1 as a, null as b union all select 2, 3) on b using count(*) group by a order by a
;
pivot (select 1 as a, null::int as b union all select 2, 3) on b in (null, 3) using count(*) group by a order by a
;
unpivot nation on n_nationkey, n_regionkey order by all
;
unpivot nation on columns('key') into name k value v order by all
;
unpivot (select n_nationkey, n_regionkey, n_nationkey * 2 as twice from nation) on columns(* exclude (n_nationkey)) into name k value v order by all
;
unpivot nation on n_nationkey::varchar, n_name into name k value v order by all
;
unpivot (select 1 as id, 10 as jan, null::int as feb) on jan, feb into name month value amount
;
unpivot include nulls (select 1 as id, 10 as jan, null::int as feb) on jan, feb order by 2
-- duckdb
from (select 1 as id, 10 as jan, null::int as feb) unpivot include nulls (value for name in (jan, feb)) order by 2
;
unpivot (select 1 as id, 10 as jan, 20 as feb, 30 as mar, 40 as apr) on (jan, feb) as q1, (mar, apr) as q2 into name q value m1, m2 order by q
;
unpivot (select 1 as id, 10 as jan, 20 as feb, 30 as mar, 40 as apr) on (jan, feb), (mar, apr) into name q value m1, m2 order by q
;
unpivot (select 1 as id, 10 as jan, 20 as feb) on jan as j, feb as f into name month value amount order by month
;
select k, sum(v) from (unpivot nation on n_nationkey, n_regionkey into name k value v) group by k order by k
;
from (select 1 as id, 10 as jan, 20 as feb) unpivot (amount for month in (columns(* exclude id))) order by month
;
select column_name, column_type, min, max, avg, count, null_percentage from (summarize nation) order by all
-- duckdb
select column_name, column_type, min, max, avg, count, null_percentage from (summarize nation) order by all
;
select column_name, min, max, count, null_percentage from (summarize select n_regionkey, nullif(n_regionkey, 3) as k, n_name from nation) order by all
;
select column_name, min, max, count, null_percentage from (summarize from nation where false) order by all
;
select column_name, column_type from (describe select n_nationkey as a, n_name as b, 1.5 as c from nation)
-- duckdb
select * from (values ('a', 'INTEGER'), ('b', 'VARCHAR'), ('c', 'DECIMAL(2, 1)')) order by 1
;
select column_name, "null" from (describe nation) order by 1
;
select column_name from (show nation) order by 1
;
select count(*) from (show tables) where name in ('nation', 'region')
;
select * from (unpivot (select 42 as col1, 'woot' as col2) on (col1 + 100)::varchar, col2)
;
pivot orders using sum(o_totalprice) as total, count(*)
;
pivot orders using max(o_orderkey) group by o_orderstatus order by 1
;
pivot orders group by o_orderstatus order by 1
;
select total from (pivot (from orders where o_orderkey < 0) using count(*) as total)
;
select column_name, avg, q50 from (summarize select date '2020-01-01' + i::integer as d, time '10:00:00.5' + interval (i) minute as t, timestamp '2020-01-01 00:00:01' + interval (i) day as ts, timestamptz '2020-01-01 00:00:01+00' + interval (i) day as tz, interval (i) hour as iv, i % 2 = 0 as b from range(5) t(i)) order by all
;
select column_name, avg, q25 from (summarize select null::date as d, null::time as t, null::timestamp as ts from range(2)) order by all
;
select name, column_names, column_types, temporary from (show all tables) where name in ('nation', 'region') order by name
;
select name, len(column_names) from (show all) where name in ('nation', 'region') order by name
;
select * from pragma_table_info('nation')
;
select t.name, t.cid from pragma_table_info('nation') t where t.cid > 1 order by all
;
select name, tbl_name, type, rootpage from sqlite_master where name in ('nation', 'region') order by name
;
select count(*) from (show schemas) where "current"
