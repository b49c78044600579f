package dev.heddle.planner.lower;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.Expressions;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.planner.cost.RelEstimate;
import dev.heddle.planner.translate.OperatorMapping;
import dev.heddle.planner.translate.OverWindowOperator;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Lowers projections that call window functions: what the calls read becomes columns, calls with
 * the same partitions and order share one node, and the rest of the projection comes on top.
 */
final class WindowLowering {
  private final Lowering lowering;

  WindowLowering(Lowering lowering) {
    this.lowering = lowering;
  }

  /** Partitions and order of a window, as positions of columns. */
  private record Spec(List<Integer> partitionKeys, List<SortOrder> order) {}

  /**
   * Lowers a projection.
   *
   * @param ranks for columns of which only small values are wanted, the largest of them
   */
  Lowered project(Project project, ImmutableBitSet needed, Map<Integer, Long> ranks) {
    List<RexOver> overs = new ArrayList<>();
    ImmutableBitSet read = ImmutableBitSet.of();
    for (int column : needed) {
      RexNode expression = project.getProjects().get(column);
      read = read.union(RelOptUtil.InputFinder.bits(expression));
      collect(expression, overs);
    }
    if (overs.isEmpty()) {
      Lowered input = lowering.lower(project.getInput(), read);
      return lowering.projected(
          input,
          project.getProjects(),
          needed,
          Lowering.names(project),
          lowering.estimator.of(project));
    }
    InputColumns columns =
        new InputColumns(lowering.lower(project.getInput(), read).narrowed(read));
    Map<Spec, List<Integer>> bySpec = new LinkedHashMap<>();
    List<WindowCall> calls = new ArrayList<>();
    for (int i = 0; i < overs.size(); i++) {
      RexWindow window = overs.get(i).getWindow();
      Spec spec = spec(window, columns);
      calls.add(call(overs.get(i), columns));
      bySpec.computeIfAbsent(spec, ignored -> new ArrayList<>()).add(i);
    }
    double rows = columns.input.logical().rows();
    PhysicalPlan plan = columns.plan();
    if (bySpec.size() == 1) {
      plan = limited(plan, bySpec.keySet().iterator().next(), calls, rankLimit(project, ranks));
    }
    int[] resultAt = new int[overs.size()];
    for (Map.Entry<Spec, List<Integer>> entry : bySpec.entrySet()) {
      List<Field> fields = new ArrayList<>(plan.output().fields());
      List<WindowCall> own = new ArrayList<>();
      for (int i : entry.getValue()) {
        resultAt[i] = fields.size();
        own.add(calls.get(i));
        fields.add(
            new Field("$window" + i, calls.get(i).type(), overs.get(i).getType().isNullable()));
      }
      Schema output = new Schema(fields);
      plan =
          new PhysicalPlan.Window(
              plan,
              entry.getKey().partitionKeys(),
              entry.getKey().order(),
              own,
              output,
              Estimates.of(rows, output));
    }
    return finish(project, needed, columns, plan, overs, resultAt);
  }

  /** Returns how many rows of each partition, with their peers, are wanted; 0 if all may be. */
  private static long rankLimit(Project project, Map<Integer, Long> ranks) {
    long limit = 0;
    for (Map.Entry<Integer, Long> rank : ranks.entrySet()) {
      if (project.getProjects().get(rank.getKey()) instanceof RexOver over
          && isRank(OperatorMapping.window(over.getAggOperator()))
          && rank.getValue() >= 1
          && (limit == 0 || rank.getValue() < limit)) {
        limit = rank.getValue();
      }
    }
    return limit;
  }

  private static boolean isRank(Optional<WindowFunction> function) {
    return function
        .filter(f -> f == WindowFunction.ROW_NUMBER || f == WindowFunction.RANK)
        .isPresent();
  }

  /** Leaves out rows that have no wanted rank, where all calls are ranks, which need no others. */
  private static PhysicalPlan limited(
      PhysicalPlan plan, Spec spec, List<WindowCall> calls, long limit) {
    Schema input = plan.output();
    boolean isPossible =
        limit > 0
            && limit <= PhysicalPlan.GroupLimit.MAX_ROWS
            && calls.stream().allMatch(call -> isRank(call.function()))
            && !spec.order().isEmpty()
            && !input.field(spec.order().getFirst().column()).type().isNested()
            && spec.partitionKeys().stream().noneMatch(key -> input.field(key).type().isNested());
    return isPossible
        ? new PhysicalPlan.GroupLimit(
            plan, spec.partitionKeys(), spec.order().getFirst(), limit, plan.estimate())
        : plan;
  }

