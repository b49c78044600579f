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

  private String distinct(int partitions, String calls, String keys) {
    String sql = "select " + calls + " from lineitem" + keys;
    return queries
        .plan(sql, new PlannerSettings(partitions, PlannerSettings.Level.OPTIMIZED))
        .physicalText();
  }

  @Test
  void distinctValuesAreAggregatedInStagesWhereGroupsAreFew() {
    String mixed = "count(distinct l_suppkey), sum(l_tax), avg(distinct l_suppkey)";
    assertThat(distinct(4, mixed, ""))
        .containsPattern(
            "(?s)^Aggregate FINAL \\[count, sum, avg].*Exchange to one"
                + ".*Aggregate INTERMEDIATE \\[count, sum, avg].*Project"
                + ".*Aggregate INTERMEDIATE by l_suppkey \\[sum].*Exchange by hash of l_suppkey"
                + ".*Aggregate PARTIAL by l_suppkey \\[sum\\(l_tax\\)]");
    assertThat(distinct(4, mixed, " group by l_orderkey")).doesNotContain("INTERMEDIATE");
    assertThat(distinct(4, mixed, " group by l_linenumber"))
        .contains("Exchange by hash of l_linenumber, l_suppkey"); // has few pairs
    assertThat(distinct(4, mixed + ", median(l_tax)", "")).doesNotContain("INTERMEDIATE");
    assertThat(distinct(4, "stddev(distinct l_suppkey), sum(l_tax)", ""))
        .doesNotContain("INTERMEDIATE");
    assertThat(distinct(1, mixed, "")).doesNotContain("INTERMEDIATE");
  }

  @Test
  void rowsAreRepeatedForDistinctValuesOfSeveralColumnsWhereTasksAreMany() {
    String calls = "count(distinct l_suppkey), count(distinct l_partkey), max(l_tax)";
    assertThat(distinct(8, calls, ""))
        .contains("Exchange by hash of l_suppkey, l_partkey")
        .contains("Expand sets (l_suppkey), (l_partkey), ()");
    assertThat(distinct(4, calls, "")).doesNotContain("Expand");
    assertThat(distinct(8, calls, " group by l_linenumber")).doesNotContain("Expand");
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
  void windowOfManyPartitionsRunsWhereTheyAreButSkewedOnes() {
    assertThat(
            plan(
                "select row_number() over (partition by o_custkey order by o_orderkey) from"
                    + " orders"))
        .containsPattern(
            "(?s)UnionAll, rows of partitions found skewed are divided by ranges"
                + ".*Window [^\\n]* partition by o_custkey order by o_orderkey  [^\\n]*"
                + "\\n *Share %1 but partitions found skewed[^\\n]*"
                + "\\n *Exchange by hash of o_custkey"
                + ".*Exchange by ranges to 16.*RangePart of 16 by o_custkey nulls first, o_orderkey"
                + "[^\\n]*\\n *SharedRead of %1, rows of partitions found skewed");
  }

  @Test
  void windowsThatFollowOneAnotherAreDividedTogether() {
    assertThat(
            plan(
                "select row_number() over (partition by o_custkey order by o_orderkey),"
                    + " rank() over (partition by o_custkey order by o_totalprice) from orders"))
        .containsPattern(
            "(?s)UnionAll, rows of.*Window \\[[^\\n]*\\n *(Project[^\\n]*\\n *)?Window \\["
                + "[^\\n]*\\n *Share %1 but.*found skewed")
        .containsOnlyOnce("Exchange by hash of o_custkey");
  }

  @Test
  void windowWhoseRowsMustStayTogetherRunsWhereTheyAre() {
    String window =
        "select o_custkey, row_number() over (partition by o_custkey order by o_orderkey) as n"
            + " from orders";
    assertThat(plan("select o_custkey, max(n) from (" + window + ") x group by o_custkey"))
        .containsPattern(
            "(?s)Window [^\\n]*, each partition in one task: few rows, or what follows needs"
                + "[^\\n]*\\n *Exchange by hash of o_custkey")
        .doesNotContain("found skewed");
    assertThat(
            plan("select c_name, n from (" + window + ") x join customer on o_custkey = c_custkey"))
        .containsPattern(
            "(?s)HashJoin.*UnionAll, rows of partitions found skewed.*Exchange to all");
  }

  @Test
  void windowOfFewPartitionsIsDividedByRangesOfThem() {
    assertThat(
            plan("select row_number() over (partition by n_regionkey order by n_name) from nation"))
        .containsPattern(
            "(?s)Window \\[row_number\\(\\)] partition by part, n_regionkey order by n_name"
                + ".*HashJoin LEFT on part = part and n_regionkey is not distinct from n_regionkey"
                + ".*Exchange by ranges to 4.*RangePart of 4 by n_regionkey nulls first, n_name"
                + ".*Filter \\$parts > 1.*Window \\[sum\\(\\$state0\\), count\\(\\*\\)]"
                + " partition by n_regionkey order by part"
                + ".*Aggregate PARTIAL by part, n_regionkey \\[count\\(\\*\\)]");
  }

  @Test
  void runningSumIsDividedByRangesOfItsOrder() {
    assertThat(plan("select sum(o_totalprice) over (order by o_orderdate) from orders"))
        .containsPattern(
            "(?s)Window \\[sum\\(o_totalprice\\)] partition by part order by o_orderdate"
                + ".*Exchange by ranges to 4.*Share %2.*Exchange to all"
                + ".*Window \\[sum\\(\\$state0\\)] order by part");
  }

  @Test
  void rowsAtTheBordersGoToThePartsThatSeeThem() {
    assertThat(plan("select lag(o_orderkey, 3) over (order by o_orderdate) from orders"))
        .containsPattern(
            "(?s)Filter \\$own.*Window \\[lag\\(o_orderkey\\)] partition by part"
                + " order by o_orderdate, o_orderkey.*UnionAll.*Exchange by ranges to 4"
                + ".*Exchange by ranges to 4.*NestedLoopJoin.*GroupLimit 3 of each \\(part\\)");
  }

  @Test
  void valuesOfAllRowsAreSentToTheRows() {
    assertThat(plan("select o_totalprice / sum(o_totalprice) over () from orders"))
        .containsPattern(
            "(?s)NestedLoopJoin INNER.*Scan orders.*Exchange to all.*Aggregate FINAL"
                + ".*Aggregate PARTIAL")
        .doesNotContain("Window");
  }

  @Test
  void orderOfAWindowIsSortedOnce() {
    String sql = "select o_orderkey, row_number() over (order by o_orderdate) as n from orders";
    assertThat(plan(sql + " order by o_orderdate"))
        .containsPattern("(?s)^Exchange to one, part by part.*Window")
        .doesNotContain("Sort");
    assertThat(plan(sql.replace("row_number()", "lag(o_custkey)") + " order by o_orderdate"))
        .containsPattern("(?s)^Exchange to one, part by part.*Window")
        .doesNotContain("Sort");
    assertThat(plan(sql + " order by o_orderkey"))
        .containsPattern("(?s)^Exchange to one, part by part.*Sort by.*RangePart.*Window");
    assertThat(plan("select max(n) from (" + sql + ") x"))
        .containsPattern("(?s)^Aggregate FINAL.*Exchange to one.*Aggregate PARTIAL.*Window");
  }

  @Test
  void planSaysWhyAWindowRunsInOneTask() {
    for (String[] pair :
        new String[][] {
          {"sum(o_totalprice) over (order by o_orderkey range 5 preceding)", "a RANGE frame of"},
          {"lag(o_custkey) ignore nulls over (order by o_orderkey)", "lag that ignores nulls"},
          {"lag(o_custkey, 65) over (order by o_orderkey)", "rows more than 64 away"},
          {"count(distinct o_custkey) over (order by o_orderkey)", "count of distinct values"},
          {"stddev(o_custkey) over (order by o_orderkey)", "stddev_samp over a growing frame"},
          {"row_number() over ()", "without an order"},
          {"first_value(o_custkey ignore nulls) over (order by o_orderdate)", "a RANGE frame that"},
          {
            "sum(o_custkey) over (order by o_orderkey rows between unbounded preceding and"
                + " 1 preceding)",
            "a frame from one end of the rows to a distance"
          },
        }) {
      assertThat(plan("select " + pair[0] + " from orders"))
          .as(pair[0])
          .containsPattern("(?s)Window [^\n]*, in one task: " + pair[1] + "[^\n]*\n *Exchange");
    }
    assertThat(
            sparing(
                "select row_number() over (order by l_tax) from lineitem where l_orderkey < 900"))
        .containsPattern("Window [^\n]*, in one task: few rows");
  }

  @Test
  void stagesEndInTheResult() {
    assertThat(planned("select sum(l_tax) from lineitem").stagesText())
        .isEqualTo(
            "stage 0: lineitem -> 2 operators -> exchange to one\n"
                + "stage 1: stage 0 -> 1 operator -> result\n");
  }
}
