package dev.heddle.planner.lower;

import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.cost.RelEstimate;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * A lowered plan, and where the columns of the logical node it came from are.
 *
 * @param plan the physical plan
 * @param place for each column of the logical node its position in the plan's output, -1 if it is
 *     not there
 * @param logical what is expected of the logical node
 */
record Lowered(PhysicalPlan plan, int[] place, RelEstimate logical) {

  /** Returns the position of a logical column. */
  int at(int column) {
    if (place[column] < 0) {
      throw new IllegalStateException("Column " + column + " was not asked for when lowering");
    }
    return place[column];
  }

  List<Integer> at(Iterable<Integer> columns) {
    List<Integer> positions = new ArrayList<>();
    for (int column : columns) {
      positions.add(at(column));
    }
    return positions;
  }

  Field field(int column) {
    return plan.output().field(at(column));
  }

  /** Returns this plan under another logical node with the same columns. */
  Lowered with(PhysicalPlan newPlan, RelEstimate newLogical) {
    return new Lowered(newPlan, place, newLogical);
  }

  /** Returns a plan whose rows are computed once, and kept under a number for others. */
  Lowered shared(int number) {
    return with(new PhysicalPlan.Share(number, plan, plan.estimate()), logical);
  }

  /** Returns the rows of what {@link #shared} has given. */
  Lowered readAgain() {
    int number = ((PhysicalPlan.Share) plan).number();
    return with(new PhysicalPlan.SharedRead(number, plan.output(), plan.estimate()), logical);
  }

  /** Returns a plan with exactly the needed columns, in their logical order. */
  Lowered narrowed(ImmutableBitSet needed) {
    boolean isExact = needed.cardinality() == plan.output().size();
    int next = 0;
    for (int column : needed) {
      isExact &= at(column) == next++;
    }
    return isExact ? this : projected(needed);
  }

  /**
   * Returns a plan with no more columns than the needed ones, in any order; one for which no column
   * is needed keeps those it has.
   */
  Lowered trimmed(ImmutableBitSet needed) {
    boolean[] used = new boolean[plan.output().size()];
    int count = 0;
    for (int column : needed) {
      count += used[at(column)] ? 0 : 1;
      used[at(column)] = true;
    }
    return count == 0 || count == used.length ? this : projected(needed);
  }

  private Lowered projected(ImmutableBitSet needed) {
    List<PhysicalExpr> expressions = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    int[] newPlace = new int[place.length];
    java.util.Arrays.fill(newPlace, -1);
    for (int column : needed) {
      Field field = field(column);
      newPlace[column] = expressions.size();
      expressions.add(new PhysicalExpr.ColumnRef(at(column), field.type(), field.nullable()));
      fields.add(field);
    }
    Schema output = new Schema(fields);
    return new Lowered(
        new PhysicalPlan.Project(
            plan, expressions, output, Estimates.of(logical.rows(), output, logical, newPlace)),
        newPlace,
        logical);
  }

  /** Returns what is expected of the plan's output. */
  Estimate estimate() {
    return plan.estimate();
  }
}
