select id, k + b, k - b, k * b, k / 2, k % 3, -k, abs(k - 3), m + k, m * m, x / 2, x * k, m - x from t
-- duckdb
select id, k + b, k - b, k * b, k // 2, k % 3, -k, abs(k - 3), m + k, m * m, x / 2, x * k, m - x from t
;
select id, -7 / 2, -7 % 3, 7 / -2, mod(-7, 3) from t where id = 1
-- duckdb
select id, -7 // 2, -7 % 3, 7 // -2, mod(-7, 3) from t where id = 1
;
select id, s like 'a%', s like '%a%', s like '_pp%', s not like 'b%', s ilike 'B%', s like 'a!_b!%c' escape '!', s like '' from t
;
select id, upper(s), lower(s), length(s), reverse(s), substring(s from 2 for 3), substr(s, 3), left(s, 2), right(s, 2), trim('  ' || s || ' '), replace(s, 'a', 'XX'), s || '-' || id, strpos(s, 'a'), position('n' in s) from t
;
select id, concat(s, '-', k), concat_ws('/', s, k, b), lpad(s, 8, '*'), rpad(s, 3, '.'), repeat(s, 2), split_part(s, 'a', 2), starts_with(s, 'a'), contains(s, 'n'), ends_with(s, 'y') from t
-- duckdb
select id, concat(s, '-', k), concat_ws('/', s, k, b), lpad(s, 8, '*'), rpad(s, 3, '.'), repeat(s, 2), split_part(s, 'a', 2), starts_with(s, 'a'), contains(s, 'n'), ends_with(s, 'y') from t
;
select id, regexp_matches(s, '^[a-c]'), regexp_extract(s, '([a-z])[a-z]+', 1), regexp_replace(s, '[aeiou]', '#'), regexp_replace(s, '[aeiou]', '#', 'g') from t
;
select id, case when k > 3 then 'big' when k > 1 then 'mid' else 'small' end, case k when 1 then 'one' when 2 then 'two' end, coalesce(k, b, -1), nullif(k, 3), greatest(k, b), least(k, b, 2) from t
;
select id, f and k > 2, f or k > 2, not f, f is true, f is not true, f is false, f is not false, f is null, k is not null, k is distinct from b, k is not distinct from b from t
;
select id from t where not (k > 3)
;
select id from t where k between 2 and 4 or s in ('apple', 'cherry', null)
;
select id from t where k not in (1, 2) and x not between 0 and 2
;
select id, k in (1, null), k not in (1, null), null in (1), k in (1, 2.0) from t
;
select id, extract(year from d), extract(month from d), extract(day from d), extract(quarter from d), extract(dow from d), extract(doy from d), extract(week from d), extract(isodow from d) from t
;
select id, extract(hour from ts), extract(minute from ts), extract(second from ts), extract(epoch from ts), year(ts), month(d), date_part('day', ts) from t
;
select id, date_trunc('month', ts), date_trunc('hour', ts), date_trunc('week', ts), date_trunc('quarter', ts), last_day(d) from t
;
select id, cast(d + interval '1' month as date), cast(d - interval '1 year 2 months' as date), d + 10, d - date '2020-01-01', ts + interval '1 day 2 hours', ts - interval 90 minute, date_diff('month', d, date '2021-06-15'), date_diff('day', ts, timestamp '1970-01-15 00:00:00') from t
;
select id, cast(k as varchar), cast(m as integer), cast(x as integer), cast(m as double), cast(id as decimal(8, 3)), cast(d as varchar), cast(ts as date), cast(f as varchar), cast(d as timestamp), try_cast(s as integer), cast('12' as integer), cast('1.5' as double) from t
;
select id, round(x, 2), round(x), floor(x), ceil(x), sqrt(abs(x)), power(k, 2), ln(id + 1), exp(k), sign(x), trunc(x), floor(m), ceil(m), round(m, 1) from t
;
select id from t where s = 'apple ' or s = 'apple'
;
select id from t where d >= '2020-03-01' and d < date '2020-04-01' and ts < '1970-01-10'
;
select 1 = 1.0, 0.1 + 0.2 = 0.3, 'a' < 'B', 'é' > 'z', null = null, 1 <> null, true and null, false and null, true or null
;
select id from nums where v > 1
;
select id from nums where not (v < 1)
;
select id from nums where v <> 1
;
select id from nums where v = 0
;
select id, v > 1, v = v, isnan(v), v < 'NaN'::double from nums
;
select id, k from t where (k = 1 and b = 1) or (k = 1 and b = 2) or (k = 2 and b = 0)
;
select id from t where case when k = 0 then false else 10 / k > 3 end
-- duckdb
select id from t where case when k = 0 then false else 10 // k > 3 end
;
select id from t where k <> 0 and 12 / k = 4
-- duckdb
select id from t where k <> 0 and 12 // k = 4
;
select id, if(k > 2, 'a', 'b') from t
;
select sum(l_extendedprice * l_discount) from lineitem where l_shipdate >= date '1994-01-01' and l_shipdate < date '1994-01-01' + interval '1' year and l_discount between 0.06 - 0.01 and 0.06 + 0.01 and l_quantity < 24
;
select sum(case when o_orderpriority = '1-URGENT' or o_orderpriority = '2-HIGH' then 1 else 0 end), 100.00 * sum(case when o_orderstatus like 'F%' then o_totalprice else 0 end) / sum(o_totalprice) from orders
;
select chr(65 + id % 26), ascii(s), md5(s), sha256(s), translate(s, 'ab', 'x'), hex(id), hex(s), bin(id), bit_count(id), bit_count(-1::bigint) from t order by id
;
select hex(255), hex('ab'), to_hex(-1), bin(5), hex(unhex('4142')), hex(from_hex('a')), bit_count(7), chr(8364), ascii('é'), ascii('')
;
select levenshtein('kitten', 'sitting'), jaccard('abc', 'abd'), hamming('abc', 'abd'), damerau_levenshtein('ab', 'ba'), jaro_winkler_similarity('abc', 'abd'), jaro_similarity('martha', 'marhta'), jaro_winkler_similarity('dixon', 'dicksonx')
;
select s, levenshtein(s, 'banana'), damerau_levenshtein(s, 'bnaana'), jaro_winkler_similarity(s, 'banane'), jaro_similarity(s, 'apples') from t where s is null or s <> 'données' order by id
;
select regexp_split_to_array('a,b;c', '[,;]'), string_split('a,b', ','), str_split_regex('a1b2c', '[0-9]'), regexp_extract_all('a1b22', '[0-9]+'), regexp_extract_all('a1b22', '([a-z])([0-9]+)', 2)
;
select s, regexp_split_to_array(s, 'a'), regexp_extract_all(s, '[an]+') from t order by id
;
select format('{} is {}', id, s), printf('%d-%s', id, s), printf('%5.2f|%-6s|%03d|%x%%', x, s, id, id), format('{1}{0}{{}}', id, s) from t where x is not null and s is not null order by id
;
select strftime(o_orderdate, '%Y-%m') as ym, count(*) from orders group by ym order by ym
;
select ts, strftime(ts, '%Y-%m-%d %H:%M:%S.%f %y %b %B %a %A %j %p %I %% %-d %-m'), strftime(d, '%d/%m/%Y %u %w %V %G'), dayname(ts), monthname(d) from t order by id
;
select strptime('03/02/2020', '%d/%m/%Y'), strptime('2020-02-03 04:05:06 PM', '%Y-%m-%d %I:%M:%S %p'), try_strptime('x', '%Y'), strptime('5 Mar 21', '%-d %b %y'), strptime('12.345678', '%S.%f')
;
select make_timestamp(2020, 2, 29, 3, 4, 5.678), dayname(date '2020-02-03'), monthname(date '2020-02-03')
;
select time_bucket(interval '2 weeks', d), count(*) from t group by 1 order by 1
;
select time_bucket(interval '3 months', d), time_bucket(interval '90 minutes', ts), time_bucket(interval '1 day', ts) from t order by id
;
select id, v, isfinite(v), isinf(v) from nums order by id
;
select s, s similar to '[a-c].*', s not similar to 'B|b.*', regexp_full_match(s, 'a.*') from t order by id
;
select 'v' || id % 2, 'v' || id + 2, 1 + id || 'x', 'a' || 1 - id, 'a' || 1 + 2 * id || 'b' || -1 - id, -1 || 'x' || 2 - -1 from t
;
select 'a' || case when id > 2 then 2 else 3 end + 1 as a, 'b' || length('abc') * id as b, 'c' || [1, 2][1] + id as c, 'd' || (1 + id) * 3 || 'e' as d, 'f' || 7::int % 4 || 'g' || id % 4::int as f from t
;
select 1 + id || 'x' = '2x' and 'y' || id + 1 like 'y2', 'a' || id + 1 in ('a2', 'a3'), not 'a' || id + 1 = 'a2', 'k' || id - 1 total from t
;
select 'z' || id % 3 as k, count(*), max('m' || id * 2 || 'n') from t group by 'z' || id % 3 order by 'z' || id % 3
;
select sum(id) over (order by id) * 2 || '-' || id // 2, 'w' || sum(id) over (order by id) + 1, 'f' || count(*) filter (where id > 1) over () * 2 from t order by id
;
select id, k from t where (k > k) between false and true
;
select id from t where f between false and true and (k <> k) in (true, false)
;
select id from (select id, k > k as p, f from t) q where p between false and true or f > true
;
select id, (k > k) >= false, (k < b) <= true, f > true, f < false, true >= f, f <> true, false = (k = b), f in (true), (k = b) not in (false, true), f >= (k > b) from t
;
select id from t where ((k > b) = false or (k > b) = true) and not (f in (false))
;
select count(*) from extremes where x >= 1
;
select id, x from extremes where x >= cast('inf' as double) or x < -5
;
select a.id, b.y from extremes a join extremes b on a.id = b.id where a.x between 1 and 20 and b.y >= 1e307
;
select x, count(*) from extremes where y <= -1e308 and x < cast('inf' as double) group by x
;
select count(*), max(x) from extremes where z >= cast('inf' as float) and x > cast('-inf' as double)
;
select id from t where case when k not in (2, 7) then f else false end >= f
;
select id from t where f and case when k not in (2, 7) then f else false end >= f
;
select id from t where case when id > 1 then f when k > 1 then true else false end < f or case when id > 2 then f else true end > f
;
select id from t where case when id > 1 then f else true end <= f and case when id < 3 then false else f end <> f
;
select id, case when id > 1 then f else true end <= f, case when id < 3 then false else f end < f, case k when 1 then true else f end > (id > 1) from t
;
select a.id, b.id from t a join t b on case when a.id > 1 then a.f else false end >= b.f
;
select cast(true as varchar) as a, cast(1e20::double as varchar) as b, cast(0.00001::double as varchar) as c, try_cast('12:61' as time) as d, cast('12:00:00.123456' as time) as e, cast('1.5' as int) as f, cast(1.10 as varchar) as g, cast(timestamp '2020-01-01 10:00:00' as varchar) as h, cast(date '2020-01-02' as varchar) || cast(false as varchar) as i, try_cast('1e400' as double) as j
;
select timestamp '2020-01-01 10:00', timestamp '2020-01-01T10:00', timestamp '2020-02-29T23:59:58.5', time '10:00', timestamp '1999-12-31'
;
select count(*) from (values (timestamp '2020-01-01 10:00:30'), (timestamp '2020-01-01 09:59:59')) q(v) where v >= timestamp '2020-01-01 10:00'
;
select k, case when e in (false, true) then 11 else 2 end as z, e not in (true, false) as n, e in (true, null) as m, e is true or e is null as o from (select k, (k >= k and l is distinct from {'a': 7}) as e from (select k, case when k > 5 then {'a': k} end as l from t) q) r
;
select k, e = false or e = true as z, e <> true and e <> false as n, coalesce(e = false or e = true, true) as c, e = true or e is null as o, (e = false or e = true) is not true as i from (select k, (k >= k and f is distinct from (k = 1)) as e from t) r
;
select date_trunc(null::varchar, timestamp '2020-01-02 03:04:05') as a, date_trunc(null, date '2020-01-02') is null as b, date_diff(null::varchar, date '2020-01-02', date '2021-01-02') as c
;
select id, (k, b) = (b, k) as a, (k, b) <> (b, k) as b, (k, s) < (b, s) as c, (k, b) <= (b, k) as d, (k, b) > (b, k) as e, (k, 1) >= (b, 1) as f, row(k, null) = row(k, null) as g, (k, (b, k)) = (k, (b, k)) as h from t
;
select t.id, u.id as other from t join t u on (t.k, t.b) = (u.k, u.b)
;
select id, s[1] as a, s[-1] as b, s[0] as c, s[-99] as d, s[k] as e, s[-k] as f, s[2:3] as g, s[:-2] as h, s[-2:] as i, s[k:b] as j, s[3:1] as l from t
;
select extract(epoch from interval '2' year) as a, epoch(interval '16' month) as b, epoch(interval '-16' month) as c, epoch(interval '3 days 2 hours') as d, epoch(interval (k) month) as e from t
;
select 0.1::real::double as a, 0.1::real = 0.1::double as b, x::double as c, x = 0.1::double as d, ln(1.25714::real) as e, 0.1::real = 0.10000000001::real as f, x + 1e0 as g from (values (0.1::real)) v(x)
;
select jaro_similarity('', '') as a, jaro_winkler_similarity('', '') as b, jaro_similarity('a', '') as c
;
select regexp_extract_all('1a 2b c', '(\d+)?([a-z]+)', 1) as a, regexp_extract_all('a 2b 14m', '(\d+)?', 1) as b
;
select reverse('🤦🏼‍♂️ L🤦🏼‍♂️R') as a, reverse('S̈a︍') as b, reverse('héllo') as c, reverse(e'a\r\nb') as d, reverse('नमस्ते 한국') as e
;
select try_strptime('2021-05-12 18-3', '%Y-%m-%d %U-%w') as a, try_strptime('2021-05 19-3', '%Y-%m %W-%w') as b, try_strptime('2021-12 130', '%Y-%d %j') as c, try_strptime('2021 130 40-1', '%Y %j %U-%w') as d, try_strptime('2021-02-30', '%Y-%m-%d') as e
;
select id, k in () as a, k not in () as b, (id, k) in () as c, not (k in ()) as d from t
;
select id from t where k in () or k + 1 in () or id not in ()
;
select upper(v), lower(v), lower(upper(v)) from (values ('straße'), ('ß'), ('ẞé'), ('aßßßßßßßß')) as w(v)
;
select id, unit, date_trunc(unit, ts), date_trunc(unit, cast(d as timestamp)), date_diff(unit, ts, timestamp '2021-06-15 12:00:00'), date_sub(unit, d, date '2021-06-15') from (select *, case when id % 3 = 0 then 'month' when id % 3 = 1 then 'DAYS' end as unit from t) as u
;
select date_trunc(unit, ts) from t, (select 'hour' as unit) as u
;
select id, string_split(s, c), regexp_split_to_array(s, c) from t, (values ('a'), (null), ('')) as u(c)
;
select id, cast(round(m, 1) as varchar), cast(round(m) as varchar), cast(round(m, -1) as varchar), round(m, 1) + m, sum(round(m, 1)) over (order by id) from t
;
select cast(a.i as varchar), cast(b.i as varchar) from (values (interval '30 days'), (interval '1 day'), (null)) a(i) join (values (interval '1 month'), (interval '24 hours'), (null)) b(i) on a.i = b.i
;
select cast(a.i as varchar), cast(b.i as varchar) from (values (interval '30 days'), (interval '1 day')) a(i) left join (values (interval '1 month'), (interval '2 hours')) b(i) on a.i < b.i
;
select id from t where interval (k) day in (interval '24 hours', interval '72 hours') or interval (k) month in (select interval '60 days')
;
select id, v::varchar, w::varchar, year(v), month(w), extract(epoch from v), extract(hour from w), last_day(v), dayname(w), monthname(v) from (select id, k, s, d, ts, case when id % 7 = 0 then date 'infinity' when id % 11 = 0 then date '-infinity' else d end as v, case when id % 5 = 0 then timestamp '-infinity' when id % 6 = 0 then timestamp 'infinity' else ts end as w from t)
;
select id, cast(v as timestamp)::varchar, cast(w as date)::varchar, cast(v as timestamptz)::varchar, try_cast(w as time)::varchar, (v + interval (k) day)::timestamp::varchar, (w - interval (k) month)::varchar, (v + k::integer)::varchar, v - d from (select id, k, s, d, ts, case when id % 7 = 0 then date 'infinity' when id % 11 = 0 then date '-infinity' else d end as v, case when id % 5 = 0 then timestamp '-infinity' when id % 6 = 0 then timestamp 'infinity' else ts end as w from t)
;
select id, date_trunc('month', v)::timestamp::varchar, date_trunc('hour', w)::varchar, date_diff('day', v, d), date_sub('month', ts, w), isfinite(v), isinf(w), strftime(w, '%Y'), v < d, v = w from (select id, k, s, d, ts, case when id % 7 = 0 then date 'infinity' when id % 11 = 0 then date '-infinity' else d end as v, case when id % 5 = 0 then timestamp '-infinity' when id % 6 = 0 then timestamp 'infinity' else ts end as w from t)
;
select id from (select id, k, s, d, ts, case when id % 7 = 0 then date 'infinity' when id % 11 = 0 then date '-infinity' else d end as v, case when id % 5 = 0 then timestamp '-infinity' when id % 6 = 0 then timestamp 'infinity' else ts end as w from t) where v > date '9999-01-01' or w < timestamp '0001-01-01 00:00:00' or year(v) is null
;
select id, v::varchar from (select id, k, s, d, ts, case when id % 7 = 0 then date 'infinity' when id % 11 = 0 then date '-infinity' else d end as v, case when id % 5 = 0 then timestamp '-infinity' when id % 6 = 0 then timestamp 'infinity' else ts end as w from t) order by v, id
;
select id, substring(s, -3), substring(s, -2, 1), substring(s, 0, 2), substring(s, (k % 7 - 3)::bigint, (id % 5 - 2)::bigint), substring('wörld', (k % 9 - 4)::bigint, 2) from t
;
select id, regexp_extract(s, 'a(.)', null), regexp_split_to_array(s, 'a*'), hex(encode(s)), decode(encode(s)), hex(try_cast(s || 'ü' as blob)), hex(try_cast(s || 'a' as blob)) from t
;
select timestamptz '2024-07-01 00:00:00+00' at time zone 'Europe/Berlin', timestamptz '2024-01-01 12:00:00+00' at time zone 'europe/berlin', timezone('Asia/Kolkata', timestamptz '2024-01-01 12:00:00+00'), timestamp '2024-01-01' at time zone 'UTC' at time zone 'America/New_York', timestamptz '2024-07-01 00:00:00+00' at time zone null
;
select (timestamp '2024-10-27 02:30:00' at time zone 'Europe/Berlin')::varchar, (timestamp '2024-03-31 02:30:00' at time zone 'Europe/Berlin')::varchar, (timestamp 'infinity' at time zone 'Asia/Tokyo')::varchar, (date '2024-07-01' at time zone 'Europe/Berlin')::varchar, (timestamp_ns '2024-07-01 00:00:00.123456789' at time zone 'Europe/Berlin')::varchar
;
select o_orderkey, (o_orderdate::timestamp at time zone ['Asia/Tokyo', 'America/New_York', 'UTC'][o_orderkey % 3 + 1])::varchar from orders order by 1
;
select id, id & 6, id | k, id % 5 << 3, id >> 2, ~id, ~id + 1, - ~k, id & k | 1, id + 1 & 3, id & 3 = 1, -id & 255, 5 | k & 3 from t
;
select id, k & 3, k | 4 & 6, 1 | id % 4 << 2, k + 1 & 7, 64 >> id % 7 | 1, ~k, ~k + 1, ~k & 3, 2 * ~k, - ~k, 1 + ~k + 1, 'a' || k & 3, k & 3 || 'x' || k | 1, k & 3 in (1, 2), k | 1 = k, k & 1 is null, k & 7 between 1 and 2 | 1 from t
;
select typeof(5::tinyint & 3::smallint) = 'SMALLINT', 5::tinyint & 3::smallint, (-1)::bigint >> 3, 1::bigint << 40, null & 3, 5 & null, ~null::int, x from (select ~i as x from range(3) r(i) where i & 1 = 0)
;
select count(*) filter (year(v) > 2020), count(*) from (select case when id % 7 = 0 then date 'infinity' when id % 11 = 0 then date '-infinity' else d end as v from t) where year(v) > 1995
;
select count(*) from (select case when id % 7 = 0 then date 'infinity' when id % 11 = 0 then date '-infinity' else d end as v from t) where (year(v) = 1995) is false
;
select count(*) from (select case when id % 7 = 0 then timestamp 'infinity' when id % 11 = 0 then timestamp '-infinity' else ts end as v from t) where year(v) < 1998 or year(v) <> 1999
;
select id, century(i), millennium(i), extract(decade from i), century(e), millennium(e), century(e::timestamp) from (select id, to_months((id % 70 - 35) * 411) as i, d - to_years((id % 40) * 100) as e from t)
;
select x, x::timestamp::varchar, x::timestamptz::varchar, x::date::varchar from (values ('2024-01-01 10:00:00-07'), ('2024-01-01 10:00:00Z'), ('2024-01-01 23:30:00.25 America/New_York'), ('2024-01-01 23:30:00+05:30')) t(x)
;
select timestamp '2024-01-01 10:00:00-07', timestamp '2024-01-01T10:00:00.5Z', timestamp '2024-01-01 10:00:00-07' = timestamptz '2024-01-01 10:00:00-07', '2024-01-01 23:00:00+02'::timestamp from t
;
select x, count(*) from (values ('nan'::double), (1), (null), ('-inf'), ('nan'), ('1e3')) t(x) group by x
;
select * from (values (1, date '2024-01-01', 'a'), ('2', '2024-02-03', 'b'), (null, null, '3')) t(i, d, s)
;
select id, greatest([k, id], [k, 3], [id % 7 - 3]), least([k, id], [k, 3], [id % 7 - 3], null), greatest({'a': k, 'b': s}, {'a': 3, 'b': 'x'}), least([s], ['c', null]) from t where k is not null and s is not null
;
select id, s collate noaccent = 'a', (s || 'é') collate nocase.noaccent = 'AE', 'Äb' collate noaccent in ('Ab', 'x'), 'ä' collate nocase < 'B', 'ÄÖ' collate nocase.noaccent = 'ao' from t
;
select x from (values ('zebra'), ('Äpfel'), ('apfel'), ('Zoo'), ('äpfel ')) t(x) order by x collate noaccent.nocase, x

