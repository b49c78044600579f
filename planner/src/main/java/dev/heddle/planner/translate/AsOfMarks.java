package dev.heddle.planner.translate;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.TypeCoercion;
import dev.heddle.frame.plan.AsOfDirection;
import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link LogicalAsOf} of each join whose condition holds the mark that rewriting the text
 * of an {@code ASOF JOIN} has left.
 */
final class AsOfMarks extends DeepShuttle {
  /** Always true; stands in the condition of an as-of join. */
  static final SqlFunction MARK =
      new SqlFunction(
          "$asof",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.BOOLEAN,
          null,
          OperandTypes.NILADIC,
          SqlFunctionCategory.USER_DEFINED_FUNCTION) {
        @Override
        public boolean isDeterministic() {
          return false; // so that nobody folds it
        }
      };

  private AsOfMarks() {}

  static RelNode apply(RelNode rel) {
    return rel.accept(new AsOfMarks());
  }

  @Override
  protected RelNode rewritten(RelNode node) {
    RelNode visited = super.rewritten(node);
    return visited instanceof Join join ? joined(join) : visited;
  }

  private static HeddleException unsupported(String what) {
    return new HeddleException(ErrorCode.UNSUPPORTED, "Cannot plan ASOF JOIN: " + what);
  }

  private static boolean isMark(RexNode node) {
    return node instanceof RexCall call && call.getOperator().equals(MARK);
  }

  private static RelNode joined(Join join) {
    List<RexNode> conjuncts = new ArrayList<>(RelOptUtil.conjunctions(join.getCondition()));
    return conjuncts.removeIf(AsOfMarks::isMark) ? asOf(join, conjuncts) : join;
  }

  /** Two values that are compared, each over its own side. */
  private record Comparison(RexNode left, RexNode right, SqlKind sign) {}

  private static RelNode asOf(Join join, List<RexNode> conjuncts) {
    List<RexNode> leftKeys = new ArrayList<>();
    List<RexNode> rightKeys = new ArrayList<>();
    Comparison place = null;
    for (RexNode conjunct : conjuncts) {
      Comparison comparison = comparison(join, conjunct);
      if (comparison.sign() == SqlKind.EQUALS) {
        leftKeys.add(comparison.left());
        rightKeys.add(comparison.right());
      } else {
        place = comparison;
      }
    }
    if (place == null) {
      throw new IllegalStateException("An as-of join without an order: " + join.getCondition());
    }
    return asOf(join, leftKeys, rightKeys, place);
  }

  private static RelNode asOf(
      Join join, List<RexNode> leftKeys, List<RexNode> rightKeys, Comparison place) {
    DataType order = TypeMapping.dataType(place.left().getType());
    if (order.isNested()) {
      throw unsupported("values of " + order.sqlName() + " have no place in time; order by a part");
    }
    RexBuilder rex = join.getCluster().getRexBuilder();
    int leftWidth = join.getLeft().getRowType().getFieldCount();
    int rightWidth = join.getRight().getRowType().getFieldCount();
    List<RexNode> columns = new ArrayList<>(rex.identityProjects(join.getRight().getRowType()));
    columns.add(place.right());
    RelNode right = LogicalPlanTranslator.project(join.getRight(), columns, null);
    boolean isBackward =
        place.sign() == SqlKind.GREATER_THAN || place.sign() == SqlKind.GREATER_THAN_OR_EQUAL;
    boolean allowsEqual =
        place.sign() == SqlKind.LESS_THAN_OR_EQUAL || place.sign() == SqlKind.GREATER_THAN_OR_EQUAL;
    RelNode rel =
        AsOfTranslation.join(
            join.getLeft(),
            right,
            leftKeys,
            rightKeys,
            place.left(),
            rex.makeInputRef(right, rightWidth),
            isBackward ? AsOfDirection.BACKWARD : AsOfDirection.FORWARD,
            allowsEqual);
    if (join.getJoinType() == JoinRelType.INNER) {
      RexNode found = rex.makeInputRef(rel, leftWidth + rightWidth);
      rel = LogicalFilter.create(rel, rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, found));
    }
    List<RexNode> output = new ArrayList<>();
    for (int i = 0; i < leftWidth + rightWidth; i++) {
      RexNode column = rex.makeInputRef(rel, i);
      output.add(
          rex.makeAbstractCast(join.getRowType().getFieldList().get(i).getType(), column, false));
    }
    return LogicalPlanTranslator.project(rel, output, join.getRowType().getFieldNames());
  }

  private static Comparison comparison(Join join, RexNode conjunct) {
    Comparison found =
        conjunct instanceof RexCall call && call.getOperands().size() == 2
            ? comparison(join, call)
            : null;
    if (found == null) {
      throw unsupported(
          "its condition must compare values of one side with values of the other, by = and once by"
              + " <, <=, > or >=; filter the sides or the result by anything else");
    }
    return found;
  }

  private static @Nullable Comparison comparison(Join join, RexCall call) {
    boolean isKnown =
        switch (call.getKind()) {
          case EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL -> true;
          default -> false;
        };
    int leftWidth = join.getLeft().getRowType().getFieldCount();
    ImmutableBitSet left = ImmutableBitSet.range(leftWidth);
    ImmutableBitSet right =
        ImmutableBitSet.range(
            leftWidth, join.getInputs().get(1).getRowType().getFieldCount() + leftWidth);
    RexNode first = call.getOperands().get(0);
    RexNode second = call.getOperands().get(1);
    ImmutableBitSet ofFirst = RelOptUtil.InputFinder.bits(first);
    ImmutableBitSet ofSecond = RelOptUtil.InputFinder.bits(second);
    if (!isKnown || ofFirst.isEmpty() || ofSecond.isEmpty()) {
      return null;
    }
    RexBuilder rex = join.getCluster().getRexBuilder();
    DataType common =
        TypeCoercion.commonType(
            TypeMapping.dataType(first.getType()), TypeMapping.dataType(second.getType()));
    if (common == null) {
      return null;
    }
    RexNode one = FunctionCalls.cast(rex, first, common);
    RexNode other = FunctionCalls.cast(rex, second, common);
    if (left.contains(ofFirst) && right.contains(ofSecond)) {
      return new Comparison(one, RexUtil.shift(other, -leftWidth), call.getKind());
    }
    if (right.contains(ofFirst) && left.contains(ofSecond)) {
      return new Comparison(other, RexUtil.shift(one, -leftWidth), call.getKind().reverse());
    }
    return null;
  }
}
