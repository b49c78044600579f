package dev.heddle.planner.sql.binder;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.planner.translate.TestCatalog;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a wrong query says: one line, the nearest names, the place. */
class SqlErrorsTest {
  private final TestCatalog catalog =
      new TestCatalog()
          .table("trips", "id int not null, shipped date, Due date, due2 date, x double")
          .table("Mixed", "a int, A int");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          select shiped from trips | no column "shiped" in [id, shipped, Due, due2, x]; did you mean "shipped"? (line 1, column 8)
          select "DUE3" from trips | no column "DUE3" in [id, shipped, Due, due2, x]; did you mean "Due" or "due2"? (line 1, column 8)
          select t.shiped from trips t | no column "shiped" in [id, shipped, Due, due2, x]; did you mean "shipped"? (line 1, column 10)
          select q.id from trips t | no table "q" in [t]; did you mean "t"? (line 1, column 8)
          select * from trip | no table "trip" in [trips, Mixed]; did you mean "trips"? (line 1, column 15)
          select upperr('a') | no function "upperr"; did you mean "upper"? (line 1, column 8)
          select upper(id) from trips | upper does not take (INTEGER); cast the arguments (line 1, column 8)
          select sum(shipped) from trips | sum does not take (DATE); cast the arguments (line 1, column 8)
          select id from trips where shipped > 5 | > does not take (DATE, INTEGER); cast the arguments (line 1, column 28)
          select id from trips where shipped = '2020-13-01' | '2020-13-01' is no DATE (line 1, column 38)
          select id from trips where shipped in ('x') | 'x' is no DATE (line 1, column 40)
          select cast(x as date) from trips | there is no cast from DOUBLE to DATE (line 1, column 8)
          select cast(x as foo) from trips | no type "foo" (line 1, column 18)
          select date '2020-02-30' | '2020-02-30' is no DATE (line 1, column 8)
          select date '0000-06-01' | '0000-06-01' is no DATE (line 1, column 8)
          select interval '3 moons' | '3 moons' is no interval; write for example interval '3' month (line 1, column 8)
          select id, count(*) from trips | column "id" is not a group key and not inside an aggregate; add it to GROUP BY, or use any_value(id) (line 1, column 8)
          select a.id from trips a, trips b where id = 1 | column name "id" is ambiguous; write it with the name of its table (line 1, column 41)
          select aA from (select 1 as Aa), (select 2 as AA) | column name aA is ambiguous: it may be "Aa" or "AA"; write the wanted one in double quotes (line 1, column 8)
          selec 1 | Cannot parse SQL: expected a query, not "selec"; did you mean SELECT for "selec"? (line 1, column 1)
          select (1 | Cannot parse SQL: expected ")", but the text ends here (line 1, column 10)
          select 'abc | Cannot parse SQL: the quote is not closed (line 1, column 8)
          with recursive r as (select n + 1 as n from r) select * from r | "r" can read itself in the last part of a UNION only, as in SELECT 1 AS n UNION ALL (SELECT n + 1 FROM r WHERE n < 9) (line 1, column 45)
          with recursive r as (select 1 as n union all select n + 1 from r order by 1) select * from r | a table that reads itself has no ORDER BY, LIMIT and OFFSET of its own; write them in the query that reads it (line 1, column 22)
          with recursive r as (select 1 as n union all select n + 1, 2 from r) select * from r | UNION takes queries with equally many columns, not 1 and 2 (line 1, column 46)
          with recursive r as (select date '2024-01-01' as n union all select 1.5 from r) select * from r | there is no cast from DECIMAL(2, 1) (1.5) to DATE (line 1, column 62)
          select (with recursive r as (select 1 as n union all select n + 1 from r where n < t.id) select max(n) from r) from trips t | "r" reads itself and columns of a query around it; compute it for all of them in WITH, and join (line 1, column 24)
          select coalesce(id, x -> x + 1) from trips | coalesce takes no function such as x -> x + 1; list_transform, list_filter and list_reduce do (line 1, column 8)
          select * from trips tablesample bernoulli(10 rows) | Cannot parse SQL: BERNOULLI takes a percentage; RESERVOIR chooses a number of rows (line 1, column 42)
          select lead(id order by id) over (order by id) from trips | lead takes an ORDER BY inside over whole partitions only; leave the window's order and frame out (line 1, column 8)
          select rank(order by id, shipped) over (order by id) from trips | rank takes an ORDER BY inside of one key, over frames that have the current row (line 1, column 8)
          select sum(id) over (order by id range between id preceding and current row) from trips | window frame offset id must be a literal, which that of a frame of ROWS alone need not be (line 1, column 8)
          select lag(id, "other" := 2) over (order by id) from trips | no argument "other" in [col, offset, default] (line 1, column 16)
          select * from trips tablesample 101% | Cannot parse SQL: a sample of 101 % is out of range; it has 0 to 100 percent (line 1, column 33)
          select * from trips using sample 1.5 rows | Cannot parse SQL: a sample of 1.5 rows is no number of rows (line 1, column 34)
          select * from trips using sample nosuch(1) | Cannot parse SQL: expected a number of rows, a percentage, or one of BERNOULLI, SYSTEM, RESERVOIR, not "nosuch" (line 1, column 34)
          select sum(x) within distinct (id) from trips | Cannot parse SQL: unexpected "within" (line 1, column 15)
          select id // 2, xx from trips | no column "xx" in [id, shipped, Due, due2, x]; did you mean "x"? (line 1, column 17)
          from trips select id, xx where id > 1 | no column "xx" in [id, shipped, Due, due2, x]; did you mean "x"? (line 1, column 23)
          from trips where xx > 1 | no column "xx" in [id, shipped, Due, due2, x]; did you mean "x"? (line 1, column 18)
          select skewness(distinct x) from trips | DISTINCT in skewness is not supported; aggregate a query with DISTINCT (line 1, column 8)
          select arg_max(x) from trips | arg_max takes 2 to 3 arguments, not 1 (line 1, column 8)
          select 1 as a, 2 as a union by name select 3 as a | two columns "a" in one side of UNION BY NAME; rename one (line 1, column 37)
          select * from trips a cross asof join trips b | Cannot take this ASOF JOIN: it is INNER, LEFT, RIGHT, FULL, SEMI or ANTI (line 1, column 15)
          select * from trips a asof join trips b on a.id = b.id | Cannot take this ASOF JOIN: it takes one comparison by <, <=, > or >= between the sides, not 0 (line 1, column 44)
          select * from trips a asof join trips b on a.id > b.id or a.x > b.x | Cannot take this ASOF JOIN: its condition must compare values of one side with values of the other, by = and once by <, <=, > or >=; filter the sides or the result by anything else (line 1, column 44)
          select * from trips a asof join trips b on a.id > b.id and a.x > b.x | Cannot take this ASOF JOIN: it takes one comparison by <, <=, > or >= between the sides, not 2 (line 1, column 44)
          select quantile_cont(x, 2) from trips | the fraction of a quantile must be a number from 0 to 1, or from -1 to 0 for that of the opposite order (line 1, column 8)
          select columns(id) from trips | COLUMNS takes no column but texts with names; write 'id' (line 1, column 16)
          select columns(*) + columns(trips.* exclude id) from trips | COLUMNS stands for 4 columns here and for 5 elsewhere in the expression (line 1, column 21)
          select id from trips group by columns(*) | COLUMNS is part of a select list, of WHERE, HAVING, QUALIFY or ORDER BY (line 1, column 31)
          select * exclude (id, id) from trips | column "id" is excluded twice (line 1, column 23)
          select * exclude (id) rename (id as k) from trips | column "id" is excluded, and cannot be renamed (line 1, column 31)
          select * rename (idd as k) from trips | no column "idd" in [id, shipped, Due, due2, x]; did you mean "id"? (line 1, column 18)
          select 'a' collate german = 'b' | no collation "german" in [nocase, noaccent, binary]; order by lower(text), or by a column that is made for it (line 1, column 20)
          select distinct 'a' collate nocase | COLLATE nocase and noaccent go with a comparison, IN or a key of ORDER BY; write lower(text) (line 1, column 17)
          select 'a' glob lower('A') | GLOB takes a pattern that is written out, and no escape; use LIKE (line 1, column 8)
          select first_value(id) from last over (order by id) from trips | FROM LAST goes with nth_value only (line 1, column 8)
          select (1, 2) overlaps (3) | Cannot parse SQL: OVERLAPS takes two periods: (start, end) OVERLAPS (start, end) (line 1, column 27)
          select $q$a | Cannot parse SQL: the quote $q$ is not closed (line 1, column 8)
          select 0xFG | Cannot parse SQL: "0xFG" is no number; write a blank after 0xF, or quote it if it is a name (line 1, column 8)
          select unnest([[1]], max_depth := 0) | unnest takes recursive := true, or max_depth := 1 or more (line 1, column 22)
          """)
  void saysWhatIsWrong(String sql, String message) {
    assertThatThrownBy(() -> catalog.analyze(sql))
        .isInstanceOf(HeddleException.class)
        .hasMessage(message);
  }
}
