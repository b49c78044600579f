package dev.heddle.planner.program;

import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.util.CancelFlag;

/**
 * Rules that run together until none of them changes the plan, or a limit is reached. Immutable;
 * one may run on many threads.
 *
 * @param name shown by {@code explain}
 * @param index the rules
 * @param matchLimit most rule applications; reaching it is noted
 */
record RulePhase(String name, RuleIndex index, int matchLimit) {
  RulePhase(String name, List<RelOptRule> rules, int matchLimit) {
    this(name, new RuleIndex(rules), matchLimit);
  }

  List<RelOptRule> rules() {
    return index.all();
  }

  /** Returns the phase without the rules of these names. */
  RulePhase without(Set<String> excluded) {
    boolean hasSome = rules().stream().anyMatch(rule -> excluded.contains(rule.toString()));
    return hasSome
        ? new RulePhase(
            name,
            rules().stream().filter(rule -> !excluded.contains(rule.toString())).toList(),
            matchLimit)
        : this;
  }

  RelNode run(RelNode rel, CancelFlag cancel, List<PhaseReport> reports) {
    long start = System.nanoTime();
    RuleDriver driver = new RuleDriver(index, matchLimit, cancel);
    RelNode result = driver.rewrite(rel);
    List<String> notes =
        driver.hasReachedLimit()
            ? List.of("stopped at the limit of " + matchLimit + " rule applications")
            : List.of();
    reports.add(new PhaseReport(name, System.nanoTime() - start, driver.fired(), notes));
    return result;
  }
}
