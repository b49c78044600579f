package dev.heddle.planner.program;

import dev.heddle.frame.error.CancelPoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelHintsPropagator;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptRuleOperand;
import org.apache.calcite.plan.RelOptRuleOperandChildPolicy;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.tools.RelBuilderFactory;
import org.apache.calcite.util.CancelFlag;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * Applies rules to one plan until none changes it, or the limit is reached.
 *
 * <p>A node is rewritten until no rule fires for it, then its inputs are, and then, if one of these
 * has changed, it again. Finished nodes are known. So a rule that fires costs a look at its new
 * nodes and at those above, not at the plan. Nodes are plain and do not change: rules see through
 * their inputs, and the metadata of a node stays true. Not thread-safe.
 */
final class RuleDriver {
  /**
   * Projections are not merged: that would copy values that differ from call to call, and is left
   * to a rule that checks for them.
   */
  private static final RelBuilderFactory BUILDERS =
      RelBuilder.proto(Contexts.of(RelBuilder.Config.DEFAULT.withBloat(-1)));

  private final RuleIndex rules;
  private final int limit;
  private final CancelFlag cancel;
  private final IdentityHashMap<RelNode, RelNode> done = new IdentityHashMap<>();
  private final Map<String, Integer> fired = new LinkedHashMap<>();
  private int applications;

  RuleDriver(RuleIndex rules, int limit, CancelFlag cancel) {
    this.rules = rules;
    this.limit = limit;
    this.cancel = cancel;
  }

  /** Returns the rules that changed the plan, and how often, in the order of their first time. */
  Map<String, Integer> fired() {
    return fired;
  }

  /** Returns whether rules were not applied any more. */
  boolean hasReachedLimit() {
    return applications >= limit;
  }

  /** Returns what a plan becomes. */
  RelNode rewrite(RelNode node) {
    RelNode current = node;
    while (!done.containsKey(current)) {
      CancelPoint.check();
      if (cancel.isCancelRequested()) {
        throw new CancellationException();
      }
      RelNode next = applied(current);
      if (next == null) {
        next = withInputs(current);
        if (next == current) {
          done.put(current, current);
        }
      }
      current = next;
    }
    RelNode result = done.get(current);
    done.put(node, result);
    return result;
  }

  private RelNode withInputs(RelNode node) {
    List<RelNode> inputs = node.getInputs();
    List<RelNode> rewritten = new ArrayList<>(inputs.size());
    boolean isChanged = false;
    for (RelNode input : inputs) {
      RelNode result = rewrite(input);
      isChanged |= result != input;
      rewritten.add(result);
    }
    return isChanged ? node.copy(node.getTraitSet(), rewritten) : node;
  }

  /** Returns what the first rule that fires makes of a node; null if none does. */
  private @Nullable RelNode applied(RelNode node) {
    for (RelOptRule rule : rules.of(node)) {
      if (hasReachedLimit()) {
        return null;
      }
      RelNode result = result(rule, node);
      if (result != null) {
        fired.merge(rule.toString(), 1, Integer::sum);
        return result;
      }
    }
    return null;
  }

  private @Nullable RelNode result(RelOptRule rule, RelNode node) {
    List<RelNode> matched = new ArrayList<>(2);
    Map<RelNode, List<RelNode>> inputs = new HashMap<>(2);
    if (!matches(rule.getOperand(), node, matched, inputs)) {
      return null;
    }
    Call call = new Call(rule.getOperand(), node, matched.toArray(RelNode[]::new), inputs);
    if (!rule.matches(call)) {
      return null;
    }
    applications++;
    rule.onMatch(call);
    RelNode result = call.result;
    return result == null || result.deepEquals(node) ? null : result;
  }

  /** Collects the nodes of a pattern, from the top and from the left. */
  private static boolean matches(
      RelOptRuleOperand operand,
      RelNode node,
      List<RelNode> matched,
      Map<RelNode, List<RelNode>> inputsOf) {
    if (!operand.matches(node)) {
      return false;
    }
    matched.add(node);
    List<RelNode> inputs = node.getInputs();
    List<RelOptRuleOperand> wanted = operand.getChildOperands();
    if (operand.childPolicy == RelOptRuleOperandChildPolicy.ANY) {
      return true;
    }
    if (operand.childPolicy == RelOptRuleOperandChildPolicy.UNORDERED) {
      inputsOf.put(node, inputs);
      return wanted.stream().allMatch(child -> anyMatches(child, inputs, matched, inputsOf));
    }
    if (inputs.size() < wanted.size()) {
      return false;
    }
    for (int i = 0; i < wanted.size(); i++) {
      if (!matches(wanted.get(i), inputs.get(i), matched, inputsOf)) {
        return false;
      }
    }
    return true;
  }

  private static boolean anyMatches(
      RelOptRuleOperand operand,
      List<RelNode> inputs,
      List<RelNode> matched,
      Map<RelNode, List<RelNode>> inputsOf) {
    int before = matched.size();
    for (RelNode input : inputs) {
      if (matches(operand, input, matched, inputsOf)) {
        return true;
      }
      matched.subList(before, matched.size()).clear();
    }
    return false;
  }

  /** An application of a rule, of whose results the first counts. */
  private static final class Call extends RelOptRuleCall {
    private final RelNode node;
    private @Nullable RelNode result;

    Call(
        RelOptRuleOperand operand,
        RelNode node,
        RelNode[] matched,
        Map<RelNode, List<RelNode>> inputs) {
      super(node.getCluster().getPlanner(), operand, matched, inputs);
      this.node = node;
    }

    @Override
    public RelBuilder builder() {
      return BUILDERS.create(node.getCluster(), null);
    }

    @Override
    public void transformTo(
        RelNode rel, Map<RelNode, RelNode> equivalents, RelHintsPropagator hints) {
      if (result == null) {
        RelOptUtil.equal(
            "before", node.getRowType(), getRule().toString(), rel.getRowType(), Litmus.THROW);
        result = rel;
      }
    }
  }
}
