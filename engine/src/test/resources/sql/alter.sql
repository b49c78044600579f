create table d (a int primary key, b int default 5, c varchar unique)
create unique index i on d(b)
insert into d values (1, 1, 'x')
! insert into d values (2, 1, 'y')
insert into d values (2, 1, 'y') on conflict (b) do update set c = excluded.c
! create index i on d(c)
! create index if not exists i on d(nosuch)
create index if not exists i on d(c)
! create unique index j on nosuch(c)
create index j on d(b, c)
drop index j
drop index i
drop index if exists i
! drop index i
insert into d values (2, 1, 'z')
! create unique index i on d(b)
select * from d order by all
;
create table d (a int primary key, b int default 5, c varchar unique)
insert into d values (1, 1, 'x'), (2, null, null)
alter table d rename to e
alter table e rename b to bb
alter table e rename column c to cc
insert into e (a, cc) values (3, 'y')
! insert into e (a, cc) values (4, 'y')
! insert into e (a, b) values (4, 4)
! insert into d values (9, 9, 'z')
! alter table e rename a to CC
! alter table e rename nosuch to q
! alter table nosuch rename to q
alter table if exists nosuch rename to q
select a, bb, cc from e order by all
;
create table d (a int)
insert into d values (1), (null)
alter table d add column b int default 9
alter table d add c varchar
alter table d add column if not exists b int
! alter table d add column B int
! alter table d add column e int not null
insert into d (a) values (3)
alter table d drop column a
alter table d drop column if exists a
! alter table d drop a
alter table d drop c
! alter table d drop b
select * from d order by all
;
create table d (a int, b varchar, c int)
insert into d values (1, '10', 3), (2, '20', null)
alter table d alter b type int
alter table d alter column a set data type varchar using 'v' || a
alter table d alter c set default 7
! alter table d alter c set not null
insert into d (a, b) values ('x', 30)
delete from d where c is null
alter table d alter c set not null
! insert into d values ('y', 40, null)
alter table d alter c drop not null
alter table d alter c drop default
insert into d (a, b) values ('z', 50)
! alter table d alter a type int
select a, b + 1, c from d order by all
;
create table d (a int, b int)
insert into d values (1, 2), (1, 3)
! alter table d add primary key (a)
alter table d add primary key (b)
! alter table d add primary key (a, b)
! insert into d values (5, 3)
! insert into d values (5, null)
select * from d order by all
;
create table d (a int check (a > 0), b int, c int, check (a < b), unique (b, c))
insert into d values (1, 2, 3)
! alter table d drop column b
! alter table d drop column c
! alter table d alter a type bigint
alter table d rename b to k
! insert into d values (5, 4, 3)
! insert into d values (0, 4, 3)
! insert into d values (1, 2, 3)
insert into d values (1, 2, 4)
select a, k, c from d order by all
;
create view v as select 1 as a
create table t (x int)
alter view v rename to w
! alter table t rename to w
! alter view t rename to q
alter table t rename to T2
select a, (select count(*) from T2) from w
-- duckdb
create view v as select 1 as a
create table t (x int)
alter view v rename to w
! alter table t rename to w
alter table t rename to T2
select a, (select count(*) from T2) from w
;
create table g (a int primary key, b int not null, c varchar default 'q', unique (b, c), check (b > a))
create view v as select a from g
comment on table g is 'about g'
comment on column g.b is 'about b'
comment on view v is 'about v'
alter table g rename b to bb
comment on column v.a is 'of v'
comment on column v.a is null
select table_name, comment, has_primary_key, column_count, check_constraint_count from duckdb_tables() order by all
;
create table g (a int primary key, b int not null, c varchar default 'q', d decimal(5, 2))
comment on column g.b is 'about b'
alter table g rename to h
alter table h rename b to bb
select table_name, column_name, column_index, comment, column_default, is_nullable from duckdb_columns() where not internal order by column_index
;
create table g (a int primary key, b int unique, c int, unique (b, c))
create index i on g(c, b)
create unique index u on g(b)
select index_name, table_name, is_unique, is_primary, expressions from duckdb_indexes() order by 1
;
create table g (a int primary key, b int unique, c int, unique (c, b))
select table_name, constraint_type, constraint_name from duckdb_constraints() where constraint_type <> 'NOT NULL' order by 3
;
create view v as select 1 as x, 2 as y
select view_name, column_count from duckdb_views() where not internal
;
set variable v = 1 + 1
set variable L to [1, null, 3]
set variable s = {'a': 1, 'b': 'x'}
set variable d = date '2024-01-31'
set variable gone = 7
set variable n = null
reset variable gone
set variable q = (select max(i) from range(10) t(i))
set variable v = getvariable('v') * 10
reset variable nosuch
select getvariable('v'), getvariable('V') + 1, getvariable('l')[3], getvariable('s').b, getvariable('d') + 1, getvariable('gone'), getvariable('nosuch'), getvariable('n'), getvariable('q')
;
create table t (a int)
insert into t select i from range(5) t(i)
set variable low = 2
create view v as select a from t where a >= getvariable('low')
set variable low = 3
analyze t
analyze
select * from v order by a
;
create table t as select i from range(5) t(i)
set variable q = (select max(i) from t)
set variable q2 = (select i from t where i = 2)
(select i from t where i < 2) order by 1
