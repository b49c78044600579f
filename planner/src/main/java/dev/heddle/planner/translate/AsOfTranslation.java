package dev.heddle.planner.translate;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.planner.rel.LogicalAsOf;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableIntList;

/** Builds a {@link LogicalAsOf} from expressions: they become columns, nulls on the right go. */
final class AsOfTranslation {
  private AsOfTranslation() {}

  /** An input with columns for expressions over it behind its own. */
  private record Side(RelNode rel, ImmutableIntList columns) {
    static Side of(RelNode input, List<RexNode> expressions) {
      RexBuilder rex = input.getCluster().getRexBuilder();
      List<RexNode> columns = new ArrayList<>(rex.identityProjects(input.getRowType()));
      int width = columns.size();
      List<Integer> positions = new ArrayList<>();
      for (RexNode expression : expressions) {
        positions.add(LogicalPlanTranslator.position(expression, columns));
      }
      RelNode rel =
          columns.size() == width ? input : LogicalPlanTranslator.project(input, columns, null);
      return new Side(rel, ImmutableIntList.copyOf(positions));
    }

    Side withoutNulls() {
      RexBuilder rex = rel.getCluster().getRexBuilder();
      List<RexNode> tests = new ArrayList<>();
      for (int column : columns) {
        RexNode value = rex.makeInputRef(rel, column);
        if (value.getType().isNullable()) {
          tests.add(rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, value));
        }
      }
      RelNode filtered =
          tests.isEmpty() ? rel : LogicalFilter.create(rel, RexUtil.composeConjunction(rex, tests));
      return new Side(filtered, columns);
    }
  }

  /**
   * Builds the join, whose columns are those of the inputs.
   *
   * @param plan says how far a right row may be
   * @param leftKeys expressions over the left side
   * @param rightKeys expressions over the right side, of the same types
   * @param leftOn the place, over the left side
   * @param rightOn the place, over the right side
   */
  static RelNode join(
      LogicalPlan.AsOfJoin plan,
      RelNode left,
      RelNode right,
      List<RexNode> leftKeys,
      List<RexNode> rightKeys,
      RexNode leftOn,
      RexNode rightOn) {
    Side leftSide = Side.of(left, with(leftKeys, leftOn));
    Side rightSide = Side.of(right, with(rightKeys, rightOn)).withoutNulls();
    int keys = leftKeys.size();
    LogicalAsOf join =
        LogicalAsOf.create(
            leftSide.rel(),
            rightSide.rel(),
            new LogicalAsOf.AsOfSearch(
                ImmutableIntList.copyOf(leftSide.columns().subList(0, keys)),
                ImmutableIntList.copyOf(rightSide.columns().subList(0, keys)),
                leftSide.columns().get(keys),
                rightSide.columns().get(keys),
                plan.direction(),
                plan.allowsEqual()));
    int leftWidth = left.getRowType().getFieldCount();
    int rightWidth = right.getRowType().getFieldCount();
    int rightFrom = leftSide.rel().getRowType().getFieldCount();
    if (join.getRowType().getFieldCount() == leftWidth + rightWidth) {
      return join;
    }
    RexBuilder rex = join.getCluster().getRexBuilder();
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < leftWidth; i++) {
      columns.add(rex.makeInputRef(join, i));
    }
    for (int i = 0; i < rightWidth; i++) {
      columns.add(rex.makeInputRef(join, rightFrom + i));
    }
    return LogicalPlanTranslator.project(join, columns, null);
  }

  private static List<RexNode> with(List<RexNode> keys, RexNode on) {
    List<RexNode> all = new ArrayList<>(keys);
    all.add(on);
    return all;
  }
}
