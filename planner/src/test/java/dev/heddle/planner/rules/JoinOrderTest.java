package dev.heddle.planner.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.planner.PlannerSettings;
import dev.heddle.planner.Queries;
import dev.heddle.planner.TpchTables;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JoinOrderTest {
  private final Queries queries = new Queries(TpchTables.scaleOne());

  private String plan(String sql) {
    return queries.plan(sql, PlannerSettings.DEFAULT).physicalText();
  }

  private static int depth(String plan, String node) {
    return plan.lines()
        .filter(line -> line.contains(node))
        .mapToInt(line -> line.indexOf(line.strip()))
        .max()
        .orElseThrow(() -> new AssertionError("no " + node + " in\n" + plan));
  }

  @Test
  void selectiveJoinComesFirst() {
    String plan =
        plan(
            "select count(*) from lineitem, orders, part where l_orderkey = o_orderkey"
                + " and l_partkey = p_partkey and p_type = 'ECONOMY ANODIZED STEEL'");
    assertThat(depth(plan, "Scan part")).as(plan).isGreaterThan(depth(plan, "Scan orders"));
  }

  @Test
  void relationsWithoutAPredicateBetweenThemAreNotCrossed() {
    assertThat(
            plan(
                "select count(*) from region, lineitem, nation, supplier where l_suppkey ="
                    + " s_suppkey and s_nationkey = n_nationkey and n_regionkey = r_regionkey"))
        .doesNotContain("NestedLoopJoin");
  }

  @Test
  void manyRowsThatAreTakenForFewAreNotCrossed() {
    // if these texts say the same of an order, many orders have them
    String plan =
        plan(
            "select count(*) from orders, lineitem, part where l_orderkey = o_orderkey"
                + " and l_partkey = p_partkey and o_totalprice = 900.5 and o_clerk = 'x'"
                + " and o_comment like '%a%'");
    assertThat(plan).as(plan).doesNotContain("NestedLoopJoin");
  }

  @Test
  void fewRowsThatMayBeMoreAreNotCrossed() {
    // the nations may be all 25, and the orders all of a clerk
    String plan =
        plan(
            "select count(*) from orders, nation, customer where o_custkey = c_custkey"
                + " and c_nationkey = n_nationkey and n_name like 'A%' and o_clerk = 'x'"
                + " and o_totalprice = 900.5");
    assertThat(plan).as(plan).doesNotContain("NestedLoopJoin");
  }

  @Test
  void inequalityWaitsForEqualities() {
    String plan =
        plan(
            "select count(*) from orders, lineitem, part where l_orderkey = o_orderkey"
                + " and l_partkey = p_partkey and o_totalprice < p_retailprice"
                + " and o_totalprice = 900.5 and o_clerk = 'x' and p_size = 3 and p_type = 'y'"
                + " and p_brand = 'z'");
    assertThat(plan).as(plan).contains("HashJoin").doesNotContain("NestedLoop", "RangeJoin");
  }

  @Test
  void partsThatNothingConnectsAreCrossedAsAWhole() {
    String plan =
        plan(
            "select count(*) from orders, lineitem, part, partsupp where l_orderkey = o_orderkey"
                + " and p_partkey = ps_partkey and o_totalprice = 900.5 and p_size = 3");
    assertThat(plan.lines().filter(line -> line.contains("NestedLoopJoin"))).as(plan).hasSize(1);
    assertThat(depth(plan, "NestedLoopJoin")).as(plan).isLessThan(depth(plan, "HashJoin"));
    assertThat(plan.lines().filter(line -> line.contains("HashJoin"))).as(plan).hasSize(2);
  }

  @Test
  void partsThatOnlyOneInequalityConnectsAreJoinedByIt() {
    String plan =
        plan(
            "select count(*) from orders, lineitem, part, partsupp where l_orderkey = o_orderkey"
                + " and p_partkey = ps_partkey and o_totalprice < p_retailprice");
    assertThat(depth(plan, "RangeJoin")).as(plan).isLessThan(depth(plan, "HashJoin"));
  }

  @Test
  void fewRowsAreCrossed() {
    String plan =
        plan(
            "select count(*) from supplier, region, nation where s_suppkey = n_nationkey"
                + " and s_nationkey = r_regionkey and r_name = 'ASIA' and n_name = 'CHINA'");
    assertThat(plan).as(plan).contains("NestedLoopJoin");
  }

  @Test
  void equalitiesThatFollowFromOthersConnectToo() {
    // orders and the small table meet only through lineitem as written
    String plan =
        plan(
            "select count(*) from lineitem, orders, (select o_orderkey as k from orders"
                + " where o_totalprice < 900) small where l_orderkey = o_orderkey"
                + " and l_orderkey = small.k");
    assertThat(plan).as(plan).doesNotContain("NestedLoopJoin");
    assertThat(depth(plan, "Scan lineitem")).as(plan).isLessThan(8);
  }

  @Test
  void crossJoinWithOneRowIsFree() {
    assertThat(
            plan(
                "select count(*) from orders, (select max(c_acctbal) m from customer) t"
                    + " where o_totalprice > m"))
        .contains("RangeJoin INNER on o_totalprice > m");
  }

  @Test
  void semiJoinMovesBelowAnInnerJoin() {
    String plan =
        plan(
            "select count(*) from lineitem, orders where l_orderkey = o_orderkey and o_custkey in"
                + " (select c_custkey from customer where c_name = 'x')");
    assertThat(depth(plan, "Scan customer")).as(plan).isGreaterThan(depth(plan, "Scan lineitem"));
  }

  @Test
  void leftJoinWaitsForWhatItReads() {
    String plan =
        plan(
            "select c_name, n_name from lineitem join orders on l_orderkey = o_orderkey"
                + " left join customer on o_custkey = c_custkey and c_acctbal > 0"
                + " join nation on n_nationkey = l_linenumber where o_totalprice < 1000");
    assertThat(plan)
        .as(plan)
        .containsAnyOf("HashJoin LEFT on o_custkey", "HashJoin RIGHT on c_custkey");
  }

  @Test
  void innerJoinOnAnOuterJoinsRightSideMakesThatJoinInner() {
    assertThat(
            plan(
                "select count(*) from orders left join customer on o_custkey = c_custkey"
                    + " where c_acctbal > 0"))
        .contains("HashJoin INNER");
  }

  @Test
  void wrongEstimatesGiveOtherOrdersTheSameOnesForASeed() {
    String sql =
        "select count(*) from lineitem, orders, part, supplier where l_orderkey = o_orderkey"
            + " and l_partkey = p_partkey and l_suppkey = s_suppkey and p_size = 1";
    Set<String> plans = new HashSet<>();
    for (int seed = 1; seed <= 10; seed++) {
      PlannerSettings wrong =
          new PlannerSettings(
              1,
              PlannerSettings.Level.OPTIMIZED,
              PlannerSettings.DEFAULT.inputs(),
              Set.of(EstimateNoise.name(seed)));
      String plan = queries.plan(sql, wrong).physicalText();
      assertThat(plan).isEqualTo(queries.plan(sql, wrong).physicalText());
      plans.add(plan.replaceAll("\\(~[^)]*\\)", ""));
    }
    assertThat(plans).hasSizeGreaterThan(3);
  }

  @Test
  void manyRelationsAreOrderedGreedily() {
    joins(14);
  }

  @Test
  void filteredDimensionsOfManyRelationsAreJoinedToTheirFactsFirst() {
    StringBuilder from = new StringBuilder("select count(*) from orders");
    StringBuilder where = new StringBuilder(" where o_totalprice < 1000");
    for (int i = 1; i <= 5; i++) {
      from.append(", lineitem l" + i + ", part p" + i + ", supplier s" + i);
      where.append(" and o_orderkey = l" + i + ".l_orderkey and l" + i + ".l_partkey = p" + i);
      where.append(
          ".p_partkey and p" + i + ".p_name = 'x" + i + "' and l" + i + ".l_suppkey = s" + i);
      where.append(".s_suppkey");
    }
    List<String> lines = plan(from.append(where).toString()).lines().map(String::strip).toList();
    long direct =
        IntStream.range(2, lines.size())
            .filter(i -> lines.get(i - 2).startsWith("HashJoin INNER on l_partkey = p_partkey"))
            .filter(i -> lines.get(i - 1).startsWith("Scan lineitem"))
            .count();
    assertThat(direct).as(String.join("\n", lines)).isEqualTo(5);
  }

  @Test
  void moreRelationsThanASetHoldsAreOrderedInParts() {
    joins(66);
  }

  private void joins(int relations) {
    StringBuilder from = new StringBuilder("select count(*) from nation n1");
    for (int i = 2; i <= relations; i++) {
      from.append(" join nation n").append(i).append(" on n").append(i - 1);
      from.append(".n_nationkey = n").append(i).append(".n_nationkey and n");
      from.append(i).append(".n_regionkey <> ").append(i + 10);
    }
    String plan = plan(from.toString());
    assertThat(plan.lines().filter(line -> line.contains("Scan nation")).count())
        .as(plan)
        .isEqualTo(relations);
    assertThat(plan).doesNotContain("NestedLoopJoin");
  }

  @Test
  void disjunctionOverBothSidesFiltersEachSideToo() {
    assertThat(
            plan(
                "select count(*) from part, lineitem where"
                    + " (p_partkey = l_partkey and p_size = 1 and l_quantity < 2)"
                    + " or (p_partkey = l_partkey and p_size = 5 and l_quantity < 3)"))
        .contains("HashJoin INNER on l_partkey = p_partkey if")
        .contains("where p_size IN (1, 5)");
  }
}
