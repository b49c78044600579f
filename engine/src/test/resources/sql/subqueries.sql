select c_name from customer where c_custkey not in (select o_custkey from orders where o_totalprice > 100)
;
select id from t where k not in (select b from t)
;
select id from t where k not in (select b from t where b is not null)
;
select id from t where k not in (select id from e)
;
select id from t where k in (select b from t)
;
select id, k in (select b from t) as m, k not in (select b from t where b > 0) as n, exists (select 1 from e) as x from t
;
select id from t where (k, b) in (select k, b from t where id < 50)
;
select id from t a where not exists (select 1 from t b where b.k = a.k and b.id > a.id)
;
select id from t a where exists (select 1 from t b where b.k is not distinct from a.k and b.id <> a.id)
;
select id, (select count(*) from t b where b.k = a.id) c, (select sum(b.id) from t b where b.k = a.id) s from t a
;
select id, (select max(m) from t b where b.k = a.k and b.id < a.id) mm from t a
;
select o_orderpriority, (select count(*) from lineitem where l_orderkey = o_orderkey) c from orders where (select sum(l_quantity) from lineitem where l_orderkey = o_orderkey) > 100
;
select c_name from customer where c_custkey in (select o_custkey from orders where o_totalprice > c_acctbal * 50) or c_nationkey = 3
;
select c_name, exists (select 1 from orders where o_custkey = c_custkey) as has, c_custkey in (select o_custkey from orders) as m from customer
;
select * from nation n where n_regionkey > any (select r_regionkey from region where r_regionkey > 1) and n_nationkey <= all (select n_nationkey + 20 from nation)
;
select id from t where k > all (select k from t where k is not null and k < 3)
;
select id from t where k > all (select b from t)
;
select id from t where k > any (select b from t)
;
select n_name from nation where n_nationkey = (select min(s_nationkey) from supplier where s_acctbal > (select avg(s_acctbal) from supplier s2 where s2.s_nationkey = supplier.s_nationkey - 5))
;
with a as (select l_suppkey, sum(l_quantity) q from lineitem group by l_suppkey), b as (select max(q) mq from a) select a.l_suppkey from a, b where a.q = b.mq
;
with x as (with y as (select 1 as a) select a + 1 as b from y) select * from x union all select * from x order by 1 limit 1
;
select n.n_name, x.c from nation n left join lateral (select count(*) c from supplier s where s.s_nationkey = n.n_nationkey) x on true
;
select n.n_name, x.s_name from nation n, lateral (select s_name from supplier s where s.s_nationkey = n.n_nationkey) x
;
select case when n_nationkey > 10 then (select max(r_name) from region) else 'x' end from nation
;
select * from nation where (n_nationkey, n_regionkey) not in (select n_nationkey, n_regionkey from nation where n_nationkey < 5)
;
select o_orderkey from orders where o_orderdate > date '1995-01-01' and (o_totalprice > 4000 or exists (select 1 from lineitem where l_orderkey = o_orderkey and l_quantity > 49))
;
select c_custkey, (select count(*) from orders where o_custkey = c.c_custkey and o_totalprice > (select avg(o_totalprice) from orders o2 where o2.o_custkey = c.c_custkey)) from customer c
;
select * from (values (1, null), (null, 2), (3, 3)) v(a, b) where a is not distinct from b or a not in (select b from (values (3)) w(b))
;
select n_name from nation where exists (select 1 from customer where c_nationkey = n_nationkey and exists (select 1 from orders where o_custkey = c_custkey and o_totalprice > 4900))
;
select s_name from supplier where s_suppkey in (select ps_suppkey from partsupp where ps_partkey in (select p_partkey from part where p_name like 'part 1%') and ps_availqty > (select 0.5 * sum(l_quantity) from lineitem where l_partkey = ps_partkey and l_suppkey = ps_suppkey))
;
select p_partkey, ps_supplycost from part, partsupp where p_partkey = ps_partkey and ps_supplycost = (select min(ps_supplycost) from partsupp where p_partkey = ps_partkey)
;
select sum(l_extendedprice) / 7.0 from lineitem, part where p_partkey = l_partkey and p_brand = 'Brand#2' and l_quantity < (select 0.8 * avg(l_quantity) from lineitem where l_partkey = p_partkey)
;
select count(*) from t where exists (select 1 from e) or id < 5
;
select (select id from e), (select count(*) from e), (select max(id) from t)
;
select id from t a where (select count(*) from t b where b.k = a.id) = 0
;
select id from t where k = (select max(k) from t)
;
select id from t a where k in (select k from t b where b.id = a.id + 1 or b.id = a.id - 7)
;
select l_orderkey from lineitem l1 where exists (select * from lineitem l2 where l2.l_orderkey = l1.l_orderkey and l2.l_suppkey <> l1.l_suppkey) and not exists (select * from lineitem l3 where l3.l_orderkey = l1.l_orderkey and l3.l_suppkey <> l1.l_suppkey and l3.l_quantity > 40)
;
select n.n_name, x.s_name from nation n cross join lateral (select s_name from supplier s where s.s_nationkey = n.n_nationkey order by s_acctbal desc limit 1) x
;
select r_name, (select n_name from nation where n_regionkey = r_regionkey order by n_name limit 1) from region
;
select r_regionkey, (select array_agg(n_name order by n_nationkey desc) from nation where n_regionkey = r_regionkey) from region
;
select c_custkey, (select string_agg(o_orderpriority, ',' order by o_totalprice desc, o_orderkey) from orders where o_custkey = c_custkey) from customer
;
select a.id, (select array_agg(b.x order by b.s desc nulls first, b.f, b.id desc) from t b where b.k = a.n % 8) from t a
;
select a.id, (select array_agg(b.m order by b.m desc, b.id) filter (where b.f) from t b where b.k = a.k) from t a
;
select a.id, (select array_agg(distinct b.n order by b.n desc) from t b where b.k < a.k) from t a
;
select a.id, (select struct_pack(u := array_agg(b.id order by b.x desc nulls first, b.id), v := string_agg(b.s, '-' order by b.id desc)) from t b where b.k = a.k) from t a
;
select n.n_name, x.* from nation n, lateral (select array_agg(s_name order by s_acctbal desc) as s, last(s_suppkey order by s_acctbal) as l, count(*) as c from supplier where s_nationkey = n.n_nationkey) x
;
select n.n_name, x.k, x.ids from nation n left join lateral (select c_mktsegment as k, array_agg(c_custkey order by c_acctbal desc) as ids from customer where c_nationkey = n.n_nationkey group by c_mktsegment) x on true
;
select c_custkey, (select array_agg(l_linenumber order by l_shipdate desc, l_orderkey, l_linenumber desc) from orders join lineitem on l_orderkey = o_orderkey where o_custkey = c_custkey) from customer where exists (select 1 from orders where o_custkey = c_custkey) and c_nationkey in (select n_nationkey from nation where n_regionkey < 3)
;
select c_custkey from customer where (select first(o_orderstatus order by o_totalprice desc) from orders where o_custkey = c_custkey) = 'F' or exists (select array_agg(o_orderkey order by o_orderkey) from orders where o_custkey = c_custkey having count(*) > 5)
;
select c_custkey, (select array_agg((select string_agg(l_shipmode, ',' order by l_linenumber desc, l_suppkey, l_partkey) from lineitem where l_orderkey = o_orderkey) order by o_totalprice desc) from orders where o_custkey = c_custkey) from customer where c_custkey < 20
;
select k, (select len(array_agg(b.id)) from t b where b.k = a.k and b.id < 40), (select len(array_agg(b.id order by b.id)) + 1 from t b where b.k = a.k + 5) from (select distinct k from t) a
;
select k, (select string_agg(coalesce(b.s, 'x'), ',' order by b.id desc) || '.' from t b where b.k = a.k + 5) from (select distinct k from t) a
;
select k, (select approx_count_distinct(b.s) from t b where b.k = a.k), (select regr_count(b.x, b.m) + 1 from t b where b.k = a.k + 5) from (select distinct k from t) a
;
select a.id from t a where 0 = (select approx_count_distinct(b.id) from t b where b.k = a.id)
;
select a.id, x.n from t a left join lateral (select regr_count(x, m) as n from t b where b.k > a.k + 3) x on true
;
select *, (select max(b.n) from t b where b.k = nullif(q.u, 2)) as z from (select k as u, n as v, id from t) q
;
select *, (select sum(x)::bigint from unnest(q.l) as g(x)) as z from (select id, numbers as l from basket) q
;
select id, case when k in (select n from t b where b.id < 20) then (select max(b.id) from t b where b.k = a.k) else (select min(b.id) from t b) end from t a
;
select id, case when k in (select n from t b where b.id < 20) then (select max(b.id) from t b) else 7 end from t a
;
select a.id, (select (select count(*) from t c where c.k = a.k and c.n = b.n) from t b where b.id = a.n) as x from t a
;
select a.id, (select sum((select max(c.id) from t c where c.k = a.k and c.n <= b.n))::bigint from t b where b.id < a.n) as x from t a
;
select a.id, (select max(r) from (select row_number() over (order by b.id) as r from t b where b.n < a.n) q) as x from t a
;
select exists (select 1 from t c where c.n = z % 7) as e, id from (select a.id, (select b.k from t b join t c on b.id = c.n where b.n = a.n order by b.k nulls last limit 1) as z from t a) q
;
select a.id, x.v from t a, lateral (select b.n as v from t b where b.k = a.k and exists (select 1 from t c where c.id < 0)) x
;
select id, (select max(b.n) from t b where b.k = a.k and exists (select 1 from e)) as x from t a where exists (select 1 from t b where b.n = a.n and exists (select 1 from t c where c.id = 3))
;
select a.id, x.v from t a, lateral (select b.n as v from t b where b.k = a.k and exists (select 1 from t c where exists (select 1 from t d where d.id = c.id and d.id < 0))) x
;
select a.id, x.v, x.w from t a left join lateral (select b.n as v, w from t b, (select 'one' as u, count(*) as w from t where id < 0 group by u) c where b.k = a.k) x on true
;
select q.id, (select sum(b.id)::bigint from t b where b.n = q.k or b.id = 5) as z from (select a.id, a.k from t a left join t c on c.id = a.k) q
;
select a.id, (select max(b.id) from t b where b.k = a.k or b.id = 5) as m, (select sum(b.id)::bigint from t b where b.n = a.k or b.id = 7) as s from t a
;
select a.id, x.v, (select count(*) from t b where b.n = a.k or b.id = 5) as z from t a left join lateral (select c.id as v from t c where c.id = a.k) x on true
;
select q.k, (select min(b.id) from t b where b.n = q.k or b.id = 5) as z from (select a.k from t a full join e c on c.id = a.k) q
;
with r as (select o_custkey ck, sum(o_totalprice) s from orders group by 1), r2 as (select a.*, (select count(*) from r b where b.s > a.s) as rk from r a) select a.*, (select max(s) from r2 b where b.rk = a.rk + 1) as nxt from r2 a
;
with o as (select o_custkey, (select count(*) from lineitem where l_orderkey = o_orderkey) as lines from orders) select o_custkey, sum(lines), (select max(o2.lines) from o o2 where o2.o_custkey = o.o_custkey) from o group by o_custkey
;
select a.id, x.id as x, x.k from t a cross join lateral (select * from (select * from (select id, k, n from t order by id limit 4) b order by k not in (select id from t), id limit 3) c where a.k = c.k) x
;
select a.id, x.id as x from t a join lateral (select * from (select * from (select id, k from t order by id desc limit 5 offset 1) b where exists (select 1 from t d where d.n = b.id) or b.k = 1 order by id limit 4) c where a.id >= c.k) x on true
;
select a.id, x.v from t a left join lateral (select max(c.k) as v from (select id, k from t where k in (select id from (select id from t order by id limit 3) e) order by id limit 2) c where c.id <= a.k) x on true
;
select y, {'a': y, 'b': 'c'} not in (select case when x = 1 then {'a': x, 'b': 'c'} end from (values (1), (3)) t(x)) as z from (values (2::bigint), (1)) u(y)
;
select y from (values (2::bigint), (1)) u(y) where {'a': y} = any (select {'a': x} from (values (1), (3)) t(x))
;
select s.a, s in (select {'a': x, 'b': null::varchar} from (values (2)) t(x)) from (select {'a': y, 'b': case when y = 1 then 'c' end} as s from (values (2::bigint), (1)) u(y)) q
;
select q.s.a from (select {'a': o_orderkey, 'b': o_orderstatus} as s from orders) q where s in (select {'a': l_orderkey, 'b': case when l_linenumber < 4 then 'F' else 'O' end} from lineitem where l_quantity > 45)
;
select id from t where k in ((select b from t u where u.id = t.id) union all (select o_custkey from orders))
;
select id, k not in (select b from t u where u.id = t.b union select n_nationkey from nation where n_regionkey = 1) as m from t
;
select id, (k, b) < any (select u.b, u.k from t u where u.id < 9) as l, (k, b) >= any (select u.k, u.b from t u where u.id < 5 and u.k is null) as g from t
;
select id, (k, b) <= all (select u.k, u.b from t u where u.id > 40) as l, (b, k) > all (select u.b, u.k from t u where u.id < 5 and u.k is not null) as g from t
;
select id, (k, s) < any (select null::int, 'a') as a, (k, b) > any (select 1, null::int) as b, (k, s, b) <= any (select k, s, null::int from t u where u.id = 3) as c from t
;
select count(*) - count(distinct v) as same, count(*) as n from (select (select random() + 0 * x) as v from (select id % 3 as x from t))
;
select count(*) - count(distinct v) as same, count(v) as n from (select (select max(random()) from t u where u.id <= x) as v from (select id % 3 + 1 as x from t))
;
select count(distinct v) > 5 as differ, min(v) >= 0 as low, max(v) < 1 as high from (select (select sum(r) / count(*) from (select random() as r from t u where u.k = x)) as v from (select k as x from t))
;
select count(distinct v) as one from (select (select random()) as v from t)
;
select x, count(*) as n, count(distinct r) = count(*) as differ from (select id % 2 as x from t) l, lateral (select random() as r, u.id from t u where u.id % 2 = x) group by x order by x
