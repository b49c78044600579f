create table k (a int primary key, b int, c int default 9)
insert into k values (1, 2, 3), (2, 3, 4)
! insert into k values (1, 5, 6)
! insert into k values (3, 1, 1), (3, 2, 2)
! insert into k values (null, 5, 6)
! insert into k values (4, 4, 4), (2, 0, 0)
insert into k (a) values (3)
select * from k order by all
;
create table k (a int unique, b varchar, c int, unique (b, c))
insert into k values (1, 'x', 1), (null, 'x', 2), (null, 'x', null), (2, null, 1), (3, null, 1)
! insert into k values (1, 'y', 1)
! insert into k values (9, 'x', 1)
! update k set a = 2 where a = 1
! update k set b = 'x', c = 2 where a = 2
update k set a = a + 1 where a is not null
select * from k order by all
;
create table k (a int check (a > 0), b int, constraint sum_is_small check (a + b < 100))
insert into k values (1, 1), (null, 5), (5, null), (60, 39)
! insert into k values (0, 1)
! insert into k values (70, 30)
! insert into k values (7, 7), (-1, 2)
! update k set b = b + 1
update k set b = b + 1 where a < 60
select * from k order by all
;
create table k (a int, b int, primary key (b, a))
! insert into k values (1, null)
! insert into k select i % 3, i % 2 from range(7) t(i)
insert into k select i % 3, i % 2 from range(6) t(i)
select * from k order by all
;
create table k (a int primary key, b int)
insert into k values (1, 2)
create or replace table k (a int, b int)
insert into k values (1, 2), (1, 3)
select * from k order by all
;
create table k (a int primary key, b int, c int default 9)
insert into k values (1, 2, 3), (2, 3, 4)
insert into k values (1, 5, 6) on conflict do nothing
insert into k values (5, 5, 6), (5, 7, 8), (2, 0, 0) on conflict do nothing
insert or ignore into k (a) values (1), (6), (6)
select * from k order by all
;
create table k (a int unique, b int)
insert into k values (1, 1), (null, 2)
insert into k values (null, 3), (1, 9) on conflict (a) do nothing
select * from k order by all
;
create table k (a int primary key, b int, c int default 9)
insert into k values (1, 2, 3), (2, 3, 4)
insert into k values (6, 5, 6), (6, 7, 8) on conflict (a) do update set b = excluded.b
insert into k values (1, 50, 60) on conflict (a) do update set b = b + excluded.b, c = k.c * 2
insert into k values (1, 51, 60), (2, 52, 61) on conflict (a) do update set b = excluded.b where excluded.b > 51
insert into k (a, b) values (2, 99) on conflict do update set c = default
insert into k as q values (6, 5, 5), (7, 7, 7) on conflict (a) do update set b = q.b + excluded.c
select * from k order by all
;
create table k (a int primary key, b int, c int default 9)
insert into k values (1, 2, 3), (2, 3, 4)
insert or replace into k (a, b) values (1, 77), (8, 88), (8, 99)
insert into k select a + 1, null, null from k on conflict (a) do update set a = excluded.a * 10
! insert into k values (1, 1, 1) on conflict (a) do update set a = 2 + 6
! insert into k values (1, 1, 1) on conflict (b) do nothing
! insert or replace into k values (null, 1, 1)
select * from k order by all
;
create table k (a int, b varchar, c date, primary key (a, b))
insert into k values (1, 'x', date '2024-01-01'), (1, 'y', null)
insert into k select 1, s, date '2025-01-01' from (values ('x'), ('y'), ('z')) t(s) on conflict (b, a) do update set c = greatest(k.c, excluded.c)
select * from k order by all
;
create table k (a int unique, b int unique, c int check (c > 0))
insert into k values (1, 1, 1), (null, null, null)
insert into k values (1, 2, 1) on conflict (a) do update set c = 5
! insert into k values (1, 2, 1) on conflict do update set c = 6
! insert into k values (3, 1, 1) on conflict (a) do update set c = 6
! insert into k values (4, 4, -1) on conflict do nothing
! insert into k values (1, 4, 1) on conflict (a) do update set c = -5
! insert or replace into k values (1, 5, 5)
select * from k order by all
;
create table k (a int)
! insert into k values (1) on conflict do nothing
! insert into k values (1) on conflict (a) do nothing
! insert or replace into k values (1)
select * from k
;
create table d (a int default 7, b varchar, c double)
insert into d by name select 'x' as b, 1 as c
insert into d by name (select c + 1 as c, b from d)
insert into d by position select 1, 'p', 2
! insert into d by name select 1 as z
! insert into d by name select 'no number' as a
select * from d order by all
;
create table m (id int, v int)
create table s (id int, v int)
insert into m values (1, 10), (2, 20), (3, 30), (3, 31), (null, 40)
insert into s values (1, 100), (3, null), (4, 400), (null, 500)
update m set v = s.v from s where m.id = s.id
update m as q set id = q.id + z.n from (select 10 as n) z, s where q.id = s.id and s.v > 50
select * from m order by all
;
create table m (id int, v int)
create table s (id int, v int)
insert into m values (1, 10), (2, 20), (3, 30), (3, 31), (null, 40)
insert into s values (1, 100), (3, null), (4, 400), (null, 500), (3, 7)
delete from m using s where m.id = s.id and (s.v is null or s.v > 50)
delete from m using s a join s b on a.id = b.id where m.v = 20 and false
select * from m order by all
;
create table m (id int, v int)
insert into m values (1, 10), (2, 20)
update m set v = x.v from m as x where x.id = m.id + 1
update m set (id, v) = (id + 5, default) where id = 2
select * from m order by all
;
create table m (id int, v int default 3)
insert into m values (1, 10), (2, 20), (3, 30), (null, 40)
create table s (id int, v int)
insert into s values (1, 100), (4, 400), (null, 500)
merge into m using s on m.id = s.id when matched then update set v = s.v when not matched then insert values (s.id, s.v)
select * from m order by all
;
create table m (id int, v int default 3)
insert into m values (1, 10), (2, 20), (3, 30), (9, 90)
merge into m using (select 1 as id, 5 as v union all select 77, 90 union all select 78, 500 union all select 9, 1000) s using (id) when matched and s.v > 100 then delete when matched then update set v = m.v + s.v when not matched and s.v > 100 then insert by name when not matched then insert (id) values (s.id) when not matched by source and m.id = 2 then delete when not matched by source then update set v = 0
select * from m order by all
;
create table m (id int, v int default 3)
insert into m values (1, 10), (1, 10), (2, 20)
merge into m as t using (values (1, 6), (8, 9), (8, 9)) s(id, v) on t.id = s.id when matched then update when not matched then insert
merge into m using (select 4 as v, 8 as id) s on m.id = s.id when matched and m.v > 100 then do nothing when matched then update by name
merge into m using (select 51 as id) s on m.id = s.id when not matched then insert default values
select * from m order by all
;
create table m (id int, v varchar)
insert into m values (1, 'a'), (2, 'b'), (null, 'c')
merge into m as t using (select 1 as id, 'x' as v union all select 2, 'b') as q on t.id = q.id when matched and t is distinct from q then update when not matched then insert
delete from m as d where d is not distinct from {'id': 2, 'v': 'b'}
select *, m as whole from m order by all
;
create table m (id int, v int)
insert into m values (1, 10), (2, 20)
create table s (id int, v int)
insert into s values (1, 100), (1, 101)
! merge into m using s on m.id = s.id when matched then update set v = s.v
! merge into m using s on m.id = s.id when matched and s.v > 100 then error 'no'
! merge into m using s on m.id = s.id when not matched then delete
! merge into m using s on m.id = s.nosuch when matched then delete
! merge into m using s on m.id = s.id when matched then update set nosuch = 1
merge into m using s on m.id = s.id when matched and s.v > 100 then update set v = s.v
merge into m using s on m.id = s.id when matched then do nothing
select * from m order by all
;
create table m (id int primary key, v int check (v > 0))
insert into m values (1, 10), (2, 20)
! merge into m using (select 3 as id) s on m.id = 3 when not matched then insert values (2, 1)
! merge into m using (select 1 as id) s using (id) when matched then update set v = -1
merge into m using (select 1 as id) s using (id) when matched then update set id = 30
select * from m order by all
;
create table m (id int)
insert into m select i from range(5) t(i)
truncate m
insert into m values (7)
truncate table m
select count(*) from m
;
create table m (id int, v int default 3)
insert into m values (1, 10), (2, 20), (3, 30)
with q as (select 7 as id, 70 as v) insert into m select * from q
with q(a, b) as (values (1, 11), (9, 99)), r as (from q where b > 11) insert into m with s as (from r) select a + 1, b from s
with q as (select 1 as id, 2 as v) update m set v = q.v + 5 from q where q.id = m.id
with recursive r as (select 2 as n union all select n + 1 from r where n < 3) update m set v = (select max(n) from r) where id in (from r)
with q as (select 3 as id) delete from m using q where q.id = m.id
with q as (select 10 as id, 5 as v union all select 2, 0), p as (from q) merge into m using p on m.id = p.id when matched then delete when not matched then insert
with q as (select 4 as x) insert into m values ((select x from q), default)
! with m as (select 1 as x) update m set v = nosuch
! with q as (select 1) drop table m
select * from m order by all
;
create table k (a int primary key, b int not null, c int check (c > 0))
insert into k values (0, 1, 1), (1, 2, 2)
! insert into k values (null, 5, 5) on conflict do nothing
! insert into k values (null, 5, 5) on conflict (a) do update set b = 9
! insert into k values (5, null, 5) on conflict do nothing
! insert into k values (5, 5, -5) on conflict do nothing
insert into k values (1, null, -7) on conflict (a) do update set c = k.c + 1
! insert into k values (0, null, 5) on conflict (a) do update set b = excluded.b
select * from k order by all
;
create table k (a int check ((a + 1) * 2 > 3), b int default (1 + 2) * 3, s varchar default ('a' || 'b')::varchar)
insert into k (a) values (5), ((1 + 1) * 2)
! insert into k (a) values (0)
update k set a = (a + 1) * 2 where (a > 4) and a < 9
update k set b = (case when (a > 4) then 1 else 2 end) + 1, s = (s) || ((b))::varchar where ((a)) in (4) or (not (a = 1))
update k set b = (x.v) + 1 from (values (4, 7)) x(k, v) where (k.a) = x.k
insert into k (select 1, 2, 'c') union all select 3, 4, 'd'
merge into k using (select 3 as a, 9 as b) s on (k.a) + 1 = s.a + 1 when matched and (s.b + 1) * 2 = 20 then update set b = (s.b + 1) * 3
delete from k where (a + 1) * 2 = 4 and (true)
alter table k alter b type bigint using (b + 1) * 2
insert into k values (9, default, 'e')
select * from k order by all
;
create table g (d as (b * 2), a int, b bigint generated always as ((a + 1) * 10) virtual, c varchar default 'c', e varchar as (c || a))
insert into g values (1, 'x'), (null, 'y'), (3, null)
insert into g (a) values (4)
insert into g (c, a) select 'z', 5
insert into g default values
insert into g by name select 7 as a
! insert into g values (1, 2, 3)
! insert into g (a, b) values (1, 2)
! insert into g (b) values (default)
! insert into g by name select 3 as d
! update g set b = 3
! update g set (a, e) = (1, 'x')
update g set a = a + 1 where b < 30
update g set c = d::varchar where a = 5
update g set a = x.v from (values (8, 9)) x(k, v) where g.a = x.k
delete from g where e = 'z5'
select * from g order by all
;
create table g (a int primary key, v int, w as (v * a))
insert into g values (1, 2), (2, 3)
insert into g values (1, 5) on conflict do nothing
insert into g values (1, 7), (3, 4) on conflict (a) do update set v = excluded.v + g.w
insert or replace into g values (2, 100)
! insert into g values (1, 5) on conflict (a) do update set w = 1
merge into g using (values (3, 50), (4, 60)) s(a, v) on g.a = s.a when matched then update set v = s.v when not matched then insert values (s.a, s.v)
merge into g using (values (4, 61), (5, 70)) s(a, v) on g.a = s.a when matched then update when not matched then insert
merge into g using (values (5, 71), (6, 80)) s(v, a) on g.a = s.a when matched then update by name when not matched then insert by name
! merge into g using (values (1)) s(a) on g.a = s.a when matched then update set w = 1
! merge into g using (values (9)) s(a) on g.a = s.a when not matched then insert (a, w) values (1, 1)
select * from g order by all
;
create table g (a varchar, n int as (a), m as (n + 1))
insert into g values ('12'), (null)
! insert into g values ('x')
select *, typeof(n), typeof(m) from g order by all
;
create table g (a int, b as (a + 1), c as (b + a), x int)
insert into g values (1, 2)
! alter table g drop column a
! alter table g drop column b
! alter table g alter column a type bigint
! alter table g alter column b type bigint
! alter table g alter b set default 3
! alter table g add column y int as (a)
alter table g rename column a to "A b"
alter table g rename column b to bb
insert into g values (5, 6)
alter table g add column y int default 3
alter table g drop column x
insert into g values (7, 8)
update g set "A b" = 9 where bb = 6
alter table g drop column c
alter table g drop column bb
alter table g alter column "A b" type bigint
insert into g values (10, 11)
select * from g order by all
;
create table g (a int)
! create table h (a int, b as (sum(a)))
! create table h (a int, b as (row_number() over ()))
! create table h (a int, b as ((select 1)))
! create table h (a int, b as (c), c as (b))
! create table h (a int, b as (b))
! create table h (a int, b as (z))
! create table h (b as (1))
! create table h (a int, b int as (a) default 3)
select * from g
