with recursive r(n) as (select 1 union all select n + 1 from r where n < 50) select count(*), sum(n) from r
;
with recursive r as (select 1 as n union select (n * 3) % 17 from r) select * from r order by n
;
with recursive r as (select 1 as n union all select n * 1.5 from r where n < 50) select * from r order by n
;
with recursive r as (select 1::decimal(5, 2) as n union all select n * 1.5 from r where n < 50) select * from r order by n
;
with recursive r as (select 'a' as s union all select s || 'b' from r where length(s) < 4) select * from r order by s
;
with recursive r as (select 1 as n union all select r.n + a.n from r, r as a where r.n < 50) select * from r order by n
;
with recursive fib(a, b) as (select 1::bigint, 1::bigint union all select b, a + b from fib where b < 10000) select * from fib order by a, b
;
with recursive r as (select 1 as n union all (select n + 1 from r where n < 5 order by 1 limit 1)) select * from r order by n
;
with recursive r as (select 1 as n union all (select n + 1 from r where n < 3 union all select n + 10 from r where n < 3)) select * from r order by n
;
with recursive r as (select x as n from (values (1), (1), (2)) v(x) union all select n + 1 from r where n < 2) select * from r order by n
;
with recursive r as (select x as n from (values (1), (1), (2), (null)) v(x) union select n from r) select * from r order by n
;
with recursive a as (select 1 as x), b as (select x + 1 as y from a union all select y + 1 from b where y < 4) select * from b order by y
;
with recursive r as (select 1 as n union all select n + 1 from r where n < 5), s as (select n * 2 as m from r union all select m + 1 from s where m < 6) select * from s order by m
;
with recursive r as (select 1 as n union all select n + 1 from r where n < 30) select a.n, b.n, (select max(n) from r) from r a join r b on a.n = b.n + 1 order by 1
;
with recursive up(nation, region, path) as (select n_nationkey, n_regionkey, n_name from nation where n_nationkey = 24 union all select n.n_nationkey, n.n_regionkey, up.path || '/' || n.n_name from nation n join up on n.n_nationkey = up.nation - up.region - 1) select * from up order by nation
;
with recursive reached as (select 0 as k union select l_partkey::int from lineitem join reached on l_suppkey = k + 1 where l_partkey < 60) select count(*), sum(k) from reached
;
with recursive reached as (select o_orderkey as k, 0 as depth from orders where o_orderkey < 40 union all select o_orderkey, depth + 1 from orders join reached on o_custkey = k where depth < 4) select depth, count(*), sum(k) from reached group by depth order by depth
;
with recursive r as (select 1 as n union all select max(n) + 1 from r having max(n) < 5) select * from r order by n
;
with recursive r as (select 1 as n union all select n + 1 from r where n < (select max(n_nationkey) from nation)) select max(n) from r
;
with recursive r as (select 1 as n union all select n + 1 from r where n not in (select r_regionkey + 3 from region)) select * from r order by n
;
with recursive r as (select null as n, 1 as k union all select k, k + 1 from r where k < 3) select * from r order by k
-- duckdb
with recursive r as (select null::int as n, 1 as k union all select k, k + 1 from r where k < 3) select * from r order by k
;
with recursive r(a) as (select 1, 2 as b union all select a + 1, 5 from r where a < 3) select a, b from r order by a
;
with recursive r as (select [1] as l, {'a': 1} as s union all select l || [len(l) + 1], {'a': s.a * 2} from r where len(l) < 4) select * from r order by len(l)
;
with recursive r as (select 1 as n union all select q.n + 1 from (select * from r where n < 4) q) select * from r order by n
;
with recursive r as (select 1 as n union all select n + 1 from r where n < 4 and exists (select 1 from r where n > 0)) select * from r order by n
;
with recursive r as (select 1 as n union all select r.n + 1 from r left join region on r.n = r_regionkey where r.n < 4) select * from r order by n
;
with recursive r as (select 1 as n union all (with recursive q as (select n from r where n < 3 union all select q.n + 10 from q where q.n < 20) select n + 1 from q)) select n, count(*) from r group by n order by n
;
with recursive r as (with x as (select 3 as k) select k as n from x union all select n + k from r, x where n < 20) select * from r order by n
;
with recursive r as (select 1 as n union all select row_number() over (order by n)::int + n from r where n < 4) select * from r order by n
;
with recursive r as (select 1 as n union all select distinct n + 1 from r where n < 4) select * from r order by n
;
with recursive f(n, f) as (select 0, 1::bigint union all select n + 1, f * (n + 1) from f where n < 15) select max(f) from f
;
select n_name from nation where n_nationkey in (with recursive r as (select 1 as n union all select n * 2 from r where n < 20) select n from r) order by 1
;
with recursive r as (select 1 as n union all select n + 1 from r where n < 4), s as (select * from r where n > 2) select * from s union all select count(*) from r order by 1
