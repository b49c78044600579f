select count(*), count(k), count(distinct k), sum(k), avg(k), min(k), max(k), sum(m), avg(m), min(s), max(s), min(d), max(ts), sum(x), avg(x) from t
;
select count(*), count(id), sum(id), avg(x), min(s), max(s) from e
;
select s, count(*) from e group by s
;
select k, count(*), sum(m), avg(m), min(x), max(x), count(distinct s), sum(distinct b) from t group by k
;
select k, b, count(*) from t group by k, b having count(*) > 3 order by 1, 2
;
select k, sum(m) filter (where f), count(*) filter (where b > 0) from t group by k
;
select stddev(x), stddev_pop(x), variance(m), var_pop(id), stddev_samp(k) from t
;
select f, stddev(x), var_samp(m) from t group by f
;
select median(x), median(id), quantile_cont(x, 0.25), quantile_cont(m::double, 0.9) from t
;
select k, median(x) from t group by k
;
select percentile_cont(0.3) within group (order by x) from t
;
select bool_and(f), bool_or(f), every(id >= 0) from t
-- duckdb
select bool_and(f), bool_or(f), bool_and(id >= 0) from t
;
select k, b, f, count(*), grouping(k), grouping(b) from t group by rollup (k, b, f)
;
select k, b, sum(id), grouping(k, b) from t group by cube (k, b)
;
select k, f, count(*) from t group by grouping sets ((k, f), (k), (), (f))
;
select count(*) from e group by grouping sets ((), (s))
;
select s, grouping(s), count(*) from e group by rollup (s)
;
select count(distinct o_custkey), count(distinct o_orderpriority), sum(distinct o_orderkey), count(*) from orders
;
select o_orderstatus, count(distinct o_custkey), count(distinct o_orderpriority), sum(o_totalprice) from orders group by o_orderstatus
;
select extract(year from o_orderdate) y, o_orderpriority p, count(*) c from orders group by y, p order by y, p
;
select cast(date_trunc('year', o_orderdate) as date), max(o_totalprice) from orders group by 1 order by 1
;
select max(cnt), min(cnt) from (select count(*) cnt from orders group by o_custkey) q
;
select distinct k, f from t
;
select sum(case when l_returnflag = 'R' then 1 else 0 end) * 1.0 / count(*) from lineitem
;
select l_shipmode, count(*) filter (where l_quantity > 10), avg(l_tax) filter (where l_quantity > 10) from lineitem group by l_shipmode
;
select v, count(*) from nums group by v
;
select min(v), max(v), count(distinct v) from nums
;
select sum(n), avg(n), sum(n + 0.5) from t
;
select k % 2, count(*) from t where k is not null group by k % 2 having sum(id) > 10
;
select case when x < 0 then 'neg' when x >= 0 then 'pos' end as c, count(*) from t group by c order by c
;
select l_returnflag, sum(l_quantity) as sum_qty, sum(l_extendedprice) as sum_base_price, sum(l_extendedprice * (1 - l_discount)) as sum_disc_price, sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)) as sum_charge, avg(l_quantity) as avg_qty, avg(l_extendedprice) as avg_price, avg(l_discount) as avg_disc, count(*) as count_order from lineitem where l_shipdate <= date '1998-12-01' - interval '90' day group by l_returnflag order by l_returnflag
;
select first(id order by id), last(id order by id) from t where k = 3
;
select o_custkey from orders group by o_custkey having sum(o_totalprice) > (select avg(o_totalprice) * 5 from orders)
;
select count(*) from (select 1 from t limit 7) q
;
select sum(id), count(*) from t where false
;
select c_mktsegment, o_orderpriority, grouping(c_mktsegment) + grouping(o_orderpriority) lv, sum(o_totalprice) from customer join orders on c_custkey = o_custkey group by rollup (c_mktsegment, o_orderpriority) order by lv desc, 1, 2
;
select o_orderstatus, corr(o_totalprice, o_custkey), covar_samp(o_totalprice, o_custkey), covar_pop(o_custkey, o_orderkey), regr_count(o_totalprice, o_custkey) from orders group by o_orderstatus
;
select regr_slope(l_quantity, l_tax), regr_intercept(l_quantity, l_tax), regr_r2(l_quantity, l_tax), regr_avgx(l_quantity, l_tax), regr_avgy(l_quantity, l_tax), regr_sxx(l_quantity, l_tax), regr_syy(l_quantity, l_tax), regr_sxy(l_quantity, l_tax) from lineitem
;
select k, array_agg(id order by id desc), string_agg(s, '-' order by id) from t group by k order by k
;
select array_agg(n order by n nulls first, id) filter (where id > 3), string_agg(s, '') filter (where false) from t
;
select array_agg(distinct o_orderpriority order by o_orderpriority), string_agg(distinct o_orderstatus, ',' order by o_orderstatus desc) from orders
;
select k, grouping(k), count(*), string_agg(s, ', ' order by s, id) from t group by rollup (k)
;
select approx_count_distinct(o_custkey), approx_count_distinct(o_orderpriority) filter (where o_orderkey > 100), approx_count_distinct(distinct o_orderdate) filter (where o_orderkey < 500) from orders
-- duckdb
select count(distinct o_custkey), count(distinct o_orderpriority) filter (where o_orderkey > 100), count(distinct o_orderdate) filter (where o_orderkey < 500) from orders
;
select k, approx_count_distinct(s), approx_count_distinct(f), approx_count_distinct(m), approx_quantile(id, 0.5), approx_quantile(m, 1) from t where id < 150 group by k
-- duckdb
select k, count(distinct s), count(distinct f), count(distinct m), quantile_disc(id, 0.5), max(m) from t where id < 150 group by k
;
select approx_count_distinct(tags), approx_count_distinct(box.name) from basket where id < 150
-- duckdb
select count(distinct tags), count(distinct box.name) from basket where id < 150
;
select approx_count_distinct(o_custkey), approx_quantile(o_totalprice, 0.1) from orders where o_custkey < 0
-- duckdb
select 0, null
;
select o_orderkey, approx_count_distinct(o_custkey) over (partition by o_orderstatus order by o_orderkey rows between 9 preceding and current row), approx_quantile(o_totalprice, 0.25) over (partition by o_custkey) from orders
-- duckdb
select o_orderkey, count(distinct o_custkey) over (partition by o_orderstatus order by o_orderkey rows between 9 preceding and current row), quantile_disc(o_totalprice, 0.25) over (partition by o_custkey) from orders
;
select k, m2, grouping(k), grouping(m2) from (select k, min(id) as m2 from t group by k) q group by grouping sets ((k, m2), (k, m2), (k))
;
select m2, k, grouping(m2) as g2, grouping(k) as g from (select k, max(id) as m2 from t group by k) q group by grouping sets ((m2, k), (k), (m2, k))
;
select array_agg(k order by k desc, id desc), string_agg(id::varchar, ',' order by s desc, x desc, id), first(id order by k desc, id), last(id order by x desc, id) from t
;
select array_agg(k order by k desc nulls first, id), last(id order by m desc nulls first, id) from t
;
select percentile_cont(0.3) within group (order by x desc nulls last), percentile_cont(0.3) within group (order by x nulls first) from t
-- duckdb
select quantile_cont(x, 0.7), quantile_cont(x, 0.3) from t
;
select k, listagg(id::varchar, ',') within group (order by s desc, id) from t group by k
-- duckdb
select k, string_agg(id::varchar, ',' order by s desc, id) from t group by k
;
select array_agg(distinct k order by k desc), array_agg(distinct s order by s nulls first), count(distinct k), string_agg(distinct s, ',' order by s) from t
;
select b, array_agg(distinct k order by k nulls first), array_agg(distinct m order by m desc) filter (where id > 20) from t group by b
;
select f, len(array_agg(distinct x)), array_agg(distinct s order by s desc) from t group by f
;
select o_orderstatus, o_orderpriority, count(*), sum(o_totalprice), avg(o_totalprice), min(o_orderdate), grouping(o_orderstatus), grouping(o_orderpriority, o_orderstatus) from orders group by cube (o_orderstatus, o_orderpriority)
;
select o_orderstatus, o_custkey % 7, count(*), sum(o_totalprice), stddev(o_totalprice), count(o_orderpriority) filter (where o_orderstatus = 'F') from orders group by rollup (o_orderstatus, o_custkey % 7)
;
select id, s, count(*), sum(x) from e group by cube(id, s)
;
select id, s, count(*), sum(x) from e group by grouping sets ((id), (s))
;
select count(*), sum(x), max(s), avg(x), corr(x, id) from e group by grouping sets ((), ())
;
select k, count(*) from t group by grouping sets ((k), (k), (), ())
;
select k, s, last(id order by id), first(s order by x, id) from t group by cube(k, s)
;
select k, s, count(distinct b), median(x) from t group by rollup(k, s)
;
select k, b from t group by cube(k, b)
;
select k, sum(k), count(k), grouping(k) from t group by rollup(k)
;
select distinct grouping(k) from t group by rollup(k)
;
select c_mktsegment, n_name, sum(c_acctbal) from customer join nation on c_nationkey = n_nationkey group by rollup(c_mktsegment, n_name) having sum(c_acctbal) > 100
;
select x, v, count(*) from (select v as x, v from nums) group by cube(x, v)
;
select arg_max(o_orderkey, o_totalprice), arg_min(o_orderkey, o_totalprice), max_by(o_orderkey, o_totalprice), min_by(o_custkey, o_totalprice) from orders
;
select k, arg_max(id, x) filter (where id < 50), arg_min(x, id), arg_min(distinct x, id) from t group by k order by k
;
select max(k, 3), min(k, 2), arg_max(id, x, 2), arg_min(id, x, 2), max(distinct k, 3) from t
;
select b, max(id, 2) filter (where id > 10), arg_max(id, x, 2) from t group by b order by b
;
select count_if(k > 2), countif(k > 100) from t
;
select k, count_if(id > 20) filter (where id < 50) from t group by k order by k
;
select k, id, count_if(id > 20) over (partition by k order by id) from t order by id
;
select geomean(abs(x) + 1), geometric_mean(id + 1), weighted_avg(x, id), wavg(k, id), sem(x), fsum(x), favg(x), kahan_sum(k) from t
;
select b, geomean(id + 1), weighted_avg(k, id), sem(k) from t group by b order by b
;
select skewness(x), kurtosis(x), kurtosis_pop(x), skewness(k), kurtosis(k) from t
;
select b, skewness(k), kurtosis(id), kurtosis_pop(id) from t group by b order by b
;
select id, skewness(id * id) over (partition by b order by id rows between 5 preceding and current row) from t order by id
;
select skewness(v), kurtosis(v), kurtosis_pop(v) from (values (1.0), (1.0), (1.0), (1.0), (1.0)) q(v)
;
select product(v), product(distinct v), product(v) filter (where v > 2), product(v) filter (where v > 90), product(v) / count(*) from (values (2), (3), (null), (2), (-5)) q(v)
;
select b, product(k % 3 + 1.5), product(null::int) from t where id < 12 group by b order by b
;
select skewness(v), kurtosis(v), kurtosis_pop(v) from (values (1.0), (2.0)) q(v)
;
select skewness(v), kurtosis(v), kurtosis_pop(v) from (values (1.0), (2.0), (7.0)) q(v)
;
select quantile_disc(o_totalprice, 0.25), quantile_disc(o_orderstatus, 0.5), quantile_disc(o_orderkey, 0.0), quantile_disc(o_orderkey, 1.0), quantile_disc(o_orderdate, 0.3) from orders
;
select b, quantile_cont(k, [0.25, 0.75]), quantile_disc(k, [0.25, 0.75]), quantile_disc(distinct k, 0.4) from t group by b order by b
;
select b, count(*) from t group by b having arg_max(k, id) > 2 order by b
;
select b, arg_max(k, id) + 1 as z from t group by b order by arg_max(k, id), b
;
select quantile_cont(o_orderkey::double, [0.1, 0.5, 0.9]), quantile_disc(o_orderkey, [0.1, 0.9]), quantile_cont(o_totalprice::double, [0.5]) filter (where o_orderkey < 0) from orders
;
select mode(o_orderstatus), mad(o_totalprice::double), entropy(o_orderpriority) from orders where o_orderkey % 28 > 0 or o_orderstatus = 'F'
;
select o_orderstatus, map_entries(histogram(o_orderpriority)) from orders group by 1 order by 1
;
select b, map_entries(histogram(k)), entropy(k), mad(x), map_keys(histogram(s)) from t group by b order by b
;
select map_keys(histogram(k)), entropy(k), mad(k), mode(k) from t where id < 0
;
select arg_max(s, strftime(ts, '%S')) from t where id = 5
;
select count(*), first(case when id > 1 then k end order by id), last(case when id < 3 then k end order by id), first(case when id > 2 then b end order by id desc), array_agg(case when id > 1 then id end order by id), min(case when id > 1 then id end), any_value(case when id = 2 then id end) from t
;
select b, first(case when n > 1 then id end order by id), array_agg(case when n > 1 then id else null end order by id desc), list(case when n > 1 then id end order by id) filter (where id > 1), sum(case when n > 1 then id end) from t group by b
;
select sum(case when id > 1 then 1 else 0 end), count(case when id > 1 then 1 end), sum(case when id > 1 then 1 end), max(case when id > 1 then k else null end), avg(case when id > 1 then 1 else 0 end) from t where id < 0
;
select k, sum(case when id > 1 then 1 else 0 end) filter (where b > 1), sum(case when n > 1 then 1 else 0 end), count(case when n > 1 then 1 else null end), string_agg(case when id > 1 then 'x' end, ',') from t group by k
;
select b, (select first(case when c.id > 2 then c.id end order by c.id) from t c where c.k = a.k), (select array_agg(case when c.id > 2 then c.id end order by c.id) from t c where c.k = a.k) from t a
;
select bit_and(v), bit_or(v), bit_xor(v), bit_xor(distinct v), bit_and(v) filter (where v > 6), bit_or(v) filter (where v > 90) from (values (6), (3), (null), (3), (-5)) q(v)
;
select b, bit_and(k), bit_or(id), bit_xor(k), bit_xor(null::int) from t group by b order by b
;
select * from (select 'ex' as u from (select k from t group by grouping sets ((), (k)))) q where not (nullif(u, u) < 'a longer text')
;
select * from (select cast(s as varchar) as u from t where id < 3 union select cast(('e' || 'x') as varchar) from (select count(*) as x from t)) q where not (nullif(u, u) < 'a longer text')
;
with a as (select k, grouping(k) as g, count(*) as n from (select k from t where k < 0 and k > 1 except all select 3) q group by grouping sets ((k), ()) union all select k, grouping(k), count(*) from (select k from t where k < 0 and k > 1) q group by grouping sets ((k), ())) select a.*, (select count(*) from a b where b.g = a.g) as c from a
;
select quantile_disc(x, 0.8 order by x desc), quantile_cont(x, 0.8 order by x desc), quantile_disc(x, [0.0, 0.3] order by x desc), quantile_cont(x, 0.2 order by x) from (values (2), (1), (7)) v(x)
;
select median(x), quantile_cont(x, 0.3), mad(x), list_median(list(x)), list_median(['infinity'::double]), list_mad(list(x)) from (values (-1e308), (1.5e308)) v(x)
;
select x, median(x) over (order by x rows between 1 preceding and 1 following) as m, quantile_cont(x, 0.25) over (order by x rows between 1 preceding and current row) as q from (values (-1.5e308), (1e308), (1.7e308)) v(x)
;
select string_agg(s, null) as a, string_agg(s, cast(null as varchar)) as b, regr_count(null, null) as c, regr_count(k, null) as d, corr(null, k) as e from t
;
select fsum(n) as a, favg(n) as b, kahan_sum(distinct n) as c, fsum(n) filter (where n < 2) as d, fsum(n) filter (where n < 0) as e from (values (9007199254740992::double), (1), (1), (0), (null)) v(n)
;
select n, fsum(n) over (order by i rows between 1 preceding and current row) as a, favg(n) over (order by i rows between 2 preceding and 1 preceding) as b from (values (1, 1e17), (2, 1), (3, -1e17), (4, 3), (5, 1e17), (6, 2), (7, 4)) v(i, n)
;
select k, fsum(m) as a, favg(x) as b, favg(id) as c from t group by k order by k
;
select extract(epoch from i), count(*), sum(id) from (select id, k, s, case when id % 5 = 0 then interval '30 days' when id % 5 = 1 then interval '1 month' when id % 5 = 2 then interval (k) hour when id % 5 = 3 then interval (k % 24 * 60) minute end as i from t) group by i
;
select extract(epoch from i), k % 3, count(*), grouping(i) from (select id, k, s, case when id % 5 = 0 then interval '30 days' when id % 5 = 1 then interval '1 month' when id % 5 = 2 then interval (k) hour when id % 5 = 3 then interval (k % 24 * 60) minute end as i from t) group by grouping sets ((i, k % 3), (i), ())
;
select count(distinct i), count(i), count(*) from (select id, k, s, case when id % 5 = 0 then interval '30 days' when id % 5 = 1 then interval '1 month' when id % 5 = 2 then interval (k) hour when id % 5 = 3 then interval (k % 24 * 60) minute end as i from t)
;
select k, count(distinct i), first(id order by i desc, id), list(id order by i, id) from (select id, k, s, case when id % 5 = 0 then interval '30 days' when id % 5 = 1 then interval '1 month' when id % 5 = 2 then interval (k) hour when id % 5 = 3 then interval (k % 24 * 60) minute end as i from t) group by k
;
select extract(epoch from i) from (select distinct i from (select id, k, s, case when id % 5 = 0 then interval '30 days' when id % 5 = 1 then interval '1 month' when id % 5 = 2 then interval (k) hour when id % 5 = 3 then interval (k % 24 * 60) minute end as i from t))
;
select cast(i as varchar), count(*) from (select interval (k * 30) day as i from t) group by i
;
select median(m), quantile_cont(m, 0.3), quantile_cont(m, 0.77), mad(m), quantile(m, 0.4), cast(median(m) as varchar) from t
;
select k, median(m), quantile_cont(m, [0.1, 0.9]), mad(m), quantile(m, 0.5), quantile(s, 0.5), median(m) filter (where f), median(distinct m) from t group by k
;
select median(m), mad(m), quantile(m, 0.5) from t where id < 0
;
select min(v)::varchar, max(v)::varchar, min(w)::varchar, max(w)::varchar, count(distinct v), count(year(v)), count(extract(hour from w)) from (select id, k, s, d, ts, case when id % 7 = 0 then date 'infinity' when id % 11 = 0 then date '-infinity' else d end as v, case when id % 5 = 0 then timestamp '-infinity' when id % 6 = 0 then timestamp 'infinity' else ts end as w from t)
;
select cast(v as varchar), count(*), max(w)::varchar from (select id, k, s, d, ts, case when id % 7 = 0 then date 'infinity' when id % 11 = 0 then date '-infinity' else d end as v, case when id % 5 = 0 then timestamp '-infinity' when id % 6 = 0 then timestamp 'infinity' else ts end as w from t) group by v
;
select s, sum(n) from (select signbit(z) as s, count(*) as n from (select case when id % 2 = 0 then 0e0 else -0e0 end as z from t) group by z, signbit(z)) group by s
;
select count(*) from (select distinct z, cast(z as varchar), {'v': z}.v::varchar from (select case when id % 2 = 0 then 0e0 else -0e0 end as z from t))
;
select count(*) from (select v, v::varchar from (select case when id % 2 = 0 then interval 30 day else interval 1 month end as v from t) group by v, v::varchar)
;
select b, histogram(k, [3, 1, 1, 5])::varchar, histogram_exact(k, [3, 1, 1, 5])::varchar, histogram(id, [id % 3, 10])::varchar, histogram(s, ['b', 'm'])::varchar, histogram_exact(s, ['b', 'm'])::varchar, histogram(d, [date '1995-01-01'])::varchar, histogram(distinct k, [2])::varchar, histogram(k, [2]) filter (where id > 20)::varchar, histogram(x, [0, 10.5])::varchar, histogram_exact(ts, [timestamp '1999-01-01'])::varchar, histogram(f, [true])::varchar from (select * from t order by id limit 60) where id % 3 = 0 group by b order by b
;
select histogram(k, [2])::varchar, histogram_exact(k, [])::varchar from t where id < 0
;
select b, sum(f)::bigint, avg(d), avg(ts), avg(distinct d), median(s), median(f), median(distinct s), median([k]), round(quantile_cont(m::double, -0.2), 6), quantile_disc(k, -0.3), quantile_disc(id, [-0.25, -1]), quantile_cont(id::decimal(9, 3), [-0.5, -0.1]) from t group by b order by b
;
select b, epoch(mad(d)), epoch(mad(ts)), epoch(mad(ts::time)), avg(ts::time), round(entropy([k]), 9) from t group by b order by b
;
select bit_and(null), bit_or(null), bit_xor(null), mad(null), mode(null), entropy(null), avg(d), sum(f) from t where id < 0
;
select histogram([k % 2])::varchar, histogram({'k': k % 2, 'f': f})::varchar, percentile_cont(quantile := 0.25) within group (order by id), percentile_disc(quantile := [0.25, 0.75]) within group (order by id desc) from t
;
select k, k - 1, k * 2 as d, s || k as sk, sum(m), count(*), min(x) from t group by k, k - 1, k * 2, s, s || k order by all
;
select d, year(d), ts::date, count(distinct k) from t group by d, year(d), ts, ts::date order by all
;
select x, -x, floor(x), count(*) from (select round(x) as x from t) group by x, -x, floor(x) order by all
;
select k, k + 1 as n, count(*), grouping(k) from t group by k, k + 1 having k + 1 > 2 order by all
;
select epoch_us(mad(x)), epoch_us(mad(y)) from (values (time '23:59:59.999999', timestamp '2001-01-01 00:00:00.000001'), (time '00:00:00', timestamp '2001-01-01 00:00:00.000004')) t(x, y)

