-- Makes the files that training.sql reads (see bin/heddle).
create table item as
  with digit(d) as (values (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)),
    number(n) as (
      select a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d
      from digit a cross join digit b cross join digit c cross join digit e cross join digit f)
  select n as id, mod(n, 7) as kind, cast(n * 1.25 as decimal(15, 2)) as price,
    cast(mod(n, 11) * 0.01 as decimal(15, 2)) as discount, concat('name ', cast(n as varchar)) as name,
    date '2026-01-01' + interval '1' day * mod(n * 31, 1000) as shipped
  from number;
copy item to 'item.parquet';
copy item to 'snappy.parquet' (format parquet, compression snappy);
