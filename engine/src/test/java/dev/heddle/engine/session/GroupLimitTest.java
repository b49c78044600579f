package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where only the first ranks are wanted, the others do not reach the window. */
class GroupLimitTest {
  private static final String TABLE =
      " from (values (1, 'a', 2), (1, 'b', 3), (2, 'c', 4)) as t(k, s, v)) q where ";

  private static String plan(String sql) {
    try (Session session =
        Heddle.local(SessionOptions.defaults().withMemoryBudgetBytes(1L << 28))) {
      return session.sql(sql).explain(ExplainMode.PHYSICAL);
    }
  }

  private static String ranked(String calls, String condition) {
    return plan("select * from (select *, " + calls + TABLE + condition);
  }

  @Test
  void planTellsWhichRowsAreLeftOut() {
    assertThat(ranked("row_number() over (partition by k, s order by v desc) as n", "n <= 2"))
        .contains("GroupLimit 2 of each (k, s) by v desc");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"n < 4", "4 > n", "n = 3", "n between 2 and 3 and s <> 'a'", "n in (2, 3)"})
  void allFormsOfBoundsAreSeen(String condition) {
    assertThat(ranked("rank() over (partition by k order by v) as n", condition))
        .contains("GroupLimit 3 of each (k) by v");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "row_number() over (partition by k order by v) as n, sum(v) over (partition by k) as x",
        "row_number() over (partition by k order by v) as n,"
            + " row_number() over (partition by s order by v) as x",
        "row_number() over (partition by k) as n",
        "ntile(3) over (partition by k order by v) as n",
        "percent_rank() over (partition by k order by v) as n"
      })
  void rowsThatOtherCallsNeedStay(String calls) {
    assertThat(ranked(calls, "n <= 2")).doesNotContain("GroupLimit");
  }

  @ParameterizedTest
  @ValueSource(strings = {"n > 2", "n <= 2 or v = 3", "n <= 1025", "n <= 0", "n <= v"})
  void rowsThatTheConditionMayWantStay(String condition) {
    assertThat(ranked("rank() over (partition by k order by v) as n", condition))
        .doesNotContain("GroupLimit");
  }
}
