package dev.heddle.planner.decorrelate;

import org.apache.calcite.rel.RelNode;

/**
 * A plan computed for outer rows.
 *
 * @param rel the outer columns, then the plan's
 * @param neverNull for each outer column, whether its value is known not to be null
 * @param copied for each outer column, the column of the plan that it is a copy of, or -1
 * @param isDropped whether the outer rows were left out for columns of the plan that equal them:
 *     there may be values that no outer row has
 */
record Pushed(RelNode rel, boolean[] neverNull, int[] copied, boolean isDropped) {
  boolean isNeverNull(int column) {
    return neverNull[column];
  }
}
