package dev.heddle.planner.decorrelate;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Computes joins for outer rows. These are pushed into the sides that read them; into both, the
 * sides' rows must be of the same outer row to match.
 */
final class JoinPush {
  private final OuterPush push;
  private final Decorrelator decorrelator;

  JoinPush(OuterPush push, Decorrelator decorrelator) {
    this.push = push;
    this.decorrelator = decorrelator;
  }

  Pushed push(OuterRows outer, Join join, Equalities known) {
    return switch (join.getJoinType()) {
      case INNER -> inner(outer, join, known);
      case LEFT, SEMI, ANTI -> leftKept(outer, join, known);
      case RIGHT -> right(outer, join, known);
      case FULL -> full(outer, join);
      case ASOF, LEFT_ASOF, LEFT_MARK ->
          throw new IllegalStateException("Cannot compute for outer rows: " + join.getJoinType());
    };
  }

  private Pushed inner(OuterRows outer, Join join, Equalities known) {
    Equalities pairs = known.copy();
    OuterPush.addEqualities(outer, join.getCondition(), pairs);
    boolean leftReads = decorrelator.correlations().isFree(join.getLeft());
    boolean rightReads = decorrelator.correlations().isFree(join.getRight());
    Equalities ofLeft = ofLeft(join, pairs);
    Equalities ofRight = ofRight(join, pairs);
    if (leftReads && rightReads) {
      return both(outer, join, JoinRelType.INNER, ofLeft, ofRight);
    }
    boolean toRight = rightReads || (!leftReads && covered(ofRight) > covered(ofLeft));
    return toRight
        ? intoRight(outer, join, ofRight)
        : both(outer, join, JoinRelType.INNER, ofLeft, ofRight);
  }

  private static int covered(Equalities known) {
    int covered = 0;
    for (int i = 0; i < known.outerWidth(); i++) {
      covered += known.columnOf(i) >= 0 ? 1 : 0;
    }
    return covered;
  }

  private static Equalities ofLeft(Join join, Equalities pairs) {
    int leftWidth = OuterPush.width(join.getLeft());
    return pairs.mapped(leftWidth, i -> i < leftWidth ? i : -1);
  }

  private static Equalities ofRight(Join join, Equalities pairs) {
    int leftWidth = OuterPush.width(join.getLeft());
    return pairs.mapped(OuterPush.width(join.getRight()), i -> i - leftWidth);
  }

  /** [left] and [outer, right] become [outer, left, right]. */
  private Pushed intoRight(OuterRows outer, Join join, Equalities known) {
    RelNode left = decorrelator.closed(join.getLeft());
    Pushed right = push.push(outer, join.getRight(), known);
    int leftWidth = OuterPush.width(left);
    int outerWidth = outer.width();
    int rightWidth = OuterPush.width(join.getRight());
    RexBuilder rex = join.getCluster().getRexBuilder();
    RelDataType leftType = left.getRowType();
    RelDataType rightType = right.rel().getRowType();
    RexNode condition =
        join.getCondition()
            .accept(
                new Rebinding(
                    column ->
                        column < leftWidth
                            ? RexInputRef.of(column, leftType)
                            : RexUtil.shift(
                                RexInputRef.of(outerWidth + column - leftWidth, rightType),
                                leftWidth),
                    access ->
                        RexUtil.shift(OuterPush.outerField(outer, access, rightType), leftWidth)));
    RelNode pairs =
        LogicalJoin.create(
            left, right.rel(), List.of(), condition, ImmutableSet.of(), JoinRelType.INNER);
    List<RexNode> columns = new ArrayList<>();
    List<RexNode> all = List.copyOf(rex.identityProjects(pairs.getRowType()));
    columns.addAll(all.subList(leftWidth, leftWidth + outerWidth));
    columns.addAll(all.subList(0, leftWidth));
    columns.addAll(all.subList(leftWidth + outerWidth, leftWidth + outerWidth + rightWidth));
    int[] copied = right.copied().clone();
    for (int i = 0; i < copied.length; i++) {
      copied[i] = copied[i] < 0 ? -1 : leftWidth + copied[i];
    }
    return new Pushed(
        OuterPush.project(pairs, columns), right.neverNull(), copied, right.isDropped());
  }

