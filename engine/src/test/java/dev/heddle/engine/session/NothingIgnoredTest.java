package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.collectList;
import static dev.heddle.frame.expr.Functions.partitionBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Lengths, precisions, options and clauses that are accepted are kept; others are refused. */
class NothingIgnoredTest {
  private static final Session SESSION = Heddle.local();

  @AfterAll
  static void close() {
    SESSION.close();
  }

  private static void fails(String sql, String message) {
    assertThatThrownBy(() -> SESSION.execute(sql))
        .as(sql)
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining(message);
  }

  private static List<String> values(String sql) {
    List<String> values = new ArrayList<>();
    try (QueryResult result = SESSION.sql(sql).collect()) {
      for (Row row : result) {
        values.add(String.valueOf(row.value(0)));
      }
    }
    return values;
  }

  @Test
  void lengthsOfTextsCut() {
    assertThat(values("select cast('abc' as varchar(2))")).containsExactly("ab");
    assertThat(values("select try_cast(123 as char(2))")).containsExactly("12");
    assertThat(values("select x::varchar(2) from (values ('äöü'), (null), ('a')) as t(x)"))
        .containsExactly("äö", "null", "a");
    fails("select cast('abc' as varchar(0))", "must be one number of at least 1");
    fails(
        "select cast(['abc'] as varchar(2)[])",
        "a length has effect in a cast to VARCHAR(n) alone");
    fails("select cast('a' as varchar character set latin1)", "leave the character set out");
  }

  @Test
  void precisionsAreKeptOrRefused() {
    fails("select cast(1 as decimal(50, 2))", "there is no DECIMAL(50, 2): precision must be");
    fails("select cast(1 as decimal(5, 10))", "there is no DECIMAL(5, 10): precision must be");
    fails("select cast(1 as decimal(0, 0))", "there is no DECIMAL(0, 0): precision must be");
    fails("select [1.5]::decimal(50, 2)[]", "there is no DECIMAL(50, 2): precision must be");
    fails("create table t (a decimal(50, 2))", "there is no DECIMAL(50, 2): precision must be");
    for (String type : List.of("timestamp(3) with time zone", "timestamp(7)")) {
      fails(
          "select cast('2024-01-01 10:00:00.9' as " + type + ")", "timestamps have 6 or 9 digits");
      fails("create table t (a " + type + ")", "timestamps have 6 or 9 digits");
    }
    fails("select cast('10:00:00.9' as time(0))", "times have 6 digits behind the second, not 0");
    fails("select cast('a' as varbinary(2))", "VARBINARY takes no length");
    fails("create table t (a int(11))", "INTEGER takes no length, precision or scale");
    fails("create table t (a float(54))", "a FLOAT has 1 to 53 bits, not 54");
    fails("select interval '100' day(2)", "an interval takes no precision");
    assertThat(values("select cast('2024-01-01 10:00:00.123456789' as timestamp(9))"))
        .containsExactly("2024-01-01T10:00:00.123456789");
    SESSION.execute("create table floats (a float(24), b float(25))");
    assertThat(SESSION.table("floats").schema().toString()).contains("a REAL", "b DOUBLE");
  }

  @Test
  void floatsThatDoNotFitAreNoInfinities() {
    fails("select cast(x as real) from (values (1e300)) as t(x)", "Cannot cast DOUBLE 1e+300");
    assertThat(values("select try_cast(x as real) from (values (1e300), (1.5e0)) as t(x)"))
        .containsExactly("null", "1.5");
    assertThat(values("select try_cast(1e300 as real)")).containsExactly("null");
  }

  @Test
  void windowFunctionsTakeNoFilterOrDistinct() {
    String rows = " from (values (1), (2)) as t(x)";
    for (String call : List.of("row_number()", "rank()", "lag(x)", "first_value(x)")) {
      fails(
          "select " + call + " filter (where x > 1) over (order by x)" + rows,
          "takes no FILTER over a window");
    }
    fails("select lag(distinct x) over (order by x)" + rows, "lag takes no DISTINCT");
    assertThat(values("select count(*) filter (where x > 1) over ()" + rows))
        .containsExactly("1", "1");
    List<String> lists = new ArrayList<>();
    try (QueryResult result =
        SESSION
            .sql("select x" + rows)
            .select(collectList("x").filter(col("x").gt(1)).over(partitionBy("x")).named("l"))
            .collect()) {
      for (Row row : result) {
        lists.add(String.valueOf(row.value(0)));
      }
    }
    assertThat(lists).containsExactlyInAnyOrder("null", "[2]");
  }

  @Test
  void productsOfDecimalsKeepAllDigitsOrFail() {
    String digits = "6.4053151420411946063694043751862251568";
    assertThat(values("select cast('" + digits + "' as decimal(38, 37)) * 1"))
        .containsExactly(digits);
    assertThat(
            values(
                "select x * y + z from (values (cast(1234567890.0123456789 as decimal(20, 10)),"
                    + " cast(0.0000000001 as decimal(20, 10)), cast(1 as decimal(38, 20)))) as"
                    + " t(x, y, z)"))
        .containsExactly("1.12345678900123456789");
    fails(
        "select x * x from (values (cast(1 as decimal(38, 20)))) as t(x)",
        "would have 40 digits behind the point");
    fails(
        "select x * 10 from (values (cast('" + digits + "' as decimal(38, 37)))) as t(x)",
        "does not fit into DECIMAL(38, 37)");
  }

  @Test
  void binariesAreJoinedAsBinaries() {
    SESSION.execute(
        "create view joined as select cast('a' as varbinary) || cast('b' as varbinary) as x");
    assertThat(SESSION.table("joined").schema().toString()).contains("x VARBINARY");
    fails("select cast('a' as varbinary) || 'b'", "|| does not take (VARBINARY, VARCHAR)");
    fails("select 'a' || [1]", "|| does not take (VARCHAR, INTEGER[])");
    assertThat(values("select length(a || b) from (values (x'ff', x'00aa')) as t(a, b)"))
        .containsExactly("3");
  }

  @Test
  void daysBeyondFourDigitYearsAreNotFolded() {
    assertThat(values("select date '9999-12-31' + 1")).containsExactly("+10000-01-01");
    assertThat(values("select timestamp '9999-12-31 23:59:59' + interval '1' second"))
        .containsExactly("+10000-01-01T00:00");
    assertThat(
            values(
                "select d from (values (date '9999-12-31' + 5)) as t(d) where d > date"
                    + " '9999-12-31' + 3"))
        .containsExactly("+10000-01-05");
  }
}
