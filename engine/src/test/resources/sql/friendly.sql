select (1,2) = (1,2)
;
select 7 // 2, -7 // 2, 7.5 // 2, 7::double // 2, -7.5::double // 2, 7 * 3 // 2, 2 + 7 // 2
;
select 7.5::decimal(5,2) // 2::decimal(5,2)
;
select -7.5 // 2.0
;
select k // 2, k % 2, k / 2 from t order by id
;
select count(*) from t group by all
;
select n_name as nm, length(nm) as ln from nation where ln > 8 and nm like 'N%' order by nm
;
select k from t where k in (select k as z from t where z > 1) order by 1
;
select id, lag(k ignore nulls) over (order by id) from t order by id
;
select id, last_value(k ignore nulls) over (order by id), first_value(k respect nulls) over (order by id) from t order by id
;
select * from nation n semi join supplier s on n.n_nationkey = s.s_nationkey order by 1
;
select * from nation n anti join supplier s on n.n_nationkey = s.s_nationkey order by 1
;
select * from nation semi join (select s_nationkey as n_nationkey from supplier) using (n_nationkey) order by 1
;
select * from nation n anti join supplier s on n.n_nationkey = s.s_nationkey and s.s_acctbal > 20 where n_regionkey = 1 order by 1
;
select o_orderstatus, sum(o_totalprice) filter (where o_orderpriority like '1%') as urgent, count(*) from orders group by all order by all
;
select * from (values (1, 'a'), (2, 'b')) v(x, y) cross join (values (true), (false)) w(z) order by all
;
select k, b from t union select k, b from t order by all desc nulls first
;
select distinct on (o_custkey) o_custkey, o_orderkey, o_orderdate from orders order by o_custkey, o_orderdate desc, o_orderkey
;
select distinct on (k) k as kk, max(id) from t group by k, b order by kk, 2 desc
;
select distinct on (k, b) k, b from t order by k, b limit 4
;
select 1 as a, 2 as b union all by name select 3 as b, 4 as a
;
select 1 as a, 2 as b union all by name select 3 as b, 4 as c
;
select 1 as a, 'x' as b union by name select 1 as A union by name select distinct 'x' as b, 1.5 as a order by all
;
with q as (select 1 as a) select * from q union all by name (select 'z' as zz from q limit 1) order by all
;
select first(n_name order by n_nationkey desc), last(n_name order by n_nationkey), any_value(n_regionkey order by n_nationkey) from nation
;
select any_value(k order by id), any_value(k order by id desc) filter (where id < 50) from t
;
select sum(case when k is null then 0 else 1 end), count(k), count(distinct k), count(distinct (k, b)) from t
;
select row(1, 'a'), (1, 2) = (1, 2), {'a': 1}.a, struct_extract({'a': 1}, 'a')
;
select (k, b) as p, count(*) from t group by (k, b) order by k, b
;
select (k, b) as p, count(*) from t group by p order by p
;
select count(*) from t where (k, id) in (select k, max(id) from t group by k)
;
select count(*) from t where (k, id) in ((1, 2), (2, 3))
;
select k, count(*) from t group by grouping sets ((k, b), (k), ()) order by 1, 2
;
from nation select n_name where n_regionkey = 1 order by 1
;
from region order by 1
;
from region
;
from nation n join region r on n.n_regionkey = r.r_regionkey select n_name, r_name where r_name like 'A%' order by all
;
select * from (from nation select n_name limit 3 offset 2) order by 1
;
with a as (from nation) from a select count(*)
;
from region union all from region order by 1
;
select count(*) from (from t where k > 1)
;
from t select k, count(*) group by all order by all
;
select x, x + 1 as y, y * 2 as z from t order by id
;
select id as k, k + 1 from t order by id
;
select id, row_number() over (order by id desc) as rn, rn + 1 as r2 from t order by id
;
select 1 as one, one + 1 as two, one + two as three
;
select * from (select 1 as id, 2 as "Jan", 3 as "Feb") t unpivot (v for m in (jan, FEB)) order by m
;
select * from (select 1 as id, 2 as "Jan", 3 as "Feb") t unpivot ((v, w) for m in ((jan, FEB), (feb, jan))) order by m
;
select * from (values (1, 'a', 2), (1, null, 5), (2, 'a', 7)) t(id, k, n) pivot (sum(n) for k in ('a', null)) order by id
;
select p.a, p.b from (values (1, 'a', 2), (2, 'b', 7)) t(id, k, n) pivot (sum(n) for k in ('a', 'b')) p order by id
;
select "a_sum(n)", b_m from (values (1, 'a', 2), (2, 'a', 7)) t(id, k, n) pivot (sum(n), max(n) as m for k in ('a', 'b')) p order by id
;
select "1_a" from (values (1, 1, 'a', 2), (2, 1, 'a', 7)) t(id, j, k, n) pivot (sum(n) for (j, k) in ((1, 'a'), (1, 'b'))) p order by id
;
select * from (values (1, 'x'), (2, 'y'),) t(a, b) order by a
;
select 1::int64 as a, 2::int32 as b, 3::int16 as c, true::logical as d, 'x'::bpchar as e
;
with x as (select 1 as a, 2 as b,), select a, b, from (select a, b, from x,) y, where a in (1, 2,) group by grouping sets ((a, b,),), order by a, b, limit 3
;
select distinct on (k, b,) k, b, count(*) over (partition by k, b, order by id,) as n, * exclude (k, b,) from t order by k, b, id,
;
select a from (values (1, 2), (3, 4),) x(a, b) join (values (1, 2),) y(a, b) using (a,) union select 5,

;
with p as (select k, 1 as "2000", 3 as "2010", 'x' as "a b" from t where id < 4) unpivot p on 2000, 2010 into name y value v
;
with p as (select k, 1 as "2000", 3 as "2010", 'x' as "a b" from t where id < 4) from p unpivot (v for y in (2000, '2010'))
;
pivot (values (1, 2), (1, 3)) x(y, z) on x using first(y) order by 1
;
pivot (values (1, 2, 5), (1, 3, 5)) x(y, z, w) on (y + w, z) using count(*) order by 1
