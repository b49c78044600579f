package dev.heddle.planner.exchange;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows that several parts of a plan divide by the same ranges of an order: the number of a row's
 * range follows from its keys alone, and all use one sample. Serves one plan. Not thread-safe.
 */
final class RangedRows {
  /** How the rows come a second time. */
  enum Again {
    /** They are read again. */
    READ,
    /** They are shared. */
    SHARED
  }

  private final PhysicalPlan rows;
  private final Again way;
  private final List<SortOrder> order;
  private final int parts;
  private final PhysicalPlan sample;

  /**
   * Describes rows.
   *
   * @param rows all of them; a share if they are shared
   * @param sample a share of the sample, which all tasks have
   */
  RangedRows(PhysicalPlan rows, Again way, List<SortOrder> order, int parts, PhysicalPlan sample) {
    this.rows = rows;
    this.way = way;
    this.order = List.copyOf(order);
    this.parts = parts;
    this.sample = sample;
  }

  int parts() {
    return parts;
  }

  /** Returns all columns, and the number of the range; for one place of the plan. */
  PhysicalPlan first() {
    return placed(rows, sample, order);
  }

  /** Returns some columns, the order's among them, and the number of the range. */
  PhysicalPlan again(List<Integer> columns) {
    PhysicalPlan picked =
        switch (way) {
          case READ -> ReadAgain.of(rows, columns).orElseThrow();
          case SHARED -> ReadAgain.pick(SharedExchanges.again(rows), columns);
        };
    List<SortOrder> moved = new ArrayList<>();
    for (SortOrder key : order) {
      moved.add(new SortOrder(columns.indexOf(key.column()), key.direction(), key.nulls()));
    }
    return placed(picked, SharedExchanges.again(sample), moved);
  }

  private PhysicalPlan placed(PhysicalPlan plan, PhysicalPlan bounds, List<SortOrder> keys) {
    List<Field> fields = new ArrayList<>(plan.output().fields());
    fields.add(new Field("part", DataType.INT32, false));
    return new PhysicalPlan.RangePart(
        plan, bounds, keys, parts, false, new Schema(fields), plan.estimate());
  }
}
