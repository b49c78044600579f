package dev.heddle.planner.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.planner.PlannedQuery;
import dev.heddle.planner.PlannerSettings;
import dev.heddle.planner.Queries;
import dev.heddle.planner.TpchTables;
import org.junit.jupiter.api.Test;

class ExchangesTest {
  private final Queries queries = new Queries(TpchTables.scaleOne());

  private PlannedQuery planned(String sql) {
    return queries.plan(sql, new PlannerSettings(4, PlannerSettings.Level.OPTIMIZED));
  }

  private String plan(String sql) {
    return planned(sql).physicalText();
  }

  @Test
  void onePartitionNeedsNoExchange() {
    assertThat(
            queries
                .plan(
                    "select l_returnflag, sum(l_tax) from lineitem group by 1",
                    PlannerSettings.DEFAULT)
                .physicalText())
        .doesNotContain("Exchange");
  }

  private String sparing(String sql) {
    PlannerSettings settings =
        new PlannerSettings(4, PlannerSettings.Level.OPTIMIZED, PartitionedInputs.LARGE);
    return queries.plan(sql, settings).physicalText();
  }

  @Test
  void whatReadsLittleRunsInOneTask() {
    assertThat(sparing("select c_nationkey, sum(c_acctbal) from customer group by 1"))
        .doesNotContain("Exchange");
    assertThat(sparing("select l_returnflag, sum(l_tax) from lineitem group by 1"))
        .contains("Exchange");
  }

  @Test
  void whatIsReadOnlyToLeaveRowsOutCountsToo() {
    String counts = "select o_custkey, count(*) from orders where %s group by o_custkey";
    assertThat(sparing(counts.formatted("o_custkey > 3"))).doesNotContain("Exchange");
    assertThat(sparing(counts.formatted("o_comment not like '%special%'"))).contains("Exchange");
  }

  @Test
  void whatMakesManyRowsOfLittleIsDivided() {
    assertThat(
            sparing(
                "select max(a.c_acctbal + b.c_acctbal) from customer a, customer b"
                    + " where a.c_name < b.c_name"))
        .contains("Exchange");
  }

  @Test
  void aggregationRunsInTwoHalves() {
    assertThat(plan("select l_returnflag, sum(l_tax) from lineitem group by l_returnflag"))
        .containsPattern(
            "(?s)Exchange to one.*Aggregate FINAL by l_returnflag.*"
                + "Exchange by hash of l_returnflag.*Aggregate PARTIAL by l_returnflag");
  }

  @Test
  void totalIsMergedInOnePlace() {
    assertThat(plan("select sum(l_tax) from lineitem"))
        .containsPattern("(?s)^Aggregate FINAL.*Exchange to one.*Aggregate PARTIAL");
  }

  @Test
  void callsWithoutPartialStateSeeAllRowsOfTheirGroup() {
    assertThat(plan("select l_returnflag, median(l_partkey) from lineitem group by 1"))
        .containsPattern("(?s)Aggregate by l_returnflag.*Exchange by hash of l_returnflag")
        .doesNotContain("PARTIAL");
  }

  @Test
  void smallBuildSideGoesEverywhere() {
    assertThat(plan("select count(*) from lineitem, supplier where l_suppkey = s_suppkey"))
        .contains("Exchange to all");
  }

  @Test
  void aBuildSideThatMayBeLargeGoesEverywhereUnlessItIs() {
    assertThat(
            plan(
                "select sum(l_tax) from lineitem, (select o_orderkey as k from orders, customer"
                    + " where o_custkey = c_custkey and c_acctbal > 9990) x where l_orderkey = k"))
        .contains("Exchange by hash of l_orderkey unless the build side is small")
        .contains("Exchange by hash of o_orderkey unless the build side is small");
  }

