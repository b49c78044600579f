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
