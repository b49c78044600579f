package dev.heddle.planner.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.planner.PlannerSettings;
import dev.heddle.planner.Queries;
import dev.heddle.planner.TpchTables;
import org.junit.jupiter.api.Test;

class UnnestSubqueriesTest {
  private final Queries queries = new Queries(TpchTables.scaleOne());

  private String plan(String sql) {
    return queries.plan(sql, PlannerSettings.DEFAULT).physicalText();
  }

  @Test
  void existsBecomesASemiJoin() {
    assertThat(
            plan(
                "select n_name from nation where exists"
                    + " (select 1 from region where r_regionkey = n_regionkey)"))
        .contains("HashJoin LEFT_SEMI on n_regionkey = r_regionkey")
        .doesNotContain("Aggregate");
  }

  @Test
  void notExistsBecomesAnAntiJoinWithItsOtherConditionsAsResidual() {
    assertThat(
            plan(
                "select n_name from nation where not exists (select 1 from region where r_regionkey"
                    + " = n_regionkey and r_name <> n_name)"))
        .contains("HashJoin LEFT_ANTI on n_regionkey = r_regionkey if r_name <> n_name");
  }

  @Test
  void inBecomesASemiJoin() {
    assertThat(
            plan("select n_name from nation where n_regionkey in (select r_regionkey from region)"))
        .contains("LEFT_SEMI on n_regionkey = r_regionkey");
  }

  @Test
  void notInOverNullableColumnsIsAwareOfNulls() {
    assertThat(
            plan(
                "select n_name from nation where n_regionkey not in"
                    + " (select r_regionkey from region)"))
        .contains("LEFT_ANTI_NULL_AWARE on n_regionkey = r_regionkey");
  }

  @Test
  void correlationOfNotInIsAKeyWhoseNullsMeanNoRow() {
    assertThat(
            plan(
                "select n_name from nation n where n_nationkey not in (select c_nationkey from"
                    + " customer c where c.c_custkey = n.n_regionkey)"))
        .contains(
            "LEFT_ANTI_NULL_AWARE on n_nationkey = c_nationkey and $key2 is not distinct from");
  }

  @Test
  void subqueryInsideADisjunctionBecomesAMark() {
    assertThat(
            plan(
                "select n_name from nation where n_regionkey in (select r_regionkey from region)"
                    + " or n_name = 'X'"))
        .contains("HashJoin LEFT_MARK on n_regionkey = r_regionkey")
        .contains("OR $mark");
  }

  @Test
  void existsAsAValueIsNeverNull() {
    assertThat(
            plan(
                "select exists (select 1 from region where r_regionkey = n_regionkey) e"
                    + " from nation"))
        .contains("e = $mark IS TRUE");
  }

  @Test
  void allComparesPairsInThreeValuedLogic() {
    assertThat(
            plan(
                "select n_name from nation where n_nationkey > all (select r_regionkey from"
                    + " region)"))
        .contains("NestedLoopJoin LEFT_ANTI_NULL_AWARE on n_nationkey <= r_regionkey");
  }

  @Test
  void scalarSubqueryWithoutProofOfOneRowChecksItWhenItRuns() {
    assertThat(
            plan("select n_name from nation where n_nationkey = (select r_regionkey from region)"))
        .contains("single_value(r_regionkey)");
  }

  @Test
  void correlatedCountOfNoRowIsZero() {
    assertThat(
            plan(
                "select (select count(*) from customer where c_nationkey = n_nationkey) c"
                    + " from nation"))
        .contains("ELSE 0 END");
  }
}
