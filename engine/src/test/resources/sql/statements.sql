create macro add1(a) as a + 1
select add1(2), add1(i), i from range(3) t(i) order by i
;
create macro plus(a, b := 5) as a + b
select plus(1), plus(1, 2), plus(1, b := 3), plus(b := 1, a := 2)
;
create macro f(x) as x
create or replace macro f(x) as x * 2
create function g(x) as f(x) + f(f(x))
select f(4), g(1)
;
create macro one(a) as table select a as b, a + 1 as c from range(2)
select x.b, x.c, y.* from one(3) x, one(a := 4) as y(k, l) order by all
;
create table u as select i as id, i * 100 as v from range(5) t(i)
create macro above(lo) as table select id, v from u where id > lo
create macro top(t) as (select max(v) from u where id <= t)
create macro mean(x) as sum(x) / count(x)
select id, top(id), (select count(*) from above(u.id)), (select mean(v) from above(1)) from u order by id
;
create table u as select i as id from range(4) t(i)
create macro size(a, big := 'big') as case when a > 1 then big else 'small' end
create macro numbered(x) as row_number() over (order by x)
select size(id), size(id, 'huge'), numbered(-id) from u order by id
;
create macro a(s) as s.a
create macro plus_one(l) as list_transform(l, lambda x: x + 1)
create macro twice(x) as [x, x]
select a({'a': 5}), plus_one([1, 2]), unnest(twice(3))
;
create macro sums(a) as (a), (a, b) as a + b
select sums(1), sums(1, 2)
;
create macro abs(x) as 99
select abs(-3)
;
create macro abs(x) as 99
drop macro abs
select abs(-3)
;
create table u as select i as id, i as v from range(4) t(i)
create macro star(k) as table select * exclude (v) from u where id = k
select * from u, lateral (select id as k from star(u.id)) q order by 1
;
create macro counting(n) as table with recursive r as (select 1 as i union all select i + 1 from r where i < n) select i from r
select sum(i) from counting(4)
;
create table d (a int default 7, b varchar, c int not null default 1 + 1)
insert into d (b) values ('x')
insert into d values (default, 'y', 5), (1, default, default)
insert into d default values
insert into d (b, a) select 'z' || i, i from range(2) t(i)
select * from d order by all
;
create table d (a int, b varchar)
insert into d values (1, 'x'), (2, 'y'), (3, null)
update d set a = a + 10, b = 'new' where b = 'x' or b is null
select * from d order by all
;
create table d (a int default 5, b int)
insert into d select i, i * 2 from range(5) t(i)
update d as q set a = q.b, b = q.a where q.a > 1
update d set a = default where b = 3
update d set b = (select max(x.a) from d x where x.a < d.a) where a > 4
select * from d order by all
;
create table d (a bigint, b decimal(5, 2), c date)
insert into d values (9007199254740993, 1.5, null), (2, null, date '2024-01-01')
update d set a = 2.5, b = 1.005, c = '2024-02-03' where a = 2
select a, b, c from d order by all
;
create table d (a int)
insert into d select i from range(10) t(i)
delete from d where a % 2 = 0 or a in (select max(a) from d)
delete from d q where q.a = 1
select * from d order by all
;
create table d (a int, b varchar default 'q')
insert into d select i, 'x' from range(10) t(i)
delete from d
insert into d (a) values (1)
select * from d
;
create table d (a int, b varchar default 'q')
create or replace table d (a int, b varchar)
insert into d (a) values (1)
select * from d
;
create table d ("default" int, value int default 3)
insert into d ("default") values (1)
select "default", value from d
;
create table t (i integer, s varchar)
prepare put as insert into t values ($1, $2)
execute put(1, 'a')
EXECUTE PUT(2, null)
execute put(1 + 2, 'c' || 'd')
select * from t order by i
;
create table t as select * from range(5) r(i)
prepare cut as delete from t where i between ? and ?
execute cut(1, 2)
execute cut(4, 9)
select * from t order by i
;
create table t (i integer)
prepare put as insert into t select i from range(?) r(i) where i < ?
prepare named as insert into t select $a * 10 + $b
execute named(b := 2, a := 1)
! execute named(1, 2)
! execute named(a := 1)
! execute none(1)
deallocate named
! execute named(b := 2, a := 1)
prepare again as insert into t values (7)
prepare again as insert into t values (8)
execute again
select * from t order by i
;
create table t as select * from (values (1, null), (null, 2), (3, 1)) v(i, j)
set default_null_order = 'nulls_first'
create table s as select i, row_number() over (order by i) as n, row_number() over (order by j desc) as m from t
set default_null_order = 'NULLS_FIRST_ON_ASC_LAST_ON_DESC'
create table u as select i, row_number() over (order by i desc) as n, row_number() over (order by j) as m from t
reset default_null_order
! set default_null_order = 'middle'
select 's', * from s union all select 'u', * from u union all (select 't', i, row_number() over (order by i), row_number() over (order by j desc) from t) order by all
;
set integer_division = false
create table q as select i / 2 as a, i // 2 as b, (i / 4)::varchar as c, i / i as d, 7 / 2::double as f from range(-2, 4) t(i) where i <> 0
create view half as select 1 / 2 as h
create macro halved(x) as x / 2
set integer_division = true
create table r as select 7 / 2 as a
select * from q, r order by all
;
create sequence s
! create sequence S
create sequence if not exists s start 5
create temp sequence down increment by -2 minvalue -3 maxvalue 5 start with 5 cycle
create sequence few start 1 maxvalue 2 no cycle
create table t (i bigint default nextval('s'), j integer)
insert into t (j) values (10), (20), (30)
insert into t select nextval('down'), r from range(5) x(r)
insert into t (i) select nextval('few') from range(2)
! insert into t (i) select nextval('few')
! select currval('none')
! select nextval('none')
! create sequence wrong start 5 maxvalue 4
! create sequence wrong increment 0
create table u as select currval('s') as c, nextval('s') as n
create table v as select setval('s', 40) as x
! select setval('few', 3)
insert into v values (nextval('s')), (currval('s'))
drop sequence if exists none
! drop sequence none
checkpoint
select i, j, c, n, x from t, u, v order by all
;
create sequence s
create table v as select setval('s', 40, false) as x
! select currval('s')
insert into v values (nextval('s')), (setval('s', 50, true)), (currval('s'))
insert into v values (nextval('s')), (setval('s', 7, false)), (currval('s')), (nextval('s')), (setval('s', null, true))
! select setval('s', 0, false)
! select setval('s', 1, true, 2)
select x from v order by all
;
create table t (i integer)
create temp table t (i integer, j integer)
insert into t values (1, 2)
create temp view w as select j from t
create table u as select table_name, database_name = 'temp' as is_temporary, temporary from duckdb_tables() where table_name <> 'u'
insert into u select view_name, database_name = 'temp', temporary from duckdb_views() where not internal
insert into u select table_name, table_catalog = 'temp', table_type = 'LOCAL TEMPORARY' from information_schema.tables where table_name = 't'
insert into u select 'seen', true, j = 2 from temp.t union all select 'seen', true, j = 2 from temp.main.t
begin
delete from t
rollback
update t set j = 3
insert into u select 'changed', i = 1, j = 3 from t
drop view w
drop table t
insert into t values (7)
! select j from t
insert into u select 'own', true, i = 7 from t
! detach temp
select * from u order by all
;
create table l as select 'usual' as what, list_sort([3, null, 1]) as a, list_sort([3, null, 1], 'desc') as b, list_reverse_sort([3, null, 1]) as c
set default_null_order = 'nulls_first'
insert into l select 'first', list_sort([3, null, 1]), list_sort([3, null, 1], 'desc'), list_reverse_sort([3, null, 1])
insert into l select 'said', array_sort([3, null, 1], 'asc', 'nulls last'), list_sort([3, null, 1], 'DESC', 'NULLS LAST'), array_reverse_sort([3, null, 1])
set default_null_order = 'nulls_last_on_asc_first_on_desc'
insert into l select 'mixed', list_sort([3, null, 1]), list_sort([3, null, 1], 'desc'), list_reverse_sort([3, null, 1])
select * from l order by what
;
create table one as select 1 as a
create view two as select x.*, y.* from one x cross join one y
create table names as select column_name, data_type from duckdb_columns() where table_name = 'two'
select * from names order by all
;
create table e (d date, t timestamp)
insert into e select x, x::timestamp from (values (date '2020-06-15'), (date '2019-01-01'), (date '2021-12-31'), (date 'infinity'), (date '-infinity'), (null)) v(x)
create table n (what varchar, n bigint)
insert into n select 'more', count(*) from e where year(d) > 2020
insert into n select 'less', count(*) from e where year(t) < 2020
insert into n select 'other', count(*) from e where year(d) <> 2020
insert into n select 'false', count(*) from e where (year(t) = 2020) is false
insert into n select 'not', count(*) from e where not (year(d) > 2020 or d is null)
insert into n select 'day', count(*) from e where t::date > '2020-01-01'
select * from n order by what
;
create table k (a integer default 7, b integer unique, c integer not null, d varchar default 'x', primary key (a, c), unique (b, d))
create view kv as select d, a + 1 as e, b, c from k where a > 1
select * from (describe k) order by 1
;
create table k (a integer default 7, b integer unique, c integer not null, primary key (a, c))
create view kv as select a + 1 as e, b, c as a from k where a > 1
select * from (describe select distinct a + 1 as x, c as y, a from k order by 1 limit 1) order by 1
;
create table k (a integer default 7, b integer unique, c integer not null, primary key (a, c))
create view kv as select a + 1 as e, b, c as a from k where a > 1
select * from (describe from kv order by e limit 1) order by 1
;
create sequence a
create sequence b
create sequence c start 2
create table m as select skewness(nextval('a')) as s, max(nextval('b')) as x, min(nextval('b')) as n from range(4)
create table l as select r from range(10) t(r) order by r limit nextval('c')
insert into l select r from range(10) t(r) order by r limit 1 offset nextval('c')
select s, x, n, nextval('a'), nextval('b'), nextval('c'), (select string_agg(r, '-' order by r) from l) from m
;
create schema t
create table t.t as select {'t': {'t': 42}} as t
select t.t.t.t.t as a, t.t.t.t.t = t.t.t.t.t as b, t.t.t as c, t.t as d from t.t
;
set variable v = 3
select x, alias(x) from (select getvariable('v') as x)
;
create sequence a
create sequence b
create sequence c
create table m as select x, exists (select 1 where nextval('a') = 2 and x = x) as v, (select max(nextval('b')) from range(3) r(i) where i <= x) as w from (values (1), (1), (1)) t(x)
create table j as select l.a, r.b from (values (1), (1)) l(a) left join (values (1), (1)) r(b) on exists (select 1 where nextval('c') = 2 and l.a = r.b)
select (select string_agg(v, '-' order by v) from m), (select string_agg(w, '-' order by w) from m), (select string_agg(coalesce(b, 0), '-' order by b) from j), nextval('a'), nextval('b'), nextval('c')
;
create table i (a integer primary key, b integer unique, c integer default 3)
create table k (a integer primary key, b varchar unique)
select * from (describe select i.a, i.b, c, k.a as d, k.b as e from i join k on i.a = k.a where c > 1) order by 1
;
create table i (a integer primary key, b integer unique, c integer default 3)
create table k (a integer primary key, b varchar unique)
select l.*, r.* from (describe select a, i.b, c from i left join k using (a)) l, (describe select b from i, (select 84) order by b limit 1) r, (describe select c + 1 as c from i semi join k using (a)) s order by 1
;
create table a as select 1 as x, 'y' as y
insert into a values (null, 'z')
update a set y = null where x = 1
select x, y, (select string_agg("null", ',') from (describe a)) as n from a order by x
;
create table k (a integer primary key, b integer unique, c varchar not null, d integer default 3)
select l.*, r.*, s.* from (describe select c as x, a, b, d from k where a > 1 using sample 5) l, (describe from k tablesample 10%) r, (describe select c, k.b from k left join (select 1 as a) o using (a)) s order by all
;
create schema s
create table s.t (a integer)
create view s.v (k) as SELECT a FROM s.t
create view w as SELECT k FROM s.v
select table_name, view_definition from information_schema.views where table_name in ('v', 'w') order by 1
;
select x, alias(x) as y, alias(x % 2) as p, alias(alias(x)) as z, max(alias(x)) as m, alias(m) as k from (values (1), (2), (4)) t(x) group by x, p order by 1
;
create macro alias(x) as x + 1
select alias(x) as p from (values (1), (2)) t(x)
;
create table g (i int, j int as (1), k int generated always as (i + 1), l as (i))
create table f as select column_name, is_generated, generation_expression, column_default, numeric_precision from duckdb_columns() where table_name = 'g' and column_name <> 'k'
insert into f select column_name, is_generated = 'ALWAYS', generation_expression, column_default, numeric_precision from information_schema.columns where table_name = 'g' and column_name <> 'k'
select * from f order by all
;
create table n (t timestamp_ns)
insert into n values ('1970-01-01 23:59:59.9999995'), ('1970-01-01 23:59:59.999999499'), ('1969-12-31 23:59:59.9999995'), ('1969-12-31 23:59:59.9999996'), ('1970-01-01 00:00:00'), (null)
create table c (what varchar, n bigint)
insert into c select 'day', count(*) from n where t::date = '1970-01-01'
insert into c select 'next', count(*) from n where t::date > '1970-01-01'
insert into c select 'before', count(*) from n where t::date < '1970-01-01'
insert into c select 'other', count(*) from n where t::date <> '1970-01-01'
select * from c order by what
;
set variable x = 42
set variable "1" = 5
create table v as select $x + 1 as n
prepare p as insert into v select $m * $X
! execute p
set variable m = 10
execute p
execute p(m := 2)
execute p(m := 2, x := 5)
prepare q as insert into v select ?
! execute q
execute q(7)
reset variable x
! insert into v select $x
select n from v order by n
