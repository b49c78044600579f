package dev.heddle.planner.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.planner.PlannerSettings;
import dev.heddle.planner.Queries;
import dev.heddle.planner.TpchTables;
import org.junit.jupiter.api.Test;

class GroupReductionTest {
  private final Queries queries = new Queries(TpchTables.scaleOne());

  private static final String BY_PART =
      "select p_partkey from part where p_brand = 'Brand#23' and p_size = 1 and p_retailprice <"
          + " (select avg(l_quantity) from lineitem where l_partkey = p_partkey)";

  private String plan(String sql) {
    return queries.plan(sql, PlannerSettings.DEFAULT).physicalText();
  }

  private String inPartitions(String sql) {
    return queries
        .plan(sql, new PlannerSettings(4, PlannerSettings.Level.OPTIMIZED))
        .physicalText();
  }

  @Test
  void onlyGroupsOfFewOuterRowsAreAggregated() {
    assertThat(inPartitions(BY_PART))
        .containsPattern("(?s)Aggregate .*by l_partkey.*HashJoin LEFT_SEMI on l_partkey = p_part");
  }

  @Test
  void inOnePartitionARuntimeFilterReducesThem() {
    assertThat(plan(BY_PART)).doesNotContain("SEMI").contains("while running l_partkey in");
  }

  @Test
  void groupsOfATableThatIsReadElsewhereAreReduced() {
    assertThat(
            plan(
                "select sum(l_extendedprice) from lineitem, part where p_partkey = l_partkey and"
                    + " p_brand = 'Brand#23' and p_size = 1 and l_quantity < (select 0.2 *"
                    + " avg(l_quantity) from lineitem where l_partkey = p_partkey)"))
        .contains("HashJoin LEFT_SEMI on l_partkey = p_partkey", "SharedRead");
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
