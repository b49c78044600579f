package dev.heddle.planner.translate;

import com.google.common.collect.ImmutableSet;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.plan.JoinKey;
import dev.heddle.frame.plan.JoinKind;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.rel.DependentJoin;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/**
 * Joins, with subqueries in their conditions.
 *
 * <p>A subquery that reads one side is computed below the join, as a column of that side, whose
 * rows it neither removes nor repeats. Where one reads both sides, pairs must be made before the
 * join knows which of them match: an inner join becomes a filter of pairs, and for the others each
 * left row is joined with the right rows that the condition leaves for it. A full join is that, and
 * the right rows that match nothing.
 */
final class JoinTranslation {
  private final LogicalPlanTranslator plans;
  private final HeddleRexBuilder rex;

  JoinTranslation(LogicalPlanTranslator plans) {
    this.plans = plans;
    this.rex = plans.rex();
  }

  RelNode join(LogicalPlan.Join plan) {
    List<Expr> conditions =
        plan.condition() == null ? List.of() : LogicalPlanTranslator.conjuncts(plan.condition());
    boolean hasSubquery = conditions.stream().anyMatch(OuterReads::hasSubquery);
    if (plan.kind() == JoinKind.INNER && conditions.stream().anyMatch(JoinTranslation::isOfPairs)) {
      return filteredPairs(plan, conditions);
    }
    return hasSubquery && conditions.stream().anyMatch(c -> readsBoth(plan, c))
        ? dependent(plan, conditions)
        : plain(plan, conditions);
  }

  /** Returns whether a condition needs pairs as rows: for a subquery, or for a random number. */
  private static boolean isOfPairs(Expr condition) {
    return OuterReads.hasSubquery(condition) || ExprParts.hasDraw(condition);
  }

  private static RexNode noDraw(Expr.Call draw) {
    throw new IllegalStateException("No row to draw a random number for: " + draw);
  }

  private RelNode filteredPairs(LogicalPlan.Join plan, List<Expr> conditions) {
    List<Expr> plainOnes = conditions.stream().filter(c -> !isOfPairs(c)).toList();
    List<Expr> others = conditions.stream().filter(JoinTranslation::isOfPairs).toList();
    ExtendedInput pairs = new ExtendedInput(plans, plan.pairSchema(), plain(plan, plainOnes));
    pairs.filter(others);
    return plans.firstColumns(pairs.rel(), plan.pairSchema().size());
  }

  /** A join whose subqueries read one side each. */
  private RelNode plain(LogicalPlan.Join plan, List<Expr> conditions) {
    int leftWidth = plan.left().schema().size();
    ExtendedInput left = plans.input(plan.left());
    ExtendedInput right = plans.input(plan.right());
    List<RexNode> leftKeys = new ArrayList<>();
    List<RexNode> rightKeys = new ArrayList<>();
    for (JoinKey key : plan.keys()) {
      leftKeys.add(left.expressions().translate(key.left(), key.comparedAs()));
      rightKeys.add(right.expressions().translate(key.right(), key.comparedAs()));
    }
    ExtendedInput leftOfPair = side(plan.pairSchema(), left.rel(), 0);
    ExtendedInput rightOfPair = side(plan.pairSchema(), right.rel(), leftWidth);
    for (Expr condition : conditions) {
      prepare(plan, condition, leftOfPair, rightOfPair);
    }
    int shift = leftOfPair.rel().getRowType().getFieldCount();
    ExprTranslator pair =
        new ExprTranslator(
            plans,
            plan.pairSchema(),
            pairColumns(leftOfPair.rel(), leftWidth, rightOfPair.rel(), plan),
            query ->
                readsRight(plan, query)
                    ? RexUtil.shift(rightOfPair.value(query), shift)
                    : leftOfPair.value(query),
            JoinTranslation::noDraw);
    List<RexNode> all = new ArrayList<>();
    for (int i = 0; i < leftKeys.size(); i++) {
      all.add(
          FunctionCalls.call(
              rex,
              equality(plan.keys().get(i)),
              List.of(leftKeys.get(i), RexUtil.shift(rightKeys.get(i), shift))));
    }
    conditions.forEach(condition -> all.add(pair.translate(condition)));
    RelNode join =
        LogicalJoin.create(
            leftOfPair.rel(),
            rightOfPair.rel(),
            List.of(),
            pair.and(all),
            ImmutableSet.of(),
            joinType(plan.kind()));
    boolean isExtended =
        shift > leftWidth
            || rightOfPair.rel().getRowType().getFieldCount() > plan.right().schema().size();
    return isExtended ? ownColumns(join, plan, shift) : join;
  }