;
select max(s) filter (where g is null) = sum(s) filter (where g is not null), count(*) from (select k as g, sum(distinct r) as s from (select k, (random() * 1e12)::bigint as r from t where k is not null) group by cube (k))
;
select sum(n order by abs(n))::bigint, avg(n order by abs(n) desc), sum(n order by i) filter (where i < 3), sum(n::float order by abs(n)) from (values (1, 9007199254740992::double), (2, 1), (3, 1), (4, 0), (5, null)) t(i, n)
;
select g, sum(n order by i desc) from (values (1, 1, 1e16), (1, 2, 1), (1, 3, -1e16), (2, 1, 3.5), (2, 2, null)) t(g, i, n) group by g order by g
;
select quantile_cont(x, 0.25)::varchar, quantile_cont(x, 0.5)::varchar, quantile_cont(x::timestamp, [0.25, 0.5, 0.75])::varchar, median(x::timestamptz)::varchar from (values (date '-infinity'), (date '1970-01-01'), (date 'infinity')) t(x)
;
select quantile_cont(x, 0.3), quantile_cont(x, 0.5) from (values (timestamp '1969-12-31 23:59:59.999997'), (timestamp '1969-12-31 23:59:59.999998')) t(x)
;
select quantile_cont(d::decimal(24, 1), 0.25), quantile_cont(d::decimal(24, 1), [0.5, 0.75, 1.0]), median(d::decimal(38, 10)), percentile_cont(0.25) within group (order by d::decimal(20, 2) desc), quantile_cont(d::decimal(24, 1), 0.3) filter (where d < 0) from range(0, 100) t(d)
;
select d % 3 as k, median(distinct d::decimal(30, 2) + 12345678901234567890) from range(0, 11) t(d) group by k order by k
;
select d, quantile_cont(d::decimal(24, 1), 0.5) over (order by d rows between 2 preceding and 1 following) from range(0, 9) t(d) order by d
