-- Queries that users of engines reported as wrong, refused or crashing, with what is right.

-- any list
select 1 = any([1,2,3]) as a;
-- row: true

-- any unnest null
select (select 4 = any(select unnest(i))) as a from (values ([1, 2, 3, null])) t(i);
-- row: null

-- array corr empty
select i, array(select j from (values (1,10),(2,20)) t(k,j) where k = i) as l from range(1,4) g(i);
-- row: 1 | [10]
-- row: 2 | [20]
-- row: 3 | []

-- array many
select array(select i from range(3) t(i)) as a;
-- row: [0, 1, 2]

-- case names order
select 1 as "a", 2 as "A" order by "A";
-- row: 1 | 2

-- case names subquery
select "a", "A" from (values (1,2)) q("a","A");
-- row: 1 | 2

-- comma full
select a.x, b.y, c.z from (values (1)) a(x), (values (2)) b(y) full join (values (5)) c(z) on b.y = c.z;
-- row: 1 | 2 | null
-- row: 1 | null | 5

-- comma on scope
select * from (values (1)) a(x), (values (2)) b(y) join (values (5)) c(z) on a.x = c.z;
-- fails: no table "a" in [b, c]; did you mean "b" or "c"?

-- comma using count
create table a1(k int); create table b1(k int); create table c1(k int); create table d1(k int); insert into a1 values (1),(2); insert into b1 values (1),(2); insert into c1 values (1),(3); insert into d1 values (1),(3);
select count(*) from a1 join b1 using (k), c1 join d1 using (k);
-- row: 4

-- comma using scope
select s.id as sid, o.id as oid from (values (1,100),(5,500)) s(id,v), (values (1,10),(2,20)) o(id,c) join (values (1),(5)) s2(id) using (id);
-- row: 1 | 1
-- row: 5 | 1

-- covar null
select covar_pop(x, null) as a from (values (1),(2)) t(x);
-- row: null

-- cte upper def
create table bonus(x int); with BONUS(x) as (values (1)) select * from bonus;
-- row: 1

-- cte upper use
create table bonus(x int); with bonus(x) as (values (1)) select * from BONUS;
-- row: 1

-- cube twice
select a, count(*) as n from (values (1)) t(a) group by cube(a, a);
-- row: null | 1
-- row: 1 | 1
-- row: 1 | 1
-- row: 1 | 1

-- decimal 50
select cast(1 as decimal(50,2)) as a;
-- fails: there is no DECIMAL(50, 2): precision must be 1 to 38 and scale 0 to the precision

-- decimal type raw
select cast(99999 as decimal(2, -3)) as a;
-- fails: there is no DECIMAL(2, -3): precision must be 1 to 38 and scale 0 to the precision

-- full chain matched
select i, a.i as ai, b.i as bi, c.i as ci from (values (42)) a(i) full outer join (values (43)) b(i) using (i) full outer join (values (43)) c(i) using (i);
-- row: 42 | 42 | null | null
-- row: 43 | null | 43 | 43

-- full using where
create table t1(a int, b int); create table t2(a int, c int); insert into t1 values (1,10),(2,20); insert into t2 values (1,5),(3,6);
select a, b, c from t1 full join t2 using (a) where a >= 2;
-- row: 2 | 20 | null
-- row: 3 | null | 6

-- interval column
select timestamp '1992-01-01 00:00:00' + interval (i) days as x from range(3) t(i);
-- row: 1992-01-01T00:00
-- row: 1992-01-02T00:00
-- row: 1992-01-03T00:00

-- join filter division
create table t(x int, k int); insert into t values (0,1),(5,2); create table b(k int); insert into b values (2);
select t.x from t join b on t.k = b.k where 10 // t.x > 1;
-- row: 5

-- lateral outer
create table t8(q1 bigint, q2 bigint); insert into t8 values (123,456),(123,4567890123456789),(4567890123456789,123);
select count(*) as n from t8 c left join (t8 a left join (select q1, coalesce(q2,42) as x from t8 b) ss1 on a.q2 = ss1.q1 cross join lateral (select q1, coalesce(ss1.x,q2) as y from t8 d) ss2) on c.q2 = ss2.q1, lateral (select ss2.y offset 0) ss3;
-- row: 13

