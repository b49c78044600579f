package dev.heddle.planner.program;

import dev.heddle.frame.error.CancelPoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptCostImpl;
import org.apache.calcite.plan.RelOptListener;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.hep.HepMatchOrder;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.util.CancelFlag;

/**
 * Rules that run together until none of them changes the plan, or a limit is reached. Immutable;
 * one may run on many threads.
 *
 * @param name shown by {@code explain}
 * @param rules the rules
 * @param order which matches come first
 * @param matchLimit most rule applications; reaching it is noted
 */
record RulePhase(String name, List<RelOptRule> rules, HepMatchOrder order, int matchLimit) {
  RulePhase {
    rules = List.copyOf(rules);
  }

  /** Returns the phase without the rules of these names. */
  RulePhase without(Set<String> excluded) {
    boolean hasSome = rules.stream().anyMatch(rule -> excluded.contains(rule.toString()));
    return hasSome
        ? new RulePhase(
            name,
            rules.stream().filter(rule -> !excluded.contains(rule.toString())).toList(),
            order,
            matchLimit)
        : this;
  }

  RelNode run(RelNode rel, CancelFlag cancel, List<PhaseReport> reports) {
    long start = System.nanoTime();
    HepProgram program =
        new HepProgramBuilder()
            .addMatchOrder(order)
            .addMatchLimit(matchLimit)
            .addRuleCollection(rules)
            .build();
    HepPlanner planner =
        new HepPlanner(program, Contexts.of(cancel), false, null, RelOptCostImpl.FACTORY);
    planner.setEnableFiredRulesCache(true);
    planner.setExecutor(rel.getCluster().getPlanner().getExecutor());
    Recorder recorder = new Recorder();
    planner.addListener(recorder);
    planner.setRoot(rel);
    RelNode result = planner.findBestExp();
    List<String> notes = new ArrayList<>();
    if (recorder.applications >= matchLimit) {
      notes.add("stopped at the limit of " + matchLimit + " rule applications");
    }
    reports.add(new PhaseReport(name, System.nanoTime() - start, recorder.fired, notes));
    return result;
  }

  private static final class Recorder implements RelOptListener {
    private final Map<String, Integer> fired = new LinkedHashMap<>();
    private int applications;

    @Override
    public void ruleProductionSucceeded(RuleProductionEvent event) {
      if (!event.isBefore()) {
        fired.merge(event.getRuleCall().getRule().toString(), 1, Integer::sum);
      }
    }

    @Override
    public void ruleAttempted(RuleAttemptedEvent event) {
      CancelPoint.check();
      if (!event.isBefore()) {
        applications++;
      }
    }

    @Override
    public void relEquivalenceFound(RelEquivalenceEvent event) {}

    @Override
    public void relDiscarded(RelDiscardedEvent event) {}

    @Override
    public void relChosen(RelChosenEvent event) {}
  }
}
