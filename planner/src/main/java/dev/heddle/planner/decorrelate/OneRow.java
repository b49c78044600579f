package dev.heddle.planner.decorrelate;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/**
 * A plan that gives at most one row: that of {@code base}, if the conditions are true for it. It is
 * a function of the outer row, and can be computed beside the columns of that row.
 *
 * @param base gives exactly one row
 * @param conditions over base's columns
 * @param columns over base's columns
 */
record OneRow(RelNode base, List<RexNode> conditions, List<RexNode> columns) {
  /** Returns the plan in this form, or null if it is not of it. */
  static @Nullable OneRow of(RelNode plan) {
    List<RexNode> conditions = new ArrayList<>();
    List<RexNode> columns =
        new ArrayList<>(plan.getCluster().getRexBuilder().identityProjects(plan.getRowType()));
    RelNode current = plan;
    while (true) {
      switch (current) {
        case Filter filter when RexUtil.isDeterministic(filter.getCondition()) -> {
          conditions.addAll(0, RelOptUtil.conjunctions(filter.getCondition()));
          current = filter.getInput();
        }
        case Project project
            when !project.containsOver()
                && project.getProjects().stream().allMatch(RexUtil::isDeterministic) -> {
          conditions = inlined(project, conditions);
          columns = inlined(project, columns);
          current = project.getInput();
        }
        case Sort sort when RowCounts.keepsFirst(sort) -> current = sort.getInput();
        default -> {
          return RowCounts.isOne(current) ? new OneRow(current, conditions, columns) : null;
        }
      }
    }
  }

  private static List<RexNode> inlined(Project project, List<RexNode> expressions) {
    RexBuilder rex = project.getCluster().getRexBuilder();
    List<RexNode> inlined = new ArrayList<>();
    for (RexNode expression : RelOptUtil.pushPastProject(expressions, project)) {
      inlined.add(RexUtil.flatten(rex, expression));
    }
    return inlined;
  }
}
