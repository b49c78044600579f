-- Makes the files that training.sql and training-queries.sql read.
create table item as
  with digit(d) as (values (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)),
    number(n) as (
      select cast(a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d + 100000 * g.d as bigint)
      from digit a cross join digit b cross join digit c cross join digit e cross join digit f cross join digit g
      where g.d < 4)
  select n as id, mod(n * 7919, 50) as kind, cast(mod(n * 104729, 9999991) * 0.01 as decimal(15, 2)) as price,
    cast(mod(n * 31, 11) * 0.01 as decimal(15, 2)) as discount, concat('name ', cast(n as varchar)) as name,
    date '2026-01-01' + interval '1' day * mod(n * 7877, 2000) as shipped
  from number;
copy item to 'item.parquet' (format parquet, row_group_size 200000);
copy item to 'snappy.parquet' (format parquet, compression snappy);
copy item to 'v1.parquet' (format parquet, compression snappy, parquet_version v1);
copy (select kind, min(name) as label, max(price) as most, max(shipped) as latest, count(*) as items from item group by kind)
  to 'kinds.parquet' (format parquet);
