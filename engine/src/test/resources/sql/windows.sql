select id, row_number() over (order by id desc) from t
;
select id, k, row_number() over (partition by k order by id), rank() over (partition by k order by b), dense_rank() over (partition by k order by b), percent_rank() over (partition by k order by id), cume_dist() over (partition by k order by id), ntile(3) over (partition by k order by id) from t
;
select id, lag(id) over (order by id), lead(m, 2) over (order by id), lag(s, 1, 'none') over (partition by k order by id), lead(id, 1, -1) over (partition by k order by id desc) from t
;
select id, first_value(id) over (partition by k order by id), last_value(id) over (partition by k order by id), last_value(id) over (partition by k order by id rows between unbounded preceding and unbounded following), nth_value(id, 2) over (partition by k order by id) from t
;
select id, sum(m) over (order by id), sum(id) over (partition by k order by id rows between 2 preceding and current row), avg(x) over (order by id rows between 1 preceding and 1 following), count(*) over (), count(k) over (partition by f) from t
;
select id, sum(id) over (order by k range between 1 preceding and 1 following), count(*) over (order by k) from t
;
select id, min(x) over (order by id rows between 3 preceding and 1 preceding), max(s) over (partition by b order by id rows between current row and 5 following), sum(id) over (order by id rows between 5 following and 6 following) from t
;
select o_orderkey, avg(o_totalprice) over (order by o_orderdate range between interval '30' day preceding and interval '30' day following) from orders
;
select o_custkey, o_orderdate, o_orderkey, sum(o_totalprice) over (partition by o_custkey order by o_orderdate, o_orderkey rows between unbounded preceding and current row) rt, rank() over (partition by o_custkey order by o_totalprice desc) rk from orders qualify rank() over (partition by o_custkey order by o_totalprice desc) <= 2
;
select * from (select o_custkey, o_orderkey, row_number() over (partition by o_custkey order by o_orderdate, o_orderkey) rn, lag(o_totalprice) over (partition by o_custkey order by o_orderdate, o_orderkey) prev from orders) q where rn <= 2
;
select k, sum(sum(m)) over (order by k), rank() over (order by count(*) desc, k) from t group by k
;
select id, stddev(x) over (partition by k), bool_or(f) over (partition by b), median(x) over (partition by k) from t
;
select id, rank() over w, sum(b) over w from t window w as (partition by f order by k, id)
;
select id, row_number() over (partition by k order by id) - row_number() over (partition by b order by id) from t
;
select distinct k, count(*) over (partition by k) from t
;
select id, first_value(b) ignore nulls over (order by id rows between 2 preceding and 2 following) from t
-- duckdb
select id, first_value(b ignore nulls) over (order by id rows between 2 preceding and 2 following) from t
;
select id, count(*) filter (where f) over (partition by k) from t
;
select row_number() over (order by id) from e
;
select id, rank() over (order by v desc), sum(id) over (order by v) from nums
;
select id, sum(id) over (order by d desc nulls first, id), lag(d) over (order by d nulls first, id) from t
;
select n_name, rank() over (partition by n_regionkey order by c) from (select n_name, n_regionkey, count(*) c from nation join customer on c_nationkey = n_nationkey group by n_name, n_regionkey) q
;
select id, lag(m, 2, 0) over (partition by k order by id), lead(x, 1, 0) over (order by id), lag(b, 1, 7) over (order by id) from t
;
select id, lag(m, 1, x) over (order by id) from t
-- duckdb
select id, lag(m, 1, x::decimal(10, 2)) over (order by id) from t
;
select id, lag(s, 3, 'none') over (order by id), lead(d, 2, date '2000-01-01') over (order by id) from t
;
select o_custkey, o_totalprice from (select o_custkey, o_totalprice, row_number() over (partition by o_custkey order by o_totalprice desc) rn from orders) q where rn <= 2
;
select o_custkey, o_orderkey, rk from (select o_custkey, o_orderkey, o_orderdate, rank() over (partition by o_custkey order by o_orderdate) rk from orders) q where rk < 3 and o_orderkey % 3 <> 1
;
select k, b, r from (select k, b, rank() over (partition by k order by b nulls first) r, row_number() over (partition by k order by b nulls first) n from t) q where r = 1 and n <= 1000
;
select k, b, r from (select k, b, rank() over (partition by k order by b desc nulls last) r from t) q where r between 1 and 2
;
select s, x, n from (select s, x, row_number() over (partition by s order by x, id) n from t) q where 3 > n
;
select id, r from (select id, rank() over (order by id desc) r from t) q where r in (1, 3)
;
select k, f, id, n from (select k, f, id, row_number() over (partition by k, f order by s desc, id) n from t) q where n = 1
;
select k, id, n, c from (select k, id, row_number() over (partition by k order by id) n, count(*) over (partition by k) c from t) q where n <= 2
;
select k, id, n, o from (select k, id, row_number() over (partition by k order by id) n, row_number() over (partition by b order by id desc) o from t) q where n <= 2
;
select k, id, n from (select k, id, row_number() over (partition by k order by id) n from t) q where n <= 0
;
select l_orderkey, l_linenumber from (select l_orderkey, l_linenumber, row_number() over (partition by l_orderkey order by l_shipdate desc, l_linenumber, l_partkey) n from lineitem) q where n <= 1
;
select o_orderstatus, o_orderpriority, o_orderkey from orders qualify row_number() over (partition by o_orderstatus, o_orderpriority order by o_orderdate, o_orderkey) <= 2
;
select n, first_value(n) ignore nulls over (order by n rows between 2 preceding and current row exclude current row), nth_value(n, 2) ignore nulls over (order by n rows between 9 preceding and 9 following exclude ties), last_value(n) over (order by n rows between 3 preceding and 2 preceding) from (select k, count(*) as n from t group by k) q
-- duckdb
select n, first_value(n ignore nulls) over (order by n rows between 2 preceding and current row exclude current row), nth_value(n, 2 ignore nulls) over (order by n rows between 9 preceding and 9 following exclude ties), last_value(n) over (order by n rows between 3 preceding and 2 preceding) from (select k, count(*) as n from t group by k) q
;
select id, count(distinct k) over (order by id), count(distinct s) over (order by id rows between 3 preceding and 2 following exclude current row), median(cast(m as double)) over (order by id rows between 5 preceding and 1 following), median(b) over (order by k range between 1 preceding and current row exclude group), quantile_cont(x, 0.25) over (partition by f order by id) from t
;
select w is null, count(*) from (select max(n) over (order by n rows between current row and unbounded following exclude group) as w from (select k, count(*) as n from t group by k) q) v group by w is null
;
select w, count(*), sum(u) from (select max(n) over (partition by n order by n rows between 1 preceding and current row exclude current row) as w, sum(n) over (order by n rows between 1 preceding and current row exclude current row) as u from (select k, count(*) as n from t group by k) q) v group by w
;
select n, max(n) over (order by n rows between current row and unbounded following exclude group), avg(cast(n as double)) over (order by n rows between current row and unbounded following exclude current row) from (select k, count(*) as n from t group by k) q
;
select w, count(*) from (select max(n) over win as w from (select k, count(*) as n from t group by k) q window win as (partition by n order by n rows between 1 preceding and current row exclude current row)) v group by w
;
select n, max(n) over w, avg(cast(n as double)) over w from (select k, count(*) as n from t group by k) q window w as (order by n rows between current row and unbounded following exclude group) order by n
;
select id, sum(id) over (order by k groups between 1 preceding and 1 following), count(*) over (partition by f order by k desc, b groups between current row and 2 following exclude ties), max(id) over (order by s groups 3 preceding), min(m) over (order by k groups between 2 following and 4 following exclude current row) from t
;
select id, count(*) over w as groups, avg(cast(m as double)) over (w groups between unbounded preceding and 1 preceding exclude group), sum(id) over (order by k groups between unbounded preceding and current row) from t window w as (partition by f order by b, k) qualify sum(id) over (order by b groups between 0 preceding and 1 following exclude group) > 20
;
select id, (select max(n) from (select sum(id) over (order by b groups between 1 preceding and current row) as n from t as u where u.k = t.k) q) from t
;
select groups, count(*) over (order by groups groups between 1 preceding and current row), count(*) over (order by groups between 3 and 5), count(distinct s) over (partition by groups between 2 and 6 order by groups groups between 1 preceding and 1 following) from (select k as groups, s from t) q
;
select id, (select max(n) from (select sum(id) over (order by b) as n from t as u where u.k = t.k) q) as a, (select max(w.n + w.k) from (select v.k, sum(v.id) over (order by v.b groups 1 preceding) as n from t as v join t as u on u.id = v.id where u.k = t.k and v.f = t.f) as w) as b from t
;
select id, count(*) over v, sum(id) over (w rows between 2 preceding and current row exclude current row) from t window w as (partition by f order by b, id), v as (w rows between unbounded preceding and 1 following exclude ties)
;
select id, sum(distinct b) over (order by id rows between 3 preceding and 2 following), avg(distinct cast(m as bigint)) over (partition by f order by id rows between 20 preceding and 1 preceding), sum(distinct m) over (order by id rows between 5 preceding and 5 following exclude group), avg(distinct m) over (order by k range between 1 preceding and current row), sum(distinct -id) over (partition by k order by b groups between 2 preceding and 1 following exclude current row) from t
;
select id, sum(k) over (partition by n order by id rows between 3 preceding and current row)::double as x, count(k) filter (where k > 1) over (order by id)::int as y, rank() over w::varchar as z from t window w as (order by k)
;
select id, array_agg(k) over (partition by n order by id rows between 3 preceding and current row) as x, array_agg(s) over (partition by k % 3 order by id) as y from t
;
select id, sum(m) over (w rows between 1 preceding and current row), last_value(id) over (w rows between current row and 2 following), count(*) over (w rows between unbounded preceding and unbounded following), avg(cast(m as double)) over (w groups between 1 preceding and 1 following), rank() over w from t window w as (partition by f order by k, id)
;
select id, count(*) over (v order by id rows between 1 preceding and current row), max(id) over (v order by k, id), min(id) over (u range between unbounded preceding and unbounded following), sum(id) over u from t window w as (partition by f), v as (w), u as (v order by b)
;
select k, max(bit_or(id)) over (), sum(arg_max(id, b)) over (order by k) from t group by k
;
select id, count(*) over (partition by i), rank() over (order by i, id), dense_rank() over (partition by k % 2 order by i) from (select id, k, s, case when id % 5 = 0 then interval '30 days' when id % 5 = 1 then interval '1 month' when id % 5 = 2 then interval (k) hour when id % 5 = 3 then interval (k % 24 * 60) minute end as i from t)
;
select id, median(m) over (order by id rows between 5 preceding and 3 following), quantile_cont(m, 0.3) over (partition by f order by k, id), median(m) over (partition by k order by id rows between unbounded preceding and current row), quantile(m, 0.5) over (order by id rows between 1 preceding and 3 following) from t
;
select id, max(v) over (order by id rows between 3 preceding and current row)::varchar, count(*) over (order by v range between interval 40 day preceding and interval 3 day following), row_number() over (order by w, id) from (select id, k, s, d, ts, case when id % 7 = 0 then date 'infinity' when id % 11 = 0 then date '-infinity' else d end as v, case when id % 5 = 0 then timestamp '-infinity' when id % 6 = 0 then timestamp 'infinity' else ts end as w from t)
;
select * from (select id, k, b, sum(id) over (partition by k order by id) rs, count(*) over (partition by b % 2, k) n from t) q where k > 1 and rs > 3 and coalesce(k, 0) + 1 < 5
;
select * from (select id, k % 3 as g, b, rank() over (partition by k % 3 order by id) r from t) q where g = 1 or g is null
;
select * from (select id, k, b, row_number() over (partition by k order by id) r, row_number() over (partition by b order by id) p from t) q where k = 2 and b is not null
;
select id, arg_max(s, id) over (partition by k), arg_min(s, case when id % 3 = 0 then null else -id end) over (partition by f), max_by(id, -id) over (partition by b), arg_max(k, id) filter (where id % 4 = 1) over (partition by f) from t
;
select id, first(k order by id desc) over (partition by f), last(s order by id) over (partition by k), any_value(k order by id desc) over (), array_agg(k order by s nulls first, id) over (partition by id % 40), string_agg(s, ',' order by id desc) over (partition by id % 50), list(distinct k order by k desc) over (partition by id % 9) from t
;
select id, lag(s, id % 5) over (partition by k order by id), lead(id, k - 2, -id) over (order by id), lag(id, nullif(id % 11, 3) - 5, 7) over (partition by f order by id desc), lead(k, id) over (order by id), lag(id, null, 5) over (order by id), lag(id, case when id % 2 = 0 then 3000000000 else 1 end, 0) over (order by id) from t
;
select id, mode(k) over (order by id rows between 9 preceding and 2 following), mode(s) over (partition by f order by id), mode(b) filter (where id % 3 > 0) over (order by id rows between 4 preceding and current row exclude current row), mode(k order by id desc) over (partition by b order by id rows between 8 preceding and 1 preceding), mode(distinct k order by k) over (order by id rows between 3 preceding and 3 following) from t
;
select id, mad(id) over (order by id rows between 3 preceding and 4 following), mad(m) over (partition by f order by id), (histogram(k) over (order by id rows between 5 preceding and current row))::varchar, bit_xor(id) over (order by id rows between 2 preceding and 2 following exclude ties), entropy(b) over (partition by k order by id) from t
;
select id, array_agg(k order by s desc, id) over (order by id rows between 3 preceding and 1 following), string_agg(s, '/' order by id desc) over (partition by k order by id rows between 2 preceding and current row), first(id order by b, id desc) over (order by id rows between 6 preceding and current row exclude current row), last(id order by s nulls first, id) over (partition by f order by id), any_value(s order by id desc) over (order by id rows between 4 following and 9 following), arg_min(id, m) over (partition by id % 7 order by id), arg_max(id, id % 13, 2) over (order by id rows between 5 preceding and current row), max(id, 3) over (partition by k order by id) from t
;
select id, array_agg(k) filter (where b > 1) over (order by id rows between 3 preceding and 1 following), list(distinct k order by k desc) filter (where id % 2 = 0) over (order by id rows between 7 preceding and current row exclude group), string_agg(distinct s, '+' order by s) over (partition by f order by id rows between 4 preceding and 4 following), quantile_disc(s, 0.25) over (order by id rows between 10 preceding and current row), array_agg(10 / (id % 5)) filter (where id % 5 <> 0) over (order by id rows 2 preceding) from t
-- duckdb
select id, array_agg(k) filter (where b > 1) over (order by id rows between 3 preceding and 1 following), list(distinct k order by k desc) filter (where id % 2 = 0) over (order by id rows between 7 preceding and current row exclude group), string_agg(distinct s, '+' order by s) over (partition by f order by id rows between 4 preceding and 4 following), quantile_disc(s, 0.25) over (order by id rows between 10 preceding and current row), array_agg(10 / nullif(id % 5, 0)) filter (where id % 5 <> 0) over (order by id rows 2 preceding) from t
;
select id, rank() over (), dense_rank() over (partition by k), percent_rank() over (partition by f), cume_dist() over () from t
;
select i, lag(i) over (), lead(i, 2, -1) over () from range(3000) as r(i) where i % 7 <> 0
;
select id, (histogram(k, [1, 4]) over (order by id rows between 6 preceding and current row))::varchar, (histogram_exact(s, ['b']) filter (where id % 4 > 0) over (partition by f order by id))::varchar from t
;
select id, first(b ignore nulls) over (order by id rows between 2 preceding and 2 following), last(k ignore nulls) over (partition by f order by id), lead(id, "offset" := 2) over (order by id), lag("default" := -1, col := k) over (partition by f order by id), median(s) over (order by id rows 4 preceding), sum(f) over (order by id)::bigint, avg(d) over (partition by k order by id rows between 3 preceding and current row) from t
;
select id, sum(id) over (order by id rows between id % 5 preceding and current row), count(k) over (partition by f order by id rows between b preceding and id % 3 following), avg(m::double) over (order by id rows between b preceding and 2 following), max(x) over (order by id rows between id % 7 following and 9 - id % 4 following), min(s) over (order by id rows between unbounded preceding and id % 3 following), count(*) over (order by id rows between b preceding and unbounded following exclude current row) from (select * from t where b is not null)
;
select id, median(m) over (order by id rows between b preceding and 9 - b following), count(distinct k) over (partition by f order by id rows between b preceding and b following), sum(distinct k) over (order by id rows between b preceding and b following), first_value(id) over (order by id rows between b preceding and b following exclude group), last_value(k ignore nulls) over (order by id rows between id % 8 preceding and id % 4 preceding), nth_value(id, 2) over (order by id rows between b preceding and 1 following), array_agg(k) over (order by id rows between b preceding and current row), mode(s) over (order by id rows between id % 9 preceding and b following), first(k order by s, id) over (order by id rows between b preceding and 1 following) from (select * from t where b is not null)
;
select k, sum(count(*)) over (order by k rows between max(b) preceding and current row), sum(sum(id)) over (order by k rows between (select min(id) from t) preceding and 1 + 1 following) from t where b is not null group by k
;
select id, rank(order by k desc) over (order by id), percent_rank(order by s nulls first) over (partition by f order by id rows between 6 preceding and 2 following), cume_dist(order by m) over (order by id rows between 9 preceding and current row), rank(order by x) over (order by k range between current row and unbounded following) from t
;
select id, row_number(order by s, id) over (partition by f), ntile(3 order by id desc) over (), lead(k, 2, -1 order by s desc, id) over (partition by b), lag(id order by k, id) over (), dense_rank() over (order by k), rank(order by k, b) over (partition by f), cume_dist(order by d desc) over () from t
;
select id, first_value(id order by s, id) over (order by id rows between 4 preceding and 4 following), last_value(k order by m, id ignore nulls) over (partition by f order by id), nth_value(id, 2 order by s desc, id) over (order by id rows between 5 preceding and current row exclude current row), nth_value(k, id % 3 order by id) over (order by id rows between 3 preceding and current row), first_value(b order by k desc, id ignore nulls) over (partition by f) from t