-- left then right
select i from (values (42)) a(i) left outer join (values (43)) b(i) using (i) right join (values (44)) c(i) using (i);
-- row: 44

-- limit fraction
select * from (values (1),(2),(3)) t(x) limit 1.25;
-- row: 1

-- mode nested
select mode([v]) as a from (values (1),(1),(2)) t(v);
-- row: [1]

-- named argument
select struct_pack(key_a => 1, key_b => 'x') as s;
-- row: {key_a=1, key_b=x}

-- natural where
create table t1(a int, b int); create table t2(a int, c int); insert into t1 values (1,10),(2,20); insert into t2 values (1,5),(3,6);
select a, b, c from t1 natural join t2 where a = 1;
-- row: 1 | 10 | 5

-- offset fraction
select * from (values (1),(2),(3)) t(x) offset 1.5 rows;
-- fails: OFFSET takes an integer, not 1.5

-- outer agg in subquery
create table test(a int, b int); insert into test values (11,22),(12,21),(13,22);
select a, sum(a) as s, (select sum(a) + sum(t1.b) from test) as x from test t1 group by a order by a;
-- row: 11 | 11 | 58
-- row: 12 | 12 | 57
-- row: 13 | 13 | 58

-- right then inner
select i, a.x, b.y, c.z from (values (1,1)) a(i,x) right join (values (2,2)) b(i,y) using (i) join (values (1,10),(2,20)) c(i,z) using (i);
-- row: 2 | null | 2 | 20

-- rollup twice
select a, count(*) as n from (values (1)) t(a) group by rollup(a, a);
-- row: 1 | 1
-- row: null | 1
-- row: 1 | 1

-- row equal all
select (1, 2) = all(select * from (values (1, 2), (1, 3)) t(x, y)) as a;
-- row: false

-- row less any
select (0, 0) < any(select 1, 0) as a, (2, 0) > any(select 1, 0) as b;
-- row: true | true

-- row notequal any
select (1, 2) <> any(select 1, 3) as a;
-- row: true

-- row notequal any null
select (1, 2) <> any(select * from (values (1, cast(null as int))) t(x, y)) as a;
-- row: null

-- rows decimal
select i, sum(i) over (order by i rows 2.00 preceding) as s from (values (1),(2),(3),(4),(5)) t(i) order by i;
-- fails: window frame offset 2.00 must be an integer

-- stddev null
select stddev(null) as a;
-- row: null

-- struct case
select case when i = 0 then {'a': 1} else {'b': 2} end as c from range(2) t(i);
-- fails: CASE does not take STRUCT(a INTEGER) beside STRUCT(b INTEGER) (struct_of('b', 2)); cast one of them

-- struct values
select * from (values ({'a': 1}), ({'b': 2})) t(s);
-- fails: VALUES does not take STRUCT(a INTEGER) beside STRUCT(b INTEGER) in one column; cast one of them

-- sum null
select sum(null) as a, avg(null) as b;
-- row: null | null

-- three full tables
create table t1(a int, b int); create table t2(a int, c int); insert into t1 values (1,10),(2,20); insert into t2 values (1,5),(3,6);
create table t3(a int, d int); insert into t3 values (1,7),(3,8),(4,9);
select a, b, c, d from t1 full join t2 using (a) full join t3 using (a) order by a;
-- row: 1 | 10 | 5 | 7
-- row: 2 | 20 | null | null
-- row: 3 | null | 6 | 8
-- row: 4 | null | null | 9

-- timestamp precision
select cast('2016-02-26 19:06:00.123' as timestamp(0)) as a, cast('2016-02-26 19:06:00.123' as timestamp(1)) as b;
-- row: 2016-02-26T19:06 | 2016-02-26T19:06:00.100

-- using having
create table t1(a int, b int); create table t2(a int, c int); insert into t1 values (1,10),(2,20); insert into t2 values (1,5),(3,6);
select a, count(*) as n from t1 join t2 using (a) group by a having a > 0;
-- row: 1 | 1

