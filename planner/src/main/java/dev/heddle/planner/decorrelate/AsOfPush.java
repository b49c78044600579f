package dev.heddle.planner.decorrelate;

import dev.heddle.planner.rel.LogicalAsOf;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableIntList;

/**
 * Computes as-of joins for outer rows. Where the right side reads these too, their columns are
 * further keys. Such keys match no nulls, so that a column that may be null is two of them: whether
 * it is, and its value or any constant.
 */
final class AsOfPush {
  private final OuterPush push;
  private final Decorrelator decorrelator;

  AsOfPush(OuterPush push, Decorrelator decorrelator) {
    this.push = push;
    this.decorrelator = decorrelator;
  }

  Pushed push(OuterRows outer, LogicalAsOf join, Equalities known) {
    int outerWidth = outer.width();
    int leftWidth = OuterPush.width(join.getLeft());
    int rightWidth = OuterPush.width(join.getRight());
    Pushed left =
        push.push(outer, join.getLeft(), known.mapped(leftWidth, i -> i < leftWidth ? i : -1));
    LogicalAsOf.AsOfSearch search = join.search();
    if (!decorrelator.correlations().isFree(join.getRight())) {
      RelNode rel =
          LogicalAsOf.create(
              left.rel(),
              decorrelator.closed(join.getRight()),
              moved(search, outerWidth, 0, List.of(), List.of()));
      return new Pushed(rel, left.neverNull(), left.copied(), left.isDropped());
    }
    OuterRows domain = push.domain(outer, join.getRight());
    Pushed right = push.push(domain, join.getRight(), new Equalities(rightWidth, domain.width()));
    RexBuilder rex = join.getCluster().getRexBuilder();
    List<RexNode> leftColumns = new ArrayList<>(rex.identityProjects(left.rel().getRowType()));
    List<RexNode> rightColumns = new ArrayList<>(rex.identityProjects(right.rel().getRowType()));
    List<Integer> leftKeys = new ArrayList<>();
    List<Integer> rightKeys = new ArrayList<>();
    for (int i = 0; i < domain.width(); i++) {
      RexNode one =
          RexInputRef.of(OuterPush.outerColumn(outer, domain, i), left.rel().getRowType());
      RexNode other = RexInputRef.of(i, right.rel().getRowType());
      addKeys(rex, one, leftColumns, leftKeys);
      addKeys(rex, other, rightColumns, rightKeys);
    }
    RelNode rel =
        LogicalAsOf.create(
            OuterPush.project(left.rel(), leftColumns),
            OuterPush.project(right.rel(), rightColumns),
            moved(search, outerWidth, domain.width(), leftKeys, rightKeys));
    List<RexNode> all = List.copyOf(rex.identityProjects(rel.getRowType()));
    List<RexNode> columns = new ArrayList<>(all.subList(0, outerWidth + leftWidth));
    int rightFrom = leftColumns.size() + domain.width();
    columns.addAll(all.subList(rightFrom, rightFrom + rightWidth));
    return new Pushed(
        OuterPush.project(rel, columns), left.neverNull(), left.copied(), left.isDropped());
  }

  private static void addKeys(
      RexBuilder rex, RexNode value, List<RexNode> columns, List<Integer> keys) {
    RelDataType type = rex.getTypeFactory().createTypeWithNullability(value.getType(), false);
    keys.add(columns.size());
    columns.add(rex.makeCall(SqlStdOperatorTable.IS_NULL, value));
    keys.add(columns.size());
    columns.add(
        rex.makeCall(
            type,
            SqlStdOperatorTable.COALESCE,
            List.of(value, rex.makeAbstractCast(type, rex.makeZeroLiteral(type), false))));
  }

  private static LogicalAsOf.AsOfSearch moved(
      LogicalAsOf.AsOfSearch search,
      int leftBy,
      int rightBy,
      List<Integer> leftKeys,
      List<Integer> rightKeys) {
    return new LogicalAsOf.AsOfSearch(
        moved(search.leftKeys(), leftBy, leftKeys),
        moved(search.rightKeys(), rightBy, rightKeys),
        search.leftOn() + leftBy,
        search.rightOn() + rightBy,
        search.direction(),
        search.allowsEqual());
  }

  private static ImmutableIntList moved(ImmutableIntList keys, int by, List<Integer> others) {
    List<Integer> all = new ArrayList<>(keys.stream().map(key -> key + by).toList());
    all.addAll(others);
    return ImmutableIntList.copyOf(all);
  }
}
