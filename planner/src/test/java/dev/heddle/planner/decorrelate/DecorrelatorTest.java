package dev.heddle.planner.decorrelate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.planner.Queries;
import dev.heddle.planner.TpchTables;
import dev.heddle.planner.cost.PlannerMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.util.CancelFlag;
import org.junit.jupiter.api.Test;

class DecorrelatorTest {
  private final Queries queries = new Queries(TpchTables.scaleOne());

  /** What became of a query, and the notes about it. */
  private record Decorrelated(String plan, List<String> notes) {
    Decorrelated becomes(String expected) {
      assertThat(plan).isEqualToIgnoringNewLines(expected);
      return this;
    }

    Decorrelated since(String... reasons) {
      assertThat(notes).containsExactly(reasons);
      return this;
    }

    Decorrelated hasNo(String node) {
      assertThat(plan).doesNotContain(node);
      return this;
    }

    void satisfies(Consumer<String> check) {
      check.accept(plan);
    }

    Decorrelated has(String node) {
      assertThat(plan).contains(node);
      return this;
    }
  }

  private Decorrelated decorrelated(String sql) {
    RelNode rel = queries.rel(sql);
    PlannerMetadata.install(rel.getCluster());
    List<String> notes = new ArrayList<>();
    RelNode result = Decorrelator.apply(rel, new CancelFlag(new AtomicBoolean()), notes);
    assertThat(Decorrelator.isNeeded(result)).as("a dependent join is left").isFalse();
    return new Decorrelated(RelOptUtil.toString(result), notes);
  }

  @Test
  void queryWithoutSubqueriesNeedsNothing() {
    assertThat(Decorrelator.isNeeded(queries.rel("select n_name from nation"))).isFalse();
    assertThat(
            Decorrelator.isNeeded(
                queries.rel("select n_name from nation where n_nationkey in (1, 2)")))
        .isFalse();
  }

  @Test
  void existsBecomesASemiJoin() {
    decorrelated(
            "select n_name from nation where exists"
                + " (select * from region where r_regionkey = n_regionkey and r_name <> n_name)")
        .since("SEMI: conjuncts became the join's")
        .has("LogicalJoin(condition=[AND(=($4, $2), <>($5, $1))], joinType=[semi])");
  }

  @Test
  void notExistsBecomesAnAntiJoin() {
    decorrelated(
            "select n_name from nation where not exists"
                + " (select 1 from region where r_regionkey = n_regionkey)")
        .since("ANTI: conjuncts became the join's")
        .has("LogicalJoin(condition=[=($4, $2)], joinType=[anti])");
  }

  @Test
  void existsThatIsPartOfAConditionBecomesAMark() {
    decorrelated(
            "select n_name from nation where n_name = 'X' or exists"
                + " (select 1 from region where r_regionkey = n_regionkey)")
        .has("MarkJoin(condition=[IS TRUE(=($4, $2))])");
  }

  @Test
  void aggregateIsGroupedByTheEqualColumnWithoutADomain() {
    decorrelated(
            "select n_name, (select max(c_acctbal) from customer where c_nationkey = n_nationkey)"
                + " as m from nation")
        .since("SINGLE: one row, computed beside the outer row")
        .becomes(
            """
            LogicalProject(n_name=[$1], m=[$4])
              LogicalProject(n_nationkey=[$0], n_name=[$1], n_regionkey=[$2], n_comment=[$3], max(c_acctbal)=[$4])
                LogicalProject(n_nationkey=[$0], n_name=[$1], n_regionkey=[$2], n_comment=[$3], max(c_acctbal)=[$5])
                  LogicalJoin(condition=[=($0, $4)], joinType=[left])
                    LogicalTableScan(table=[[nation]])
                    LogicalAggregate(group=[{0}], max(c_acctbal)=[MAX($1)])
                      LogicalProject(c_nationkey=[$0], c_acctbal=[$6])
                        LogicalProject(c_nationkey=[$3], c_custkey=[$0], c_name=[$1], c_address=[$2], c_nationkey4=[$3], c_phone=[$4], c_acctbal=[$5], c_mktsegment=[$6], c_comment=[$7])
                          LogicalFilter(condition=[IS NOT NULL($3)])
                            LogicalTableScan(table=[[customer]])
            """);
  }

  @Test
  void countOverNoRowIsZero() {
    decorrelated(
            "select n_name, (select count(*) from customer where c_nationkey = n_nationkey)"
                + " from nation")
        .has("COALESCE(");
  }

