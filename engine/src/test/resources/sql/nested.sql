select id, box.name, box.deep.x, b.box.deep.y from basket b where box.size > 6
;
select box.deep.y, count(*), sum(box.deep.x) from basket group by box.deep.y
;
select id, tags[1], tags[-1], tags[3], tags[100], len(tags), coalesce(array_to_string(tags, '-'), '') as joined from basket
;
select id, array_to_string(tags, '-'), array_to_string(list_slice(tags, 1, 1), '-'), array_to_string([null, null]::varchar[], '-') from basket
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
select id, unnest(tags) as t, unnest(numbers) as n from basket where id < 300
;
select id, unnest(numbers), unnest(items) as i, unnest(numbers) as again, tags from basket where id < 300
;
select id, coalesce(unnest(tags), '-') as t, unnest(numbers) * 2 + id as n from basket where id < 300
;
select case when unnest(numbers) > 9 then 'big' else 'small' end as k, id from basket where id < 300
;
select id, unnest(box), unnest(tags) as t, unnest(map_keys(marks)) as k from basket where id < 100
;
select * exclude (marks), unnest(numbers) as n from basket where id < 100
;
select * exclude (items, marks), unnest(tags) as t, unnest(numbers) as n from basket where id < 100
;
select n, count(*), min(t) from (select unnest(numbers) as n, unnest(tags) as t from basket) group by n
;
select id % 3 as k, unnest(array_agg(id order by id)) as i, count(*) as c from basket where id < 100 group by id % 3
;
select id, row_number() over (partition by id % 5 order by id) as r, unnest(numbers) as n from basket where id < 200
;
select distinct unnest(numbers) as n, unnest(tags) as t from basket
;
select unnest([1, 2, 3]) as a, unnest(['x']) as b, unnest([]::int[]) as c
;
select b.id, x.n, x.t from basket b, unnest(b.numbers, b.tags) as x(n, t) where b.id < 200
-- duckdb
select id, unnest(numbers) as n, unnest(tags) as t from basket where id < 200
;
select b.id, x.n, x.t, x.o from basket b cross join unnest(b.numbers, b.tags) with ordinality as x(n, t, o) where b.id < 200
-- duckdb
select id, unnest(numbers) as n, unnest(tags) as t, unnest(range(1, greatest(coalesce(len(numbers), 0), coalesce(len(tags), 0)) + 1)) as o from basket where id < 200
;
select id, (select sum(n) from unnest(numbers) as u(n)) as s, (select count(*) from unnest(tags) as u(t) where t > 'tag number 1') as c from basket
;
select id from basket where 7 in (select n from unnest(numbers) as u(n))
;
select id, exists (select 1 from unnest(items) as u(i) where i.n > 9) as e from basket
;
select id from basket where 7 not in (select n + id % 3 from unnest(numbers) as u(n))
;
select id, s, c from basket, lateral (select sum(n) as s, count(*) as c from unnest(numbers) as u(n)) as q where c < 4
;
select id, n from basket, lateral (select n from unnest(numbers) as u(n) where n > id % 20) as q
;
select id, k, c from basket, lateral (select n % 3 as k, count(*) as c from unnest(numbers) as u(n) group by n % 3) as q
;
select id, n from basket left join unnest(numbers) as u(n) on n > 15
;
select c_custkey, n, s from customer, lateral (select count(*) as n, sum(o_totalprice) as s from orders where o_custkey = c_custkey) as q
;
select id, list_zip(numbers, tags) as z, list_zip([1, 2], ['a', 'b', 'c']) as y from basket
;
select id, list_sort(list_intersect(numbers, [1, 3, 5, 7, 9, id])) as i, list_has_any(numbers, [id % 23, 4]) as a, list_has_all([1, 3, id, null], [id, 3]) as b from basket
;
select id, list_sort([numbers, [], null, [id], [null, 1]]) as s, list_max([numbers, [id]]) as m, list_min([{'a': id, 'b': 1}, {'a': 5, 'b': 0}]) as n from basket
;
select id, list_append(numbers, id), list_prepend('a', tags), array_push_front(numbers, 1), list_reverse_sort(numbers), list_unique(tags), array_length(numbers, 1) from basket
;
select id, range(id % 4) as a, range(id % 3, id % 7, 2) as b, generate_series(id % 5, -3, -(id % 2) - 1) as c, range(n, 3) as d from basket left join (values (3, 1)) as v(i, n) on i = id
;
select t.i, u.x, range from range(5) as t(i), unnest(range(t.i)) as u(x), range(2, 6, 3)
;
select count(*), sum(range), sum(generate_series) from range(0, 100000) join generate_series(100000, 5, -7) on generate_series = range
;
select range, sum(range) over (order by range desc range between 2 preceding and current row) as s from range(20) where range between 3 and 12
;
select coalesce(a.k, b.k) as k, b.id from (select {'a': 1, 'b': 'x'} as k) a full join (select {'a': id, 'b': case when id % 3 > 0 then 'y' || id end} as k, id from basket) b on a.k = b.k
;
select id, numbers is distinct from [1, 2], tags is not distinct from ['tag number 1'], case (id)::int when 3 then [id] else [] end from basket where id < 100
;
select id, n, (select count(m) from unnest(numbers) as v(m) where m <> n) as others from basket b left join unnest(b.numbers) as u(n) on true where id < 100
;
select id, list_transform(numbers, lambda x: x * 2 + id) as a, list_filter(tags, lambda t: t <> 'tag number 1') as b, list_transform(numbers, lambda x, i: i * 1000 + x) as c from basket
;
select id, list_transform(numbers, x -> case when x > id % 10 then x::varchar else 'small' end) as a, list_filter(numbers, (x, i) -> i % 2 = 1 and x is not null) as b from basket
-- duckdb
select id, list_transform(numbers, lambda x: case when x > id % 10 then x::varchar else 'small' end) as a, list_filter(numbers, lambda x, i: i % 2 = 1 and x is not null) as b from basket
;
select id, list_reduce(list_transform(numbers, lambda x: coalesce(x, 0)), lambda a, b, i: a * 2 + b * i, id) as a, list_reduce(list_append(numbers, id), lambda a, b: coalesce(a, 0) + coalesce(b, 0) * 1.5) as b from basket
;
select id, list_transform(range(id % 5), lambda x: list_filter(numbers, lambda y: y > x + id % 7)) as a, list_transform([numbers, [id]], lambda x: list_transform(x, lambda x: x + 1)) as b from basket
;
select id, [x * x for x in numbers if x > 3] as a, [t || '!' for t in tags] as b, ['f' || x || i for x, i in numbers] as c from basket
;
select len(list_filter(numbers, lambda x: x % 2 = 0)) as k, count(*), sum(list_sum(list_transform(numbers, lambda x: x + id))) from basket where len(list_filter(numbers, lambda x: x > id % 9)) > 1 group by 1
;
select a.id, b.id as other from basket a join basket b on list_transform(a.numbers, lambda x: x + 0) = b.numbers and a.id < b.id where a.id < 300
;
select id, u from basket, unnest(list_transform(numbers, lambda x: x + id)) as t(u) where u % 3 = 0
;
select id % 4 as k, list_transform(list(id order by id), lambda x: x % 5) as l from basket group by 1
;
select id, (select sum(u) from unnest(list_concat(numbers, numbers)) t(u)) as s, (select count(*) from unnest(coalesce(numbers, [id, 2])) t(u) where u > 2) as n from basket b where id < 40
;
select id from basket b where id % 23 in (select u + 1 from unnest(list_concat(numbers, [id % 3])) t(u)) and id < 200
;
select id, k, (select max(x) from unnest([k, b, id]) v(x)) as m from t
;
select id % 3 as a, box, count(*), max(id) from basket where id < 60 group by rollup (a, box)
;
select id % 4 as a, id % 3 as b, first(numbers order by id), any_value(len(tags)) is null, count(*) from basket group by cube (a, b)
;
select id, list_count(numbers) as c, list_first(numbers) as f, list_last(tags) as l, list_any_value(tags) as a, list_any_value([null, id, 7]) as b, list_product(list_slice(numbers, 1, 3)) as p from basket
;
select id, list_median(numbers::int[]) as m, round(list_var_pop(numbers), 6) as vp, round(list_var_samp(numbers), 6) as vs, round(list_stddev_pop(numbers), 6) as sp, round(list_stddev_samp(numbers), 6) as ss, round(list_sem(numbers), 6) as se from basket
;
select id, round(list_skewness(numbers || [id, 2 * id, 5]), 5) as s, round(list_kurtosis(numbers || [id, 3 * id, 5, 7]), 5) as k from basket where id > 10
;
select id, list_bit_and(numbers) as a, list_bit_or(numbers) as o, list_bit_xor(numbers) as x, list_bool_and(list_transform(numbers, lambda n: n > 3)) as f, list_bool_or(list_transform(numbers, lambda n: n > 3)) as t from basket
;
select id, list_inner_product([id, 2.5], [3.0, id]::double[]) as p, list_dot_product([id], [2]) as d, list_negative_inner_product([id], [2]) as n, round(list_distance([id, 2], [3.0, id]), 9) as e, round(list_cosine_similarity([id, 2, 1], [3.0, id, 2]), 9) as c, round(list_cosine_distance([id, 1], [3, 1]), 9) as f from basket
;
select id, list_aggregate(numbers, 'count') as c, list_aggr(numbers, 'product') as p, list_aggregate(numbers, 'first') as f, array_aggregate(numbers, 'last') as l, round(list_aggregate(numbers, 'stddev_samp'), 6) as s, list_aggregate(tags, 'any_value') as a, list_aggregate(tags, 'string_agg', '-') as j, list_string_agg(tags) as k from basket
;
select list_cosine_similarity([]::double[], []::double[]) as a, list_inner_product([]::double[], []::double[]) as b, list_distance(null::double[], [1.0]) as c, list_var_samp([1]) as d, list_skewness([1, 1, 1]) as e, list_kurtosis([2, 2, 2, 2]) as f, list_sem([1]) as g, list_product([]::int[]) as h, list_count(null::int[]) as i, list_bool_and([]::boolean[]) as j, list_first([]::int[]) as k
;
select id, numbers < [id % 20], [1, id % 7] <= [1, 3], numbers >= tags::int[] from (select id, numbers, ['3', '4'] as tags from basket)
;
select id, tags < ['tag number 3'], tags >= ['tag number 2', 'x'], box < {'name': 'n2', 'size': 3, 'deep': {'x': 1, 'y': 'a'}}, box.deep > {'x': 5, 'y': ''} from basket
;
select a.id, b.id as other from basket a join basket b on a.numbers < b.numbers and a.id = b.id + 1 where a.id < 300
;
select id from basket where numbers between [2] and [5, 1] or [tags] > [['tag number 4']]
;
select [null] < [1], [1] < [null], [1, 2] < [1], [1] < [1, 0], null::int[] < [1], [] < [1], [[2], null] > [[2], [1]], [1.5] < [2], {'a': 1, 'b': null} < {'a': 1, 'b': 3}, ['a', ''] < ['a'], [1] < [2]::bigint[], not ([1] < [2]), map {'a': 1} < map {'a': 2}
;
select count(*), max(id) from basket where not (numbers < [4]) and tags > ['tag number 1']
;
select {'a': 1} in ({'a': 1}, {'a': 2}) as x, {'a': 1} not in ({'a': {'b': [1]}.b[1]}, {'a': 2}) as y
;
select id, {'a': id, 'b': 1} in ({'a': 1, 'b': 1}, {'a': 7, 'b': 1}) as x from basket where id < 9
;
select id, list_concat(numbers, nullif(numbers, numbers)), list_concat(nullif(tags, tags), nullif(tags, tags)) is null, list_concat(nullif(numbers, numbers)), numbers || nullif(numbers, numbers) from basket where id < 60
;
select unnest(l) as e, count(*), sum(k) from (values (1, [3, 1]), (2, [3]), (3, null)) r(k, l) group by e order by e
;
select unnest(l) + 1 from (values (1, [3, 1]), (2, [3])) r(k, l) group by unnest(l) + 1
;
select unnest(l) as e, unnest([7, 8]) as f, count(*) from (values ([3, 1]), ([3])) r(l) group by rollup(f, 1) having count(*) > 0
;
select distinct on (k) k, unnest(l) as e from (values (1, [3, 1]), (2, [3])) r(k, l) order by k, e
;
select distinct on (unnest(l)) k from (values (1, [3, 1]), (2, [5])) r(k, l)
;
select row(1, 'x')::struct(i int, j varchar) as s, [row(k, row(2, 3))]::struct(i int, j struct(k bigint, l varchar))[] as l from (values (1), (null)) t(k) order by k
;
select {'j': 'z', 'i': 3}::struct(i int, j varchar) as s
;
select id, list_reduce([1, 2, id], lambda x, y, i: list_reduce([4, 5, x], lambda a, b, j: list_reduce([7, y, 9], lambda c, d, k: x + y + a + b + c + d + i + j + k)), 3) as a from basket where id < 5
;
select id, list_reduce([{'a': 1, 'b': 1.5}, {'a': id, 'b': 2}], lambda r, x: {'a': r.a + (x.b - r.b), 'b': x.b}) as a from basket where id < 5
;
select id, [i for x, i in numbers if x > id % 10] as a, [x + i for x, i in numbers if i % 2 = 0] as b, [[y + i for y, j in [x, 5] if j = i] for x, i in [4, 5, id] if x <> 5] as c from basket
;
select list_histogram([]::int[]) as a, list_histogram([null]::int[]) as b, {'a': ['1', '2'], 'b': 84}::struct(b int, A int[]) as c
;
select list_transform(null, lambda x: x + 1) as a, list_filter(null, lambda x: x > 1) as b, array_extract('hello', -1) as c, list_element('hello', 2) as d, array_slice('hello', 2, 3) as e, list_slice('hello', -2, -1) as f, list_slice('hello', null, 2) as g
;
select min(i) as a, first(i) as b, last(i) as c, list(i) as d from (values ([1, 0]), ([1, 2]), ([1, 3]), ([0]), (null)) v(i)
;
select map {'a': 1, 'b': null}::varchar as a, (map {1: [1, 2]})::varchar as b, histogram(id % 3)::varchar as c from basket
;
select id, cast({'a': s, 'Two b': [s, 'x:y', null], 'c': m} as varchar), cast(row(s, k) as varchar), cast(map {s || '=': k} as varchar), cast([d] as varchar), cast([ts] as varchar) from t where s is not null
;
select id, element_at(map {k: s}, 3), element_at(map {1: k, 2: null}, id % 4), map_extract(map {s || 'x': id}, null) from t where k is not null and s is not null
;
select id, list_mad([m, m * 2, 7.3]), list_median([m, 1.5]), list_mad([k, 3]) from t
;
select id, numbers[1:3:2], numbers[:-:-1], numbers[-1:1:-2], numbers[(id % 5 - 2):9:2], tags[4:(id % 3):-1], list_slice(numbers, 0, id % 7, 3), numbers[2:-:nullif(id % 4, 0)] from basket
;
select g, ordinality from generate_series(1, 3) with ordinality as g
;
select g.generate_series + 1, g from generate_series(1, 3) with ordinality as g
;
select u from unnest(['a', 'b']) with ordinality as u
;
select n, ordinality from unnest([5, 6]) with ordinality as u(n) order by 2
;
select unnest([[1, 2], [3]], recursive := true) as x, unnest([10, 20]) as y, id from t where id < 4
;
select unnest([[[1, 2], [3]], [[4]]], recursive := true) as x, unnest([[10, 20], [30, 40, 50]], recursive := true) as y, unnest(['a', 'b', 'c']) as z
;
select unnest([[]::integer[], null, [1]], recursive := true) as x, unnest([7, 8]) as y
;
select unnest([[[1, 2], [3]], [[4]]], max_depth := 2) as x, unnest([7, 8]) as y, count(*) as n from t

