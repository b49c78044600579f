package dev.heddle.planner.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.planner.PlannerSettings;
import dev.heddle.planner.Queries;
import dev.heddle.planner.TpchTables;
import org.junit.jupiter.api.Test;

class GroupReductionTest {
  private final Queries queries = new Queries(TpchTables.scaleOne());

  private String plan(String sql) {
    return queries.plan(sql, PlannerSettings.DEFAULT).physicalText();
  }

  @Test
  void onlyGroupsOfFewOuterRowsAreAggregated() {
    assertThat(
            plan(
                "select p_partkey from part where p_brand = 'Brand#23' and p_size = 1"
                    + " and p_retailprice < (select avg(l_quantity) from lineitem"
                    + " where l_partkey = p_partkey)"))
        .containsPattern("(?s)Aggregate by l_partkey.*HashJoin LEFT_SEMI on l_partkey = p_partkey");
  }

  @Test
  void aggregationIsLeftAloneIfMostGroupsAreAskedFor() {
    assertThat(
            plan(
                "select p_partkey from part where p_retailprice <"
                    + " (select avg(l_quantity) from lineitem where l_partkey = p_partkey)"))
        .doesNotContain("SEMI");
  }

  @Test
  void aggregationOnThePreservedSideOfAnOuterJoinKeepsItsGroups() {
    assertThat(
            plan(
                "select k, p_name from (select l_partkey k, count(*) c from lineitem"
                    + " group by l_partkey) t left join part on k = p_partkey and p_size = 1"
                    + " and p_brand = 'Brand#23'"))
        .doesNotContain("SEMI");
  }

  @Test
  void distinctCallsOverOneColumnAreAggregatedTwice() {
    assertThat(plan("select l_returnflag, count(distinct l_partkey) from lineitem group by 1"))
        .containsPattern(
            "(?s)Aggregate by l_returnflag \\[count\\(l_partkey\\)\\].*"
                + "Aggregate by l_returnflag, l_partkey ");
  }
}