  @Test
  void inequalityNeedsTheDifferentOuterValues() {
    decorrelated(
            "select n_name, (select count(*) from supplier where s_nationkey < n_nationkey)"
                + " from nation")
        .has("LogicalAggregate(group=[{0}])");
  }

  @Test
  void outerRowsAreOneNodeHoweverManySubqueriesThereAre() {
    StringBuilder sql = new StringBuilder("select n_name");
    for (int i = 0; i < 30; i++) {
      sql.append(", (select count(*) from supplier where s_nationkey < n_nationkey + ")
          .append(i)
          .append(")");
    }
    String plan = decorrelated(sql + " from nation").plan();
    assertThat(plan.split("table=\\[\\[nation]]", -1)).as("reads of nation").hasSize(32);
  }

  @Test
  void limitCountsTheRowsOfEachOuterRow() {
    decorrelated(
            "select n_name, s_name from nation, lateral (select s_name from supplier"
                + " where s_nationkey = n_nationkey order by s_acctbal limit 2) q")
        .has("ROW_NUMBER() OVER (PARTITION BY ")
        .has("<=(")
        .hasNo("fetch");
  }

  @Test
  void lateralRowsNeedNoDomain() {
    decorrelated(
            "select n_name, x from nation, lateral (select n_nationkey + s_suppkey as x"
                + " from supplier where s_acctbal > n_regionkey) q")
        .since("INNER: pushed down")
        .hasNo("LogicalAggregate");
  }

  @Test
  void scalarSubqueryThatMayHaveMoreRowsIsCheckedForOuterValuesOnly() {
    decorrelated(
            "select n_name, (select s_name from supplier where s_nationkey = n_nationkey)"
                + " from nation")
        .since("SINGLE: computed for the different values of 1 columns")
        .has("SINGLE_VALUE(");
  }

  @Test
  void whatCanFailIsComputedForOuterValuesOnly() {
    decorrelated(
            "select n_name, (select max(10 // s_suppkey) from supplier"
                + " where s_nationkey = n_nationkey) from nation")
        .has("LogicalAggregate(group=[{0}])\n");
  }

  @Test
  void rowsThatMightBeOthersAreShared() {
    decorrelated(
            "select (select count(*) from supplier where s_nationkey < n_nationkey)"
                + " from (select * from nation limit 5) q")
        .has("SharedRows");
    decorrelated(
            "select (select count(*) from supplier where s_nationkey < n_nationkey) from nation")
        .hasNo("SharedRows");
  }

  @Test
  void innerSubqueryReadsTheOutermostRowThroughTheRowsBetween() {
    decorrelated(
            "select n_name from nation where exists (select 1 from supplier"
                + " where s_nationkey = n_nationkey and s_acctbal > (select avg(c_acctbal)"
                + " from customer where c_nationkey = n_nationkey and c_custkey > s_suppkey))")
        .hasNo("$cor");
  }

  @Test
  void nothingIsComputedForRowsThatAConditionAboveTakesAway() {
    String view =
        "select n_name, n_nationkey as k, (select count(*) from supplier"
            + " where s_nationkey < n_nationkey) as c from nation";
    decorrelated("select * from (" + view + ") v where k + 1 = 5 and c > 3")
        .has(
            """
            LogicalAggregate(group=[{0}])
            """)
        .satisfies(
            plan ->
                assertThat(plan.split("LogicalFilter\\(condition=\\[=\\(\\+\\(", -1))
                    .as("once in the outer rows and once in their domain")
                    .hasSize(3));
    decorrelated("select * from (" + view + ") v where 10 // k = 5")
        .satisfies(
            plan ->
                assertThat(plan.indexOf("//"))
                    .as("what can fail stays above")
                    .isLessThan(plan.indexOf("LogicalJoin")));
  }

  @Test
  void equalityInAllBranchesOfADisjunctionIsFactoredOut() {
    decorrelated(
            "select n_name, (select count(*) from supplier where (s_nationkey = n_nationkey and"
                + " s_acctbal > 5) or (s_nationkey = n_nationkey and s_name = 'X')) from nation")
        .has("LogicalJoin(condition=[=($0, $4)], joinType=[left])")
        .hasNo("joinType=[inner]");
  }

  @Test
  void cancelledPlanningStops() {
    RelNode rel =
        queries.rel("select exists (select 1 from region where r_name = n_name) from nation");
    assertThatThrownBy(
            () ->
                Decorrelator.apply(rel, new CancelFlag(new AtomicBoolean(true)), new ArrayList<>()))
        .isInstanceOf(CancellationException.class)
        .hasMessage("Planning was cancelled");
  }
}
