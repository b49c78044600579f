package dev.heddle.planner.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.planner.PlannerSettings;
import dev.heddle.planner.Queries;
import dev.heddle.planner.TpchTables;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions that cannot fail for single rows are evaluated before a join, others after it. */
class EarlyConditionsTest {
  private final Queries queries = new Queries(TpchTables.scaleOne());

  private String plan(String condition) {
    return queries
        .plan(
            "select count(*) from lineitem join orders on l_orderkey = o_orderkey where "
                + condition,
            PlannerSettings.DEFAULT)
        .physicalText();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "l_partkey % 10 = 3",
        "l_partkey / 10 = 3",
        "l_partkey // 7 = 3",
        "l_quantity / 2.5 > 3",
        "abs(l_partkey) = 3",
        "-l_partkey < -3",
        "round(l_quantity, 1) = 3.5",
        "floor(l_quantity) = 3",
        "date_trunc('month', l_shipdate) = date '1995-03-01'",
        "date_diff('day', l_shipdate, l_commitdate) > 3",
        "regexp_matches(l_comment, 'a.*b')",
        "regexp_replace(l_comment, 'a', 'b') = 'b'",
        "regexp_extract(l_comment, '(a+)', 1) = 'aa'",
        "split_part(l_comment, ' ', 2) = 'x'",
        "l_comment like 'a!%%' escape '!'",
        "strftime(l_shipdate, '%Y') = '1995'"
      })
  void whatFailsForNoSingleRowIsEvaluatedEarly(String condition) {
    assertThat(plan(condition))
        .containsPattern("Scan lineitem [^\n]*where")
        .doesNotContain("Filter");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "l_partkey % l_suppkey = 3",
        "l_partkey / (l_suppkey - 7) = 3",
        "cast(l_comment as integer) = 3",
        "chr(l_partkey) = 'x'",
        "split_part(l_comment, ' ', l_linenumber - 1) = 'x'",
        "date_trunc(l_comment, l_shipdate) = date '1995-03-01'",
        "strptime(l_comment, '%Y') > timestamp '1995-01-01'"
      })
  void whatFailsForSomeRowsIsGuardedByTheJoin(String condition) {
    assertThat(plan(condition)).containsPattern("Filter [^\n]*\\n[^\n]*Join");
  }
}