;
select typeof(row(id, s)), typeof((id,)), typeof(row({'a': id}, [row(s)])), typeof(map {row(id): k}), typeof(row(id, k)::struct(a int, b int)), row(id, s)::tuple(varchar, varchar) from t where id < 5
;
select list_aggregate(l, 'favg') - 2251799813685248.5::double, list_aggr(l, 'fsum') - 9007199254740994, list_aggregate([]::double[], 'favg') from (values ([9007199254740992::double, 1, 1, 0, null])) t(l)
;
select list_sum(a), list_avg(a), list_median(b), list_product(b), list_mad(c), list_stddev_samp(a), list_entropy(c), list_skewness(c), list_aggregate(b, 'mad'), list_aggregate(c, 'sum'), list_aggr(a, 'mean'), list_bit_or(c), typeof(list_sum(a)), typeof(list_min(b)) from (values ([18446744073709551615, null, 3]::ubigint[], [1, null, 255]::utinyint[], [4294967295, 7, 7]::uinteger[]), (null, [], [null, 5])) t(a, b, c)
;
select sum(len(list_filter(l, lambda x: x % 3 = 1))), sum(list_sum(list_filter(l, lambda x, i: (x * i + n) % 7 = 1))), sum(list_sum(list_transform(l, lambda x: x * 2 + n))), min(list_transform(l, lambda x, i: x * i)[70000]), max(list_reduce(l, lambda a, x: (a + x * n) % 1000003)) from (select range(n * 7919 % 1000 + 1) as l, n from range(900) t(n) union all select null, 4 union all select range(80000), 5 union all select [null, 3, null], 6) t