;
select id, printf('%.9g|%g|%f|%.3e|%.20f|%5.1f', (k / 7)::real, k::real, (k / 3)::real, k::real, (k / 9)::real, k::real), printf('%g %g %g', 'nan'::real, 'inf'::real, '-inf'::real) from t where k is not null
;
select id, format('{:.3} {:.1} {:.5} {:10.4} {:.3}', k::double, k::double, k::double / 8, k::double / 3, -0.0::double), format('{:.3}|{:.4}|{:.2}|{:.3}|{:.3}|{:.3}|{:.3}|{:.6}', 0.0, 100.0::double, 1e20::double, 1e-10::double, 0.001::double, 0.99999::double, 999.9::double, 1.5e-20::double) from t where k is not null
;
select concat(encode(s), '\x80'::blob), concat(s, '-', '\x80\x00a'::blob), concat_ws('|', encode(s), null, k), typeof(concat(encode(s), encode(s))), typeof(encode(s) || encode(s)), concat('\xAA'::blob) from t
;
select n, date_diff('week', date '1969-12-31', date '1969-12-31' + n), date_diff('week', timestamp '2024-01-01 12:00:00', timestamp '2024-01-01 11:00:00' + to_days(n)), date_diff('week', timestamptz '2024-01-01 12:00:00+00', timestamptz '2024-01-01 13:00:00+00' + to_days(n)) from (select (range - 30)::integer as n from range(60)) r
;
select try_cast(x as hugeint), try_cast(x::real as hugeint) from (values (-1.7014118346046923e38::double), (1.7014118346046923e38::double), (-1.7014118346046921e38::double), (1.7014118346046921e38::double), ('nan'::double), (-0.0::double)) v(x)
;
select pg_typeof(id), pg_typeof(s), pg_typeof([x]), pg_typeof({'A': 1}) from t
;
select typeof(u + 1::tinyint), typeof(u - 1), typeof(1::ubigint * 1::smallint), typeof(u & (1)::integer), typeof(2::ubigint % 1), u + (-1)::tinyint from (values (18446744073709551615::ubigint)) t(u)
;
select n, date_trunc('isoyear', d)::date, date_trunc('isoyear', d::timestamp + interval 5 hour), date_trunc('ISOYEAR', d::timestamptz), date_diff('isoyear', date '2000-02-03', d), date_sub('isoyear', date '2000-02-03', d), date_diff('isoyear', d::timestamp, timestamp '2010-01-03 23:59:59'), date_trunc('isoyear', n * interval 1 month)::varchar from (select range as n, date '1995-01-01' + (range * 37)::integer as d from range(300)) t
;
select date_diff('isoyear', d, date '0004-01-01'), date_trunc('isoyear', d)::date from (values (date '0001-01-01 (BC)'), (date '0005-12-31 (BC)'), (null)) t(d)
;
select u, date_diff(u, a, b), date_sub(u, a, b), date_diff('hour', b, a), datesub('minute', a, b), date_diff('second', null::time, a) from (values (time '10:59:59.5', time '12:00:00'), (time '23:59:59.999999', time '00:00:00'), (time '08:00:00', time '08:00:00.000001'), (null, time '01:00:00')) t(a, b), (values ('hour'), ('minutes'), ('second'), ('ms'), ('us'), ('epoch')) v(u)
;
select typeof(i + 1), typeof(100 - i), typeof(i * 10000), typeof(s % 300), typeof(s & 7), typeof(s << 1), typeof(i + -128), typeof(i + -129), typeof(i + (1)::integer), typeof(i + s + 1), typeof(s + 1 + 1), i + 27, s * 327 from (values (100::tinyint, 100::smallint)) t(i, s)
;
select typeof(coalesce(i, 1)), typeof(greatest(s, 3, 70000)), typeof(least(i, 3)), typeof(case when s > 3 then i else 3 end), typeof(if(s > 3, i, 300)), typeof([i, 3]), typeof([s, 40000]), typeof(case s when 1 then 2 when 3 then s else -32768 end), typeof(case s when 1 then 2 when 3 then 3 else s end), typeof(coalesce(1, 2, s)), typeof([1, 1, s, 2]), typeof(case s when 1 then 2 else -32769 end), typeof(sum(i + 1)::bigint) from (values (100::tinyint, 100::smallint)) t(i, s) group by i, s
;
select x::date, x::time, x::timestamp, x::timestamptz::varchar from (values ('1970-01-01 23:59:59.999999999'::timestamp_ns), ('1969-12-31 23:59:59.9999995'::timestamp_ns), ('1969-12-31 23:59:59.999999501'::timestamp_ns), ('2020-02-29 12:00:00.0000004'::timestamp_ns), (null)) t(x)
;
select list_distance(x, y), list_cosine_similarity(x, y), list_cosine_distance(x, y), list_inner_product(x, y), typeof(list_distance(x, y)), typeof(list_distance(x, [1, 2])), typeof(list_distance(x, y::double[])) from (values ([1, 3]::float[], [4, 6.1]::float[]), ([0.1, 0.2]::float[], [0.3, 0.7]::float[])) t(x, y)
