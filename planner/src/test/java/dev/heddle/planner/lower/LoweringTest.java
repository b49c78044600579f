package dev.heddle.planner.lower;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.planner.PlannerSettings;
import dev.heddle.planner.Queries;
import dev.heddle.planner.TpchTables;
import org.junit.jupiter.api.Test;

class LoweringTest {
  private final Queries queries = new Queries(TpchTables.scaleOne());

  private String plan(String sql) {
    return queries.plan(sql, PlannerSettings.DEFAULT).physicalText();
  }

  private String plain(String sql) {
    return queries.plan(sql, new PlannerSettings(1, PlannerSettings.Level.PLAIN)).physicalText();
  }

  @Test
  void scanReadsOnlyNeededColumnsAndDecidesConjuncts() {
    assertThat(plan("select l_comment from lineitem where l_quantity < 3"))
        .startsWith("Scan lineitem [l_comment] where l_quantity < 3.00 skip unless");
  }

  @Test
  void plainPlanFiltersAboveTheScan() {
    assertThat(plain("select n_name from nation where n_nationkey < 3"))
        .contains("Filter n_nationkey < 3")
        .doesNotContain("where");
  }

  @Test
  void conjunctThatCanFailComesAfterItsGuard() {
    assertThat(plan("select 1 from nation where cast(n_name as int) > 4 and n_name like '1%'"))
        .contains("where n_name LIKE '1%' and CAST(n_name AS INTEGER) > 4");
  }

  @Test
  void testOfNotNullOnAColumnWithoutNullsVanishes() {
    assertThat(plan("select n_name from nation where n_nationkey is not null"))
        .startsWith("Scan nation [n_name]  (");
  }

  @Test
  void sidesOfAFullJoinThatNeverMatchArePutTogether() {
    for (String never : new String[] {"false", "null", "1 = 2 and n_regionkey = r_regionkey"}) {
      assertThat(plan("select n_name, r_name from nation full join region on " + never))
          .contains("UnionAll", "Project [n_name, r_name = NULL]", "[n_name = NULL, r_name]")
          .doesNotContain("Join");
    }
    assertThat(plan("select n_name, r_name from nation full join region on true"))
        .contains("Join FULL");
  }

  @Test
  void limitReachesTheScan() {
    assertThat(plan("select n_name from nation limit 3 offset 2"))
        .contains("Limit 3 after 2")
        .contains("limit 5");
  }

  @Test
  void sortWithLimitIsATopN() {
    assertThat(plan("select n_name from nation order by n_nationkey desc limit 3"))
        .contains("TopN 3 by n_nationkey desc");
  }

  @Test
  void filterStaysAboveALimit() {
    assertThat(
            plan(
                "select * from (select n_nationkey from nation order by n_name limit 5) t"
                    + " where n_nationkey > 3"))
        .containsPattern("(?s)Filter n_nationkey > 3.*TopN 5 by n_name");
  }

  @Test
  void distinctCallIsSplitUnlessMostRowsOfManyLongKeysWouldStay() {
    assertThat(
            plan(
                "select p_type, p_container, count(distinct ps_suppkey) from part, partsupp"
                    + " where p_partkey = ps_partkey group by p_type, p_container"))
        .contains("count(distinct ps_suppkey)");
    assertThat(plan("select l_shipmode, count(distinct l_suppkey) from lineitem group by 1"))
        .contains("Aggregate by l_shipmode, l_suppkey");
    assertThat(plan("select ps_partkey, count(distinct ps_suppkey) from partsupp group by 1"))
        .contains("Aggregate by ps_partkey, ps_suppkey");
  }

  @Test
  void smallerSideIsBuilt() {
    assertThat(plan("select n_name, c_name from nation, customer where n_nationkey = c_nationkey"))
        .containsPattern("(?s)HashJoin INNER on c_nationkey = n_nationkey.*customer.*nation");
  }

  @Test
  void outerJoinKeepsItsMeaningWhenSidesAreSwapped() {
    assertThat(
            plan(
                "select n_name, c_name from nation left join customer on n_nationkey ="
                    + " c_nationkey"))
        .containsPattern("(?s)HashJoin RIGHT on c_nationkey = n_nationkey.*customer.*nation");
  }

  @Test
  void keysOfDifferentTypesMeetInOne() {
    assertThat(plan("select count(*) from orders, nation where o_orderkey = n_nationkey"))
        .contains("CAST(n_nationkey AS BIGINT)");
  }

  @Test
  void nullSafeEqualityIsAKey() {
    assertThat(
            plan(
                "select count(*) from nation a join nation b"
                    + " on a.n_nationkey is not distinct from b.n_regionkey"))
        .contains("is not distinct from");
  }

  @Test
  void inequalityComparesPairs() {
    assertThat(plan("select count(*) from nation join region on n_regionkey > r_regionkey"))
        .contains("RangeJoin INNER on n_regionkey > r_regionkey");
  }

  @Test
  void groupingSetsMergeTheStatesOfOnePass() {
    assertThat(
            plan(
                "select n_regionkey, sum(n_regionkey), grouping(n_regionkey) from nation"
                    + " group by rollup(n_regionkey)"))
        .containsOnlyOnce("Scan nation")
        .containsSubsequence(
            "Aggregate FINAL by n_regionkey, $set",
            "UnionAll",
            "Expand sets (n_regionkey), ()",
            "Aggregate PARTIAL by n_regionkey",
            "Aggregate PARTIAL [sum(n_regionkey)]");
  }

  @Test
  void groupingSetsOfListsExpandRowsAndTheEmptySetIsAggregatedAlone() {
    assertThat(
            plan(
                "select n_regionkey, median(n_nationkey) from nation group by rollup(n_regionkey)"))
        .contains("Aggregate by n_regionkey, $set")
        .contains("Aggregate [median(n_nationkey)]");
  }

  @Test
  void windowsWithOneOrderShareANode() {
    String plan =
        plan(
            "select lag(n_name) over (order by n_nationkey), row_number() over (order by"
                + " n_nationkey), sum(n_regionkey) over () from nation");
    assertThat(plan.lines().filter(line -> line.contains("Window")).count()).as(plan).isEqualTo(2);
  }

  @Test
  void intersectAllNumbersCopies() {
    assertThat(plan("select n_regionkey from nation intersect all select r_regionkey from region"))
        .contains("Window [row_number()] partition by n_regionkey")
        .contains("LEFT_SEMI on n_regionkey is not distinct from r_regionkey");
  }

  @Test
  void exceptIsANullSafeAntiJoinOfDistinctRows() {
    assertThat(plan("select n_regionkey from nation except select r_regionkey from region"))
        .contains("LEFT_ANTI on n_regionkey is not distinct from r_regionkey")
        .contains("Aggregate by n_regionkey");
  }

  @Test
  void countOfAColumnThatIsNeverNullCountsRows() {
    assertThat(plan("select count(1) from nation")).contains("Aggregate [count(*)]");
  }

  @Test
  void constantsAreFoldedByTheKernels() {
    assertThat(
            plan("select 1 from orders where o_orderdate < date '1995-01-01' + interval '1' month"))
        .contains("o_orderdate < DATE '1995-02-01'");
  }

  @Test
  void divisionByZeroIsLeftToTheRowsThatNeedIt() {
    assertThat(plan("select n_nationkey / 0 from nation")).contains("n_nationkey / 0");
  }
}
