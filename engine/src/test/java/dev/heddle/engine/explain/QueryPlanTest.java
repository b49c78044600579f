package dev.heddle.engine.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryPlan;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.watch.NodeStatus;
import org.junit.jupiter.api.Test;

/** Plans as values that are shown as tables. */
class QueryPlanTest {
  private static final String QUERY =
      "select k, count(*) as n from"
          + " (select range % 7 as k from range(1000)) t where k <> 3 group by k";

  @Test
  void aPlanThatHasNotRunShowsEstimates() {
    try (Session session = Heddle.local()) {
      QueryPlan plan = session.sql(QUERY).queryPlan();
      assertThat(plan.statuses()).isEmpty();
      assertThat(plan.toString())
          .startsWith("+")
          .contains("| node ", " expected rows |", "Aggregate", "1 task, not run\n")
          .doesNotContain(" share |");
      assertThat(plan.toString().lines()).hasSize(plan.nodes().size() + 5);
    }
  }

  @Test
  void aPlanThatHasRunShowsWhatWas() {
    try (Session session = Heddle.local()) {
      QueryPlan plan = session.sql(QUERY).analyzedPlan();
      assertThat(plan.statuses()).hasSameSizeAs(plan.nodes());
      assertThat(plan.statuses().getLast().rows()).isEqualTo(6);
      assertThat(plan.statuses()).extracting(NodeStatus::rows).contains(1000L);
      assertThat(plan.toString()).contains(" share |", " 1,000 |").doesNotContain("not run");
    }
  }

  @Test
  void namesAreShownAsText() {
    try (Session session = Heddle.local()) {
      DataFrame frame =
          session.sql(
              "select * from (values ('a'), ('b')) t(name)"
                  + " where name || name <> '<script>alert(1)</script>'");
      for (QueryPlan plan : new QueryPlan[] {frame.queryPlan(), frame.analyzedPlan()}) {
        assertThat(plan.toHtml())
            .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
            .doesNotContain("<script");
      }
    }
  }

  @Test
  void aFailureOfTheQueryIsThrown() {
    try (Session session = Heddle.local()) {
      DataFrame frame = session.sql("select 1 / (range - 5) from range(10)");
      assertThat(frame.queryPlan().statuses()).isEmpty();
      assertThatThrownBy(frame::analyzedPlan)
          .hasMessageContaining("zero")
          .isInstanceOfSatisfying(
              HeddleException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.DIVISION_BY_ZERO));
    }
  }
}