  /** Only right rows that match a left row count, of which those of the same outer row remain. */
  private Pushed leftKept(OuterRows outer, Join join, Equalities known) {
    int leftWidth = OuterPush.width(join.getLeft());
    Equalities ofLeft = known.mapped(leftWidth, i -> i < leftWidth ? i : -1);
    int pairWidth = leftWidth + OuterPush.width(join.getRight());
    Equalities pairs = ofLeft.mapped(pairWidth, i -> i);
    OuterPush.addEqualities(outer, join.getCondition(), pairs);
    return both(outer, join, join.getJoinType(), ofLeft, ofRight(join, pairs));
  }

  /** Pushes into the left side always, and into the right one if it reads outer rows. */
  private Pushed both(
      OuterRows outer, Join join, JoinRelType type, Equalities ofLeft, Equalities ofRight) {
    RexBuilder rex = join.getCluster().getRexBuilder();
    Pushed left = push.push(outer, join.getLeft(), ofLeft);
    int leftWidth = OuterPush.width(join.getLeft());
    int rightWidth = OuterPush.width(join.getRight());
    int leftAll = OuterPush.width(left.rel());
    List<RexNode> conditions = new ArrayList<>();
    RelNode right;
    int domainWidth;
    if (decorrelator.correlations().isFree(join.getRight())) {
      OuterRows domain = push.domain(outer, join.getRight());
      Pushed pushed =
          push.push(
              domain,
              join.getRight(),
              ofRight.mapped(
                  rightWidth,
                  i -> i,
                  domain.width(),
                  column -> domainColumn(outer, domain, column)));
      conditions.addAll(OuterPush.same(outer, left.rel(), 0, domain, pushed, leftAll));
      right = pushed.rel();
      domainWidth = domain.width();
    } else {
      right = decorrelator.closed(join.getRight());
      domainWidth = 0;
    }
    conditions.add(
        join.getCondition().accept(pairs(outer, left.rel(), leftWidth, right, domainWidth)));
    RelNode pairs =
        LogicalJoin.create(
            left.rel(),
            right,
            List.of(),
            RexUtil.composeConjunction(rex, conditions),
            ImmutableSet.of(),
            type);
    RelNode rel = pairs;
    if (domainWidth > 0 && type.projectsRight()) {
      List<RexNode> all = List.copyOf(rex.identityProjects(pairs.getRowType()));
      List<RexNode> columns = new ArrayList<>(all.subList(0, leftAll));
      columns.addAll(all.subList(leftAll + domainWidth, leftAll + domainWidth + rightWidth));
      rel = OuterPush.project(pairs, columns);
    }
    return new Pushed(rel, left.neverNull(), left.copied(), left.isDropped());
  }

  /** Returns the column of a domain that an outer column is in, or -1. */
  private static int domainColumn(OuterRows outer, OuterRows domain, int column) {
    for (int i = 0; i < domain.width(); i++) {
      if (OuterPush.outerColumn(outer, domain, i) == column) {
        return i;
      }
    }
    return -1;
  }

  /** A condition over [left, right] becomes one over [outer, left, domain, right]. */
  private static Rebinding pairs(
      OuterRows outer, RelNode left, int leftWidth, RelNode right, int domainWidth) {
    int outerWidth = outer.width();
    int leftAll = OuterPush.width(left);
    return new Rebinding(
        column ->
            column < leftWidth
                ? RexInputRef.of(outerWidth + column, left.getRowType())
                : RexUtil.shift(
                    RexInputRef.of(domainWidth + column - leftWidth, right.getRowType()), leftAll),
        access -> OuterPush.outerField(outer, access, left.getRowType()));
  }

