-- What the launcher runs once to learn which classes a start needs.
select 1;
select count(*) from 'item.parquet';
select sum(price * discount) as gain
from 'item.parquet'
where shipped >= date '2026-01-01' and shipped < date '2027-01-01'
  and discount between 0.05 and 0.07 and kind < 24;
select sum(price * discount) as gain
from 'snappy.parquet'
where shipped >= date '2026-01-01' and shipped < date '2027-01-01'
  and discount between 0.05 and 0.07 and kind < 24;
select kind, count(*) as items, sum(price) as price, avg(price) as mean, min(name) as low, max(shipped) as late
from 'item.parquet'
where shipped between date '2026-01-02' and date '2026-12-31' and price < 100 and name like 'name%'
group by kind
order by kind;
select a.name, b.price * (1 - 0.1) as price, extract(year from a.shipped) as shipped
from 'item.parquet' a join 'item.parquet' b on a.id = b.id
where a.kind in (1, 2, 3) or exists (select 1 from 'item.parquet' c where c.id = a.kind)
order by price desc, name
limit 5;
with best as (select kind, max(price) as price from 'item.parquet' group by kind having count(*) > 0)
select i.name, case when i.price > 5 then 'dear' else upper(i.name) end as class
from 'item.parquet' i left join best on best.kind = i.kind and best.price = i.price
where i.price > (select avg(price) from 'item.parquet') 
limit 5;
select count(distinct kind) as kinds from 'item.parquet';
select name, count(*) as items from item where kind < 3 group by name order by items desc, name limit 5;
-- Again, since the loops that are compiled in this run are compiled early in later processes.
select sum(price * discount) as gain
from 'v1.parquet'
where shipped >= date '2026-01-01' and shipped < date '2027-01-01'
  and discount between 0.05 and 0.07 and kind < 24;
select sum(price * discount) as gain
from item
where shipped >= date '2026-01-01' and shipped < date '2027-01-01'
  and discount between 0.05 and 0.07 and kind < 24;
select sum(price * discount) as gain
from 'snappy.parquet'
where shipped >= date '2026-01-01' and shipped < date '2027-01-01'
  and discount between 0.05 and 0.07 and kind < 24;
select sum(price * discount) as gain
from 'v1.parquet'
where shipped >= date '2026-01-01' and shipped < date '2027-01-01'
  and discount between 0.05 and 0.07 and kind < 24;
select sum(price * discount) as gain
from item
where shipped >= date '2026-01-01' and shipped < date '2027-01-01'
  and discount between 0.05 and 0.07 and kind < 24;
select sum(price * discount) as gain
from 'v1.parquet'
where shipped >= date '2026-01-01' and shipped < date '2027-01-01'
  and discount between 0.05 and 0.07 and kind < 24;
