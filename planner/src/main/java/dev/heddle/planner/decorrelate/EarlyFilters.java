package dev.heddle.planner.decorrelate;

import dev.heddle.planner.rel.DependentJoin;
import dev.heddle.planner.translate.Failing;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/**
 * Moves conditions on the left rows of dependent joins below these, so that nothing is computed for
 * rows that go anyway. Later it would be too late: the left rows are then read in two places.
 *
 * <p>What may fail stays where it is. One object serves one plan.
 */
final class EarlyFilters {
  private final IdentityHashMap<RelNode, RelNode> done = new IdentityHashMap<>();

  /** Returns the plan with its conditions moved; the row type stays. */
  RelNode apply(RelNode rel) {
    RelNode known = done.get(rel);
    if (known == null) {
      known = moved(rel);
      done.put(rel, known);
    }
    return known;
  }

  private RelNode moved(RelNode given) {
    RelNode rel = given instanceof Filter filter ? factored(filter) : given;
    if (rel instanceof Filter filter && isAboveDependent(filter.getInput())) {
      RelNode below = pushed(filter.getInput(), RelOptUtil.conjunctions(filter.getCondition()));
      return inputsMoved(below);
    }
    return inputsMoved(rel);
  }

  /**
   * What all branches of an OR require of the outer row is a conjunct, which may make it equal to a
   * column.
   */
  private static RelNode factored(Filter filter) {
    RexNode condition = filter.getCondition();
    if (!PulledConjuncts.readsOuter(condition) || !hasDisjunction(condition)) {
      return filter;
    }
    RexBuilder rex = filter.getCluster().getRexBuilder();
    RexNode factored = RexUtil.flatten(rex, RexUtil.pullFactors(rex, condition));
    return factored.equals(condition) ? filter : LogicalFilter.create(filter.getInput(), factored);
  }

  private static boolean hasDisjunction(RexNode condition) {
    return RelOptUtil.conjunctions(condition).stream().anyMatch(c -> c.isA(SqlKind.OR));
  }

  private RelNode inputsMoved(RelNode rel) {
    List<RelNode> inputs = new ArrayList<>();
    boolean isChanged = false;
    for (RelNode input : rel.getInputs()) {
      RelNode changed = apply(input);
      isChanged |= changed != input;
      inputs.add(changed);
    }
    return isChanged ? rel.copy(rel.getTraitSet(), inputs) : rel;
  }

  private static boolean isAboveDependent(RelNode rel) {
    return switch (rel) {
      case DependentJoin _ -> true;
      case Filter filter -> isAboveDependent(filter.getInput());
      case Project project -> isRowByRow(project) && isAboveDependent(project.getInput());
      default -> false;
    };
  }

  private static boolean isRowByRow(Project project) {
    return !project.containsOver()
        && project.getProjects().stream().allMatch(RexUtil::isDeterministic);
  }

  /** Returns the rows for which the conjuncts are true. */
  private static RelNode pushed(RelNode rel, List<RexNode> conjuncts) {
    List<RexNode> moving = new ArrayList<>();
    List<RexNode> staying = new ArrayList<>();
    for (RexNode conjunct : conjuncts) {
      (mayMove(rel, conjunct) ? moving : staying).add(conjunct);
    }
    RelNode below =
        moving.isEmpty()
            ? rel
            : switch (rel) {
              case DependentJoin join ->
                  join.copy(
                      join.getTraitSet(), List.of(pushed(join.getLeft(), moving), join.getRight()));
              case Project project -> {
                RexBuilder rex = project.getCluster().getRexBuilder();
                List<RexNode> inlined = new ArrayList<>();
                for (RexNode conjunct : RelOptUtil.pushPastProject(moving, project)) {
                  inlined.addAll(RelOptUtil.conjunctions(RexUtil.flatten(rex, conjunct)));
                }
                yield project.copy(
                    project.getTraitSet(), List.of(pushed(project.getInput(), inlined)));
              }
              case Filter filter ->
                  filter.copy(filter.getTraitSet(), List.of(pushed(filter.getInput(), moving)));
              default -> throw new IllegalStateException("Nothing moves below " + rel);
            };
    if (staying.isEmpty()) {
      return below;
    }
    RexBuilder rex = rel.getCluster().getRexBuilder();
    return LogicalFilter.create(below, RexUtil.composeConjunction(rex, staying));
  }

  private static boolean mayMove(RelNode rel, RexNode conjunct) {
    if (!RexUtil.isDeterministic(conjunct) || Failing.canFail(conjunct)) {
      return false;
    }
    return switch (rel) {
      case DependentJoin join ->
          RelOptUtil.InputFinder.bits(conjunct).length()
              <= join.getLeft().getRowType().getFieldCount();
      case Project project ->
          isAboveDependent(project)
              && RelOptUtil.pushPastProject(List.of(conjunct), project).stream()
                  .noneMatch(Failing::canFail);
      case Filter filter -> isAboveDependent(filter);
      default -> false;
    };
  }
}
