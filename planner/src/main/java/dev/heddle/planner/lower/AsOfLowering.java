package dev.heddle.planner.lower;

import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.plan.AsOfDirection;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.JoinRange;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.planner.cost.RelEstimate;
import dev.heddle.planner.rel.LogicalAsOf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Lowers as-of joins. Few right rows are a table in which each left row finds its match ({@link
 * JoinRange.Matches#NEAREST}). Otherwise they become a window: the rows of both sides are sorted
 * together by keys and place, and each left row picks the last right row before it, or the first
 * one after it. So such a join sorts, spills, spreads and repartitions as a window does.
 */
final class AsOfLowering {
  /** To find a place among more rows costs more than to sort those of both sides. */
  private static final double MAX_ROWS_LOOKED_UP = 4e6;

  private static final double MAX_BYTES_LOOKED_UP = 256 << 20;

  private static final String RIGHT_ROW = "$right";

  private final Lowering lowering;

  AsOfLowering(Lowering lowering) {
    this.lowering = lowering;
  }

  Lowered join(LogicalAsOf join, ImmutableBitSet needed) {
    int leftWidth = join.getLeft().getRowType().getFieldCount();
    LogicalAsOf.AsOfSearch search = join.search();
    ImmutableBitSet neededLeft = needed.intersect(ImmutableBitSet.range(leftWidth));
    ImmutableBitSet neededRight = needed.except(ImmutableBitSet.range(leftWidth)).shift(-leftWidth);
    RelEstimate estimate = lowering.estimator.of(join);
    int[] place = new int[join.getRowType().getFieldCount()];
    Arrays.fill(place, -1);
    if (neededRight.isEmpty()) {
      Lowered left = lowering.lower(join.getLeft(), neededLeft);
      System.arraycopy(left.place(), 0, place, 0, leftWidth);
      return new Lowered(left.plan(), place, estimate);
    }
    List<Integer> leftKeys = new ArrayList<>(search.leftKeys());
    leftKeys.add(search.leftOn());
    List<Integer> rightKeys = new ArrayList<>(search.rightKeys());
    rightKeys.add(search.rightOn());
    Lowered left = lowering.lower(join.getLeft(), neededLeft.union(ImmutableBitSet.of(leftKeys)));
    Lowered right =
        lowering.lower(join.getRight(), neededRight.union(ImmutableBitSet.of(rightKeys)));
    if (lowering.mode == Lowering.Mode.OPTIMIZED && isLookedUp(left, right, search)) {
      return lookedUp(left, right, search, estimate);
    }
    boolean rightFirst = search.allowsEqual() == (search.direction() == AsOfDirection.BACKWARD);
    JoinedRows rows =
        new JoinedRows(left, right, leftKeys, rightKeys, neededLeft, neededRight, rightFirst);
    PhysicalPlan picked = rows.picked(rows.inOneOrder(), search.direction());
    return rows.result(picked, place, leftWidth, estimate);
  }

  /** Whether right rows are few enough to find each left row's match among them, in order. */
  private static boolean isLookedUp(Lowered left, Lowered right, LogicalAsOf.AsOfSearch search) {
    double rows = right.logical().rows();
    return RangeCondition.isWord(left.field(search.leftOn()).type())
        && rows <= MAX_ROWS_LOOKED_UP
        && right.estimate().bytes() <= MAX_BYTES_LOOKED_UP
        && rows <= left.logical().rows();
  }

  /** Joins left rows, where they are, with the row that is found for each. */
  private static Lowered lookedUp(
      Lowered left, Lowered right, LogicalAsOf.AsOfSearch search, RelEstimate estimate) {
    Optional<JoinRange.End> bound =
        Optional.of(new JoinRange.End(left.at(search.leftOn()), !search.allowsEqual()));
    boolean isBackward = search.direction() == AsOfDirection.BACKWARD;
    JoinRange range =
        new JoinRange(
            right.at(search.rightOn()),
            isBackward ? Optional.empty() : bound,
            isBackward ? bound : Optional.empty(),
            Optional.empty(),
            JoinRange.Matches.NEAREST);
    List<Field> fields = new ArrayList<>(left.plan().output().fields());
    int width = fields.size();
    right.plan().output().fields().forEach(f -> fields.add(new Field(f.name(), f.type(), true)));
    Schema output = new Schema(fields);
    int leftWidth = left.place().length;
    int[] place = Arrays.copyOf(left.place(), leftWidth + right.place().length);
    for (int i = 0; i < right.place().length; i++) {
      place[leftWidth + i] = right.place()[i] < 0 ? -1 : width + right.place()[i];
    }
    Estimate size = Estimates.of(estimate.rows(), output, estimate, place);
    List<Integer> leftKeys = left.at(search.leftKeys());
    PhysicalPlan plan =
        leftKeys.isEmpty()
            ? new PhysicalPlan.NestedLoopJoin(
                left.plan(),
                right.plan(),
                JoinKind.LEFT,
                Optional.empty(),
                Optional.of(range),
                output,
                size)
            : new PhysicalPlan.HashJoin(
                left.plan(),
                right.plan(),
                JoinKind.LEFT,
                leftKeys,
                right.at(search.rightKeys()),
                leftKeys.stream().map(_ -> false).toList(),
                Optional.empty(),
                Optional.of(range),
                List.of(),
                output,
                size);
    return new Lowered(plan, place, estimate);
  }

  /** The rows of both sides: keys, place, side, other left columns, a struct of right columns. */
  private static final class JoinedRows {
    private final Lowered left;
    private final Lowered right;
    private final List<Integer> leftKeys; // and the place
    private final List<Integer> rightKeys;
    private final List<Integer> carried = new ArrayList<>(); // other left columns
    private final ImmutableBitSet neededRight;
    private final boolean rightFirst;
    private final DataType.Struct rightRow;

    JoinedRows(
        Lowered left,
        Lowered right,
        List<Integer> leftKeys,
        List<Integer> rightKeys,
        ImmutableBitSet neededLeft,
        ImmutableBitSet neededRight,
        boolean rightFirst) {
      this.left = left;
      this.right = right;
      this.leftKeys = leftKeys;
      this.rightKeys = rightKeys;
      this.neededRight = neededRight;
      this.rightFirst = rightFirst;
      for (int column : neededLeft) {
        if (!leftKeys.contains(column)) {
          carried.add(column);
        }
      }
      List<Field> fields = new ArrayList<>();
      for (int column : neededRight) {
        Field field = right.field(column);
        fields.add(new Field("c" + fields.size(), field.type(), true));
      }
      this.rightRow = new DataType.Struct(fields);
    }

    private int side() {
      return leftKeys.size();
    }

    private int rightRowAt() {
      return side() + 1 + carried.size();
    }

    private static PhysicalExpr column(Lowered input, int column) {
      Field field = input.field(column);
      return new PhysicalExpr.ColumnRef(input.at(column), field.type(), field.nullable());
    }

    private static PhysicalExpr text(String text) {
      return PhysicalExpr.Literal.of(
          new ScanValue.Bytes(text.getBytes(StandardCharsets.UTF_8)), DataType.STRING);
    }

    private PhysicalExpr sideOf(boolean isRight) {
      return PhysicalExpr.Literal.of(new ScanValue.Truth(isRight != rightFirst), DataType.BOOL);
    }

    private PhysicalPlan inOneOrder() {
      List<PhysicalExpr> ofLeft = new ArrayList<>();
      List<PhysicalExpr> ofRight = new ArrayList<>();
      for (int i = 0; i < leftKeys.size(); i++) {
        ofLeft.add(column(left, leftKeys.get(i)));
        ofRight.add(column(right, rightKeys.get(i)));
      }
      ofLeft.add(sideOf(false));
      ofRight.add(sideOf(true));
      for (int column : carried) {
        ofLeft.add(column(left, column));
        ofRight.add(PhysicalExpr.Literal.nullOf(left.field(column).type()));
      }
      List<PhysicalExpr> row = new ArrayList<>();
      int at = 0;
      for (int column : neededRight) {
        row.add(text(rightRow.fields().get(at++).name()));
        row.add(column(right, column));
      }
      ofLeft.add(PhysicalExpr.Literal.nullOf(rightRow));
      ofRight.add(new PhysicalExpr.Call(ScalarFunction.STRUCT_OF, row, rightRow, false));
      List<PhysicalPlan> inputs = List.of(projected(left, ofLeft), projected(right, ofRight));
      Schema output = SetOperationLowering.unionSchema(inputs);
      double rows = left.logical().rows() + right.logical().rows();
      return new PhysicalPlan.UnionAll(inputs, output, Estimates.of(rows, output));
    }

    private PhysicalPlan projected(Lowered input, List<PhysicalExpr> expressions) {
      List<Field> fields = new ArrayList<>();
      for (int i = 0; i < expressions.size(); i++) {
        String name = i == rightRowAt() ? RIGHT_ROW : "$" + i;
        fields.add(new Field(name, expressions.get(i).type(), expressions.get(i).nullable()));
      }
      Schema output = new Schema(fields);
      return new PhysicalPlan.Project(
          input.plan(), expressions, output, Estimates.of(input.logical().rows(), output));
    }

    /** Appends the right row that each row finds. */
    private PhysicalPlan picked(PhysicalPlan rows, AsOfDirection direction) {
      boolean isBackward = direction == AsOfDirection.BACKWARD;
      WindowBounds frame =
          isBackward
              ? new WindowBounds(
                  FrameUnit.ROWS, new WindowBounds.Unbounded(), new WindowBounds.CurrentRow())
              : new WindowBounds(
                  FrameUnit.ROWS, new WindowBounds.CurrentRow(), new WindowBounds.Unbounded());
      WindowCall call =
          new WindowCall(
              Optional.of(isBackward ? WindowFunction.LAST_VALUE : WindowFunction.FIRST_VALUE),
              Optional.empty(),
              List.of(rightRowAt()),
              List.of(),
              frame,
              NullTreatment.IGNORE,
              rightRow);
      // A left row without a place is sorted to the end from which it sees no right row.
      NullPlacement nulls = isBackward ? NullPlacement.FIRST : NullPlacement.LAST;
      List<Field> fields = new ArrayList<>(rows.output().fields());
      fields.add(new Field("$found", rightRow, true));
      Schema output = new Schema(fields);
      return new PhysicalPlan.Window(
          rows,
          IntStream.range(0, side() - 1).boxed().toList(),
          List.of(
              new SortOrder(side() - 1, SortDirection.ASCENDING, nulls),
              new SortOrder(side(), SortDirection.ASCENDING, NullPlacement.FIRST)),
          List.of(call),
          output,
          Estimates.of(rows.estimate().rows(), output));
    }

    /** Keeps the left rows, and takes what they have found apart. */
    private Lowered result(PhysicalPlan picked, int[] place, int leftWidth, RelEstimate estimate) {
      PhysicalExpr side = Rex.column(side(), picked.output());
      PhysicalExpr isLeft =
          rightFirst
              ? side
              : new PhysicalExpr.Call(ScalarFunction.NOT, List.of(side), DataType.BOOL, false);
      PhysicalPlan leftRows =
          new PhysicalPlan.Filter(
              picked, isLeft, Estimates.of(left.logical().rows(), picked.output()));
      List<PhysicalExpr> expressions = new ArrayList<>();
      List<Field> fields = new ArrayList<>();
      for (int i = 0; i < leftKeys.size(); i++) {
        place[leftKeys.get(i)] = expressions.size();
        add(left.field(leftKeys.get(i)), Rex.column(i, picked.output()), expressions, fields);
      }
      for (int i = 0; i < carried.size(); i++) {
        place[carried.get(i)] = expressions.size();
        PhysicalExpr value = Rex.column(side() + 1 + i, picked.output());
        add(left.field(carried.get(i)), value, expressions, fields);
      }
      PhysicalExpr found = Rex.column(picked.output().size() - 1, picked.output());
      int at = 0;
      for (int column : neededRight) {
        Field field = rightRow.fields().get(at++);
        place[leftWidth + column] = expressions.size();
        PhysicalExpr value =
            new PhysicalExpr.Call(
                ScalarFunction.FIELD, List.of(found, text(field.name())), field.type(), true);
        expressions.add(value);
        fields.add(new Field(right.field(column).name(), field.type(), true));
      }
      Schema output = new Schema(fields);
      return new Lowered(
          new PhysicalPlan.Project(
              leftRows,
              expressions,
              output,
              Estimates.of(estimate.rows(), output, estimate, place)),
          place,
          estimate);
    }

    private static void add(
        Field field, PhysicalExpr value, List<PhysicalExpr> expressions, List<Field> fields) {
      expressions.add(value);
      fields.add(new Field(field.name(), field.type(), value.nullable()));
    }
  }
}
