select a.id, b.id from t a left join t b on a.id = b.k and b.m > 0
;
select a.id, b.id from t a right join t b on a.id = b.k and a.m > 0
;
select a.id, b.id from t a full join t b on a.k = b.id and b.x < 3 where a.id is null or a.id < 20
;
select a.id, b.id from t a full outer join t b on a.id = b.k
;
select a.id, b.id from t a join t b on a.k = b.b where a.id < 30 and b.id < 30
;
select count(*) from t a, t b where a.id < b.id
;
select a.id, b.id from t a left join t b on a.id < b.k and a.m > b.m where a.id < 10
;
select a.id, b.id from t a full join t b on a.id > b.id + 90
;
select a.id, b.id from t a join t b on a.k is not distinct from b.k where a.id < 20 and b.id < 20
;
select n_name, r_name from nation join region on n_regionkey = r_regionkey where r_name like 'A%'
;
select * from region r join nation n on r.r_regionkey = n.n_regionkey join supplier s on s.s_nationkey = n.n_nationkey
;
select n1.n_name, n2.n_name from nation n1 join nation n2 using (n_regionkey) where n1.n_nationkey < n2.n_nationkey
;
select n_regionkey, a.n_name from nation a natural join (select n_regionkey, n_nationkey from nation) b
;
select c_name, o_orderkey from customer left join orders on c_custkey = o_custkey and o_orderstatus = 'F' where c_nationkey = 3
;
select c_name from customer left join orders on c_custkey = o_custkey where o_orderkey is null
;
select c_name, o_orderkey from customer left join orders on c_custkey = o_custkey where o_totalprice > 3000
;
select count(*) from lineitem l1 join lineitem l2 on l1.l_orderkey = l2.l_orderkey and l1.l_linenumber < l2.l_linenumber
;
select a.id from t a left join e on a.id = e.id where e.x is null
;
select a.id, e.s from e right join t a on a.id = e.id
;
select count(*) from t cross join e
;
select a.id, b.n_name from t a join nation b on a.id = b.n_nationkey + 1.0
;
select a.id, b.id from t a join t b on a.m = b.x
;
select a.id, b.o_orderkey from t a join orders b on a.d = b.o_orderdate
;
select a.id, b.id from nums a join nums b on a.v = b.v
;
select n_name, sum(l_extendedprice * (1 - l_discount)) as revenue from customer join orders on c_custkey = o_custkey join lineitem on l_orderkey = o_orderkey join supplier on l_suppkey = s_suppkey and c_nationkey = s_nationkey join nation on s_nationkey = n_nationkey join region on n_regionkey = r_regionkey where o_orderdate >= date '1993-01-01' and o_orderdate < date '1993-01-01' + interval '3' year group by n_name order by revenue desc, n_name
;
select x.n, y.n from (select n_name n, n_nationkey k from nation where n_nationkey < 3) x full join (select r_name n, r_regionkey k from region) y on x.k = y.k
;
select a.id, b.id, c.id from t a left join t b on a.id = b.k left join t c on b.id = c.k and c.b = a.b where a.id < 12
;
select count(*) from orders o left join lineitem l on o.o_orderkey = l.l_orderkey and l.l_shipdate between o.o_orderdate and o.o_orderdate + interval '400' day
;
select a.s, b.s from t a join t b on upper(a.s) = upper(b.s) and a.id + 6 = b.id
;
select * from (select id, k from t where id < 5) a left join (select distinct k from t where k > 2) b on a.k = b.k
;
select a.id, b.id, b.m from t a asof join t b on a.k = b.b and a.x >= b.x
;
select a.id, b.id, b.s from t a asof left join t b on a.k = b.b and a.ts > b.ts
;
select a.id, b.id from t a asof left join t b on b.d >= a.d and b.k = a.k
;
select a.id, b.id from t a asof join t b on a.m < b.m where a.id > 20 and b.id is not null
;
select a.id, b.id from t a asof join (select id, m * 2 as m2 from t where id % 3 = 0) b on a.x >= b.m2
;
select q.id, count(*), max(q.other) from (select a.id, b.id as other from t a asof left join t b on a.n >= b.n + 3) q group by q.id
;
select a.id, b.id from t a asof right join t b on a.k = b.b and a.x >= b.x
;
select a.id, a.s, b.id, b.s from t a asof right outer join (select * from t where id % 3 = 0) b on a.k = b.k and a.x < b.x
;
select a.id, b.id, b.m from t a asof full join t b on a.k = b.b and a.x > b.x
;
select b.id, count(*), sum(a.id) from (select * from t where id % 2 = 0) a asof full outer join t b on a.x <= b.x group by b.id
;
select * from (select k, x, id as one from t where id < 40) a asof right join (select k, x, id as two from t where id % 3 = 0) b using (k, x)
;
select * from (select k, x, id as one from t where id < 40) a asof full join (select k, x, id as two from t where id % 3 = 0) b using (k, x)
;
select a.id, a.s from t a asof semi join (select * from t where id % 5 = 0) b on a.k = b.k and a.x > b.x
;
select a.id from t a asof anti join (select * from t where id % 5 = 0) b on a.k = b.k and a.x > b.x
;
select t.id, u.id from t asof right join (select * from t where id % 3 = 1) u using (k, x)
;
select a.id, b.id from t a left asof join t b match_condition a.x > b.x on a.k = b.b
-- duckdb
select a.id, b.id from t a asof left join t b on a.x > b.x and a.k = b.b
;
select a.id, b.id from t a join t b on a.x between b.x - 1 and b.x + 1
;
select a.id, b.id from t a left join t b on a.m >= b.m - 0.5 and a.m < b.m and b.id > 10
;
select a.id, b.id from t a full join t b on b.ts between a.ts - interval 1 hour and a.ts + interval 1 hour
;
select a.id from t a where exists (select 1 from t b where b.x > a.x + 3 and b.x < a.x + 3.2)
;
select a.id from t a where not exists (select 1 from t b where b.d > a.d and b.d <= a.d + interval 4 day)
;
select count(*) from orders o join (select n_nationkey * 100 as low, n_nationkey * 100 + 55 as high from nation) r on o.o_orderkey between r.low and r.high
;
select r.low, count(o.o_orderkey) from (select n_nationkey * 100 as low, n_nationkey * 100 + 55 as high from nation) r left join orders o on o.o_orderkey between r.low and r.high group by r.low
;
select a.id, b.id from t a right join t b on a.n < b.n and a.x > b.x - 0.5 and a.k is null
;
select a.id, e.id from t a left join e on a.x < e.x
;
select a.id, b.k, count(*) from t a right join t b on a.id = b.k and a.m > 0 group by a.id, b.k
;
select * from (select a.id, b.k, b.id as other from t a right join t b on a.id = b.k and a.m > 0 order by a.id nulls first, b.k, b.id limit 9) q
;
select * from (select id, k, count(*) as n from t group by rollup (id, k) order by id nulls first, k nulls first, n limit 9) q
;
select * from (select k, count(*) as c from t group by k) a cross join (values (1), (2)) v(x)
;
select a.k, v.x, b.id from (select distinct k from t) a cross join (values (3)) v(x) left join t b on b.k = a.k and b.n = v.x
;
select * from (select distinct k from t) a full join (values (3), (null), (77)) v(x) on a.k = v.x
;
select v.x, a.k from (values (3), (null), (77)) v(x) left join (select distinct k from t) a on a.k > v.x
;
select k from t union all select x from (values (3), (null)) v(x)
;
select o_orderkey, n from orders left join (values (3, 1)) as v(i, n) on i = o_orderkey
;
select o_orderkey, n from orders join (select 4 as i, 7 as n) as v on i = o_orderkey
;
select o_orderkey from orders where o_custkey in (select i from (values (2)) as v(i)) union all select 5 union all select o_custkey from orders
;
;
select v from (select 2 as c, id as m from t) a full join (select null::int as c, k as m, id as v from t) b using (m, c) where v = 2
;
select v from (select 2 as c, id as m from t) a left join (select null::int as c, k as m, id as v from t) b using (m, c)
;
select a.id, b.id from (select id, k, s, case when id % 5 = 0 then interval '30 days' when id % 5 = 1 then interval '1 month' when id % 5 = 2 then interval (k) hour when id % 5 = 3 then interval (k % 24 * 60) minute end as i from t) a join (select id, k, s, case when id % 5 = 0 then interval '30 days' when id % 5 = 1 then interval '1 month' when id % 5 = 2 then interval (k) hour when id % 5 = 3 then interval (k % 24 * 60) minute end as i from t) b using (i) where a.id < 40 and b.id < 60
;
select id from (select id, k, s, case when id % 5 = 0 then interval '30 days' when id % 5 = 1 then interval '1 month' when id % 5 = 2 then interval (k) hour when id % 5 = 3 then interval (k % 24 * 60) minute end as i from t) a where exists (select 1 from (values (interval '720 hours')) u(i) where u.i = a.i) or a.i in (select interval '60 minutes')
;
select a.id, b.id from (select id, k, s, d, ts, case when id % 7 = 0 then date 'infinity' when id % 11 = 0 then date '-infinity' else d end as v, case when id % 5 = 0 then timestamp '-infinity' when id % 6 = 0 then timestamp 'infinity' else ts end as w from t) a join (select id, k, s, d, ts, case when id % 7 = 0 then date 'infinity' when id % 11 = 0 then date '-infinity' else d end as v, case when id % 5 = 0 then timestamp '-infinity' when id % 6 = 0 then timestamp 'infinity' else ts end as w from t) b on a.v = b.v where a.id < 30 and b.id < 30
;
select a.id, b.id from t a join t b on a.x < b.x + 0.4 and a.x + 0.3 > b.x where a.id < 200
;
select a.id, b.id from t a left join t b on a.ts < b.ts + interval 2 hour and a.ts + interval 1 hour > b.ts and a.id < 100
;
select a.id, b.id from t a full join (select id, m, n from t where id % 3 = 0) b on a.m <= b.m and a.n >= b.n and a.id < 60
;
select a.id from t a where exists (select 1 from t b where b.x > a.x + 3 and b.m < a.m - 1)
;
select a.id from t a where not exists (select 1 from t b where b.d > a.d and b.m < a.m and b.n <= a.n)
;
select count(*) from orders o join (select n_nationkey * 100 as low, n_nationkey * 100 + 255 as high from nation) r on r.low <= o.o_orderkey and r.high > o.o_orderkey + 3
;
select a.id, b.id from t a join t b on a.b = b.b and a.x < b.x + 0.4 and a.x + 0.3 > b.x where a.id < 200
;
select a.id, b.id from t a left join t b on a.k = b.k and a.ts < b.ts + interval 2 hour and a.ts + interval 1 hour > b.ts and a.id < 100
;
select a.id, b.id from t a full join (select id, k, m, n from t where id % 3 = 0) b on a.k = b.k and a.m <= b.m and a.n >= b.n
;
select a.id, b.id from t a right join t b on a.b is not distinct from b.b and a.m > b.m and a.m <= b.m + 1
;
select a.id from t a where exists (select 1 from t b where b.b = a.b and b.x > a.x and b.x < a.x + 0.1)
;
select a.id from t a where not exists (select 1 from t b where b.k = a.k and b.b = a.b and b.d > a.d and b.m < a.m)
;
select count(*), sum(b.id) from t a join t b on a.s = b.s and b.id between a.id - 40 and a.id + 15
;
select count(*) from lineitem l join orders o on o.o_custkey % 7 = l.l_suppkey % 7 and o.o_orderkey >= l.l_orderkey - 3 and o.o_orderkey < l.l_orderkey + 9
;
select a.id, b.id, b.s from t a asof left join (select id, b, s, ts from t where id % 4 = 1) b on a.b = b.b and a.ts >= b.ts
;
select a.id, b.id from t a asof join (select id, s, x from t where id % 3 = 1) b on a.s = b.s and a.x < b.x
;
select a.id, a.s, b.k, b.s from t a full join (select * from t where id < 5) b on false
;
select a.id, b.x from t a full join e b on a.id = b.id and null::boolean
;
select e.id, a.id from e full join t a on a.id = e.id and 1 = 2
;
select count(*), count(a.id), count(b.id) from t a full join t b on false where a.id is null or b.k is null
;
select count(*) from t a full join t b on 1 > 2
;
