package dev.heddle.planner.rules;

import dev.heddle.frame.error.CancelPoint;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.rules.ProjectRemoveRule;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Makes plans small before rules see them, in one walk from the leaves: filters on filters, also
 * with projections between them, projections of projections and unions of unions become one, and
 * the many tests of a column for equality with constants in one OR become a set of values;
 * constants among these that have to be computed are.
 *
 * <p>Rules come to the same, but two nodes or terms at a time, and look at all of them each time.
 * Not thread-safe.
 */
public final class Condensing {
  /** Terms of a junction from which on it is looked into. */
  private static final int MIN_MERGED_OPERANDS = 50;

  private final IdentityHashMap<RelNode, RelNode> done = new IdentityHashMap<>();
  private final RexBuilder rex;
  private final @Nullable RexExecutor executor;

  private Condensing(RelNode root) {
    this.rex = root.getCluster().getRexBuilder();
    this.executor = root.getCluster().getPlanner().getExecutor();
  }

  /** Returns the plan, condensed; itself if there is nothing to do. */
  public static RelNode apply(RelNode rel) {
    Condensing condensing = new Condensing(rel);
    return rel instanceof Project project // whose names are the query's
        ? condensing.project(project)
        : condensing.visit(rel);
  }

  private RelNode visit(RelNode rel) {
    RelNode known = done.get(rel);
    if (known == null) {
      CancelPoint.check();
      known =
          switch (rel) {
            case Filter filter -> filter(filter);
            case Union union when union.all -> union(union);
            case Project project when ProjectRemoveRule.isTrivial(project) ->
                visit(project.getInput());
            case Project project -> project(project);
            default -> withInputs(rel, rel.getInputs().stream().map(this::visit).toList());
          };
      done.put(rel, known);
    }
    return known;
  }

  private RelNode withInputs(RelNode rel, List<RelNode> inputs) {
    RelNode changed = inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
    return changed instanceof Project && hasManyTerms(changed) ? changed.accept(terms()) : changed;
  }

  /** Projections of projections become one, unless one has windows or writes much again. */
  private RelNode project(Project top) {
    RelNode input = visit(top.getInput());
    if (input instanceof Project lower
        && lower.getProjects().stream().allMatch(RexUtil::isDeterministic)) {
      Project one = VolatilityGuard.merged(top, lower);
      if (one != null) {
        return withInputs(one, one.getInputs());
      }
    }
    return withInputs(top, List.of(input));
  }

  private static boolean isTrivial(RelNode rel) {
    return rel instanceof Project project && ProjectRemoveRule.isTrivial(project);
  }

  private RelNode filter(Filter top) {
    List<Filter> chain = new ArrayList<>();
    RelNode below = top;
    while (below instanceof Filter || isTrivial(below)) {
      if (below instanceof Filter filter) {
        if (!filter.getVariablesSet().isEmpty()) {
          break;
        }
        chain.add(filter);
      }
      below = below.getInput(0);
    }
    boolean mayMerge =
        chain.size() == 1
            || chain.stream().allMatch(filter -> RexUtil.isDeterministic(filter.getCondition()));
    if (chain.isEmpty() || !mayMerge) {
      return withInputs(top, List.of(visit(top.getInput())));
    }
    RelNode input = visit(below);
    List<RexNode> conjuncts = new ArrayList<>();
    for (Filter filter : chain.reversed()) {
      conjuncts.addAll(RelOptUtil.conjunctions(filter.getCondition()));
    }
    RexNode condition =
        chain.size() == 1 ? top.getCondition() : RexUtil.composeConjunction(rex, conjuncts);
    RexNode condensed = hasManyTerms(condition) ? condition.accept(terms()) : condition;
    if (input instanceof Project project
        && project.getInput() instanceof Filter lower
        && isBelow(condensed, project, lower)) {
      return below(condensed, project, lower);
    }
    return condensed.equals(top.getCondition()) && input.equals(top.getInput())
        ? top
        : LogicalFilter.create(input, condensed);
  }

  /** Whether a condition may join the one below a projection. */
  private static boolean isBelow(RexNode condition, Project project, Filter lower) {
    return RelOptUtil.conjunctions(lower.getCondition()).size()
            < MIN_MERGED_OPERANDS // each merge copies them
        && !lower.getCondition().isAlwaysFalse() // which empties what is above
        && lower.getVariablesSet().isEmpty()
        && !project.containsOver()
        && RexUtil.isDeterministic(condition)
        && RexUtil.isDeterministic(lower.getCondition())
        && project.getProjects().stream().allMatch(RexUtil::isDeterministic)
        && !VolatilityGuard.isWrittenOften(condition, project);
  }

