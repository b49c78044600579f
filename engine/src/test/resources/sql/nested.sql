select id, box.name, box.deep.x, b.box.deep.y from basket b where box.size > 6
;
select box.deep.y, count(*), sum(box.deep.x) from basket group by box.deep.y
;
select id, tags[1], tags[-1], tags[3], tags[100], len(tags), coalesce(array_to_string(tags, '-'), '') as joined from basket
;
select id, list_contains(tags, 'tag number 2'), list_max(numbers), list_min(tags), list_sum(numbers)::bigint, list_avg(numbers) from basket
;
select id, array_to_string(list_sort(numbers), ','), coalesce(array_to_string(list_reverse(tags), ','), '') as turned from basket
;
select id, array_to_string(list_slice(numbers, 2, 3), ','), array_to_string(list_concat(numbers, numbers), ',') from basket
;
select id, marks['k1'], marks['other'], cardinality(marks), array_to_string(map_keys(marks), ',') from basket
;
select id, items[1].sku, items[2].n, len(items) from basket where id < 500
;
select b.id, t.tag from basket b, unnest(b.tags) as t(tag) where t.tag like '%2'
;
select t.tag, count(*), min(b.id), max(b.box.size) from basket b cross join unnest(b.tags) as t(tag) group by t.tag
;
select b.id, t.tag from basket b left join unnest(b.tags) as t(tag) on true where b.id < 200
;
select b.id, n.x, o.o_orderkey from basket b, unnest(b.numbers) as n(x), orders o where o.o_orderkey = n.x * 4 and b.id < 100
;
select count(*) from (select distinct numbers from basket) as d
;
select count(*), count(distinct box), count(box) from basket
;
select len(tags) as l, count(*) from (select tags, count(*) as n from basket group by tags) as g group by len(tags)
;
select a.id, c.id from basket a join basket c on a.tags = c.tags where a.id < 60 and c.id < 60
;
select id, box = {'name': 'n1', 'size': 1, 'deep': {'x': 7, 'y': 'long enough text 1'}} from basket where id < 50
;
select id, row_number() over (partition by numbers order by id) as r from basket where id < 300
;
select id, array_to_string(string_split(box.deep.y, ' '), '/') from basket where box is not null
;
select id, case when id % 2 = 0 then tags else ['odd'] end[1] as t from basket where id < 100
;
select count(*) from (select tags from basket where id < 1000 intersect select tags from basket where id >= 1000) as i
;
select box.name, len(max(len(tags))::varchar) from basket group by box.name having max(box.size) > 3
;
select id, tags[2:3], tags[:1], tags[2:], tags[-2:], tags[:-2], numbers[id % 3:id % 5], tags[3:1] from basket where id < 200
;
select id, tags[1:3][2:2], len(numbers[2:]), tags[1:2]::varchar[], (tags[2:])[1] from basket where id < 200
;
select id, cast(numbers as varchar[]) as texts, numbers::double[] as doubles from basket where id < 200
;
select id, cast(box as struct(size bigint, name varchar, more int)) as s from basket where id < 200
;
select id, box::struct(deep struct(y varchar, x double)) as s, cast([box] as struct(name varchar)[]) as l from basket where id < 200
;
select id, map_keys(cast(map{id: tags} as map(varchar, varchar[]))) as m, {'k': numbers[1:1]} as k from basket where id < 200
;
select id, tags from basket where id < 300 order by tags desc nulls last, id
;
select box, numbers from basket order by box nulls first, numbers desc nulls last, id limit 50
;
select min(tags), max(tags), min(box) is null, max(numbers) from basket
;
select box.name, max(tags), min(numbers) from basket group by box.name
;
select id, rank() over (partition by id % 7 order by numbers nulls first) as r from basket where id < 500
;
select id % 5 as k, array_agg(id order by tags nulls last, id) as ids, max(box.size) from basket where id < 300 group by id % 5
;
select box.* from basket where id < 300
;
select b.box.*, id from basket b where id < 300
-- duckdb
select box.*, id from basket b where id < 300
;
select id, box.deep.x as first, box.* exclude (deep, size) from basket where id < 300
;
select id, unnest(box) from basket where id < 300
;
select unnest(box.deep), id % 3 as k from basket where id < 300
;
select u.name, u.size + 1 as more, count(*) from (select unnest(box) from basket) as u where u.size > 2 group by u.name, u.size
;
select id, unnest(items[1]) from basket where id < 300
;
select max(id) as m, unnest(min({'a': id % 10, 'b': box.name})) from basket group by id % 10
;
select a.*, unnest(a.box), b.box.* exclude (size) from (select id, box from basket where id < 50) as a join basket b on a.id = b.id
-- duckdb
select a.*, unnest(a.box), b.box.name, b.box.deep from (select id, box from basket where id < 50) as a join basket b on a.id = b.id
;
select unnest(box), unnest(tags) from basket where id < 100
;
select id, unnest(items) as item from basket where id < 200
;
select id, unnest(marks) as mark from basket where id < 200
-- duckdb
select id, unnest(map_entries(marks)) as mark from basket where id < 200
;
select i.*, i from basket, unnest(items) as u(i) where id < 200 and i.n > 2
;
select id, list_position(tags, 'tag number 2'), list_position(numbers, id), array_indexof(numbers, null), list_position(numbers, numbers[2]) from basket
;
select id, list_position([1, 2, null, 2], id % 4), list_position(null::int[], 3), list_position([1.5, 2.25], 2.25), list_position([], 1) from basket where id < 30
;
select id, flatten([numbers, null, [id, null]]), flatten([tags]), flatten([[]::int[]]), flatten(null::int[][]) from basket
;
select flatten(array_agg(numbers order by id)), id % 4 as k from basket where id < 300 group by id % 4
;
select id, flatten(flatten([[numbers], [numbers, numbers]])) as f, array_position(['a', 'b'], 'b') from basket where id < 200
;
