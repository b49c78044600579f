-- What processes of a cluster and of benchmarks learn beside training.sql: how methods behave with
-- joins, aggregations and subqueries of the usual forms, over tables in memory and over files.
select kind, discount, sum(price) as price, sum(price * (1 - discount)) as paid, avg(price) as mean, avg(discount) as cut, count(*) as items
from held where shipped <= date '2028-09-02' group by kind, discount order by kind, discount;
select sum(price * discount) as gain from held
where shipped >= date '2026-01-01' and shipped < date '2027-01-01' and discount between 0.05 and 0.07 and kind < 24;
select h.id, sum(h.price * (1 - h.discount)) as paid, o.shipped from held o, held h, kinds k
where k.label < 'name 3' and o.kind = k.kind and o.id = h.id and o.shipped < date '2028-03-15' and h.discount > 0.02
group by h.id, o.shipped order by paid desc, o.shipped limit 10;
select k.label, count(*) as items from held h, kinds k
where h.kind = k.kind and h.shipped >= date '2027-01-01' and h.shipped < date '2027-04-01'
  and exists (select 1 from held o where o.id = h.id and o.discount < 0.05)
group by k.label order by k.label;
select extract(year from h.shipped) as year, sum(case when k.label like '%1%' then h.price else 0 end) / sum(h.price) as share, count(distinct h.id) as ids
from held h join kinds k on h.kind = k.kind join held o on o.id = h.id left join kinds l on l.kind = o.kind + 3
where o.shipped between date '2026-06-01' and date '2027-12-31' group by extract(year from h.shipped) order by year;
select h.name, h.price, k.label from held h, kinds k
where h.kind = k.kind and h.name like '%77' and h.discount = 0.05
  and h.price = (select min(o.price) from held o, kinds l where o.kind = l.kind and o.id = h.id)
order by h.price desc, k.label, h.name limit 100;
select items, count(*) as how_many from (select o.kind, count(h.id) as items from kinds o left join held h on h.kind = o.kind and h.name not like '%special%9%' group by o.kind) q
group by items order by how_many desc, items desc;
select substring(name, 1, 6) as part, count(*) as items, sum(price) as price from held
where substring(name, 6, 2) in ('13', '31', '23', '29', '30', '18', '17') and price > (select avg(price) from held where price > 0)
  and not exists (select 1 from held o where o.id = held.id and o.kind = 7)
group by substring(name, 1, 6) order by part;
select k.label, h.discount, count(distinct h.id) as ids from held h, kinds k
where h.kind = k.kind and k.label <> 'name 45' and h.kind in (49, 14, 23, 45, 19, 3, 36, 9) and h.id not in (select id from held where name like '%3%7%')
group by k.label, h.discount order by ids desc, k.label, h.discount;
with best as (select id, sum(price) as total from held where shipped >= date '2026-01-01' and shipped < date '2026-04-01' group by id)
select o.id, o.name, b.total from held o join best b on b.id = o.id where b.total = (select max(total) from best) order by o.id;
select o.name, o.id, h.shipped, sum(h.kind) as kinds from held o, held h
where o.id in (select id from held group by id having sum(kind) > 45) and o.id = h.id group by o.name, o.id, h.shipped order by h.shipped desc, o.id limit 100;
select sum(h.price * (1 - h.discount)) as paid from held h, kinds k
where (h.kind = k.kind and k.label like 'name 1%' and h.discount between 0.01 and 0.05 and k.items between 1 and 9000)
   or (h.kind = k.kind and k.label like 'name 2%' and h.discount between 0.03 and 0.08 and k.items between 10 and 20000);