  /** Puts a condition below a projection, to the one that is there. */
  private RelNode below(RexNode condition, Project project, Filter lower) {
    List<RexNode> conjuncts = new ArrayList<>(RelOptUtil.conjunctions(lower.getCondition()));
    conjuncts.addAll(RelOptUtil.conjunctions(RelOptUtil.pushPastProject(condition, project)));
    RelNode filter =
        LogicalFilter.create(lower.getInput(), RexUtil.composeConjunction(rex, conjuncts));
    return project.copy(project.getTraitSet(), List.of(filter));
  }

  private RelNode union(Union union) {
    List<RelNode> inputs = new ArrayList<>();
    for (RelNode input : union.getInputs()) {
      RelNode changed = visit(input);
      boolean isSame =
          changed instanceof Union inner
              && inner.all
              && inner.getRowType().equals(union.getRowType());
      inputs.addAll(isSame ? changed.getInputs() : List.of(changed));
    }
    return inputs.equals(union.getInputs()) ? union : LogicalUnion.create(inputs, true);
  }

  private static boolean hasManyTerms(RelNode rel) {
    return rel instanceof Project project
        && project.getProjects().stream().anyMatch(Condensing::hasManyTerms);
  }

  private static boolean hasManyTerms(RexNode node) {
    if (!(node instanceof RexCall call)) {
      return false;
    }
    if (call.isA(SqlKind.OR) && call.getOperands().size() >= MIN_MERGED_OPERANDS) {
      return true;
    }
    for (RexNode operand : call.getOperands()) {
      if (hasManyTerms(operand)) {
        return true;
      }
    }
    return false;
  }

  private RexShuttle terms() {
    return new RexShuttle() {
      @Override
      public RexNode visitCall(RexCall call) {
        if (!hasManyTerms(call)) {
          return call;
        }
        boolean isAlone =
            call.isA(SqlKind.OR) && call.getOperands().stream().noneMatch(Condensing::hasManyTerms);
        RexNode visited = isAlone ? call : super.visitCall(call);
        return visited instanceof RexCall or
                && or.isA(SqlKind.OR)
                && or.getOperands().size() >= MIN_MERGED_OPERANDS
            ? condensed(or)
            : visited;
      }
    };
  }

  private RexNode condensed(RexCall or) {
    List<RexNode> terms = folded(or.getOperands());
    Map<RexNode, List<RexNode>> values = new LinkedHashMap<>(); // by what is compared
    for (RexNode term : terms) {
      RexCall equality = ManyInequalities.comparison(term, SqlKind.EQUALS);
      if (equality != null) {
        values
            .computeIfAbsent(equality.getOperands().get(0), _ -> new ArrayList<>())
            .add(equality.getOperands().get(1));
      }
    }
    values.values().removeIf(list -> list.size() < MIN_MERGED_OPERANDS);
    List<RexNode> result = new ArrayList<>();
    values.forEach((compared, list) -> result.add(rex.makeIn(compared, list)));
    for (RexNode term : terms) {
      RexCall equality = ManyInequalities.comparison(term, SqlKind.EQUALS);
      if (equality == null || !values.containsKey(equality.getOperands().get(0))) {
        result.add(term);
      }
    }
    return terms.equals(or.getOperands()) && values.isEmpty()
        ? or
        : RexUtil.composeDisjunction(rex, result);
  }

  /** Computes the constants that columns are compared with. */
  private List<RexNode> folded(List<RexNode> terms) {
    List<RexNode> constants = new ArrayList<>();
    for (RexNode term : terms) {
      RexNode constant = constant(term);
      if (constant != null) {
        constants.add(constant);
      }
    }
    if (constants.isEmpty() || executor == null) {
      return terms;
    }
    List<RexNode> values = new ArrayList<>();
    executor.reduce(rex, constants, values);
    List<RexNode> result = new ArrayList<>();
    int at = 0;
    for (RexNode term : terms) {
      RexNode constant = constant(term);
      RexNode value = constant == null ? null : values.get(at++);
      result.add(
          value instanceof RexLiteral
              ? rex.makeCall(
                  SqlStdOperatorTable.EQUALS, ((RexCall) term).getOperands().getFirst(), value)
              : term);
    }
    return result;
  }

  /** Returns what a term compares a value with, if that is a constant that is no literal. */
  private static @Nullable RexNode constant(RexNode term) {
    if (term instanceof RexCall call && call.isA(SqlKind.EQUALS)) {
      RexNode right = call.getOperands().get(1);
      boolean isComputed =
          right instanceof RexCall && RexUtil.isConstant(right) && RexUtil.isDeterministic(right);
      return isComputed ? right : null;
    }
    return null;
  }
}
