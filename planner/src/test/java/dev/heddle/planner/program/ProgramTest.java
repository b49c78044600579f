package dev.heddle.planner.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.planner.PlannedQuery;
import dev.heddle.planner.PlannerSettings;
import dev.heddle.planner.Queries;
import dev.heddle.planner.TpchTables;
import dev.heddle.planner.rules.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.util.CancelFlag;
import org.junit.jupiter.api.Test;

class ProgramTest {
  private final Queries queries = new Queries(TpchTables.scaleOne());

  @Test
  void everyPhaseIsTimedAndItsRulesAreRecorded() {
    PlannedQuery planned =
        queries.plan(
            "select n_name from nation, region where n_regionkey = r_regionkey",
            PlannerSettings.DEFAULT);
    assertThat(planned.phases())
        .extracting(PhaseReport::name)
        .contains("simplify", "push", "join order", "lower");
    assertThat(planned.phasesText()).contains("FilterIntoJoinRule");
  }

  @Test
  void cancelledPlanningStops() {
    Program program = new Program(new AtomicBoolean(true), Set.of());
    RelNode rel = queries.rel("select n_name from nation");
    assertThatThrownBy(() -> program.optimize(rel))
        .hasMessage("The query was cancelled while being planned")
        .isInstanceOfSatisfying(
            HeddleException.class,
            e -> assertThat(e.code()).as("code").isEqualTo(ErrorCode.CANCELLED));
  }

  @Test
  void phaseThatReachesItsLimitSaysSo() {
    RelNode rel =
        queries.rel(
            "select n_name from nation, region, supplier where n_regionkey = r_regionkey"
                + " and s_nationkey = n_nationkey");
    List<PhaseReport> reports = new ArrayList<>();
    new RulePhase("push", Rules.push(), 1).run(rel, new CancelFlag(new AtomicBoolean()), reports);
    assertThat(reports.getFirst().notes())
        .as("notes of the phase")
        .containsExactly("stopped at the limit of 1 rule applications");
  }

  @Test
  void rulesThatGiveWrongPlansAreOff() {
    List<RelOptRule> used = new ArrayList<>(Rules.simplify());
    used.addAll(Rules.push());
    assertThat(used)
        .doesNotContain(
            CoreRules.JOIN_EXPAND_OR_TO_UNION_RULE,
            CoreRules.MINUS_FILTER_TO_FILTER,
            CoreRules.AGGREGATE_MIN_MAX_TO_LIMIT,
            CoreRules.AGGREGATE_UNION_TRANSPOSE,
            CoreRules.PROJECT_JOIN_TRANSPOSE,
            CoreRules.JOIN_PROJECT_BOTH_TRANSPOSE,
            CoreRules.JOIN_PROJECT_LEFT_TRANSPOSE,
            CoreRules.JOIN_PROJECT_RIGHT_TRANSPOSE,
            CoreRules.AGGREGATE_JOIN_TRANSPOSE_EXTENDED,
            CoreRules.MULTI_JOIN_OPTIMIZE_BUSHY,
            CoreRules.JOIN_COMMUTE,
            CoreRules.JOIN_ASSOCIATE,
            CoreRules.EXPAND_FILTER_DISJUNCTION_LOCAL,
            CoreRules.EXPAND_JOIN_DISJUNCTION_LOCAL);
  }

  @Test
  void expandingDisjunctionsWithinTheRulesNeverEnds() {
    RelNode rel =
        queries.rel(
            "select count(*) from part, lineitem where p_partkey = l_partkey and"
                + " ((p_size = 1 and l_quantity < 2) or (p_size = 5 and l_quantity < 3))");
    List<RelOptRule> rules = new ArrayList<>(Rules.push());
    rules.add(CoreRules.EXPAND_JOIN_DISJUNCTION_LOCAL);
    List<PhaseReport> reports = new ArrayList<>();
    new RulePhase("push", rules, 300).run(rel, new CancelFlag(new AtomicBoolean()), reports);
    assertThat(reports.getFirst().notes())
        .as("once this ends by itself, the rule can do the work of ImpliedPredicates")
        .isNotEmpty();
  }
}