  private static ScalarFunction equality(JoinKey key) {
    return key.nullsMatch() ? ScalarFunction.IS_NOT_DISTINCT_FROM : ScalarFunction.EQ;
  }

  private RelNode ownColumns(RelNode join, LogicalPlan.Join plan, int shift) {
    int leftWidth = plan.left().schema().size();
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < plan.schema().size(); i++) {
      columns.add(rex.makeInputRef(join, i < leftWidth ? i : shift + i - leftWidth));
    }
    return LogicalPlanTranslator.project(join, columns, null);
  }

  /** One side's rows; columns of the pair that the other side has are not to be read. */
  private ExtendedInput side(Schema pairs, RelNode rel, int from) {
    List<RexNode> columns = new ArrayList<>();
    int width = rel.getRowType().getFieldCount();
    for (int i = 0; i < pairs.size(); i++) {
      boolean isOwn = i >= from && i - from < width;
      columns.add(
          isOwn
              ? rex.makeInputRef(rel, i - from)
              : rex.makeNullLiteral(
                  TypeMapping.nullableType(rex.getTypeFactory(), pairs.field(i).type())));
    }
    return new ExtendedInput(plans, pairs, columns, rel);
  }

  private void prepare(LogicalPlan.Join plan, Expr expr, ExtendedInput left, ExtendedInput right) {
    if (expr instanceof Expr.Subquery query) {
      (readsRight(plan, query) ? right : left).prepare(query);
    } else {
      expr.children().forEach(child -> prepare(plan, child, left, right));
    }
  }

  private List<RexNode> pairColumns(
      RelNode left, int leftWidth, RelNode right, LogicalPlan.Join plan) {
    int shift = left.getRowType().getFieldCount();
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < leftWidth; i++) {
      columns.add(rex.makeInputRef(left, i));
    }
    for (int i = 0; i < plan.right().schema().size(); i++) {
      RelDataType type = right.getRowType().getFieldList().get(i).getType();
      columns.add(rex.makeInputRef(type, shift + i));
    }
    return columns;
  }

  private RelNode dependent(LogicalPlan.Join plan, List<Expr> conditions) {
    RelNode left = plans.relOf(plan.left());
    RelNode right = plans.relOf(plan.right());
    return switch (plan.kind()) {
      case INNER, CROSS -> throw new IllegalStateException("An inner join filters pairs: " + plan);
      case LEFT -> rowByRow(plan, conditions, left, right, true, DependentJoin.Kind.LEFT);
      case SEMI -> rowByRow(plan, conditions, left, right, true, DependentJoin.Kind.SEMI);
      case ANTI -> rowByRow(plan, conditions, left, right, true, DependentJoin.Kind.ANTI);
      case RIGHT -> {
        RelNode join = rowByRow(plan, conditions, right, left, false, DependentJoin.Kind.LEFT);
        int leftWidth = plan.left().schema().size();
        int rightWidth = plan.right().schema().size();
        List<RexNode> columns = new ArrayList<>();
        for (int i = 0; i < leftWidth + rightWidth; i++) {
          columns.add(rex.makeInputRef(join, i < leftWidth ? rightWidth + i : i - leftWidth));
        }
        yield LogicalPlanTranslator.project(join, columns, null);
      }
      case FULL -> full(plan, conditions, left, right);
    };
  }

  private RelNode full(LogicalPlan.Join plan, List<Expr> conditions, RelNode left, RelNode right) {
    RelNode leftRows = rowByRow(plan, conditions, left, right, true, DependentJoin.Kind.LEFT);
    RelNode loneRight = rowByRow(plan, conditions, right, left, false, DependentJoin.Kind.ANTI);
    int leftWidth = plan.left().schema().size();
    List<RexNode> withNulls = new ArrayList<>();
    for (int i = 0; i < leftWidth; i++) {
      withNulls.add(
          rex.makeNullLiteral(
              rex.getTypeFactory()
                  .createTypeWithNullability(
                      left.getRowType().getFieldList().get(i).getType(), true)));
    }
    for (int i = 0; i < plan.right().schema().size(); i++) {
      withNulls.add(rex.makeInputRef(loneRight, i));
    }
    return LogicalUnion.create(
        List.of(leftRows, LogicalPlanTranslator.project(loneRight, withNulls, null)), true);
  }

  /**
   * Joins each row of one side with the rows of the other that the conditions leave for it.
   *
   * @param isLeft whether the first side is the plan's left
   */
  private RelNode rowByRow(
      LogicalPlan.Join plan,
      List<Expr> conditions,
      RelNode first,
      RelNode second,
      boolean isLeft,
      DependentJoin.Kind kind) {
    CorrelationId id = first.getCluster().createCorrel();
    RexNode row = rex.makeCorrel(first.getRowType(), id);
    int leftWidth = plan.left().schema().size();
    List<RexNode> leftColumns = new ArrayList<>();
    List<RexNode> rightColumns = new ArrayList<>();
    for (int i = 0; i < leftWidth; i++) {
      leftColumns.add(isLeft ? rex.makeFieldAccess(row, i) : rex.makeInputRef(second, i));
    }
    for (int i = 0; i < plan.right().schema().size(); i++) {
      rightColumns.add(isLeft ? rex.makeInputRef(second, i) : rex.makeFieldAccess(row, i));
    }
    List<RexNode> keys = new ArrayList<>();
    ExprTranslator leftKeys = keyTranslator(plan.left(), leftColumns);
    ExprTranslator rightKeys = keyTranslator(plan.right(), rightColumns);
    for (JoinKey key : plan.keys()) {
      keys.add(
          FunctionCalls.call(
              rex,
              equality(key),
              List.of(
                  leftKeys.translate(key.left(), key.comparedAs()),
                  rightKeys.translate(key.right(), key.comparedAs()))));
    }
    RelNode keyed = keys.isEmpty() ? second : LogicalFilter.create(second, leftKeys.and(keys));
    List<RexNode> columns = new ArrayList<>(leftColumns);
    columns.addAll(rightColumns);
    ExtendedInput filtered = new ExtendedInput(plans, plan.pairSchema(), columns, keyed);
    filtered.filter(conditions);
    RelNode rows = plans.firstColumns(filtered.rel(), second.getRowType().getFieldCount());
    return DependentJoin.create(first, rows, kind, id, rex.makeLiteral(true));
  }

  private ExprTranslator keyTranslator(LogicalPlan side, List<RexNode> columns) {
    return new ExprTranslator(
        plans,
        side.schema(),
        columns,
        query -> {
          throw new IllegalArgumentException("No column as a join key: " + query);
        },
        JoinTranslation::noDraw);
  }

  RelNode lateral(LogicalPlan.LateralJoin plan) {
    ExtendedInput left = plans.input(plan.left());
    CorrelationId id = left.rel().getCluster().createCorrel();
    List<RexNode> arguments = left.arguments(plan.arguments(), id);
    RelNode leftRows = left.rel();
    RelNode right = plans.subplan(plan.right(), arguments);
    int leftWidth = plan.left().schema().size();
    int rightWidth = plan.right().schema().size();
    List<Expr> conditions =
        plan.condition() == null ? List.of() : LogicalPlanTranslator.conjuncts(plan.condition());
    RexNode predicate = rex.makeLiteral(true);
    if (conditions.stream().anyMatch(OuterReads::hasSubquery)) {
      RexNode row = rex.makeCorrel(leftRows.getRowType(), id);
      List<RexNode> columns = new ArrayList<>();
      for (int i = 0; i < leftWidth; i++) {
        columns.add(rex.makeFieldAccess(row, i));
      }
      columns.addAll(rex.identityProjects(right.getRowType()));
      ExtendedInput filtered = new ExtendedInput(plans, plan.schema(), columns, right);
      filtered.filter(conditions);
      right = plans.firstColumns(filtered.rel(), rightWidth);
    } else if (!conditions.isEmpty()) {
      int shift = leftRows.getRowType().getFieldCount();
      List<RexNode> columns = new ArrayList<>();
      for (int i = 0; i < leftWidth; i++) {
        columns.add(rex.makeInputRef(leftRows, i));
      }
      for (int i = 0; i < rightWidth; i++) {
        columns.add(
            rex.makeInputRef(right.getRowType().getFieldList().get(i).getType(), shift + i));
      }
      ExprTranslator pair =
          new ExprTranslator(plans, plan.schema(), columns, left::value, JoinTranslation::noDraw);
      predicate = pair.and(conditions.stream().map(pair::translate).toList());
    }
    DependentJoin.Kind kind = plan.keepsLeft() ? DependentJoin.Kind.LEFT : DependentJoin.Kind.INNER;
    RelNode join = DependentJoin.create(leftRows, right, kind, id, predicate);
    int shift = leftRows.getRowType().getFieldCount();
    if (shift == leftWidth) {
      return join;
    }
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < leftWidth + rightWidth; i++) {
      columns.add(rex.makeInputRef(join, i < leftWidth ? i : shift + i - leftWidth));
    }
    return LogicalPlanTranslator.project(join, columns, null);
  }

  private static JoinRelType joinType(JoinKind kind) {
    return switch (kind) {
      case INNER, CROSS -> JoinRelType.INNER;
      case LEFT -> JoinRelType.LEFT;
      case RIGHT -> JoinRelType.RIGHT;
      case FULL -> JoinRelType.FULL;
      case SEMI -> JoinRelType.SEMI;
      case ANTI -> JoinRelType.ANTI;
    };
  }

  /** Returns whether a subquery in the expression reads columns of both sides. */
  private static boolean readsBoth(LogicalPlan.Join plan, Expr expr) {
    if (expr instanceof Expr.Subquery query) {
      BitSet read = columns(plan, query);
      int leftWidth = plan.left().schema().size();
      return read.nextSetBit(0) >= 0 && read.nextSetBit(0) < leftWidth && read.length() > leftWidth;
    }
    return expr.children().stream().anyMatch(child -> readsBoth(plan, child));
  }

  private static boolean readsRight(LogicalPlan.Join plan, Expr.Subquery query) {
    return columns(plan, query).length() > plan.left().schema().size();
  }

  private static BitSet columns(LogicalPlan.Join plan, Expr.Subquery query) {
    BitSet columns = new BitSet();
    collect(plan.pairSchema(), query.children(), columns);
    return columns;
  }

  private static void collect(Schema pairs, List<Expr> exprs, BitSet columns) {
    for (Expr expr : exprs) {
      switch (expr) {
        case Expr.Column column -> columns.set(pairs.indexOf(column.name()).orElseThrow());
        case Expr.BoundColumn column -> columns.set(column.index());
        default -> collect(pairs, expr.children(), columns);
      }
    }
  }
}
