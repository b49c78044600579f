select * exclude n_name from nation order by n_nationkey
;
select nm, n_nationkey from (select * rename (n_name as nm) from nation) order by n_nationkey
;
select k, n from (select * exclude n_regionkey rename (n_name as n, n_nationkey as k) from nation) order by k
;
select * exclude (nation.n_regionkey) from nation join region on n_regionkey = r_regionkey order by n_nationkey
;
select * replace upper(r_name) as r_name from region order by r_regionkey
;
select min(columns(*)), max(columns(*)) from nation
;
select n_nationkey, n_regionkey from (select max(columns('.*key')) - 1 from nation)
;
select columns(c -> c like 'n%') from nation order by all
-- duckdb
select columns(lambda c: c like 'n%') from nation order by all
;
select columns(lambda c: length(c) > 6) from nation order by all
;
select columns([c for c in (*) if c not like '%key']) from nation order by all
;
select columns(['r_name', 'R_REGIONKEY']) from region order by 1
;
select columns(* exclude (n_name)) * 2 from nation order by all
;
select columns(nation.*) from nation join region on n_regionkey = r_regionkey order by all
;
select columns('key') + columns('key') from nation order by all
;
select "x_n_name" from (select columns('name') as 'x_\0' from nation) order by all
;
select "region_n" from (select columns('n_(.*)key') as '\1_n' from (select n_regionkey from nation)) order by all
;
select * like '%key' from nation order by all
;
select * not like '%key' from nation order by all
;
select * ilike 'N_N%' from nation order by all
;
select * similar to 'n_n.*' from nation order by all
;
select nation.* glob 'n_[nr]a*' from nation order by all
;
select coalesce(*columns('key')), greatest(*columns('key'), 3), [*columns('key')], 3 in (*columns('key')) from nation order by all
;
select s.n_regionkey from (select struct_pack(*columns('key')) as s from nation) order by all
;
select n_nationkey from nation where columns('key') > 2 order by 1
;
select n_nationkey from nation order by columns('n_region|n_nation') desc
;
select sum(columns('key')) over (order by n_nationkey) from nation order by all
;
select unnest(columns('numbers')) from basket where id < 5 order by 1
;
select a: n_nationkey + 1, b: n_name from nation order by b, a
;
select s.n_name, t from s: nation, t: (select 1 as t) order by all
;
select 0xFF, 0b101, 0x1F_F, 0xFFFFFFFFFF
-- duckdb
select 255, 5, 511, 1099511627775
;
select $$a'b$$, $tag$a$$b$tag$, $$ $$ as e
;
select n_name not null and true, not n_name not null from nation order by all
;
select 'abc' ~~ 'a%', 'abc' !~~ 'b%', 'ABC' ~~* 'a%', 'ABC' !~~* 'a%', 'abc' ~~~ 'a*', 'abc' ~* 'B', 'abc' ^@ 'ab', null ^@ 'a'
;
select 'a*c' glob 'a[*]c', 'abc' glob 'a?c', 'abc' glob 'a[a-c]c', 'abc' glob 'a[!b]c', null glob 'a', 'ab.' glob 'ab.', 'abc' glob 'ab.', 'x' not glob 'y'
;
select [1, 2] && [2, 3], [1, 2] @> [1], [1] <@ [2, 3]
;
select 'B' collate nocase = 'b', 'B' collate binary = 'b', 'B' collate nocase in ('a', 'b'), 'a' < 'B' collate nocase
-- duckdb
select 'B' collate nocase = 'b', 'B' = 'b', 'B' collate nocase in ('a', 'b'), 'a' < 'B' collate nocase
;
select g from (values ('b'), ('A'), ('a'), ('B')) t(g) order by g collate nocase, g
;
select n_name.lower().replace('nation ', 'n'), (n_regionkey - 3).abs(), [1, 2].list_sum(), nation.n_name.length() from nation order by all
;
select [1, 2, 3].list_filter(lambda x: x > 1), 'a,b'.split(',')
;
select n.n_name, n.n_regionkey + 1 from (select nation as n from nation) order by all
;
select count(nation) from nation
;
select n_nationkey, r_name from nation positional join region order by n_nationkey
-- duckdb
select n_nationkey, r_name from (from nation order by n_nationkey) positional join (from region order by r_regionkey) order by n_nationkey
;
select * from (select r_regionkey as a from region where r_regionkey < 2 order by 1) x positional join (select n_nationkey as b from nation where n_nationkey > 20 order by 1 desc) y order by b desc
;
select n_name, l.r_name from nation cross apply (select r_name from region where r_regionkey = n_regionkey and r_regionkey > 2) l order by 1
-- duckdb
select n_name, l.r_name from nation cross join lateral (select r_name from region where r_regionkey = n_regionkey and r_regionkey > 2) l order by 1
;
select n_name, l.r_name from nation outer apply (select r_name from region where r_regionkey = n_regionkey and r_regionkey > 2) l order by 1
-- duckdb
select n_name, l.r_name from nation left join lateral (select r_name from region where r_regionkey = n_regionkey and r_regionkey > 2) l on true order by 1
;
select id, e from basket lateral view explode(numbers) q as e where id < 20 order by 1, 2
-- duckdb
select id, e from basket, unnest(numbers) q(e) where id < 20 order by 1, 2
;
select id, e from basket lateral view outer explode(numbers) as e where id < 20 order by 1, 2
-- duckdb
select id, e from basket left join unnest(numbers) q(e) on true where id < 20 order by 1, 2
;
select id, k, v from basket lateral view explode(marks) q as k, v where id < 20 order by all
-- duckdb
select id, e.key, e.value from (select id, unnest(map_entries(marks)) e from basket where id < 20) order by all
;
select * from values (1, 'a'), (2, 'b') v(i, s) order by 1
;
select nth_value(n_name, 2) from last over (partition by n_regionkey order by n_nationkey rows between 1 preceding and 2 following), n_nationkey from nation order by all
-- duckdb
select nth_value(n_name, 2) over (partition by n_regionkey order by n_nationkey desc rows between 2 preceding and 1 following), n_nationkey from nation order by all
;
select string_agg(n_nationkey, ';' order by n_nationkey desc), string_agg(n_regionkey order by n_nationkey) from nation
;
select string_agg(o_orderdate, ' ' order by o_orderkey) from orders where o_orderkey < 40
;
select unnest([[1], [2, 3], null, []], recursive := true)
;
select unnest([{'a': 1, 'b': {'c': 2, 'd': [3]}}, {'a': 4, 'b': null}], recursive := true)
;
select unnest({'a': 1, 'b': {'c': 2}}, recursive := true)
;
select unnest([[[1, 2]], [[3]]], max_depth := 2)
;
select 'abc' like any (['a%', 'x%']), 'abc' like any ('x%', 'y%'), 'abc' not like all ('x%', 'y%')
-- duckdb
select true, false, true
;
select (date '2024-01-01', date '2024-02-01') overlaps (date '2024-01-15', date '2024-03-01'), (date '2024-01-01', date '2024-02-01') overlaps (date '2024-02-01', date '2024-03-01'), (date '2024-01-01', interval 10 day) overlaps (date '2024-01-05', date '2024-01-05'), (date '2024-02-01', date '2024-01-01') overlaps (date '2024-01-31', interval 1 day), (date '2024-01-01', date '2024-01-01') overlaps (date '2024-01-01', date '2024-01-01'), not (date '2024-01-01', date '2024-01-02') overlaps (date '2024-01-03', date '2024-01-04')
-- duckdb
select true, false, true, true, true, true
