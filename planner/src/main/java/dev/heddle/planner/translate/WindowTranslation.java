package dev.heddle.planner.translate;

import com.google.common.collect.ImmutableList;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.FrameBound;
import dev.heddle.frame.expr.FrameExclusion;
import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.WindowFrame;
import dev.heddle.frame.expr.WindowSpec;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.Signature;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedWindow;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * A frame's window columns.
 *
 * <p>Calcite has no frames of groups. A group's number is its dense rank, so such a frame is one of
 * ranges over the dense rank, which is computed first.
 */
final class WindowTranslation {
  private final LogicalPlan.Window plan;
  private final ExprTranslator expressions;
  private final HeddleRexBuilder rex;
  private final List<RexNode> ranks = new ArrayList<>();

  private WindowTranslation(LogicalPlan.Window plan, ExprTranslator expressions) {
    this.plan = plan;
    this.expressions = expressions;
    this.rex = expressions.rex();
  }

  static RelNode translate(LogicalPlan.Window plan, ExtendedInput input) {
    return new WindowTranslation(plan, input.expressions()).columnsOf(input);
  }

  private RelNode columnsOf(ExtendedInput input) {
    int width = plan.input().schema().size();
    plan.columns().forEach(column -> input.prepare(column.over()));
    RelNode current = input.rel();
    int rankFrom = current.getRowType().getFieldCount();
    List<RexNode> calls = new ArrayList<>();
    for (NamedWindow column : plan.columns()) {
      calls.add(over(column.over(), rankFrom));
    }
    if (!ranks.isEmpty()) {
      List<RexNode> ranked = new ArrayList<>(rex.identityProjects(current.getRowType()));
      ranked.addAll(ranks);
      current = LogicalPlanTranslator.project(current, ranked, null);
    }
    List<RexNode> columns =
        new ArrayList<>(rex.identityProjects(current.getRowType()).subList(0, width));
    columns.addAll(calls);
    return LogicalPlanTranslator.project(current, columns, plan.schema().names());
  }

  private RexNode over(Expr.Over over, int rankFrom) {
    WindowSpec window = over.window();
    WindowFrame frame = window.frame();
    List<RexNode> partition = window.partitionBy().stream().map(expressions::translate).toList();
    List<RexFieldCollation> order = new ArrayList<>();
    for (SortKey key : window.orderBy()) {
      order.add(new RexFieldCollation(expressions.translate(key.expr()), SortKeys.kinds(key)));
    }
    boolean hasOffset = hasOffset(frame.start()) || hasOffset(frame.end());
    if (frame.unit() == FrameUnit.GROUPS && hasOffset) {
      RelDataType rankType = TypeMapping.notNullType(rex.getTypeFactory(), DataType.INT64);
      RexNode rank =
          call(
              rankType,
              SqlStdOperatorTable.DENSE_RANK,
              List.of(),
              partition,
              order,
              WindowFrame.RUNNING,
              false,
              false);
      RexNode column = rex.makeInputRef(rankType, rankFrom + ranks.size());
      ranks.add(rank);
      order = List.of(new RexFieldCollation(column, java.util.Set.of()));
    }
    return switch (over.call()) {
      case Expr.WindowCall call -> windowCall(call, partition, order, frame);
      case Expr.Aggregate call -> aggregate(call, partition, order, frame);
    };
  }

  private static boolean hasOffset(FrameBound bound) {
    return bound instanceof FrameBound.Preceding || bound instanceof FrameBound.Following;
  }

  private RexNode windowCall(
      Expr.WindowCall call,
      List<RexNode> partition,
      List<RexFieldCollation> order,
      WindowFrame frame) {
    Signature signature = expressions.typer().signature(call.function(), call.arguments());
    List<RexNode> arguments = arguments(call.arguments(), signature);
    RelDataType type = type(call, signature);
    boolean ignoresNulls = call.nulls() == NullTreatment.IGNORE;
    boolean usesFrame = call.function().usesFrame();
    WindowFrame seen = usesFrame ? frame : isRanking(call.function()) ? rankFrame() : frame;
    return call(
        type,
        OperatorMapping.operator(call.function()),
        arguments,
        partition,
        order,
        seen,
        false,
        ignoresNulls);
  }

  private static boolean isRanking(WindowFunction function) {
    return switch (function) {
      case ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST, NTILE, LAG, LEAD -> true;
      case FIRST_VALUE, LAST_VALUE, NTH_VALUE -> false;
    };
  }

  /** The frame that Calcite gives functions that look at none. */
  private static WindowFrame rankFrame() {
    return new WindowFrame(
        FrameUnit.ROWS, new FrameBound.UnboundedPreceding(), new FrameBound.CurrentRow());
  }

