package dev.heddle.planner.decorrelate;

import com.google.common.collect.ImmutableSet;
import dev.heddle.planner.rel.DependentJoin;
import dev.heddle.planner.rel.Projections;
import dev.heddle.planner.rules.MarkJoin;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/** Brings the rows that were computed for outer rows to these. Stateless. */
final class ResultJoin {
  private final RexBuilder rex;

  ResultJoin(RexBuilder rex) {
    this.rex = rex;
  }

  /**
   * Joins left rows with right ones: left's columns, and behind them some of right's or the mark.
   *
   * @param condition over left's columns, then right's; in a mark it may be unknown
   * @param others further conjuncts, which a pair that is unknown does not fulfil
   * @param from first of the right columns that are wanted
   * @param count how many they are
   */
  RelNode join(
      DependentJoin.Kind kind,
      RelNode left,
      RelNode right,
      RexNode condition,
      List<RexNode> others,
      int from,
      int count) {
    return switch (kind) {
      case INNER ->
          wanted(joined(left, right, condition, others, JoinRelType.INNER), left, from, count);
      case LEFT, SINGLE ->
          wanted(joined(left, right, condition, others, JoinRelType.LEFT), left, from, count);
      case SEMI -> joined(left, right, condition, others, JoinRelType.SEMI);
      case ANTI -> joined(left, right, condition, others, JoinRelType.ANTI);
      case MARK -> mark(left, right, condition, others);
    };
  }

  private RelNode joined(
      RelNode left, RelNode right, RexNode condition, List<RexNode> others, JoinRelType type) {
    List<RexNode> all = new ArrayList<>(others);
    all.add(condition);
    return LogicalJoin.create(
        left, right, List.of(), RexUtil.composeConjunction(rex, all), ImmutableSet.of(), type);
  }

  private RelNode wanted(RelNode join, RelNode left, int from, int count) {
    int leftWidth = left.getRowType().getFieldCount();
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < leftWidth; i++) {
      columns.add(RexInputRef.of(i, join.getRowType()));
    }
    for (int i = 0; i < count; i++) {
      columns.add(RexInputRef.of(leftWidth + from + i, join.getRowType()));
    }
    return columns.size() == join.getRowType().getFieldCount() ? join : project(join, columns);
  }

  private RelNode mark(RelNode left, RelNode right, RexNode condition, List<RexNode> others) {
    List<RexNode> all = new ArrayList<>();
    for (RexNode other : others) {
      all.add(isTrue(other));
    }
    if (!condition.isAlwaysTrue()) {
      all.add(condition);
    }
    MarkJoin join = MarkJoin.create(left, right, RexUtil.composeConjunction(rex, all));
    if (condition.getType().isNullable()) {
      return join;
    }
    List<RexNode> columns = new ArrayList<>(rex.identityProjects(join.getRowType()));
    columns.set(join.markColumn(), isTrue(columns.get(join.markColumn())));
    return project(join, columns);
  }

  private RexNode isTrue(RexNode value) {
    return value.getType().isNullable() ? rex.makeCall(SqlStdOperatorTable.IS_TRUE, value) : value;
  }

  /**
   * Returns left rows with what a plan of one row at most gives for them.
   *
   * @param both the left rows and what the plan is computed from
   * @param conditions whether the row is there
   * @param matches whether it matches
   * @param columns its columns
   */
  RelNode besideLeft(
      DependentJoin.Kind kind,
      RelNode both,
      int leftWidth,
      List<RexNode> conditions,
      RexNode matches,
      List<RexNode> columns) {
    List<RexNode> all = new ArrayList<>(conditions);
    all.add(matches);
    RexNode isMatch = RexUtil.composeConjunction(rex, all);
    List<RexNode> output =
        new ArrayList<>(rex.identityProjects(both.getRowType()).subList(0, leftWidth));
    return switch (kind) {
      case INNER, SEMI -> {
        if (kind == DependentJoin.Kind.INNER) {
          output.addAll(columns);
        }
        yield project(filtered(both, all), output);
      }
      case ANTI ->
          project(
              filtered(both, List.of(rex.makeCall(SqlStdOperatorTable.IS_NOT_TRUE, isMatch))),
              output);
      case LEFT, SINGLE -> {
        columns.forEach(
            column -> output.add(isMatch.isAlwaysTrue() ? column : when(isMatch, column)));
        yield project(both, output);
      }
      case MARK -> {
        RexNode isThere = RexUtil.composeConjunction(rex, conditions);
        output.add(
            isThere.isAlwaysTrue()
                ? matches
                : rex.makeCall(
                    matches.getType(),
                    SqlStdOperatorTable.CASE,
                    List.of(isTrue(isThere), matches, rex.makeLiteral(false))));
        yield project(both, output);
      }
    };
  }

  private RexNode when(RexNode condition, RexNode value) {
    RelDataType type = rex.getTypeFactory().createTypeWithNullability(value.getType(), true);
    return rex.makeCall(
        type,
        SqlStdOperatorTable.CASE,
        List.of(isTrue(condition), value, rex.makeNullLiteral(type)));
  }

  /**
   * Returns one row for each combination of the first columns; it is an error if there are more.
   */
  RelNode single(RelNode rel, int keys) {
    List<AggregateCall> calls = new ArrayList<>();
    for (int i = keys; i < rel.getRowType().getFieldCount(); i++) {
      calls.add(
          AggregateCall.create(
              SqlStdOperatorTable.SINGLE_VALUE,
              false,
              false,
              false,
              List.of(),
              List.of(i),
              -1,
              null,
              org.apache.calcite.rel.RelCollations.EMPTY,
              keys == 0,
              rel,
              null,
              null));
    }
    return LogicalAggregate.create(rel, List.of(), ImmutableBitSet.range(keys), null, calls);
  }

  /** Returns whether two values are the same; null is the same as null. */
  RexNode same(RexNode one, RexNode other) {
    return one.getType().isNullable() && other.getType().isNullable()
        ? rex.makeCall(SqlStdOperatorTable.IS_NOT_DISTINCT_FROM, one, other)
        : equal(one, other);
  }

  /** Returns whether two values are the same, one of which is known not to be null. */
  RexNode equal(RexNode one, RexNode other) {
    return rex.makeCall(SqlStdOperatorTable.EQUALS, one, other);
  }

  RelNode filtered(RelNode rel, List<RexNode> conditions) {
    RexNode condition = RexUtil.composeConjunction(rex, conditions);
    return condition.isAlwaysTrue() ? rel : LogicalFilter.create(rel, condition);
  }

  RelNode project(RelNode rel, List<RexNode> columns) {
    return Projections.of(rel, columns);
  }

  /** Returns the rows with exactly a row type: its names, and whether columns may be null. */
  RelNode typed(RelNode rel, RelDataType wanted) {
    if (rel.getRowType().equals(wanted)) {
      return rel;
    }
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < wanted.getFieldCount(); i++) {
      RexNode column = RexInputRef.of(i, rel.getRowType());
      RelDataType type = wanted.getFieldList().get(i).getType();
      columns.add(
          column.getType().equals(type) ? column : rex.makeAbstractCast(type, column, false));
    }
    return LogicalProject.create(
        rel, List.of(), columns, wanted.getFieldNames(), ImmutableSet.of());
  }
}