;
select k, row_number() over (partition by k order by id) as rn from t order by k, rn desc
;
select k, row_number() over (partition by k) as rn from t order by k, rn desc
;
select distinct k, row_number() over (partition by k) as rn from t
;
select k, rn, count(*) as n from (select k, row_number() over (partition by k order by k) as rn from t) group by k, rn
;
select k, rn + k as s, k + 1 as p, count(*) as n from (select k, row_number() over (partition by k) as rn from t) group by all
;
select k, ntile(3) over (order by k) as n, k + 1 as p from t where k is not null group by k, n, p, id order by k, n desc, p
;
select id, fill(k) over (order by id), fill(x) over (partition by f order by id), fill(case when id % 3 = 0 then k end) over (partition by f order by id desc), fill(case when id % 50 = 7 then k * 10 end) over (order by id), fill(case when id between 20 and 40 and id % 6 = 0 then k end order by id) over () from t
;
select id, fill(case when id % 4 = 1 then m::decimal(12, 2) end) over (order by id), round(fill(case when id % 5 = 2 then x end) over (order by id * 1.5), 6), round(fill(case when id % 5 = 2 then x end) over (order by date '2024-01-01' + id::int), 6), fill(case when id = 9 then k end) over (order by id), fill(case when id < 0 then k end) over (order by id), fill(case when id % 7 = 0 then 'inf'::double when id % 7 = 1 then 'nan'::double when id % 7 = 4 then id end) over (order by id rows between 1 preceding and current row) from t where id < 300
;
select x, fill(y order by x) over (), fill((y * 1e307)::double order by x) over (), fill(y * -1e308 order by x) over (), fill(y::bigint order by x) over () from (values (-1e308::double, -1.6::double), (0, null), (1e308, 1.4), (-5e307, null), (1.5e308, null), (-1.7e308, null)) t(x, y)