  @Test
  void largeSidesMeetByTheHashOfTheirKeys() {
    assertThat(
            plan("select l_comment, o_comment from lineitem, orders where l_orderkey = o_orderkey"))
        .contains("Exchange by hash of l_orderkey")
        .contains("Exchange by hash of o_orderkey");
  }

  @Test
  void buildSideThatDeliversRowsIsNeverRepeated() {
    assertThat(
            plan(
                "select n_name, c_name from nation left join customer on n_nationkey ="
                    + " c_nationkey"))
        .contains("HashJoin RIGHT")
        .doesNotContain("to all");
  }

  @Test
  void nullAwareAntiJoinSeesTheWholeSet() {
    assertThat(
            plan(
                "select count(*) from orders where o_custkey not in (select l_suppkey from"
                    + " lineitem)"))
        .containsPattern("(?s)LEFT_ANTI_NULL_AWARE.*Exchange to all");
  }

  @Test
  void rangesOfAnOrderAreSortedSideBySide() {
    assertThat(plan("select n_name from nation order by n_name"))
        .containsPattern(
            "(?s)^Exchange to one, part by part.*Sort by n_name.*Exchange by ranges to 4"
                + ".*RangePart of 4 by n_name.*Exchange to all.*TopN 1000 by draw.*Scan nation");
  }

  @Test
  void onlyKeysAreReadForTheSampleOfATable() {
    assertThat(
            plan("select * from lineitem where l_quantity < 7 and l_tax > 0 order by l_shipdate"))
        .containsPattern(
            "(?s)RandomKey.*Scan lineitem \\[l_shipdate] where l_quantity < 7.00 and l_tax");
  }

  @Test
  void whatIsNoTableIsMadeOnceForSampleAndSort() {
    assertThat(plan("select n_regionkey, count(*) from nation group by 1 order by 2"))
        .containsPattern("(?s)RangePart.*Share %1.*Exchange to all.*RandomKey.*SharedRead of %1");
  }

  @Test
  void fewRowsAreSortedWhereTheyAreAndMerged() {
    assertThat(
            sparing("select l_orderkey, l_tax from lineitem where l_orderkey < 900000 order by 2"))
        .containsPattern("(?s)^Exchange to one, merged by .*Sort by")
        .doesNotContain("RangePart");
    assertThat(sparing("select l_orderkey, l_comment from lineitem order by l_comment"))
        .containsPattern("(?s)^Exchange to one, part by part.*Exchange by ranges to");
  }

  @Test
  void whatIsComputedOfSortedRowsIsComputedPartByPart() {
    assertThat(plan("select n_regionkey + 1 from nation order by n_name"))
        .containsPattern("(?s)^Exchange to one, part by part.*Project.*Sort by n_name");
    assertThat(plan("select n_name from nation order by n_name offset 5"))
        .containsPattern("(?s)^Limit all after 5.*Exchange to one, part by part.*Sort by n_name");
  }

  @Test
  void eachPartKeepsItsFirstRows() {
    assertThat(plan("select n_name from nation order by n_name limit 3 offset 2"))
        .containsPattern(
            "(?s)^TopN 3 after 2 by n_name.*Exchange to one, merged by n_name.*TopN 5 by n_name");
  }

  @Test
  void constantsInAUnionAreNotRepeatedByEveryTask() {
    assertThat(plan("select n_nationkey from nation union all values (1)"))
        .containsPattern("(?s)UnionAll.*Exchange in turn");
  }

  @Test
  void windowRunsWhereItsPartitionsAre() {
    assertThat(
            plan("select row_number() over (partition by n_regionkey order by n_name) from nation"))
        .containsPattern("(?s)Window.*Exchange by hash of n_regionkey");
  }

  @Test
  void stagesEndInTheResult() {
    assertThat(planned("select sum(l_tax) from lineitem").stagesText())
        .isEqualTo(
            "stage 0: lineitem -> 2 operators -> exchange to one\n"
                + "stage 1: stage 0 -> 1 operator -> result\n");
  }
}
