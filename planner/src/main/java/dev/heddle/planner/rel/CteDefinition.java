package dev.heddle.planner.rel;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;

/**
 * A part of a plan that several {@link CteScan}s read. It is rewritten by itself, before what reads
 * it; its columns stay. One plan's; not thread-safe.
 */
public final class CteDefinition {
  private final int number;
  private final RelDataType rowType;
  private RelNode plan;

  /**
   * Makes a definition.
   *
   * @param number distinguishes it from the others of the plan
   */
  public CteDefinition(int number, RelNode plan) {
    this.number = number;
    this.plan = plan;
    this.rowType = plan.getRowType();
  }

  /** Returns the number that distinguishes it from the others of the plan. */
  public int number() {
    return number;
  }

  /** Returns the columns, as they were when it was made. */
  public RelDataType rowType() {
    return rowType;
  }

  /** Returns what its rows are computed by. */
  public RelNode plan() {
    return plan;
  }

  /** Computes its rows by another plan of the same columns. */
  public void rewrite(RelNode newPlan) {
    plan = newPlan;
  }
}