  private RexNode aggregate(
      Expr.Aggregate call,
      List<RexNode> partition,
      List<RexFieldCollation> order,
      WindowFrame frame) {
    Signature signature = expressions.typer().signature(call);
    List<RexNode> arguments = arguments(call.arguments(), signature);
    SqlAggFunction operator = AggregateTranslation.operator(call);
    if (OperatorMapping.quantileFraction(operator).isPresent()) {
      arguments = arguments.subList(0, 1);
    }
    if (call.condition() != null && !call.function().keepsNulls() && call.orderBy().isEmpty()) {
      arguments = filtered(call, arguments);
    } else if (call.condition() != null || !call.orderBy().isEmpty()) {
      RexNode condition = call.condition() == null ? null : isTrue(call.condition());
      operator =
          condition == null
              ? OverWindowOperator.ordered(operator, call.orderBy())
              : OverWindowOperator.filtered(operator, call.orderBy());
      arguments = extended(arguments, call.orderBy(), condition);
    }
    return call(
        type(call, signature),
        operator,
        arguments,
        partition,
        order,
        frame,
        call.isDistinct(),
        false);
  }

  /** Returns arguments, which are not computed where the condition does not hold, keys and it. */
  private List<RexNode> extended(
      List<RexNode> arguments, List<SortKey> keys, @Nullable RexNode condition) {
    List<RexNode> operands = new ArrayList<>();
    for (RexNode argument : arguments) {
      operands.add(
          condition != null && Failing.canFail(argument) ? orNull(condition, argument) : argument);
    }
    keys.forEach(key -> operands.add(expressions.translate(key.expr())));
    if (condition != null) {
      operands.add(condition);
    }
    return operands;
  }

  private RexNode isTrue(Expr condition) {
    RexNode value = expressions.translate(condition);
    return FunctionCalls.call(
        rex, ScalarFunction.IS_TRUE, List.of(FunctionCalls.cast(rex, value, DataType.BOOL)));
  }

  private RexNode orNull(RexNode condition, RexNode value) {
    RelDataType type = rex.getTypeFactory().createTypeWithNullability(value.getType(), true);
    return rex.makeCall(
        type, SqlStdOperatorTable.CASE, List.of(condition, value, rex.makeNullLiteral(type)));
  }

  /**
   * A window call has no filter; values that are left out become null, which aggregates leave out.
   */
  private List<RexNode> filtered(Expr.Aggregate call, List<RexNode> arguments) {
    RexNode condition =
        FunctionCalls.cast(
            rex,
            expressions.translate(java.util.Objects.requireNonNull(call.condition())),
            DataType.BOOL);
    List<RexNode> kept = new ArrayList<>();
    List<RexNode> values = arguments.isEmpty() ? List.of(rex.makeLiteral(true)) : arguments;
    for (RexNode value : values) {
      kept.add(orNull(condition, value));
    }
    return kept;
  }

  private RelDataType type(Expr call, Signature signature) {
    return TypeMapping.relType(
        rex.getTypeFactory(),
        new ExprType(signature.resultType(), expressions.typer().type(call).nullable()));
  }

  private List<RexNode> arguments(List<Expr> given, Signature signature) {
    List<RexNode> arguments = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      arguments.add(expressions.translate(given.get(i), signature.argumentTypes().get(i)));
    }
    return arguments;
  }

  private RexNode call(
      RelDataType type,
      SqlAggFunction operator,
      List<RexNode> arguments,
      List<RexNode> partition,
      List<RexFieldCollation> order,
      WindowFrame frame,
      boolean isDistinct,
      boolean ignoresNulls) {
    return rex.makeOver(
        type,
        operator,
        arguments,
        partition,
        ImmutableList.copyOf(order),
        bound(frame.start()),
        bound(frame.end()),
        exclusion(frame.exclusion()),
        frame.unit() == FrameUnit.ROWS,
        true,
        false,
        isDistinct,
        ignoresNulls);
  }

  private static RexWindowExclusion exclusion(FrameExclusion exclusion) {
    return switch (exclusion) {
      case NO_OTHERS -> RexWindowExclusion.EXCLUDE_NO_OTHER;
      case CURRENT_ROW -> RexWindowExclusion.EXCLUDE_CURRENT_ROW;
      case GROUP -> RexWindowExclusion.EXCLUDE_GROUP;
      case TIES -> RexWindowExclusion.EXCLUDE_TIES;
    };
  }

  private RexWindowBound bound(FrameBound bound) {
    return switch (bound) {
      case FrameBound.UnboundedPreceding b -> RexWindowBounds.UNBOUNDED_PRECEDING;
      case FrameBound.Preceding b -> RexWindowBounds.preceding(offset(b.offset()));
      case FrameBound.CurrentRow b -> RexWindowBounds.CURRENT_ROW;
      case FrameBound.Following b -> RexWindowBounds.following(offset(b.offset()));
      case FrameBound.UnboundedFollowing b -> RexWindowBounds.UNBOUNDED_FOLLOWING;
    };
  }

  private RexNode offset(Expr distance) {
    return distance instanceof Expr.Literal literal
        ? RexLiterals.of(rex, literal)
        : expressions.translate(distance, DataType.INT64);
  }
}