-- using in subquery
create table t1(a int, b int); create table t2(a int, c int); insert into t1 values (1,10),(2,20); insert into t2 values (1,5),(3,6);
select a, c from t1 left join t2 using (a) where a in (select a from t2);
-- row: 1 | 5

-- using order expr
create table t1(a int, b int); create table t2(a int, c int); insert into t1 values (1,10),(2,20); insert into t2 values (1,5),(3,6);
select a + 1 as z from t1 join t2 using (a) order by a;
-- row: 2

-- using where
create table t1(a int, b int); create table t2(a int, c int); insert into t1 values (1,10),(2,20); insert into t2 values (1,5),(3,6);
select a, b, c from t1 left join t2 using (a) where a > 0;
-- row: 1 | 10 | 5
-- row: 2 | 20 | null

-- values decimal double
select * from (values (1.5), (2.5e0)) t(a);
-- row: 1.5
-- row: 2.5

-- where without from
select 42 as x where 1 = 0;

-- year5 cast
select cast('12345-06-07' as date) as a, cast('294247-01-10' as date) as b;
-- row: 12345-06-07 | 294247-01-10

-- year5 literal
select date '99999-01-01' as a;
-- row: 99999-01-01

-- failing condition over an outer, semi and lateral join
create table t(x int, k int); insert into t values (0,1),(5,2); create table b(k int); insert into b values (2);
select t.x from t join b on t.k = b.k and 10 // t.x > 1;
select t.x from t, b where 10 // t.x > 1 and t.k = b.k;
select t.x from t where exists (select 1 from b where b.k = t.k) and 10 // t.x > 1;
select b.k from b left join t on t.k = b.k and 10 // t.x > 1;
select t.x from t join b on t.k = b.k join t t2 on t2.k = b.k where 10 // t.x > 1 and t.k = t2.k;
select x from t, unnest(case when x = 0 then []::int[] else [1] end) u(e) where 10 // x > 1;
-- row: 5
-- row: 5
-- row: 5
-- row: 2
-- row: 5
-- row: 5

-- failing condition over filters and set operations
create table t(x int, k int); insert into t values (0,1),(5,2);
select t.x from (select * from t where x <> 0) t where 10 // t.x > 1;
select x from (select x from t intersect select 5) q where 10 // x > 1;
select x from (select x from t except select 0) q where 10 // x > 1;
-- row: 5
-- row: 5
-- row: 5

