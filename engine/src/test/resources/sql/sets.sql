select k from t union select b from t
;
select k from t union all select b from t order by 1
;
select k, f from t intersect select b, f from t
;
select k from t except select b from t
;
(select n_name from nation order by n_name limit 3) union all (select r_name from region order by r_name desc limit 2) order by 1
;
select * from (select n_nationkey from nation except select r_regionkey from region) q intersect select n_regionkey + 20 from nation
;
select 1 union all select 2.5 union all select null order by 1
;
select id, m from t order by m desc nulls first, id limit 20
;
select id, m from t order by m desc, id limit 20
;
select id, m from t order by m asc nulls first, id limit 20 offset 5
;
select id from t order by x * -1, id offset 90
;
select s, id from t order by s, id
;
select id from t order by lower(s) desc nulls last, id desc limit 11
;
select v, id from nums order by v, id
;
select v, id from nums order by v desc, id
;
values (1, 'a'), (2, 'b'), (3, null) order by 1 desc
;
select * from (values (1, 'x'), (2, 'y')) v(a, b) order by a
;
select * from t where false
;
select * from region order by r_regionkey limit 0
;
select r_name from region order by r_regionkey fetch first 2 rows only
;
select x.a, y.b from (select 1 as a) x, (select 2 as b) y
;
select k, count(*) from (select k from t union all select k from t where k > 2 union all select b from t) q group by k
;
select distinct s from t order by s
;
select k from t intersect all select b from t
;
select k from t except all select b from t
;
with a as (select * from t where id < 50), b as (select k, count(*) c from a group by k) select a.id, b.c from a join b on a.k = b.k order by a.id
;
select n_name from nation where n_nationkey in (select n_nationkey from nation where n_regionkey = 1 union select n_nationkey from nation where n_regionkey = 2) order by n_name
;
select distinct c from (select c from (select o_orderpriority c from orders) where exists (select 1 from nation where n_name < c) intersect select '2-HIGH' from region) order by c
;
select distinct c from (select n_name c from nation where n_name in (select n_name from nation where n_regionkey < 3) intersect select n_name from nation where n_name > 'C') order by c
;
select cast(i as varchar) from (select id, k, s, case when id % 5 = 0 then interval '30 days' when id % 5 = 1 then interval '1 month' when id % 5 = 2 then interval (k) hour when id % 5 = 3 then interval (k % 24 * 60) minute end as i from t) order by i, id
;
select extract(epoch from i) from (select i from (select id, k, s, case when id % 5 = 0 then interval '30 days' when id % 5 = 1 then interval '1 month' when id % 5 = 2 then interval (k) hour when id % 5 = 3 then interval (k % 24 * 60) minute end as i from t) union select interval '1 month' union select interval '24 hours')
;
select extract(epoch from i) from (select i from (select id, k, s, case when id % 5 = 0 then interval '30 days' when id % 5 = 1 then interval '1 month' when id % 5 = 2 then interval (k) hour when id % 5 = 3 then interval (k % 24 * 60) minute end as i from t) intersect select interval '720 hours')
;
select extract(epoch from i) from (select i from (select id, k, s, case when id % 5 = 0 then interval '30 days' when id % 5 = 1 then interval '1 month' when id % 5 = 2 then interval (k) hour when id % 5 = 3 then interval (k % 24 * 60) minute end as i from t) except select interval '720 hours')
;
select extract(epoch from i), id from (select id, k, s, case when id % 5 = 0 then interval '30 days' when id % 5 = 1 then interval '1 month' when id % 5 = 2 then interval (k) hour when id % 5 = 3 then interval (k % 24 * 60) minute end as i from t) order by i desc nulls first, id limit 9
