package dev.heddle.planner.decorrelate;

import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/**
 * A plan and a condition over its rows, where only matters whether that is true, unknown or false
 * for some row. Nodes on top that do not change this are left out: they compute columns, or take
 * equal rows together.
 *
 * @param plan the rows
 * @param condition over the left row's columns, then the plan's
 */
record MatchedPlan(RelNode plan, RexNode condition) {
  static MatchedPlan of(RelNode right, RexNode condition, RelNode left) {
    MatchedPlan current = new MatchedPlan(right, condition);
    while (true) {
      MatchedPlan next = current.step(left);
      if (next == null) {
        return current;
      }
      current = next;
    }
  }

  /** Returns the plan without its uppermost node, or null if that one matters. */
  private @Nullable MatchedPlan step(RelNode left) {
    int leftWidth = left.getRowType().getFieldCount();
    boolean isExistence = RelOptUtil.InputFinder.bits(condition).length() <= leftWidth;
    return switch (plan) {
      case Sort sort when sort.fetch == null && sort.offset == null ->
          new MatchedPlan(sort.getInput(), condition);
      case Sort sort when isExistence && RowCounts.keepsFirst(sort) ->
          new MatchedPlan(sort.getInput(), condition);
      case Project project
          when isExistence
              || (!project.containsOver()
                  && project.getProjects().stream().allMatch(RexUtil::isDeterministic)) ->
          new MatchedPlan(project.getInput(), inlined(project, left));
      case Aggregate aggregate
          when (isExistence || aggregate.getAggCallList().isEmpty())
              && aggregate.getGroupType() == Aggregate.Group.SIMPLE
              && aggregate.getGroupCount() > 0 ->
          new MatchedPlan(
              aggregate.getInput(),
              condition.accept(
                  Rebinding.ofColumns(
                      column ->
                          column < leftWidth
                              ? RexInputRef.of(column, left.getRowType())
                              : pairColumn(
                                  leftWidth,
                                  aggregate.getGroupSet().nth(column - leftWidth),
                                  aggregate.getInput()))));
      default -> null;
    };
  }

  private RexNode inlined(Project project, RelNode left) {
    int leftWidth = left.getRowType().getFieldCount();
    Rebinding ofPair =
        new Rebinding(
            column -> pairColumn(leftWidth, column, project.getInput()),
            access -> RexInputRef.of(access.getField().getIndex(), left.getRowType()));
    return RexUtil.flatten(
        project.getCluster().getRexBuilder(),
        condition.accept(
            Rebinding.ofColumns(
                column ->
                    column < leftWidth
                        ? RexInputRef.of(column, left.getRowType())
                        : project.getProjects().get(column - leftWidth).accept(ofPair))));
  }

  private static RexNode pairColumn(int leftWidth, int column, RelNode right) {
    return new RexInputRef(
        leftWidth + column, right.getRowType().getFieldList().get(column).getType());
  }
}
