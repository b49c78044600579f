package dev.heddle.planner.program;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.RelNode;

/** Rules by the kind of node that is on top of what they match. Thread-safe. */
final class RuleIndex {
  private final List<RelOptRule> rules;
  private final ConcurrentMap<Class<?>, List<RelOptRule>> byNode = new ConcurrentHashMap<>();

  RuleIndex(List<RelOptRule> rules) {
    this.rules = List.copyOf(rules);
  }

  /** Returns all rules, in order. */
  List<RelOptRule> all() {
    return rules;
  }

  /** Returns the rules that may match a node, in order. */
  List<RelOptRule> of(RelNode node) {
    return byNode.computeIfAbsent(node.getClass(), this::matching);
  }

  private List<RelOptRule> matching(Class<?> node) {
    return rules.stream()
        .filter(rule -> rule.getOperand().getMatchedClass().isAssignableFrom(node))
        .toList();
  }
}
