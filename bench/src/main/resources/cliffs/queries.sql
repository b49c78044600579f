-- replace-group
select regexp_replace(url, '^https?://(?:www\.)?([^/]+)/.*$', '\1') as site, count(*) as c from events group by site order by c desc, site limit 10;
-- extract-group
select max(regexp_extract(url, '[?&]id=(\d+)', 1)), sum(length(regexp_extract(url, '/(\w+)[.]html', 1))) from events;
-- replace-all
select sum(length(regexp_replace(url, '[aeiou]+', '-', 'g'))) from events;
-- overlap
select count(*), sum(x.a + y.b) from spans x join spans y on x.a < y.b and y.a < x.b;
-- within
select count(*), sum(e.id) from events e join spans s on e.id >= s.a and e.id < s.b;
-- within-by-key
select count(*), sum(e.id) from events e join spans s on e.few = s.few and e.id >= s.a and e.id < s.b and s.a % 200 = 0;
-- within-by-text
select count(*), sum(e.id) from (select 'group ' || few as g, id from events) e join (select 'group ' || few as g, a, b from spans where a % 200 = 0) s on e.g = s.g and e.id >= s.a and e.id < s.b;
-- after-by-key
select count(*), sum(x.n) from events x join events y on x.k = y.k and y.ts > x.ts and y.ts <= x.ts + interval 1 hour and y.few = 0 and x.few = 1;
-- top-text
select t, id from events order by t, id limit 10;
-- top-text-descending
select t, url, id from events order by t desc, id limit 100;
-- top-many
select id, amount from events order by amount desc, id limit 50000;
-- distinct-few-groups
select few, count(distinct id) as d from events group by few order by few;
-- distinct-several
select count(distinct k), count(distinct n), count(distinct t) from events;
-- distinct-text-by-group
select few, count(distinct t) as d from events group by few order by few;
-- narrow-sums
select sum(n), sum(n + 1), sum(n + 2), sum(n + 3), sum(n + 4), sum(n + 5), sum(n + 6), sum(n + 7), sum(n + 8), sum(n + 9) from events;
-- narrow-products
select sum(n * 2), sum(n * few), avg(n), min(n - few), max(n + few) from events;
-- zstd-sorted
select sum(key), sum(v) from sorted;
-- snappy-texts
select max(t), min(t), sum(length(t)) from words;
-- metadata
select count(*), min(id), max(id), min(day), max(day) from events;
-- or-common
select count(*), sum(e.amount) from events e, dim d where (e.k = d.k and d.region = 1 and e.n < 100) or (e.k = d.k and d.region = 2 and e.n > 300);
-- twice
select count(*), sum(x.s) from (select k, sum(amount) as s from events group by k) x join (select k, sum(amount) as s from events group by k) y on x.k = y.k where y.s > 0;
-- above-average
select count(*) from (select k, sum(amount) as s from events group by k) x where s > (select avg(s) from (select k, sum(amount) as s from events group by k) y);
-- needless-join
select count(*), sum(e.amount) from events e left join (select k, max(name) as name from dim group by k) d on e.k = d.k;
-- aggregate-below-join
select d.region, sum(e.amount) as s, count(*) as c from events e join dim d on e.k = d.k group by d.region order by d.region;
-- group-of-join
select d.name, sum(e.amount) as s from events e join dim d on e.k = d.k group by d.name order by s desc, d.name limit 10;
-- skewed-join
select count(*), sum(x.n) from events x join (select k, max(n) as n from events where few = 3 group by k) y on x.k = y.k and x.n = y.n;
-- exists
select count(*) from dim d where exists (select 1 from events e where e.k = d.k and e.n = 7) and not exists (select 1 from events e where e.k = d.k and e.n = 8);
-- correlated
select count(*) from events e where e.amount > (select 1.9 * avg(i.amount) from events i where i.k = e.k);
-- median
select few, median(amount) as m from events group by few order by few;
-- first-by-group
select few, sum(id) from (select few, id, row_number() over (partition by k order by amount desc, id) as r from events) x where r <= 3 group by few order by few;
-- running-sum
select sum(s) from (select sum(n) over (partition by few order by id) as s from events) x;
-- moving-average
select max(s), min(s) from (select avg(amount) over (order by id rows between 9 preceding and current row) as s from events) x;
-- moving-several
select max(a), max(s), max(c), max(lo), max(hi) from (select avg(amount) over w as a, sum(n) over w as s, count(nullif(n, 3)) over w as c, min(n) over w as lo, max(amount) over w as hi from events window w as (order by id rows between 9 preceding and 9 following)) x;
-- moving-by-text
select max(a), min(a) from (select avg(amount) over (partition by substr(t, 1, 2) order by id desc rows between 9 preceding and current row) as a from events) x;
-- shifts-in-order
select max(l - id), max(amount - f), sum(r) from (select id, amount, lead(id, 3) over w as l, lag(amount) over w as f, row_number() over w as r from events window w as (order by amount, id)) x;
-- lag
select count(*) from (select n, lag(n) over (partition by k order by id) as p from events) x where n < p;
-- group-by-text
select t, count(*) as c from events group by t order by c desc, t limit 10;
-- group-by-many
select few, n, day, count(*) as c, sum(amount) as s from events group by few, n, day order by c desc, few, n, day limit 10;
-- rollup
select few, day, sum(amount) as s from events group by rollup(few, day) order by few nulls first, day nulls first limit 100;
-- truncated-time
select date_trunc('hour', ts) as h, count(*) as c from events group by h order by h limit 100;
-- like
select count(*) from events where url like '%/a%.html?%' and url not like '%www.%';
-- in-list
select count(*), sum(amount) from events where k in (1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125, 129, 133, 137, 141, 145, 149, 153, 157, 161, 165, 169, 173, 177, 181, 185, 189, 193, 197);
-- or-of-columns
select count(*) from events where k = 17 or n = 29 or t like 'ab%';
-- case-sums
select sum(case when few = 0 then amount else 0 end), sum(case when few = 1 then amount else 0 end), sum(case when few = 2 then amount else 0 end), sum(case when few = 3 then amount else 0 end), count(case when n > 100 then 1 end) from events;
-- texts-made
select max(upper(t) || '-' || lpad(cast(n as varchar), 5, '0')), sum(length(replace(url, 'www.', ''))) from events;
-- split
select sum(len(string_split(url, '/'))) from events;
-- unnested
select count(*), sum(length(part)) from (select unnest(string_split(url, '/')) as part from events) x;
-- union
select count(*) from (select k, n from events where few = 1 union select k, n from events where few = 2) x;
-- except
select count(*) from (select k from events where few = 1 except select k from events where n > 200) x;
-- full-join
select count(*), sum(x.c), sum(y.c) from (select k, count(*) as c from events where few < 3 group by k) x full join (select k, count(*) as c from events where few > 5 group by k) y on x.k = y.k;
-- asof
select count(*), sum(s.a) from events e asof join spans s on e.few = s.few and e.id >= s.a;
-- asof-without-key
select count(*), sum(s.a) from events e asof join spans s on e.id >= s.a;
-- asof-many-keys
select count(*), sum(f.id), max(f.amount) from events e asof join (select k, ts, id, amount from events where few = 3) f on e.k = f.k and e.ts >= f.ts;
-- wide-order
select * from events order by amount, id limit 20;
-- offset
select id, t from events order by id limit 10 offset 1000000;
-- decimals
select few, sum(cast(amount as decimal(18, 2))) as s, avg(cast(amount as decimal(18, 2))) as a from events group by few order by few;
-- sorted-join
select count(*), sum(r.v + m.w) from runs r join marks m on r.key = m.key;
-- sorted-group
select count(*), sum(s), max(c) from (select key, sum(v) as s, count(*) as c from runs group by key) x;
-- sorted-window
select sum(r) from (select row_number() over (partition by key order by v) as r from runs) x;
-- sorted-order
select key, v from runs order by key limit 10 offset 1000000;