  private Pushed right(OuterRows outer, Join join, Equalities known) {
    int leftWidth = OuterPush.width(join.getLeft());
    int rightWidth = OuterPush.width(join.getRight());
    RexBuilder rex = join.getCluster().getRexBuilder();
    RexNode condition =
        join.getCondition()
            .accept(
                Rebinding.ofColumns(
                    column ->
                        column < leftWidth
                            ? RexUtil.shift(
                                RexInputRef.of(column, join.getLeft().getRowType()), rightWidth)
                            : RexInputRef.of(column - leftWidth, join.getRight().getRowType())));
    RelNode swapped =
        LogicalJoin.create(
            join.getRight(),
            join.getLeft(),
            List.of(),
            condition,
            ImmutableSet.of(),
            JoinRelType.LEFT);
    Equalities ofSwapped =
        known.mapped(leftWidth + rightWidth, i -> i < leftWidth ? rightWidth + i : i - leftWidth);
    Pushed pushed = push.push(outer, swapped, ofSwapped);
    int outerWidth = outer.width();
    List<RexNode> all = List.copyOf(rex.identityProjects(pushed.rel().getRowType()));
    List<RexNode> columns = new ArrayList<>(all.subList(0, outerWidth));
    columns.addAll(all.subList(outerWidth + rightWidth, outerWidth + rightWidth + leftWidth));
    columns.addAll(all.subList(outerWidth, outerWidth + rightWidth));
    int[] copied = pushed.copied().clone();
    for (int i = 0; i < copied.length; i++) {
      copied[i] =
          copied[i] < 0
              ? -1
              : copied[i] < rightWidth ? leftWidth + copied[i] : copied[i] - rightWidth;
    }
    return new Pushed(
        OuterPush.project(pushed.rel(), columns), pushed.neverNull(), copied, pushed.isDropped());
  }

  private Pushed full(OuterRows outer, Join join) {
    if (!outer.isDomain()) {
      return push.throughDomain(outer, join);
    }
    RexBuilder rex = join.getCluster().getRexBuilder();
    int outerWidth = outer.width();
    int leftWidth = OuterPush.width(join.getLeft());
    int rightWidth = OuterPush.width(join.getRight());
    Pushed left = push.push(outer, join.getLeft(), new Equalities(leftWidth, outerWidth));
    Pushed right = push.push(outer, join.getRight(), new Equalities(rightWidth, outerWidth));
    int leftAll = outerWidth + leftWidth;
    ResultJoin results = new ResultJoin(rex);
    List<RexNode> conditions = new ArrayList<>();
    boolean[] neverNull = new boolean[outerWidth];
    for (int i = 0; i < outerWidth; i++) {
      neverNull[i] = left.isNeverNull(i) && right.isNeverNull(i);
      RexNode ofLeft = RexInputRef.of(i, left.rel().getRowType());
      RexNode ofRight = RexUtil.shift(RexInputRef.of(i, right.rel().getRowType()), leftAll);
      conditions.add(
          left.isNeverNull(i) || right.isNeverNull(i)
              ? results.equal(ofLeft, ofRight)
              : results.same(ofLeft, ofRight));
    }
    conditions.addAll(
        RelOptUtil.conjunctions(
            join.getCondition()
                .accept(pairs(outer, left.rel(), leftWidth, right.rel(), outerWidth))));
    RelNode pairs =
        LogicalJoin.create(
            left.rel(),
            right.rel(),
            List.of(),
            RexUtil.composeConjunction(rex, conditions),
            ImmutableSet.of(),
            JoinRelType.FULL);
    List<RexNode> all = List.copyOf(rex.identityProjects(pairs.getRowType()));
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < outerWidth; i++) {
      columns.add(
          rex.makeCall(
              all.get(i).getType(),
              SqlStdOperatorTable.COALESCE,
              List.of(all.get(i), all.get(leftAll + i))));
    }
    columns.addAll(all.subList(outerWidth, leftAll));
    columns.addAll(all.subList(leftAll + outerWidth, leftAll + outerWidth + rightWidth));
    return new Pushed(
        OuterPush.project(pairs, columns),
        neverNull,
        OuterPush.none(outerWidth),
        left.isDropped() || right.isDropped());
  }
}