-- failing argument under filter and case
create table t(x int); insert into t values (0),(5);
select sum(10 // x) filter (where x <> 0), sum(case when x <> 0 then 10 // x end), list(10 // x) filter (where x <> 0), sum(distinct 10 // x) filter (where x > 0) from t;
-- row: 2 | 2 | [2] | 2

-- default in values
create table t0(c0 int);
insert into t0 values (default);
select c0, c0 is null as missing from t0;
-- row: null | true

-- series under an alias
select (1 + 2) * 3 as a, count(*) as n from range(3) t where t.range > 0;
-- row: 9 | 2

-- unnest inside unnest
select unnest(unnest([[1, 2], [3]])) as a;
-- fails: unnest cannot read an unnest of the same SELECT

-- unnest read by an alias in unnest
select unnest([1, 2]) as u, unnest([u]) as v;
-- fails: unnest cannot read an unnest of the same SELECT

-- unnest in a window by an alias
select unnest([1, 2]) as u, row_number() over (order by u) as n;
-- fails: a window cannot read an unnest of the same SELECT

-- unnest in where by an alias
select unnest([1, 2]) as u where u > 1;
-- fails: WHERE cannot read an unnest of the same SELECT

-- unnest in an aggregate by an alias
select unnest([1, 2]) as u, sum(u) as s;
-- fails: an aggregate cannot read an unnest of the same SELECT

-- order by the one selected column of a name
select a.x, b.y from (values (2, 1), (1, 2)) a(x, k) join (values (1, 5), (2, 6)) b(k, y) on a.k = b.k join (values (9)) c(x) on true order by x;
-- row: 1 | 6
-- row: 2 | 5

-- rows with nulls compare as values
select (a, b) = (2, null) as e, (a, b) <> (2, null) as n, (a, b) >= (2, 7) as g, (a, b) > (null, 3) as l, (null, 1) < (0, 1) as c from (values (1, 10), (2, 20), (null, 5), (2, null)) t(a, b);
-- row: false | true | false | false | false
-- row: false | true | true | false | false
-- row: false | true | true | true | false
-- row: true | false | true | false | false

-- rows with nulls join
select a.x, b.x from (values (1, 1), (null, 2), (3, null)) a(x, y) join (values (1, 1), (null, 2), (3, null), (3, 4)) b(x, y) on (a.x, a.y) = (b.x, b.y);
-- row: 1 | 1
-- row: null | null
-- row: 3 | 3

-- aggregate over a subquery of an outer column
select b, (select sum((select a)) from (values (1), (2)) u(x)) as s, (select count(*) filter (where a in (select y from (values (2)) w(y))) from (values (1), (2), (3)) u(x)) as c from (values (1, 10), (2, 20)) t(a, b);
-- row: 10 | 2 | 0
-- row: 20 | 4 | 3

-- aggregate of an outer column in the order of an inner one
select b, (select max(a order by x) from (values (1), (2)) u(x)) as m from (values (1, 10), (2, 20)) t(a, b);
-- row: 10 | 1
-- row: 20 | 2

-- aggregate of an outer column beside a subquery
select (select sum(a + (select 1)) from (values (1)) u(x)) as s from (values (1), (2)) t(a);
-- row: 5

-- rows as values
select (1, null) = (1, null) as a, (1, 2) <> (1, null) as b, (1, 2) < (1, null) as c, (1, null) >= (1, 2) as d;
-- row: true | true | true | true

-- distinct by the keys of the first rows
select distinct a from (values (1, 5), (2, 4), (1, 3), (3, 1)) t(a, b) order by b;
-- row: 3
-- row: 2
-- row: 1

-- state of an aggregate
select sum(x) export_state from (values (1)) t(x);
-- fails: Cannot parse SQL: states of aggregates cannot be read; leave EXPORT_STATE out

-- insert of what is no struct
create table s(x int); create table d as select {'a': 1} as c;
insert into d select 1;
-- fails: Cannot insert into "d": there is no cast from INTEGER (1) to STRUCT(a INTEGER)

-- unit from a column
select date_trunc(part, timestamp '2020-01-02 03:04:05') as a from (select 'month' as part);
-- row: 2020-01-01T00:00

-- mode by an order
select mode(x order by x desc) as a, mode(x order by y) as b, mode(x) as c from (values (1, 4), (3, 2), (3, 9), (1, 3), (2, 1), (null, 0), (null, 0), (null, 0)) t(x, y);
-- row: 3 | 3 | 1

-- mode of a list
select list_mode([3, 1, null, 1, 3]) as a, list_mode([]::int[]) as b;
-- row: 3 | null

-- integer of 39 digits
select 1 - (-170141183460469231731687303715884105724) as a;
-- row: 170141183460469231731687303715884105725

-- integer of over 128 bits
select 1 - (-170141183460469231731687303715884105729) as a;
-- fails: -170141183460469231731687303715884105729 has more than the 128 bits of a HUGEINT; write it with an exponent

-- integer of 38 digits
select -(-99999999999999999999999999999999999999) as a, -99999999999999999999999999999999999999e3 as b;
-- row: 99999999999999999999999999999999999999 | -1.0E41

-- before the first timestamp
select time_bucket(interval '400 years', cast('-290308-12-23 00:00:00' as timestamp)) as a;
-- fails: Cannot hold

-- substring from the first character
select substring('hello' for 3) as a, substring('hello' from 2 for 3) as b;
-- row: hel | ell

-- distinct rows
select count(distinct *) as n from (values (1), (1)) t(x);
-- fails: count(DISTINCT *) is not supported