  private Lowered finish(
      Project project,
      ImmutableBitSet needed,
      InputColumns columns,
      PhysicalPlan plan,
      List<RexOver> overs,
      int[] resultAt) {
    int inputWidth = columns.input.place().length;
    int[] place = Arrays.copyOf(columns.input.place(), inputWidth + overs.size());
    System.arraycopy(resultAt, 0, place, inputWidth, overs.size());
    RelEstimate estimate = lowering.estimator.of(project);
    Lowered windowed = new Lowered(plan, place, columns.input.logical());
    List<RexNode> expressions = new ArrayList<>();
    for (int i = 0; i < project.getProjects().size(); i++) {
      RexNode expression = project.getProjects().get(i);
      expressions.add(
          needed.get(i)
              ? expression.accept(
                  new RexShuttle() {
                    @Override
                    public RexNode visitOver(RexOver over) {
                      return new RexInputRef(inputWidth + overs.indexOf(over), over.getType());
                    }
                  })
              : expression);
    }
    return lowering.projected(windowed, expressions, needed, Lowering.names(project), estimate);
  }

  private static void collect(RexNode expression, List<RexOver> overs) {
    expression.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitOver(RexOver over) {
            if (!overs.contains(over)) {
              overs.add(over);
            }
            return null;
          }
        });
  }

  /** The input's columns, followed by those that hold what calls read. */
  private final class InputColumns {
    private final Lowered input;
    private final List<PhysicalExpr> expressions = new ArrayList<>();
    private final List<Field> fields = new ArrayList<>();

    InputColumns(Lowered input) {
      this.input = input;
      Schema schema = input.plan().output();
      for (int i = 0; i < schema.size(); i++) {
        expressions.add(Rex.column(i, schema));
        fields.add(schema.field(i));
      }
    }

    int at(RexNode node) {
      return at(lowering.rex.convert(node, input));
    }

    int at(PhysicalExpr expression) {
      int known = Expressions.isDeterministic(expression) ? expressions.indexOf(expression) : -1;
      if (known >= 0) {
        return known;
      }
      expressions.add(expression);
      fields.add(new Field("$" + fields.size(), expression.type(), expression.nullable()));
      return expressions.size() - 1;
    }

    PhysicalPlan plan() {
      if (expressions.size() == input.plan().output().size()) {
        return input.plan();
      }
      Schema output = new Schema(fields);
      return new PhysicalPlan.Project(
          input.plan(), expressions, output, Estimates.of(input.logical().rows(), output));
    }
  }

  private static Spec spec(RexWindow window, InputColumns columns) {
    List<Integer> partition = new ArrayList<>();
    for (RexNode key : window.partitionKeys) {
      if (!(key instanceof RexLiteral)) {
        partition.add(columns.at(key));
      }
    }
    List<SortOrder> order = new ArrayList<>();
    for (RexFieldCollation key : window.orderKeys) {
      order.add(Orders.of(columns.at(key.left), key.getDirection(), key.getNullDirection()));
    }
    return new Spec(partition, order);
  }

  private WindowCall call(RexOver over, InputColumns columns) {
    WindowBounds frame = frame(over.getWindow(), columns);
    NullTreatment nulls = over.ignoreNulls() ? NullTreatment.IGNORE : NullTreatment.RESPECT;
    var type = TypeMapping.dataType(over.getType());
    Optional<WindowFunction> function = OperatorMapping.window(over.getAggOperator());
    if (function.isPresent()) {
      List<Integer> arguments = new ArrayList<>();
      List<PhysicalExpr.Literal> constants = new ArrayList<>();
      if (isShiftByColumn(function.get(), over)) {
        addShift(over, columns, type, arguments);
        return new WindowCall(function, Optional.empty(), arguments, constants, frame, nulls, type);
      }
      for (int i = 0; i < over.getOperands().size(); i++) {
        RexNode operand = over.getOperands().get(i);
        PhysicalExpr value = lowering.rex.convert(operand, columns.input);
        boolean isColumn = i == 0 && function.get() != WindowFunction.NTILE;
        boolean isDefault = i == 2; // of LAG and LEAD
        if (isColumn || isDefault) {
          value = typed(value, type);
        }
        if (isColumn) {
          arguments.add(columns.at(value));
        } else if (value instanceof PhysicalExpr.Literal literal) {
          constants.add(literal);
        } else if (isDefault) {
          arguments.add(columns.at(value));
        } else {
          throw new HeddleException(
              ErrorCode.UNSUPPORTED,
              "Cannot call "
                  + over.getAggOperator().getName()
                  + " with "
                  + operand
                  + ": that argument must be a constant");
        }
      }
      return new WindowCall(function, Optional.empty(), arguments, constants, frame, nulls, type);
    }
    return new WindowCall(
        Optional.empty(),
        Optional.of(aggregate(over, columns)),
        List.of(),
        List.of(),
        frame,
        nulls,
        type);
  }

  private PhysicalExpr typed(PhysicalExpr value, DataType type) {
    return value.type().equals(type) ? value : lowering.rex.folded(Rex.cast(value, type));
  }

  /** Whether rows are a number away that differs from row to row, or is null. */
  private static boolean isShiftByColumn(WindowFunction function, RexOver over) {
    boolean isShift = function == WindowFunction.LAG || function == WindowFunction.LEAD;
    return isShift
        && over.getOperands().size() > 1
        && (!(over.getOperands().get(1) instanceof RexLiteral literal) || literal.isNull());
  }

  /** Adds the value, the default and the number of rows as columns. */
  private void addShift(
      RexOver over, InputColumns columns, DataType type, List<Integer> arguments) {
    List<RexNode> operands = over.getOperands();
    arguments.add(columns.at(typed(lowering.rex.convert(operands.get(0), columns.input), type)));
    PhysicalExpr otherwise =
        operands.size() > 2
            ? lowering.rex.convert(operands.get(2), columns.input)
            : PhysicalExpr.Literal.nullOf(type);
    arguments.add(columns.at(typed(otherwise, type)));
    PhysicalExpr distance = lowering.rex.convert(operands.get(1), columns.input);
    arguments.add(columns.at(typed(distance, DataType.INT64)));
  }

  private static AggregateCall aggregate(RexOver over, InputColumns columns) {
    OverWindowOperator own =
        over.getAggOperator() instanceof OverWindowOperator operator ? operator : null;
    SqlAggFunction operator = own == null ? over.getAggOperator() : own.aggregate();
    AggregateFunction function =
        operator.getKind() == SqlKind.SUM0
            ? AggregateFunction.SUM
            : OperatorMapping.aggregate(operator)
                .orElseThrow(
                    () ->
                        new HeddleException(
                            ErrorCode.UNSUPPORTED,
                            "Cannot use "
                                + operator.getName()
                                + " over a window: there is no such function"));
    List<Integer> operands = new ArrayList<>();
    for (RexNode operand : over.getOperands()) {
      operands.add(columns.at(operand));
    }
    int count = own == null ? operands.size() : own.argumentCount(operands.size());
    List<Integer> arguments = operands.subList(0, count);
    if (function == AggregateFunction.COUNT && arguments.isEmpty()) {
      function = AggregateFunction.COUNT_ALL;
    } else if (function == AggregateFunction.COUNT && arguments.size() > 1) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot count several columns over a window; count a CASE that is null where one is");
    }
    List<PhysicalExpr.Literal> constants =
        OperatorMapping.quantileFraction(operator)
            .map(
                fraction ->
                    List.of(
                        PhysicalExpr.Literal.of(
                            new dev.heddle.io.scan.ScanValue.Floating(fraction), DataType.FLOAT64)))
            .orElse(List.of());
    return new AggregateCall(
        function,
        arguments,
        constants,
        over.isDistinct(),
        own != null && own.isFiltered() ? OptionalInt.of(operands.getLast()) : OptionalInt.empty(),
        own == null ? List.of() : own.order(operands.subList(count, operands.size())),
        TypeMapping.dataType(over.getType()),
        OperatorMapping.userCode(operator));
  }

  private WindowBounds frame(RexWindow window, InputColumns columns) {
    return new WindowBounds(
        window.isRows() ? FrameUnit.ROWS : FrameUnit.RANGE,
        bound(window.getLowerBound(), columns),
        bound(window.getUpperBound(), columns),
        exclusion(window.getExclude()));
  }

  private static WindowBounds.Exclusion exclusion(RexWindowExclusion exclusion) {
    return switch (exclusion) {
      case EXCLUDE_NO_OTHER -> WindowBounds.Exclusion.NOTHING;
      case EXCLUDE_CURRENT_ROW -> WindowBounds.Exclusion.CURRENT_ROW;
      case EXCLUDE_GROUP -> WindowBounds.Exclusion.GROUP;
      case EXCLUDE_TIES -> WindowBounds.Exclusion.TIES;
    };
  }

  private WindowBounds.Bound bound(RexWindowBound bound, InputColumns columns) {
    if (bound.isUnbounded()) {
      return new WindowBounds.Unbounded();
    }
    if (bound.isCurrentRow()) {
      return new WindowBounds.CurrentRow();
    }
    RexNode offset = bound.getOffset();
    if (!(offset instanceof RexLiteral literal)) {
      int column = columns.at(requireNonNull(offset));
      return bound.isPreceding()
          ? new WindowBounds.PrecedingBy(column)
          : new WindowBounds.FollowingBy(column);
    }
    PhysicalExpr.Literal value = lowering.rex.literal(literal);
    return bound.isPreceding()
        ? new WindowBounds.Preceding(value)
        : new WindowBounds.Following(value);
  }
}
