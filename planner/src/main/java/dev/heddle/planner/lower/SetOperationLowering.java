package dev.heddle.planner.lower;

import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.planner.cost.RelEstimate;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Lowers set operations. {@code INTERSECT} and {@code EXCEPT} are null-safe semi and anti joins of
 * distinct rows; with {@code ALL}, equal rows are first numbered, and the number is one more key.
 */
final class SetOperationLowering {
  private final Lowering lowering;

  SetOperationLowering(Lowering lowering) {
    this.lowering = lowering;
  }

  Lowered union(Union union, ImmutableBitSet needed) {
    ImmutableBitSet all = ImmutableBitSet.range(union.getRowType().getFieldCount());
    ImmutableBitSet columns = union.all ? needed : all;
    List<PhysicalPlan> plans = new ArrayList<>();
    for (RelNode input : union.getInputs()) {
      plans.add(typed(lowering.lower(input, columns).narrowed(columns), union, columns));
    }
    RelEstimate estimate = lowering.estimator.of(union);
    Schema output = unionSchema(plans);
    double rows =
        union.getInputs().stream().mapToDouble(i -> lowering.estimator.of(i).rows()).sum();
    int[] place = new int[all.cardinality()];
    java.util.Arrays.fill(place, -1);
    int next = 0;
    for (int column : columns) {
      place[column] = next++;
    }
    PhysicalPlan plan =
        plans.size() == 1
            ? plans.getFirst()
            : new PhysicalPlan.UnionAll(plans, output, Estimates.of(rows, output));
    return new Lowered(union.all ? plan : distinct(plan, estimate.rows()), place, estimate);
  }

  /** Converts the columns to the types of the operation's output. */
  private static PhysicalPlan typed(Lowered input, RelNode rel, ImmutableBitSet columns) {
    Schema wanted = TypeMapping.schema(rel.getRowType());
    Schema given = input.plan().output();
    List<PhysicalExpr> expressions = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    boolean isSame = true;
    int at = 0;
    for (int column : columns) {
      DataType type = wanted.field(column).type();
      PhysicalExpr value = Rex.column(at, given);
      if (!type.equals(value.type())) {
        isSame = false;
        value =
            new PhysicalExpr.Cast(
                value, type, dev.heddle.frame.expr.CastMode.STRICT, value.nullable());
      }
      expressions.add(value);
      fields.add(new Field(wanted.field(column).name(), type, value.nullable()));
      at++;
    }
    if (isSame) {
      return input.plan();
    }
    Schema output = new Schema(fields);
    return new PhysicalPlan.Project(
        input.plan(), expressions, output, Estimates.of(input.logical().rows(), output));
  }

  /** Returns the first input's columns, each nullable if it is in any input. */
  static Schema unionSchema(List<PhysicalPlan> inputs) {
    Schema first = inputs.getFirst().output();
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      int column = i;
      boolean nullable = inputs.stream().anyMatch(in -> in.output().field(column).nullable());
      fields.add(new Field(first.field(i).name(), first.field(i).type(), nullable));
    }
    return new Schema(fields);
  }

  private static List<Integer> range(int size) {
    return IntStream.range(0, size).boxed().toList();
  }

  static PhysicalPlan distinct(PhysicalPlan input, double rows) {
    return new PhysicalPlan.Aggregate(
        input,
        range(input.output().size()),
        List.of(),
        AggregateMode.SINGLE,
        input.output(),
        Estimates.of(rows, input.output()));
  }

  Lowered intersect(Intersect intersect) {
    return matched(intersect, JoinKind.LEFT_SEMI);
  }

  Lowered minus(Minus minus) {
    return matched(minus, JoinKind.LEFT_ANTI);
  }

  private Lowered matched(SetOp operation, JoinKind kind) {
    int width = operation.getRowType().getFieldCount();
    ImmutableBitSet all = ImmutableBitSet.range(width);
    RelEstimate estimate = lowering.estimator.of(operation);
    PhysicalPlan result = null;
    for (RelNode input : operation.getInputs()) {
      Lowered lowered = lowering.lower(input, all).narrowed(all);
      double rows = lowering.estimator.of(input).rows();
      PhysicalPlan plan = typed(lowered, operation, all);
      if (operation.all) {
        plan = numbered(plan, rows);
      } else if (result == null) {
        plan = distinct(plan, rows);
      }
      result = result == null ? plan : join(result, plan, kind, estimate.rows());
    }
    if (result == null) {
      throw new IllegalStateException("A set operation has no input");
    }
    int[] place = range(width).stream().mapToInt(i -> i).toArray();
    return new Lowered(result, place, estimate);
  }

  private static PhysicalPlan join(
      PhysicalPlan left, PhysicalPlan right, JoinKind kind, double rows) {
    List<Integer> keys = range(left.output().size());
    return new PhysicalPlan.HashJoin(
        left,
        right,
        kind,
        keys,
        keys,
        Collections.nCopies(keys.size(), true),
        Optional.empty(),
        left.output(),
        Estimates.of(rows, left.output()));
  }

  /** Numbers the copies of each row. */
  private static PhysicalPlan numbered(PhysicalPlan input, double rows) {
    List<Field> fields = new ArrayList<>(input.output().fields());
    fields.add(new Field("$copy", DataType.INT64, false));
    Schema output = new Schema(fields);
    WindowCall number =
        new WindowCall(
            Optional.of(WindowFunction.ROW_NUMBER),
            Optional.empty(),
            List.of(),
            List.of(),
            new WindowBounds(
                FrameUnit.ROWS, new WindowBounds.Unbounded(), new WindowBounds.Unbounded()),
            NullTreatment.RESPECT,
            DataType.INT64);
    return new PhysicalPlan.Window(
        input,
        range(input.output().size()),
        List.of(),
        List.of(number),
        output,
        Estimates.of(rows, output));
  }
}
