package dev.heddle.planner.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.planner.types.TypeMapping;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The type of each SQL expression, and that conversion keeps it. */
class SqlTypesTest {
  private final TestCatalog catalog =
      new TestCatalog()
          .table(
              "t",
              "id int not null, name varchar, d date, ts timestamp, x double, r real, s smallint,"
                  + " b bigint, dec decimal(10;2), f boolean, tz timestamptz, tm time,"
                  + " iv interval, bin varbinary");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          id + b | BIGINT
          id + 1 | INTEGER not null
          s * s | SMALLINT
          dec + dec | DECIMAL(11, 2)
          dec * dec | DECIMAL(20, 4)
          dec / 3 | DECIMAL(21, 13)
          id / 2 | INTEGER not null
          id % 2 | INTEGER not null
          mod(b, 3) | BIGINT
          -dec | DECIMAL(10, 2)
          +id | INTEGER not null
          x + r | DOUBLE
          r + s | REAL
          r + id | REAL
          dec + x | DOUBLE
          0.05 + 0.01 | DECIMAL(4, 2) not null
          1e3 | DOUBLE not null
          2147483648 | BIGINT not null
          12345678901234567890 | HUGEINT not null
          d + 1 | DATE
          d - d | BIGINT
          ts - ts | INTERVAL
          d + interval '1' month | DATE
          d - interval '90' day | DATE
          ts - interval '1 day 2 hours' | TIMESTAMP
          ts + interval 3 months | TIMESTAMP
          interval '3' month * 2 | INTERVAL not null
          id = b | BOOLEAN
          d < '2020-01-01' | BOOLEAN
          id between 1 and 2 | BOOLEAN not null
          d between '2020-01-01' and ts | BOOLEAN
          id in (1, 2.5) | BOOLEAN not null
          id not in (1, null) | BOOLEAN
          name like 'a%' | BOOLEAN
          name not ilike 'a!_%' escape '!' | BOOLEAN
          name ~ 'a.*' | BOOLEAN
          f and not f or null | BOOLEAN
          f is not true | BOOLEAN not null
          id is distinct from b | BOOLEAN not null
          concat(name, id, null) | VARCHAR not null
          upper('a') | VARCHAR not null
          null | NULL
          cast(null as int) | INTEGER
          cast(name as int) | INTEGER
          try_cast('1' as int) | INTEGER
          id::varchar | VARCHAR not null
          id::text | VARCHAR not null
          id < '3'::int | BOOLEAN not null
          f and id = 1::bigint | BOOLEAN
          (id + 1)::decimal(10, 2)::double precision | DOUBLE not null
          case when f then 1 end::bigint | BIGINT
          count(*) filter (where f) over (partition by b) | BIGINT not null
          first(id order by b desc) | INTEGER
          name::char(3) | VARCHAR
          dec::decimal(20, 5) | DECIMAL(20, 5)
          id::float8 | DOUBLE not null
          id::float4 | REAL not null
          '2020-01-01'::date | DATE not null
          ts::timestamptz | TIMESTAMP WITH TIME ZONE
          timestamptz '2024-03-31 02:00:00+02' | TIMESTAMP WITH TIME ZONE not null
          timestamp with time zone '2024-03-31 02:00:00' | TIMESTAMP WITH TIME ZONE not null
          timestamp '2020-01-01' | TIMESTAMP not null
          timestamp '2020-01-01 10:00:00.123456' | TIMESTAMP not null
          timestamp '2020-01-01 10:00:00.123456789' | TIMESTAMP(9) not null
          time '10:00:00' | TIME not null
          case when f then 1 when id > 2 then 2.5 end | DECIMAL(11, 1)
          case name when 'a' then 1 else 2 end | INTEGER not null
          case when f then d else ts end | TIMESTAMP
          if(f, 1, 2) | INTEGER not null
          coalesce(name, 'x') | VARCHAR not null
          coalesce(dec, 1) | DECIMAL(12, 2) not null
          nullif(id, 3) | INTEGER
          greatest(id, b) | BIGINT not null
          extract(year from d) | BIGINT
          extract(epoch from ts) | DOUBLE
          date_part('month', d) | BIGINT
          year(ts) | BIGINT
          date_trunc('month', d) | DATE
          floor(ts to day) | TIMESTAMP
          timestampadd(month, 3, ts) | TIMESTAMP
          timestampdiff(day, ts, ts) | BIGINT
          datediff('day', d, d) | BIGINT
          date_diff('month', d, ts) | BIGINT
          current_date | DATE not null
          now() | TIMESTAMP WITH TIME ZONE not null
          localtimestamp | TIMESTAMP not null
          substring(name from 2 for 3) | VARCHAR
          substr(name, 2) | VARCHAR
          trim(both 'x' from name) | VARCHAR
          position('a' in name) | BIGINT
          char_length(name) | BIGINT
          upper(name) | VARCHAR
          sqrt(id) | DOUBLE not null
          round(dec, 1) | DECIMAL(10, 1)
          floor(dec) | DECIMAL(9, 0)
          sum(id) | BIGINT
          sum(b) | DECIMAL(38, 0)
          sum(dec) | DECIMAL(38, 2)
          sum(r) | DOUBLE
          avg(dec) | DOUBLE
          avg(id) | DOUBLE
          min(name) | VARCHAR
          max(d) | DATE
          count(*) | BIGINT not null
          count(distinct name) | BIGINT not null
          stddev(id) | DOUBLE
          var_pop(dec) | DOUBLE
          median(id) | DOUBLE
          quantile_cont(x, 0.25) | DOUBLE
          percentile_cont(0.25) within group (order by x desc) | DOUBLE
          first(name) | VARCHAR
          any_value(d) | DATE
          bool_and(f) | BOOLEAN
          mean(x) | DOUBLE
          sum(id) filter (where f) | BIGINT
          row_number() over (order by id) | BIGINT not null
          ntile(4) over (order by id) | BIGINT
          percent_rank() over (order by id) | DOUBLE not null
          lag(name) over (order by id) | VARCHAR
          avg(dec) over (partition by f) | DOUBLE
          sum(dec) over (order by d range between interval '7' day preceding and current row) | DECIMAL(38, 2)
          (select max(dec) from t) | DECIMAL(10, 2)
          exists (select 1 from t) | BOOLEAN not null
          """)
  void typesExpression(String expression, String type) {
    String sql = "select " + expression + " from t";
    var query = catalog.analyze(sql);
    assertThat(query.schema().field(0).name()).isEqualTo(expression);
    assertThat(query.schema().toString()).isEqualTo(expression + " " + type);
    assertThat(TypeMapping.schema(TestCatalog.translate(query).getRowType()).fields())
        .extracting(f -> f.type())
        .isEqualTo(
            query.schema().fields().stream().map(f -> f.type()).collect(Collectors.toList()));
  }
}
